"""Every way to call pytest: the katas that it means, or why it means none."""

import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import options
from kata_kit.katas import PATH
from kata_kit.paths import select
from kata_kit.record import FAILED
from kata_kit.sources import YourCode
from kata_kit.writing import SIGNS
from repository.project import ROOT, WINNER, Project

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ROW = f"{TABLE}::test_row"
TABLES = [kata.table for kata in PATH]

# What is typed, where it is typed, and the test files that are meant. "{root}" is the
# root.
MEANT = [
    (f"{FOLDER} {FOLDER}/ ./{FOLDER} {FOLDER}/README.md", ".", [TABLE]),
    (f"{STUB} {{root}}/{STUB} {WINNER} {TABLE} {{root}}/{TABLE}", ".", [TABLE]),
    (f". {WINNER}.py {FOLDER} {WINNER} {TABLE}", FOLDER, [TABLE]),
    (WINNER, "katas", [TABLE]),
    (f"../{WINNER}", "katas/reversi_flips", [TABLE]),
    (f"{WINNER}/test_{WINNER}.py", "tests", [TABLE]),
    (f"{{root}}/{FOLDER}", "..", [TABLE]),
    (". katas katas/README.md {root}", ".", TABLES),
    (".", "katas", TABLES),
    ("{root}", "..", TABLES),
    ("../..", FOLDER, TABLES),
    (f"{FOLDER}::test_row {STUB}::test_row {{root}}/{STUB}::test_row", ".", [ROW]),
    (f"{WINNER}::test_row {TABLE}::test_row", ".", [ROW]),
    (f"{WINNER}.py::test_row ::test_row", FOLDER, [ROW]),
]


def no_kata(name: str, meant: str = "") -> str:
    """Return what is told of a name that no kata has."""
    if meant:
        return f"no kata is named {name!r}. Did you mean {meant}?"
    lines = [f"no kata is named {name!r}.", "The katas are:"]
    return "\n".join([*lines, *(f"  {kata.name}" for kata in PATH)])


MISTYPED = no_kata("tictactoe_wimmer", WINNER)
SOLUTIONS = (
    "solutions/ holds the reference solutions. To test them:\n  pytest --solution"
)
ONE_SOLUTION = f"{SOLUTIONS} {FOLDER}"
NO_SUCH = f"there is no {FOLDER}/typo.py.\nDid you mean {STUB}?"


def no_path(typed: str, meant: str) -> str:
    """Return what is told of a path that does not exist, and is like another one."""
    return f"there is no {typed}. Did you mean {meant}?"


# What is typed, where, and what is told.
REFUSED = [
    ("tictactoe_wimmer katas/tictactoe_wimmer", ".", MISTYPED),
    ("katas/tictactoe_wimmer/stub.py", ".", MISTYPED),
    ("tictactoe_wimmer", "katas", MISTYPED),
    ("katas/tictactoe_wimmer", FOLDER, MISTYPED),
    ("winner", ".", no_kata("winner", WINNER)),
    ("katas/reversi_flip::test_play", ".", no_kata("reversi_flip", "reversi_flips")),
    ("katas/chess", ".", no_kata("chess")),
    ("solutions", ".", SOLUTIONS),
    (".", "solutions", SOLUTIONS),
    (f"solutions/{WINNER}.py solutions/{WINNER}.py::test_x", ".", ONE_SOLUTION),
    (f"{WINNER}.py", "solutions", ONE_SOLUTION),
    (f"solutions/{WINNER}.py", FOLDER, ONE_SOLUTION),
    (f"{FOLDER}/typo.py {FOLDER}/typo.py::test_row", ".", NO_SUCH),
    ("kata/tictactoe_winner", ".", no_path("kata/tictactoe_winner", FOLDER)),
    ("Katas/Tictactoe_Winer", ".", no_path("Katas/Tictactoe_Winer", FOLDER)),
    ("../../kata", FOLDER, no_path("../../kata", "katas")),
    ("solution", ".", no_path("solution", "solutions")),
    ("test/repository", ".", no_path("test/repository", "tests/repository")),
    (f"{FOLDER}.py", ".", no_kata(f"{WINNER}.py", WINNER)),
]


def meant(here: str, *arguments: str) -> list[str]:
    """Return the test files that arguments mean, from the root."""
    typed = [argument.replace("{root}", str(ROOT)) for argument in arguments]
    chosen = select(typed, (ROOT / here).resolve(), YourCode())
    return [os.path.relpath(argument, ROOT) for argument in chosen]


@pytest.mark.parametrize(("typed", "here", "files"), MEANT)
def test_an_argument_means_test_files(typed: str, here: str, files: list[str]) -> None:
    for argument in typed.split():
        assert meant(here, argument) == files, argument


def test_a_kata_that_is_named_twice_is_run_once() -> None:
    assert meant(".", FOLDER, STUB, TABLE) == [TABLE]


@pytest.mark.parametrize(("typed", "here", "told"), REFUSED)
def test_what_means_no_tests_is_told_what_does(
    typed: str, here: str, told: str
) -> None:
    for argument in typed.split():
        with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
            meant(here, argument)


def test_pytest_cov_sees_the_code_in_its_own_process() -> None:
    given: Any = SimpleNamespace(getoption={"cov_source": ["katas"]}.get)
    none: Any = SimpleNamespace(getoption={"cov_source": []}.get)
    assert (options.debugging(given), options.debugging(none)) == (True, False)


@pytest.mark.skipif(
    sys.platform == "win32", reason="only administrators make links on Windows"
)
def test_the_project_is_found_through_a_link(
    untouched: Project, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    run = untouched.pytest(str(link / STUB), str(link / TABLE))
    assert f"{WINNER}  [{SIGNS[FAILED]}....]  not started" in run.lines


@pytest.mark.slow
def test_every_table_is_collected_and_every_option_is_explained(
    untouched: Project,
) -> None:
    collected = untouched.pytest("tests", "--collect-only", "-q").lines
    files = dict.fromkeys(line.split("::")[0] for line in collected if "::" in line)
    assert list(files) == TABLES
    told = untouched.pytest("--help").text
    assert [option for option in options.OPTIONS if f"  {option}" not in told] == []
