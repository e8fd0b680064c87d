"""What is under test: your code, the references with --solution, or a --submission."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest
from repository.project import Project

WINNER = "tictactoe_winner"
COORDINATES = "tictactoe_coordinates"
FOLDER = f"katas/{WINNER}"
PYTHON = f"(Python {platform.python_version()}, 5 s a call)"

DRAW = "def is_solved(board):\n    return 0\n"
OWN_TEST = "def test_of_my_own(kata):\n    assert kata.is_solved([[1]]) == 1\n"


def head(project: Project, *arguments: str) -> list[str]:
    """The lines between the head of pytest and its count of the tests."""
    lines = project.pytest(*arguments, "--collect-only").lines
    return lines[1 : next(n for n, line in enumerate(lines) if line.startswith("collected "))]


def test_the_head_says_that_your_code_is_under_test(untouched: Project) -> None:
    assert head(untouched) == [f"under test: your code in katas/ {PYTHON}"]


def test_the_head_says_that_the_references_are_under_test(untouched: Project) -> None:
    assert head(untouched, "--solution") == [f"under test: the reference solutions {PYTHON}"]


def test_the_head_names_the_submission_as_it_was_typed(untouched: Project) -> None:
    lines = head(untouched, "--submission=solutions", FOLDER)
    assert lines == [f"under test: the submission solutions {PYTHON}"]


def test_the_head_says_how_long_a_call_may_take(untouched: Project) -> None:
    (line,) = head(untouched, "--kata-timeout=0.25")
    assert line.endswith(", 0.25 s a call)")


@pytest.mark.parametrize("here", [".", FOLDER])
def test_solution_tests_the_reference_and_not_the_stub(untouched: Project, here: str) -> None:
    run = untouched.pytest("--solution", *([FOLDER] if here == "." else []), here=here)
    assert (run.exit_code, run.katas) == (0, {WINNER: "[#####] all 5 stages pass"})


def test_without_solution_the_reference_is_not_used(project: Project) -> None:
    project.solve(WINNER)
    shutil.rmtree(project.root / "solutions")
    assert project.pytest(FOLDER).katas == {WINNER: "[#####] all 5 stages pass"}


def test_solution_is_the_same_code_in_a_debugger(untouched: Project) -> None:
    run = untouched.pytest("--solution", "--pdb")
    # Cost is not counted in a debugger.
    assert (run.exit_code, set(run.counts)) == (0, {"passed", "not run"})


def test_a_file_named_after_a_kata_is_tested_as_that_kata(someone: Path, project: Project) -> None:
    run = project.pytest(f"--submission={someone / f'{WINNER}.py'}")
    assert (run.exit_code, run.katas) == (0, {WINNER: "[#####] all 5 stages pass"})


def test_a_file_of_any_name_is_tested_as_the_kata_that_is_named(
    someone: Path, project: Project
) -> None:
    file = someone / f"{WINNER}.py"
    run = project.pytest(f"--submission={file.rename(someone / 'ana v2.py')}", FOLDER)
    assert (run.exit_code, run.katas) == (0, {WINNER: "[#####] all 5 stages pass"})


def test_a_submission_behind_a_space_is_understood(someone: Path, project: Project) -> None:
    run = project.pytest("--submission", f"{someone / f'{WINNER}.py'}", FOLDER)
    assert (run.exit_code, run.katas) == (0, {WINNER: "[#####] all 5 stages pass"})


def test_a_submission_is_found_from_the_folder_it_is_typed_in(
    someone: Path, project: Project
) -> None:
    someone.rename(project.root / FOLDER / "ana")
    run = project.pytest(f"--submission=ana/{WINNER}.py", here=FOLDER)
    assert (run.exit_code, run.katas) == (0, {WINNER: "[#####] all 5 stages pass"})


def test_of_a_folder_the_katas_it_has_files_for_are_tested(someone: Path, project: Project) -> None:
    run = project.pytest(f"--submission={someone}")
    assert list(run.katas) == [WINNER, COORDINATES]


def test_of_a_clone_of_the_project_its_katas_are_tested(someone: Path, project: Project) -> None:
    for file in list(someone.glob("*.py")):
        (someone / file.stem).mkdir()
        file.rename(someone / file.stem / file.name)
    run = project.pytest(f"--submission={someone}")
    assert list(run.katas) == [WINNER, COORDINATES]


def test_of_a_folder_one_kata_can_be_chosen(someone: Path, project: Project) -> None:
    run = project.pytest(f"--submission={someone}", FOLDER)
    assert (run.exit_code, list(run.katas)) == (0, [WINNER])


def test_a_chosen_kata_that_the_folder_does_not_have_is_red(
    someone: Path, project: Project
) -> None:
    run = project.pytest(f"--submission={someone}", "katas/reversi_flips")
    file = someone / "reversi_flips.py"
    text = " ".join(run.text.split())  # A long path stands on a line of its own.
    assert (run.exit_code, f" {file} is missing" in text) == (1, True)


def test_a_wrong_submission_is_named_in_what_to_do_next(someone: Path, project: Project) -> None:
    (someone / f"{WINNER}.py").write_text(DRAW, encoding="utf-8")
    run = project.pytest(f"--submission={someone}", FOLDER)
    assert " ".join(run.advice).split() == [
        *("next:", "mend", "is_solved", "in"),
        *str(someone / f"{WINNER}.py").split(),
    ]


@pytest.mark.parametrize("option", ["--solution", "--submission=solutions"])
def test_a_green_run_of_another_persons_code_says_nothing_of_what_is_next(
    untouched: Project, option: str
) -> None:
    assert untouched.pytest(option, FOLDER).advice == []


@pytest.mark.parametrize("option", ["--solution", "--submission=solutions"])
def test_your_own_tests_are_not_for_another_persons_code(project: Project, option: str) -> None:
    (project.root / FOLDER / "test_mine.py").write_text(OWN_TEST, encoding="utf-8")
    names = project.pytest(option, FOLDER, "--collect-only", "-q").text
    assert "test_of_my_own" not in names


def test_a_submission_that_is_not_there_is_an_error(untouched: Project) -> None:
    run = untouched.pytest("--submission=ana.py")
    assert (run.exit_code, run.errors.strip()) == (
        4,
        "ERROR: --submission=ana.py: there is no such file or folder;\n"
        "expected a Python file, or a folder of <kata>.py files",
    )


def test_an_empty_submission_is_an_error(untouched: Project) -> None:
    run = untouched.pytest("--submission=")
    said = "ERROR: --submission=: there is no such file or folder;"
    assert (run.exit_code, run.errors.splitlines()[0]) == (4, said)


def test_a_file_of_no_known_kata_is_an_error_that_says_how_to_name_one(untouched: Project) -> None:
    run = untouched.pytest("--submission=conftest.py")
    assert (run.exit_code, run.errors.strip()) == (
        4,
        "ERROR: --submission=conftest.py: which kata is this?\n"
        "Name the file after the kata, or name the kata:\n"
        f"  pytest --submission=conftest.py {FOLDER}",
    )


def test_a_command_to_type_quotes_a_path_with_a_space(project: Project) -> None:
    (project.root / "my code").mkdir()
    (project.root / "my code" / "anything.py").touch()
    errors = project.pytest("--submission=my code/anything.py").errors
    assert f"  pytest --submission='my code/anything.py' {FOLDER}" in errors.splitlines()


def test_a_folder_without_a_kata_is_an_error_that_says_what_it_may_hold(project: Project) -> None:
    (project.root / "ann").mkdir()
    (project.root / "ann" / "winner.py").touch()
    run = project.pytest("--submission=ann")
    assert (run.exit_code, run.errors.rstrip()) == (
        4,
        """\
ERROR: --submission=ann: found no file of a kata. Expected
one person's files
  <kata>.py
or one folder for each participant, with one of
  <participant>/<kata>.py
  <participant>/<kata>/<kata>.py
  <participant>/katas/<kata>/<kata>.py    a whole clone
or one folder of files
  <participant>__<kata>.py
with a kata such as tictactoe_winner. Found
  winner.py""",
    )


@pytest.mark.parametrize("option", ["--solution", "--submission=solutions"])
def test_a_green_reference_run_does_not_make_lf_forget(project: Project, option: str) -> None:
    project.write(WINNER, DRAW)
    failed = project.pytest(FOLDER).counts["failed"]
    project.pytest(option, FOLDER)
    assert project.pytest("--lf", FOLDER).counts["failed"] == failed


def test_lf_runs_what_failed(project: Project) -> None:
    project.write(WINNER, DRAW)
    failed = project.pytest(FOLDER).counts["failed"]
    run = project.pytest("--lf", FOLDER)
    assert (run.counts["failed"], set(run.counts)) == (failed, {"failed", "deselected"})


def test_lf_after_mending_passes(project: Project) -> None:
    project.write(WINNER, DRAW)
    failed = project.pytest(FOLDER).counts["failed"]
    project.solve(WINNER)
    run = project.pytest("--lf", FOLDER)
    assert (run.exit_code, run.counts["passed"]) == (0, failed)


def test_lf_after_lf_passed_runs_everything(project: Project) -> None:
    project.write(WINNER, DRAW)
    project.pytest(FOLDER)
    project.solve(WINNER)
    project.pytest("--lf", FOLDER)
    assert project.pytest("--lf", FOLDER).katas == {WINNER: "[#####] all 5 stages pass"}


@pytest.fixture
def someone(tmp_path: Path, untouched: Project) -> Path:
    """A folder with somebody's right files for the first two katas, and a file of notes."""
    folder = tmp_path / "ana"
    folder.mkdir()
    for kata in (WINNER, COORDINATES):
        shutil.copy(untouched.root / "solutions" / f"{kata}.py", folder)
    (folder / "notes.txt").write_text("for Tuesday\n", encoding="utf-8")
    return folder
