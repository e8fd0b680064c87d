"""Every way to call pytest: which katas it means, and what it says when it means none."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import options
from kata_kit.katas import PATH
from kata_kit.paths import select
from kata_kit.whose import YourCode
from repository.project import ROOT, Project
from repository.screen import WINNER, too_long
from repository.tables import rows

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ROW = f"{TABLE}::test_row"
ALL = [kata.name for kata in PATH]
TABLES = [kata.table for kata in PATH]
NOT_STARTED = {WINNER: "[x....] not started"}

# The test files that are meant, where something is typed, and what is typed, each way that there
# is. "{root}" is the root.
MEANT = [
    ([TABLE], ".", f"{FOLDER} {FOLDER}/ ./{FOLDER} {STUB} {{root}}/{STUB} {FOLDER}/README.md"),
    ([TABLE], ".", f"{WINNER} {TABLE} {{root}}/{TABLE}"),
    ([TABLE], FOLDER, f". {WINNER}.py {FOLDER} {WINNER} {TABLE}"),
    ([TABLE], "katas", WINNER),
    ([TABLE], "katas/reversi_flips", f"../{WINNER}"),
    ([TABLE], "tests", f"{WINNER}/test_{WINNER}.py"),
    ([TABLE], "..", f"{{root}}/{FOLDER}"),
    (TABLES, ".", ". katas katas/README.md {root}"),
    (TABLES, "katas", "."),
    (TABLES, "..", "{root}"),
    (TABLES, FOLDER, "../.."),
    ([ROW], ".", f"{FOLDER}::test_row {STUB}::test_row {{root}}/{STUB}::test_row"),
    ([ROW], ".", f"{WINNER}::test_row {TABLE}::test_row"),
    ([ROW], FOLDER, f"{WINNER}.py::test_row ::test_row"),
]

# The same, where pytest itself has a part in what is meant: in processes.
RUN = [
    pytest.param(".", "tests", TABLES, marks=pytest.mark.slow),
    (FOLDER, "", [TABLE]),
    ("..", f"{{root}}/{FOLDER}/{WINNER}.py", [TABLE]),
]

THE_KATAS = "The katas are:\n" + "\n".join(f"  {name}" for name in ALL)


def unknown(name: str, meant: str = "") -> str:
    """What is told of a name that no kata has, and of the kata that was meant."""
    return f"no kata is named {name!r}.{meant and f' Did you mean {meant}?'}\n{THE_KATAS}"


SOLUTIONS = "solutions/ holds the reference solutions. To test them:\n  pytest --solution"
NO_SUCH = f"there is no {FOLDER}/typo.py;\nthe file of this kata is {STUB}"
MISTYPED = unknown("tictactoe_wimmer", WINNER)
# What is refused with, where something is typed, and what is typed.
REFUSED = [
    (MISTYPED, ".", "tictactoe_wimmer katas/tictactoe_wimmer katas/tictactoe_wimmer/stub.py"),
    (MISTYPED, "katas", "tictactoe_wimmer"),
    (MISTYPED, FOLDER, "katas/tictactoe_wimmer"),
    (unknown("winner", WINNER), ".", "winner"),
    (unknown("reversi_flip", "reversi_flips"), ".", "katas/reversi_flip::test_play"),
    (unknown("chess"), ".", "katas/chess"),
    (SOLUTIONS, ".", "solutions"),
    (SOLUTIONS, "solutions", "."),
    (f"{SOLUTIONS} {FOLDER}", ".", f"solutions/{WINNER}.py solutions/{WINNER}.py::test_x"),
    (f"{SOLUTIONS} {FOLDER}", "solutions", f"{WINNER}.py"),
    (f"{SOLUTIONS} {FOLDER}", FOLDER, f"solutions/{WINNER}.py"),
    (NO_SUCH, ".", f"{FOLDER}/typo.py {FOLDER}/typo.py::test_row"),
]

# Its prints are to be seen, its first stage fails.
NOISY = """\
def is_solved(board):
    print("looking at", len(board), "rows")
    return 0
"""


def meant(here: str, *arguments: str) -> list[str]:
    """The test files that arguments mean, from the root."""
    typed = [argument.replace("{root}", str(ROOT)) for argument in arguments]
    chosen = select(typed, (ROOT / here).resolve(), YourCode())
    return [os.path.relpath(argument, ROOT) for argument in chosen]


def collected(project: Project, *arguments: str, here: str = ".") -> list[str]:
    """The names of the tests that a call of pytest means."""
    given = [argument.replace("{root}", str(project.root)) for argument in arguments if argument]
    run = project.pytest("--collect-only", "-q", *given, here=here)
    return [line for line in run.lines if line.startswith("tests/")]


def parse(arguments: Sequence[str]) -> None:
    """Read the options of the katas; raises argparse.ArgumentError."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    group: Any = SimpleNamespace(getgroup=lambda _: SimpleNamespace(addoption=parser.add_argument))
    options.add(group)
    parser.parse_args(arguments)


@pytest.mark.parametrize(("tests", "here", "arguments"), MEANT)
def test_an_argument_means_test_files(tests: list[str], here: str, arguments: str) -> None:
    for argument in arguments.split():
        assert meant(here, argument) == tests, argument


@pytest.mark.parametrize(("here", "argument", "tests"), RUN)
def test_a_call_collects_test_files(
    untouched: Project, here: str, argument: str, tests: list[str]
) -> None:
    names = collected(untouched, argument, here=here)
    assert {name.partition("::")[0] for name in names} == set(tests)


def test_a_kata_that_is_named_twice_is_run_once() -> None:
    assert meant(".", FOLDER, STUB, TABLE) == [TABLE]


def test_k_chooses_cases_by_their_names_and_none_is_not_a_green_run(untouched: Project) -> None:
    names = collected(untouched, FOLDER, "-k", "top and row")
    assert names == [f"{TABLE}::test_row[The top row of X wins]"]
    assert untouched.pytest(FOLDER, "-k", "no_such_case").exit_code == 5


def test_s_shows_what_is_printed_and_x_stops_at_the_first_case_that_fails(project: Project) -> None:
    project.write(WINNER, NOISY)
    run = project.pytest(FOLDER, "-x", "-s")
    assert run.counts == {"failed": 1}
    assert run.text.index("looking at 3 rows") < run.text.index("expected ")
    dots = project.pytest(FOLDER).text.partition("collected")[2].splitlines()[1]
    assert "looking" not in dots


def test_q_leaves_out_the_head_and_v_adds_that_of_pytest_and_cases(untouched: Project) -> None:
    plain, quiet, verbose = (untouched.pytest(FOLDER, *words) for words in ([], ["-q"], ["-v"]))
    assert (quiet.lines[0][0], quiet.katas) == ("F", NOT_STARTED)
    assert ["\nrootdir: " in said.text for said in (quiet, plain, verbose)] == [False, False, True]
    named = [f"{TABLE}::{row.name} " for row in rows(PATH[0])]
    assert [name for name in named if name not in verbose.text] == []


def test_help_tells_the_options_of_the_katas(untouched: Project) -> None:
    expected = ["--solution", "--submission=PATH", "--all-stages", "--kata-timeout=SECONDS"]
    told = untouched.pytest("--help").text.partition("\nkatas:\n")[2]
    found = re.findall(r"^  (--\S+)", told, re.MULTILINE)
    assert [option for option in expected if option not in found] == []


@pytest.mark.slow
def test_two_processes_tell_the_same_as_one_and_pass_the_references(untouched: Project) -> None:
    pytest.importorskip("xdist")
    katas = FOLDER, "katas/tictactoe_coordinates"
    one, two = untouched.pytest(*katas), untouched.pytest("-n", "2", *katas)
    assert (two.katas, two.advice, two.counts) == (one.katas, one.advice, one.counts)
    references = untouched.pytest("-n", "2", "--solution", *katas)
    assert (references.exit_code, set(references.counts)) == (0, {"passed"})


@pytest.mark.parametrize(("told", "here", "arguments"), REFUSED)
def test_what_means_no_tests_is_told_what_does(told: str, here: str, arguments: str) -> None:
    for argument in arguments.split():
        with pytest.raises(ValueError, match=re.escape(told)) as error:
            meant(here, argument)
        assert str(error.value) == told, argument


@pytest.mark.parametrize(
    ("here", "argument", "told"),
    [
        (".", "katas/chess", f"ERROR: no kata is named 'chess'.\n{THE_KATAS}"),
        ("solutions", "", f"ERROR: {SOLUTIONS}"),
        (".", f"{FOLDER}/test_no_such_file.py", "file or directory not found"),
        (".", "--solutions", "ERROR: there is no option --solutions. Did you mean --solution?"),
        (".", "--hint=2", "ERROR: there is no option --hint. Did you mean --hints=2?"),
        (".", "--durationz=1", "unrecognized arguments: --durationz=1"),
        (".", "--submission=tests", "ERROR: --submission=tests: found no file of a kata."),
    ],
)
def test_an_error_ends_the_run(untouched: Project, here: str, argument: str, told: str) -> None:
    said = untouched.pytest(*filter(None, [argument]), here=here)
    assert (said.exit_code, told in said.errors, said.katas) == (4, True, {})
    if told.startswith("ERROR: "):  # The words are ours.
        assert too_long(said.errors) == []


@pytest.mark.parametrize("option", ["usepdb", "trace", "cov_source"])
def test_a_debugger_and_pytest_cov_see_the_code_in_their_own_process(option: str) -> None:
    given: Any = SimpleNamespace(getoption={option: ["katas"]}.get)
    none: Any = SimpleNamespace(getoption={"cov_source": []}.get)
    assert (options.debugging(given), options.debugging(none)) == (True, False)


@pytest.mark.parametrize(
    ("option", "values", "told"),
    [
        ("--kata-timeout", "0 -1 soon inf nan", "expected a number of seconds above 0, got {!r}"),
        ("--kata-total", "0 -1 soon inf nan", "expected a number of seconds above 0, got {!r}"),
        ("--hints", "0 -1 two 1.5", "expected a number from 1 on, as --hints=1; got {!r}"),
    ],
)
def test_what_is_not_such_a_number_is_refused(option: str, values: str, told: str) -> None:
    for value in [*values.split(), ""]:
        with pytest.raises(argparse.ArgumentError) as error:
            parse([f"{option}={value}"])
        assert str(error.value).partition(": ")[2] == told.format(value)


def test_another_package_named_tests_is_not_ours(untouched: Project, tmp_path: Path) -> None:
    for file in ("conftest.py", "tests/__init__.py", "tests/conftest.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("raise RuntimeError('not ours')\n", encoding="utf-8")
    run = untouched.pytest(here=FOLDER, environment={"PYTHONPATH": str(tmp_path)})
    assert run.katas == NOT_STARTED


def test_an_editor_names_cases_by_their_absolute_names(untouched: Project) -> None:
    names = collected(untouched, f"{{root}}/{FOLDER}", "--rootdir={root}")
    assert {name.partition("::")[0] for name in names} == {TABLE}
    chosen = [f"{{root}}/{name}" for name in names[:2]]
    assert collected(untouched, "--rootdir={root}", *chosen) == names[:2]
    assert untouched.pytest("--rootdir=.", ".", here=FOLDER).katas == NOT_STARTED


@pytest.mark.skipif(sys.platform == "win32", reason="only administrators make links on Windows")
def test_the_project_is_found_through_a_link(untouched: Project, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    typed = (str(link / FOLDER / f"{WINNER}.py"), str(link / TABLE))
    assert untouched.pytest(*typed).katas == NOT_STARTED
