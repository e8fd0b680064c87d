"""What is under test: your code, the references, or a submission, without its settings."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import before_conftests
import pytest
from before_conftests import refuse
from kata_kit.katas import BY_NAME
from kata_kit.whose import Source, choose
from repository.project import ROOT, Project, Run

WINNER = "tictactoe_winner"
COORDINATES = "tictactoe_coordinates"
FOLDER = f"katas/{WINNER}"
GREEN = {WINNER: "[#####] all 5 stages pass"}
PYTHON = f"(Python {platform.python_version()}, 5 s a call)"

DRAW = "def is_solved(board):\n    return 0\n"
OWN_TEST = "def test_of_my_own(kata):\n    assert kata.is_solved([[1]]) == 1\n"

Runner = Callable[..., Run]


@pytest.fixture
def someone(tmp_path: Path) -> Path:
    """A folder with somebody's right files for the first two katas, and a file of notes."""
    folder = tmp_path / "ana"
    folder.mkdir()
    for kata in (WINNER, COORDINATES):
        shutil.copy(ROOT / BY_NAME[kata].solution, folder)
    (folder / "notes.txt").write_text("for Tuesday\n", encoding="utf-8")
    return folder


def chosen(submission: object, here: Path = ROOT) -> Source:
    """What is under test with `--submission=...`."""
    source = choose(solution=False, submission=str(submission), here=here)
    assert source is not None
    return source


def refusal(submission: str, *, solution: bool = False, here: Path = ROOT) -> str:
    """What a submission is refused with."""
    try:
        source = choose(solution=solution, submission=submission, here=here)
    except ValueError as error:
        return str(error)
    assert source is not None
    with pytest.raises(ValueError, match="which kata is this") as refused:
        source.katas()
    return str(refused.value)


def names(source: Source) -> list[str]:
    """The katas that a run without arguments means."""
    return [kata.name for kata in source.katas()]


@pytest.mark.parametrize(
    ("arguments", "head"),
    [
        (["--solution", FOLDER], f"under test: the reference solutions {PYTHON}"),
        (["--submission=solutions", FOLDER], f"under test: the submission solutions {PYTHON}"),
        (
            [FOLDER, "--kata-timeout=0.25"],
            f"under test: your code in katas/ {PYTHON.replace('5 s', '0.25 s')}",
        ),
    ],
    ids=["the references", "a submission", "yours with another limit"],
)
def test_the_head_says_what_is_under_test(run: Runner, arguments: list[str], head: str) -> None:
    lines = run(*arguments).lines
    end = next(number for number, line in enumerate(lines) if line.startswith("collected "))
    assert lines[1:end] == [head]


@pytest.mark.parametrize("option", ["--solution", "--submission=solutions"])
def test_a_green_run_of_another_persons_code_says_nothing_of_what_is_next(
    run: Runner, option: str
) -> None:
    said = run(option, FOLDER)
    assert (said.exit_code, said.katas, said.advice) == (0, GREEN, [])


@pytest.mark.slow
def test_solution_tests_the_reference_from_inside_the_folder(run: Runner) -> None:
    said = run("--solution", here=FOLDER)
    assert (said.exit_code, said.katas) == (0, GREEN)


def test_without_solution_the_reference_is_not_used(project: Project) -> None:
    project.solve(WINNER)
    shutil.rmtree(project.root / "solutions")
    assert project.pytest(f"{FOLDER}::test_row").counts.keys() == {"passed"}


@pytest.mark.slow
def test_solution_is_the_same_code_in_a_debugger(run: Runner) -> None:
    said = run("--solution", "--pdb")
    # Cost is not counted in a debugger.
    assert (said.exit_code, set(said.counts)) == (0, {"passed", "not run"})


@pytest.mark.slow
def test_a_file_of_any_name_is_tested_as_the_kata_that_is_named(
    someone: Path, project: Project
) -> None:
    file = (someone / f"{WINNER}.py").rename(someone / "ana v2.py")
    run = project.pytest(f"--submission={file}", FOLDER)
    assert (run.exit_code, run.katas) == (0, GREEN)


def test_a_file_named_after_a_kata_is_tested_as_that_kata(someone: Path) -> None:
    assert names(chosen(someone / f"{WINNER}.py")) == [WINNER]


def test_a_submission_is_found_from_the_folder_it_is_typed_in(someone: Path) -> None:
    source = chosen(f"ana/{WINNER}.py", here=someone.parent)
    assert source.file(BY_NAME[WINNER]) == someone / f"{WINNER}.py"


@pytest.mark.parametrize("place", ["{0}.py", "{0}/{0}.py", "katas/{0}/{0}.py"])
def test_of_a_folder_the_katas_it_has_files_for_are_tested(someone: Path, place: str) -> None:
    for kata in (WINNER, COORDINATES):
        file = someone / place.format(kata)
        file.parent.mkdir(parents=True, exist_ok=True)
        (someone / f"{kata}.py").rename(file)
    assert names(chosen(someone)) == [WINNER, COORDINATES]
    assert chosen(someone).file(BY_NAME[WINNER]) == someone / place.format(WINNER)


@pytest.mark.slow
def test_a_chosen_kata_that_the_folder_does_not_have_is_red(
    someone: Path, project: Project
) -> None:
    run = project.pytest(f"--submission={someone}", "katas/reversi_flips")
    text = " ".join(run.text.split())  # A long path stands on a line of its own.
    assert (run.exit_code, f" {someone / 'reversi_flips.py'} is missing" in text) == (1, True)


def test_a_wrong_submission_is_named_in_what_to_do_next(someone: Path, project: Project) -> None:
    file = someone / f"{WINNER}.py"
    file.write_text(DRAW, encoding="utf-8")
    run = project.pytest(f"--submission={someone}", FOLDER)
    assert " ".join(run.advice).split() == ["next:", "fix", "is_solved", "in", *str(file).split()]


def test_your_own_tests_are_not_for_another_persons_code(project: Project) -> None:
    (project.root / FOLDER / "test_mine.py").write_text(OWN_TEST, encoding="utf-8")
    run = project.pytest("--submission=solutions", FOLDER, "--collect-only", "-q")
    assert "test_of_my_own" not in run.text


@pytest.mark.parametrize(
    ("submission", "told"),
    [
        (
            "ana.py",
            "--submission=ana.py: there is no such file or folder;\n"
            "expected a Python file, or a folder of <kata>.py files",
        ),
        (
            "",
            "--submission=: there is no such file or folder;\n"
            "expected a Python file, or a folder of <kata>.py files",
        ),
        (
            "conftest.py",
            "--submission=conftest.py: which kata is this?\n"
            "Name the file after the kata, or name the kata:\n"
            f"  pytest --submission=conftest.py {FOLDER}",
        ),
    ],
    ids=["not there", "empty", "of which kata"],
)
def test_what_cannot_be_tested_is_an_error(submission: str, told: str) -> None:
    assert refusal(submission) == told


def test_a_command_to_type_quotes_a_path_with_a_space(tmp_path: Path) -> None:
    (tmp_path / "my code.py").touch()
    told = refusal("my code.py", here=tmp_path)
    assert told.endswith(f"\n  pytest --submission='my code.py' {FOLDER}")


def test_the_references_and_a_submission_at_once_are_an_error() -> None:
    told = "--solution and --submission: expected one of them, got both"
    assert refusal("solutions", solution=True) == told


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


@pytest.mark.slow
def test_lf_runs_what_failed_in_your_code_and_then_everything(project: Project) -> None:
    project.write(WINNER, DRAW)
    failed = project.pytest(FOLDER).counts["failed"]
    # A green run of the references does not make it forget.
    project.pytest("--solution", f"{FOLDER}::test_row")
    again = project.pytest("--lf", FOLDER)
    assert (again.counts["failed"], set(again.counts)) == (failed, {"failed", "deselected"})
    project.solve(WINNER)
    fixed = project.pytest("--lf", FOLDER)
    assert (fixed.exit_code, fixed.counts["passed"]) == (0, failed)
    assert fixed.advice == [f"next: run all of it: pytest {FOLDER}"]
    assert project.pytest("--lf", FOLDER).katas == GREEN


EVIL = "raise SystemExit('the settings of a stranger ran')\n"


def refused_call(arguments: list[str], root: Path = ROOT, here: Path = ROOT) -> str:
    """What a call of pytest is refused with; "" if it is not."""
    try:
        refuse(arguments, root, here)
    except pytest.UsageError as error:
        return str(error)
    return ""


def test_a_space_is_refused_with_the_command_to_type(tmp_path: Path) -> None:
    told = refused_call(["--submission", "submissions/eve"])
    assert told.splitlines()[-1] == "  pytest --submission=submissions/eve"
    told = refused_call(["--submission", str(tmp_path)], tmp_path)  # Taken for the root by pytest.
    assert told.startswith("expected '=' behind --submission, got a space:")
    assert told.splitlines()[-1] == f"  pytest --submission={tmp_path}"


def test_a_call_from_inside_a_submission_is_refused(tmp_path: Path) -> None:
    told = refused_call(["--submission=."], tmp_path, tmp_path)
    assert told.splitlines()[-2] == f"  cd {ROOT}"
    told = refused_call(["--submission=."], ROOT, ROOT / "submissions" / "eve")
    assert told.splitlines()[-1] == "  pytest --submission=submissions/eve"


@pytest.mark.parametrize("here", [ROOT, ROOT / "katas" / "tictactoe_winner"])
@pytest.mark.parametrize("arguments", [["--submission=x"], ["katas"], ["-k", "submission"]])
def test_other_calls_are_not(arguments: list[str], here: Path) -> None:
    assert refused_call(arguments, here=here) == ""


@pytest.mark.parametrize("ini", [True, False])
@pytest.mark.parametrize("inside", [True, False])
def test_pytest_refuses_before_it_loads_a_conftest(tmp_path: Path, ini: bool, inside: bool) -> None:
    eve = tmp_path / "eve"
    eve.mkdir()
    (eve / "conftest.py").write_text(EVIL)
    if ini:
        (eve / "pytest.ini").write_text("[pytest]\n")
    installed = tmp_path / "katas-1.dist-info"  # What pip writes.
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: katas\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[pytest11]\nkatas = before_conftests\n")
    paths = [str(tmp_path), str(Path(before_conftests.__file__).parent)]
    typed = ["--submission=."] if inside else ["--submission", str(eve)]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *typed],
        cwd=eve if inside else ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "a conftest.py there would be part of this run" in run.stderr
    assert "stranger" not in run.stderr + run.stdout
