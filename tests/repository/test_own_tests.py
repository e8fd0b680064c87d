"""A learner's own tests: `test_*.py` beside the stub."""

from __future__ import annotations

from pathlib import Path

import pytest
from repository.project import Project

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"

WITH_THE_FIXTURE = """\
def test_one_cell(kata):
    assert kata.is_solved([[1]]) == {answer}
"""
WITH_AN_IMPORT = """\
from tictactoe_winner import is_solved

def test_one_cell():
    assert is_solved([[1]]) == {answer}
"""
EITHER = pytest.mark.parametrize("code", [WITH_THE_FIXTURE, WITH_AN_IMPORT], ids=["kata", "import"])


@pytest.fixture
def solved(project: Project) -> Project:
    """A copy whose first kata is solved."""
    project.solve(WINNER)
    return project


def add(project: Project, code: str, answer: int = 1, name: str = "test_mine.py") -> Path:
    """Write a test beside the stub."""
    file = project.root / FOLDER / name
    file.write_text(code.format(answer=answer), encoding="utf-8")
    return file


@EITHER
def test_own_tests_are_run_with_the_kata(solved: Project, code: str) -> None:
    before = solved.pytest(FOLDER).counts
    add(solved, code)
    assert solved.pytest(FOLDER).counts == {"passed": before["passed"] + 1}


@EITHER
@pytest.mark.parametrize(
    ("here", "argument"),
    [(".", f"{FOLDER}/test_mine.py"), (FOLDER, "test_mine.py"), (FOLDER, f"{FOLDER}/test_mine.py")],
)
def test_own_tests_can_be_run_alone(solved: Project, code: str, here: str, argument: str) -> None:
    add(solved, code)
    assert solved.pytest(argument, here=here).counts == {"passed": 1}


def test_one_own_test_can_be_named(solved: Project) -> None:
    add(solved, WITH_THE_FIXTURE + "\ndef test_another():\n    pass\n")
    counts = solved.pytest(f"{FOLDER}/test_mine.py::test_one_cell").counts
    assert counts == {"passed": 1}


@EITHER
def test_own_tests_are_run_from_inside_the_folder(solved: Project, code: str) -> None:
    before = solved.pytest(here=FOLDER).counts
    add(solved, code)
    assert solved.pytest(here=FOLDER).counts == {"passed": before["passed"] + 1}


def test_own_tests_are_run_with_all_katas(project: Project) -> None:
    add(project, "def test_mine():\n    pass\n")
    assert project.pytest().counts["passed"] == 1


def test_a_file_that_ends_with_test_is_a_test_too(solved: Project) -> None:
    add(solved, "def test_mine():\n    pass\n", name="winner_test.py")
    assert solved.pytest(FOLDER, "-k", "mine").counts["passed"] == 1


@EITHER
def test_an_own_test_that_fails_makes_the_run_red(solved: Project, code: str) -> None:
    add(solved, code, answer=2)
    assert solved.pytest(FOLDER).exit_code == 1


def test_an_own_test_says_what_was_expected(solved: Project) -> None:
    add(solved, WITH_THE_FIXTURE, answer=2)
    assert "\nexpected 2, got 1\n" in solved.pytest(FOLDER).text


def test_an_own_test_with_an_import_fails_as_pytest_tests_do(solved: Project) -> None:
    add(solved, WITH_AN_IMPORT, answer=2)
    text = solved.pytest(FOLDER).text
    assert "\n>       assert is_solved([[1]]) == 2\n" in text


def test_an_own_benchmark_says_how_it_is_run(solved: Project) -> None:
    add(solved, "def test_speed(benchmark):\n    benchmark(abs, -1)\n")
    text = solved.pytest(FOLDER, "-k", "speed").text
    assert "benchmarks run when they are asked for: add --benchmark-enable" in text


def test_an_own_benchmark_runs_when_it_is_asked_for(solved: Project) -> None:
    add(solved, "def test_speed(benchmark):\n    benchmark(abs, -1)\n")
    asked = ["--benchmark-enable", "--benchmark-max-time=0.01", "-k", "speed"]
    assert solved.pytest(FOLDER, *asked).counts["passed"] == 1


def test_own_tests_are_not_locked(project: Project) -> None:
    add(project, WITH_THE_FIXTURE)
    assert project.pytest(FOLDER).katas[WINNER] == "[x....x] not started"


def test_own_tests_do_not_lock_the_table(solved: Project) -> None:
    file = add(solved, WITH_THE_FIXTURE, answer=2)
    run = solved.pytest(str(file), FOLDER)
    assert "locked" not in run.counts


def test_own_tests_that_fail_are_named_in_the_line_of_the_kata(solved: Project) -> None:
    add(solved, WITH_THE_FIXTURE, answer=2)
    words = solved.pytest(FOLDER).katas[WINNER]
    assert words == "[#####x] your own tests: 1 of 1 case fails"


def test_an_own_test_that_pytest_shows_is_what_to_mend_next(solved: Project) -> None:
    add(solved, WITH_AN_IMPORT, answer=2)
    assert solved.pytest(FOLDER).advice == ["next: fix the failures that are shown first"]


def test_own_tests_of_two_katas_may_have_the_same_name(solved: Project) -> None:
    add(solved, "def test_mine():\n    pass\n")
    other = solved.root / "katas" / "reversi_flips" / "test_mine.py"
    other.write_text("def test_mine():\n    pass\n", encoding="utf-8")
    assert solved.pytest(FOLDER, "katas/reversi_flips", "-k", "mine").counts["passed"] == 2
