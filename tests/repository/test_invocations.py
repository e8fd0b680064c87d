"""Every way to call pytest: which katas it means, and what it says when it means none."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest
from kata_kit.katas import PATH
from repository.project import Project

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ALL = [kata.name for kata in PATH]
TABLES = {kata.table for kata in PATH}

ONE_KATA = [
    (".", FOLDER),
    (".", f"{FOLDER}/"),
    (".", f"./{FOLDER}"),
    (".", f"{FOLDER}/{WINNER}.py"),
    (".", f"{FOLDER}/README.md"),
    (".", WINNER),
    (".", TABLE),
    (".", f"{{root}}/{FOLDER}"),
    (".", f"{{root}}/{FOLDER}/{WINNER}.py"),
    (".", f"{{root}}/{TABLE}"),
    (FOLDER, ""),
    (FOLDER, "."),
    (FOLDER, f"{WINNER}.py"),
    (FOLDER, "README.md"),
    (FOLDER, FOLDER),
    (FOLDER, f"{FOLDER}/{WINNER}.py"),
    (FOLDER, WINNER),
    (FOLDER, TABLE),
    ("katas", WINNER),
    ("tests", f"{WINNER}/test_{WINNER}.py"),
    ("katas/reversi_flips", f"../{WINNER}"),
    ("katas/reversi_flips", FOLDER),
    ("..", f"{{root}}/{FOLDER}"),
]

ALL_KATAS = [
    (".", ""),
    (".", "."),
    (".", "katas"),
    (".", "katas/"),
    (".", "katas/README.md"),
    (".", "tests"),
    (".", "{root}"),
    (".", "{root}/katas"),
    ("katas", ""),
    ("katas", "."),
    ("tests", ""),
    ("..", "{root}"),
    (FOLDER, "../.."),
    (FOLDER, "katas"),
]

ONE_TEST = [
    (".", f"{FOLDER}::test_row"),
    (".", f"{FOLDER}/{WINNER}.py::test_row"),
    (".", f"{WINNER}::test_row"),
    (".", f"{TABLE}::test_row"),
    (".", f"{{root}}/{FOLDER}/{WINNER}.py::test_row"),
    (FOLDER, f"{WINNER}.py::test_row"),
    (FOLDER, "::test_row"),
    (FOLDER, f"{FOLDER}::test_row"),
]

# All that an error about a kata's name ends with.
THE_KATAS = "The katas are:\n" + "".join(f"  {name}\n" for name in ALL)

UNKNOWN_NAMES = [
    (".", "katas/tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
    (".", "katas/tictactoe_wimmer/tictactoe_wimmer.py", "tictactoe_wimmer", " Did you mean tic"),
    (".", "tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
    (".", "winner", "winner", " Did you mean tictactoe_winner?"),
    (".", "coordinates", "coordinates", " Did you mean tictactoe_coordinates?"),
    (".", "katas/reversi_flip::test_play", "reversi_flip", " Did you mean reversi_flips?"),
    (".", "katas/chess", "chess", "\n"),
    ("katas", "tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
    (FOLDER, "katas/tictactoe_wimmer", "tictactoe_wimmer", " Did you mean tictactoe_winner?"),
]

WRONG_OPTIONS = [
    (["--kata-timeout=0"], "--kata-timeout: expected a number of seconds above 0, got '0'"),
    (["--kata-timeout=-1"], "--kata-timeout: expected a number of seconds above 0, got '-1'"),
    (["--kata-timeout=soon"], "--kata-timeout: expected a number of seconds above 0, got 'soon'"),
    (["--kata-timeout=inf"], "--kata-timeout: expected a number of seconds above 0, got 'inf'"),
    (["--kata-timeout=nan"], "--kata-timeout: expected a number of seconds above 0, got 'nan'"),
    (
        ["--solution", "--submission=solutions"],
        "--solution and --submission: expected one of them, got both",
    ),
]

# Its prints are to be seen, its first stage fails.
NOISY = """\
def is_solved(board):
    print("looking at", len(board), "rows")
    return 0
"""


@pytest.mark.parametrize(("here", "argument"), ONE_KATA)
def test_one_kata_is_run_when_it_is_meant(untouched: Project, here: str, argument: str) -> None:
    run = untouched.pytest(*typed(argument, untouched), here=here)
    assert (list(run.katas), run.exit_code) == ([WINNER], 1)


@pytest.mark.parametrize(("here", "argument"), ALL_KATAS)
def test_all_katas_are_collected_when_they_are_meant(
    untouched: Project, here: str, argument: str
) -> None:
    names = collected(untouched, *typed(argument, untouched), here=here)
    assert {name.partition("::")[0] for name in names} == TABLES


@pytest.mark.parametrize(("here", "argument"), ONE_TEST)
def test_one_test_is_collected_when_it_is_named(
    untouched: Project, here: str, argument: str
) -> None:
    names = collected(untouched, argument, here=here)
    assert {name.partition("[")[0] for name in names} == {f"{TABLE}::test_row"}


def test_one_case_is_collected_when_it_is_named(untouched: Project) -> None:
    name = "test_row[The top row of X wins]"
    assert collected(untouched, f"{FOLDER}::{name}") == [f"{TABLE}::{name}"]


def test_katas_run_in_the_order_of_the_path_however_they_are_typed(untouched: Project) -> None:
    run = untouched.pytest("katas/reversi_flips", "katas/tictactoe_coordinates", FOLDER)
    assert list(run.katas) == [WINNER, "tictactoe_coordinates", "reversi_flips"]


def test_a_kata_that_is_named_twice_is_run_once(untouched: Project) -> None:
    twice = collected(untouched, FOLDER, f"{FOLDER}/{WINNER}.py", TABLE)
    assert twice == collected(untouched, FOLDER)


def test_k_chooses_cases_by_their_names(untouched: Project) -> None:
    names = collected(untouched, FOLDER, "-k", "top and row")
    assert names == [f"{TABLE}::test_row[The top row of X wins]"]


def test_a_k_that_chooses_nothing_is_no_green_run(untouched: Project) -> None:
    assert untouched.pytest(FOLDER, "-k", "no_such_case").exit_code == 5


def test_x_stops_at_the_first_case_that_fails(noisy: Project) -> None:
    assert noisy.pytest(FOLDER, "-x").counts == {"failed": 1}


def test_q_leaves_out_the_head(untouched: Project) -> None:
    run = untouched.pytest(FOLDER, "-q")
    assert run.lines[0].startswith("F")


def test_q_keeps_the_end(untouched: Project) -> None:
    assert untouched.pytest(FOLDER, "-q").katas == {WINNER: "[x....] not started"}


def test_v_names_every_case(untouched: Project) -> None:
    text = untouched.pytest(FOLDER, "-v").text
    assert [name for name in collected(untouched, FOLDER) if name not in text] == []


def test_v_shows_the_head_of_pytest(untouched: Project) -> None:
    assert "\nrootdir: " in untouched.pytest(FOLDER, "-v").text


def test_without_v_the_head_of_pytest_is_left_out(untouched: Project) -> None:
    assert "\nrootdir: " not in untouched.pytest(FOLDER).text


def test_s_shows_what_the_code_prints_as_it_runs(noisy: Project) -> None:
    text = noisy.pytest(FOLDER, "-s").text
    assert text.index("looking at 3 rows") < text.index("expected ")


def test_without_s_prints_do_not_stand_between_the_dots(noisy: Project) -> None:
    dots = noisy.pytest(FOLDER).text.partition("collected")[2].splitlines()[1]
    assert "looking" not in dots


def test_collect_only_runs_nothing(untouched: Project) -> None:
    run = untouched.pytest("--collect-only")
    assert (run.exit_code, run.katas) == (0, {})


def test_help_tells_the_options_of_the_katas(untouched: Project) -> None:
    text = untouched.pytest("--help").text
    options = ["--solution", "--submission=PATH", "--all-stages", "--kata-timeout=SECONDS"]
    told = re.findall(r"^  (--\S+)", text.partition("\nkatas:\n")[2], re.MULTILINE)
    assert [option for option in options if option not in told] == []


def test_two_processes_tell_the_same_as_one(untouched: Project) -> None:
    pytest.importorskip("xdist")
    one, two = untouched.pytest(), untouched.pytest("-n", "2")
    assert (two.katas, two.advice, two.counts) == (one.katas, one.advice, one.counts)


def test_two_processes_pass_the_references(untouched: Project) -> None:
    pytest.importorskip("xdist")
    run = untouched.pytest("-n", "2", "--solution", FOLDER, "katas/tictactoe_coordinates")
    assert (run.exit_code, set(run.counts)) == (0, {"passed"})


@pytest.mark.parametrize(("here", "argument", "name", "hint"), UNKNOWN_NAMES)
def test_an_unknown_kata_is_an_error_that_lists_the_katas(
    untouched: Project, here: str, argument: str, name: str, hint: str
) -> None:
    run = untouched.pytest(argument, here=here)
    errors = run.errors.strip() + "\n"
    beginning, end = f"ERROR: no kata is named {name!r}.{hint}", THE_KATAS
    assert (run.exit_code, errors.startswith(beginning), errors.endswith(end)) == (4, True, True)


@pytest.mark.parametrize(
    ("here", "argument", "command"),
    [
        (".", "solutions", "pytest --solution"),
        (".", "solutions/", "pytest --solution"),
        (".", f"solutions/{WINNER}.py", f"pytest --solution {FOLDER}"),
        (".", f"solutions/{WINNER}.py::test_x", f"pytest --solution {FOLDER}"),
        ("solutions", "", "pytest --solution"),
        ("solutions", f"{WINNER}.py", f"pytest --solution {FOLDER}"),
        (FOLDER, f"solutions/{WINNER}.py", f"pytest --solution {FOLDER}"),
    ],
)
def test_the_path_of_a_solution_is_an_error_that_names_the_command(
    untouched: Project, here: str, argument: str, command: str
) -> None:
    run = untouched.pytest(*typed(argument, untouched), here=here)
    said = "ERROR: solutions/ holds the reference solutions. To test them:\n  " + command
    assert (run.exit_code, run.errors.strip()) == (4, said)


@pytest.mark.parametrize(
    "argument",
    [
        f"{FOLDER}::test_no_such_test",
        f"{FOLDER}/test_no_such_file.py",
        "tests/test_no_such_file.py",
        "no/such/file.py",
    ],
)
def test_what_is_not_there_is_an_error(untouched: Project, argument: str) -> None:
    assert untouched.pytest(argument).exit_code == 4


@pytest.mark.parametrize(
    ("here", "argument"),
    [
        (".", f"{FOLDER}/typo.py"),
        (".", f"{FOLDER}/typo.py::test_row"),
        (FOLDER, f"{FOLDER}/typo.py"),
    ],
)
def test_a_file_that_a_kata_does_not_have_is_an_error_that_names_the_stub(
    untouched: Project, here: str, argument: str
) -> None:
    run = untouched.pytest(argument, here=here)
    said = f"ERROR: there is no {FOLDER}/typo.py;\nthe file of this kata is {FOLDER}/{WINNER}.py"
    assert (run.exit_code, run.errors.strip()) == (4, said)


@pytest.mark.parametrize(("options", "message"), WRONG_OPTIONS)
def test_a_wrong_option_is_an_error_that_quotes_it(
    untouched: Project, options: list[str], message: str
) -> None:
    run = untouched.pytest(*options, FOLDER)
    assert (run.exit_code, message in run.errors) == (4, True)


@pytest.mark.parametrize("here", [".", FOLDER])
def test_another_package_named_tests_is_not_taken_for_ours(
    untouched: Project, tmp_path: Path, here: str
) -> None:
    for file in ("conftest.py", "tests/__init__.py", "tests/conftest.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("raise RuntimeError('not ours')\n", encoding="utf-8")
    run = untouched.pytest(FOLDER, here=here, environment={"PYTHONPATH": str(tmp_path)})
    assert run.katas == {WINNER: "[x....] not started"}


def test_an_editor_finds_the_tests_from_the_root_it_names(untouched: Project) -> None:
    names = collected(untouched, "{root}", "--rootdir={root}")
    assert {name.partition("::")[0] for name in names} == TABLES


def test_an_editor_runs_cases_by_their_absolute_names(untouched: Project) -> None:
    chosen = collected(untouched, FOLDER)[:2]
    absolute = [f"{{root}}/{name}" for name in chosen]
    assert collected(untouched, "--rootdir={root}", *absolute) == chosen


def test_an_editor_may_have_the_folder_of_a_kata_open(untouched: Project) -> None:
    run = untouched.pytest("--rootdir=.", ".", here=FOLDER)
    assert run.katas == {WINNER: "[x....] not started"}


def test_an_editor_runs_the_tests_of_an_open_stub(untouched: Project) -> None:
    stub = f"{{root}}/{FOLDER}/{WINNER}.py"
    assert collected(untouched, "--rootdir={root}", stub) == collected(untouched, FOLDER)


@pytest.mark.skipif(sys.platform == "win32", reason="only administrators make links on Windows")
@pytest.mark.parametrize("argument", [FOLDER, f"{FOLDER}/{WINNER}.py", TABLE, "katas", ""])
def test_the_project_is_found_through_a_link(
    untouched: Project, tmp_path: Path, argument: str
) -> None:
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    run = untouched.pytest(os.path.join(link, argument))
    expected = ALL if argument in ("katas", "") else [WINNER]
    assert (list(run.katas), set(run.counts)) == (expected, {"failed", "locked"})


def typed(argument: str, project: Project) -> list[str]:
    """An argument as it is typed; none for an empty one."""
    return [argument.replace("{root}", str(project.root))] if argument else []


def collected(project: Project, *arguments: str, here: str = ".") -> list[str]:
    """The names of the tests that a call of pytest means."""
    given = [argument.replace("{root}", str(project.root)) for argument in arguments]
    run = project.pytest("--collect-only", "-q", *given, here=here)
    return [line for line in run.lines if line.startswith("tests/")]


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose first kata prints and gives wrong answers."""
    project = Project(tmp_path_factory.mktemp("noisy") / "project")
    project.write(WINNER, NOISY)
    return project
