"""Every way to call pytest: which katas it means, and what it says when it means none."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import options
from kata_kit.katas import PATH
from kata_kit.paths import Unknown, select
from repository.project import ROOT, Project, Run
from repository.screen import too_long

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ALL = [kata.name for kata in PATH]
TABLES = [kata.table for kata in PATH]
NOT_STARTED = {WINNER: "[x....] not started"}

# Where something is typed, what is typed, and the test files that it means. "{root}" is the root.
MEANT = [
    (".", FOLDER, [TABLE]),
    (".", f"{FOLDER}/", [TABLE]),
    (".", f"./{FOLDER}", [TABLE]),
    (".", f"{FOLDER}/{WINNER}.py", [TABLE]),
    (".", f"{FOLDER}/README.md", [TABLE]),
    (".", WINNER, [TABLE]),
    (".", TABLE, [TABLE]),
    (".", f"{{root}}/{FOLDER}/{WINNER}.py", [TABLE]),
    (".", f"{{root}}/{TABLE}", [TABLE]),
    (FOLDER, ".", [TABLE]),
    (FOLDER, f"{WINNER}.py", [TABLE]),
    (FOLDER, FOLDER, [TABLE]),
    (FOLDER, WINNER, [TABLE]),
    (FOLDER, TABLE, [TABLE]),
    ("katas", WINNER, [TABLE]),
    ("tests", f"{WINNER}/test_{WINNER}.py", [TABLE]),
    ("katas/reversi_flips", f"../{WINNER}", [TABLE]),
    ("..", f"{{root}}/{FOLDER}", [TABLE]),
    (".", ".", TABLES),
    (".", "katas", TABLES),
    (".", "katas/README.md", TABLES),
    (".", "{root}", TABLES),
    ("katas", ".", TABLES),
    ("..", "{root}", TABLES),
    (FOLDER, "../..", TABLES),
    (".", f"{FOLDER}::test_row", [f"{TABLE}::test_row"]),
    (".", f"{FOLDER}/{WINNER}.py::test_row", [f"{TABLE}::test_row"]),
    (".", f"{WINNER}::test_row", [f"{TABLE}::test_row"]),
    (".", f"{TABLE}::test_row", [f"{TABLE}::test_row"]),
    (".", f"{{root}}/{FOLDER}/{WINNER}.py::test_row", [f"{TABLE}::test_row"]),
    (FOLDER, f"{WINNER}.py::test_row", [f"{TABLE}::test_row"]),
    (FOLDER, "::test_row", [f"{TABLE}::test_row"]),
]

# The same, where pytest itself has a part in what is meant: in processes.
RUN = [
    (".", "tests", TABLES),
    (FOLDER, "", [TABLE]),
    ("..", f"{{root}}/{FOLDER}/{WINNER}.py", [TABLE]),
]

# All that an error about a kata's name ends with.
THE_KATAS = "The katas are:\n" + "\n".join(f"  {name}" for name in ALL)

UNKNOWN_NAMES = [
    (".", "katas/tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
    (".", "katas/tictactoe_wimmer/tictactoe_wimmer.py", "tictactoe_wimmer", " Did you mean tic"),
    (".", "tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
    (".", "winner", "winner", " Did you mean tictactoe_winner?"),
    (".", "katas/reversi_flip::test_play", "reversi_flip", " Did you mean reversi_flips?"),
    (".", "katas/chess", "chess", "\n"),
    ("katas", "tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
    (FOLDER, "katas/tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
]

# Where something is typed, what is typed, and what is refused with.
SOLUTIONS = "solutions/ holds the reference solutions. To test them:\n  pytest --solution"
NO_SUCH = f"there is no {FOLDER}/typo.py;\nthe file of this kata is {FOLDER}/{WINNER}.py"
REFUSED = [
    (".", "solutions", SOLUTIONS),
    (".", f"solutions/{WINNER}.py", f"{SOLUTIONS} {FOLDER}"),
    (".", f"solutions/{WINNER}.py::test_x", f"{SOLUTIONS} {FOLDER}"),
    ("solutions", ".", SOLUTIONS),
    ("solutions", f"{WINNER}.py", f"{SOLUTIONS} {FOLDER}"),
    (FOLDER, f"solutions/{WINNER}.py", f"{SOLUTIONS} {FOLDER}"),
    (".", f"{FOLDER}/typo.py", NO_SUCH),
    (".", f"{FOLDER}/typo.py::test_row", NO_SUCH),
]

# Its prints are to be seen, its first stage fails.
NOISY = """\
def is_solved(board):
    print("looking at", len(board), "rows")
    return 0
"""

Runner = Callable[..., Run]


def meant(here: str, *arguments: str) -> list[str]:
    """The test files that arguments mean, from the root."""
    typed = [argument.replace("{root}", str(ROOT)) for argument in arguments]
    chosen = select(typed, (ROOT / here).resolve(), ROOT, PATH, own_tests=True)
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


@pytest.mark.parametrize(("here", "argument", "tests"), MEANT)
def test_an_argument_means_test_files(here: str, argument: str, tests: list[str]) -> None:
    assert meant(here, argument) == tests


@pytest.mark.parametrize(("here", "argument", "tests"), RUN)
def test_a_call_collects_test_files(
    untouched: Project, here: str, argument: str, tests: list[str]
) -> None:
    names = collected(untouched, argument, here=here)
    assert {name.partition("::")[0] for name in names} == set(tests)


def test_a_kata_that_is_named_twice_is_run_once() -> None:
    assert meant(".", FOLDER, f"{FOLDER}/{WINNER}.py", TABLE) == [TABLE]


def test_katas_run_in_the_order_of_the_path_however_they_are_typed(run: Runner) -> None:
    said = run("katas/reversi_flips", "katas/tictactoe_coordinates", FOLDER)
    assert list(said.katas) == [WINNER, "tictactoe_coordinates", "reversi_flips"]


def test_k_chooses_cases_by_their_names(untouched: Project) -> None:
    names = collected(untouched, FOLDER, "-k", "top and row")
    assert names == [f"{TABLE}::test_row[The top row of X wins]"]


def test_a_k_that_chooses_nothing_is_not_a_green_run(run: Runner) -> None:
    assert run(FOLDER, "-k", "no_such_case").exit_code == 5


def test_s_shows_what_is_printed_and_x_stops_at_the_first_case_that_fails(project: Project) -> None:
    project.write(WINNER, NOISY)
    run = project.pytest(FOLDER, "-x", "-s")
    assert run.counts == {"failed": 1}
    assert run.text.index("looking at 3 rows") < run.text.index("expected ")
    dots = project.pytest(FOLDER).text.partition("collected")[2].splitlines()[1]
    assert "looking" not in dots


def test_q_leaves_out_the_head_and_keeps_the_end(run: Runner) -> None:
    said = run(FOLDER, "-q")
    assert said.lines[0].startswith("F")
    assert said.katas == NOT_STARTED


def test_v_names_every_case_and_shows_the_head_of_pytest(untouched: Project, run: Runner) -> None:
    text = run(FOLDER, "-v").text
    assert [name for name in collected(untouched, FOLDER) if name not in text] == []
    assert "\nrootdir: " in text
    assert "\nrootdir: " not in run(FOLDER).text


def test_help_tells_the_options_of_the_katas(run: Runner) -> None:
    expected = ["--solution", "--submission=PATH", "--all-stages", "--kata-timeout=SECONDS"]
    told = run("--help").text.partition("\nkatas:\n")[2]
    found = re.findall(r"^  (--\S+)", told, re.MULTILINE)
    assert [option for option in expected if option not in found] == []


@pytest.mark.slow
def test_two_processes_tell_the_same_as_one(run: Runner) -> None:
    pytest.importorskip("xdist")
    katas = FOLDER, "katas/tictactoe_coordinates"
    one, two = run(*katas), run("-n", "2", *katas)
    assert (two.katas, two.advice, two.counts) == (one.katas, one.advice, one.counts)


@pytest.mark.slow
def test_two_processes_pass_the_references(run: Runner) -> None:
    pytest.importorskip("xdist")
    said = run("-n", "2", "--solution", FOLDER, "katas/tictactoe_coordinates")
    assert (said.exit_code, set(said.counts)) == (0, {"passed"})


@pytest.mark.parametrize(("here", "argument", "name", "hint"), UNKNOWN_NAMES)
def test_an_unknown_kata_is_an_error_that_lists_the_katas(
    here: str, argument: str, name: str, hint: str
) -> None:
    with pytest.raises(Unknown) as error:
        meant(here, argument)
    told = str(error.value)
    assert told.startswith(f"no kata is named {name!r}.{hint}")
    assert told.rstrip("\n").endswith(THE_KATAS)


@pytest.mark.parametrize(("here", "argument", "told"), REFUSED)
def test_a_path_that_names_no_tests_is_an_error_that_says_what_does(
    here: str, argument: str, told: str
) -> None:
    with pytest.raises(Unknown) as error:
        meant(here, argument)
    assert str(error.value) == told


@pytest.mark.parametrize(
    ("here", "argument", "told"),
    [
        (".", "katas/chess", f"ERROR: no kata is named 'chess'.\n{THE_KATAS}"),
        ("solutions", "", f"ERROR: {SOLUTIONS}"),
        (".", f"{FOLDER}/test_no_such_file.py", "file or directory not found"),
        (".", "--kata-timeout=0", "expected a number of seconds above 0, got '0'"),
        (".", "--solutions", "ERROR: there is no option --solutions. Did you mean --solution?"),
        (".", "--hint=2", "ERROR: there is no option --hint. Did you mean --hints=2?"),
        (".", "--durationz=1", "unrecognized arguments: --durationz=1"),
        (".", "--submission=conftest.py", "ERROR: --submission=conftest.py: which kata is this?"),
        (".", "--submission=tests", "ERROR: --submission=tests: found no file of a kata."),
    ],
)
def test_an_error_ends_the_run(run: Runner, here: str, argument: str, told: str) -> None:
    said = run(*filter(None, [argument]), here=here)
    assert (said.exit_code, told in said.errors, said.katas) == (4, True, {})
    if told.startswith("ERROR: "):  # The words are ours.
        assert too_long(said.errors) == []


@pytest.mark.parametrize("option", ["usepdb", "trace", "cov_source"])
def test_a_debugger_and_pytest_cov_see_the_code_in_their_own_process(option: str) -> None:
    given: Any = SimpleNamespace(getoption={option: ["katas"]}.get)
    none: Any = SimpleNamespace(getoption={"cov_source": []}.get)
    assert (options.debugging(given), options.debugging(none)) == (True, False)


@pytest.mark.parametrize("value", ["0", "-1", "soon", "inf", "nan"])
@pytest.mark.parametrize("option", ["--kata-timeout", "--kata-total"])
def test_what_is_not_a_time_is_refused(option: str, value: str) -> None:
    with pytest.raises(argparse.ArgumentError) as error:
        parse([f"{option}={value}"])
    told = f"argument {option}: expected a number of seconds above 0, got {value!r}"
    assert str(error.value) == told


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", ""])
def test_what_is_not_a_number_of_hints_is_refused(value: str) -> None:
    with pytest.raises(argparse.ArgumentError) as error:
        parse([f"--hints={value}"])
    assert f"expected a number from 1 on, as --hints=1; got {value!r}" in str(error.value)


def test_another_package_named_tests_is_not_taken_for_ours(
    untouched: Project, tmp_path: Path
) -> None:
    for file in ("conftest.py", "tests/__init__.py", "tests/conftest.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("raise RuntimeError('not ours')\n", encoding="utf-8")
    run = untouched.pytest(here=FOLDER, environment={"PYTHONPATH": str(tmp_path)})
    assert run.katas == NOT_STARTED


def test_an_editor_finds_and_runs_cases_by_their_absolute_names(untouched: Project) -> None:
    names = collected(untouched, f"{{root}}/{FOLDER}", "--rootdir={root}")
    assert {name.partition("::")[0] for name in names} == {TABLE}
    chosen = [f"{{root}}/{name}" for name in names[:2]]
    assert collected(untouched, "--rootdir={root}", *chosen) == names[:2]


def test_an_editor_may_have_the_folder_of_a_kata_open(run: Runner) -> None:
    assert run("--rootdir=.", ".", here=FOLDER).katas == NOT_STARTED


@pytest.mark.skipif(sys.platform == "win32", reason="only administrators make links on Windows")
def test_the_project_is_found_through_a_link(untouched: Project, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    typed = (str(link / FOLDER / f"{WINNER}.py"), str(link / TABLE))
    assert untouched.pytest(*typed).katas == NOT_STARTED
