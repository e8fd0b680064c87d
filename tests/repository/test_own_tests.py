"""A learner's own tests: `test_*.py` beside the stub."""

from __future__ import annotations

import pytest
from repository.project import Project, Run

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"

RIGHT = {
    f"{FOLDER}/test_mine.py": """\
def test_one_cell(kata):
    assert kata.is_solved([[1]]) == 1

def test_another():
    pass
""",
    # A folder of this name stands in tests/ as well.
    f"{FOLDER}/winner_test.py": """\
from pathlib import Path
import tictactoe_winner
from tictactoe_winner import is_solved

def test_import():
    assert is_solved([[1]]) == 1
    assert Path(tictactoe_winner.__file__).parent == Path(__file__).parent
""",
    "katas/reversi_flips/test_mine.py": "def test_mine():\n    pass\n",
}
WRONG = """\
def test_one_cell(kata):
    assert kata.is_solved([[1]]) == 2
"""
WRONG_AS_PYTEST_SHOWS_IT = """\
from tictactoe_winner import is_solved

def test_import():
    assert is_solved([[1]]) == 2
"""
BENCHMARK = "def test_speed(benchmark):\n    benchmark(abs, -1)\n"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose first kata is solved, with tests of the learner's own that hold."""
    project = Project(tmp_path_factory.mktemp("own") / "project")
    project.solve(WINNER)
    for file, code in RIGHT.items():
        (project.root / file).write_text(code, encoding="utf-8")
    return project


@pytest.mark.parametrize(
    ("here", "arguments", "passed"),
    [
        (".", list(RIGHT), 4),
        (".", [f"{FOLDER}/test_mine.py::test_one_cell"], 1),
        (FOLDER, ["winner_test.py", f"{FOLDER}/test_mine.py"], 3),
    ],
    ids=["all", "one test", "inside the folder"],
)
def test_own_tests_pass_alone(own: Project, here: str, arguments: list[str], passed: int) -> None:
    assert own.pytest(*arguments, here=here).counts == {"passed": passed}


def test_own_tests_run_with_the_tables(own: Project) -> None:
    assert own.pytest(here=FOLDER).katas == {WINNER: "[######] all 6 stages pass"}
    lines = own.pytest("katas/reversi_flips", FOLDER, "--collect-only", "-q").lines
    files = {line.partition("::")[0] for line in lines if line.startswith("katas/")}
    assert files == set(RIGHT)


def with_test(project: Project, code: str, *options: str) -> Run:
    """A run of a solved kata with one test of the learner's own."""
    project.solve(WINNER)
    (project.root / FOLDER / "test_mine.py").write_text(code, encoding="utf-8")
    return project.pytest(f"{FOLDER}/test_mine.py", f"{FOLDER}::test_row", *options)


def test_an_own_test_that_fails_says_what_was_expected_and_locks_nothing(project: Project) -> None:
    run = with_test(project, WRONG)
    assert (run.exit_code, "locked" in run.counts) == (1, False)
    assert "\nexpected 2, got 1\n" in run.text
    assert run.katas[WINNER].endswith("x] your own tests: 1 of 1 case fails")


def test_an_own_test_with_an_import_fails_as_pytest_tests_do(project: Project) -> None:
    run = with_test(project, WRONG_AS_PYTEST_SHOWS_IT)
    assert run.exit_code == 1
    assert "\n>       assert is_solved([[1]]) == 2\n" in run.text
    assert run.advice == ["next: fix the failures that are shown first"]


@pytest.mark.slow
def test_an_own_benchmark_runs_when_it_is_asked_for(project: Project) -> None:
    told = with_test(project, BENCHMARK, "-k", "speed").text
    assert "benchmarks run when they are asked for: add --benchmark-enable" in told
    asked = ["--benchmark-enable", "--benchmark-max-time=0.01", "-k", "speed"]
    assert project.pytest(FOLDER, *asked).counts["passed"] == 1


def test_own_tests_are_not_locked(project: Project) -> None:
    (project.root / FOLDER / "test_mine.py").write_text(WRONG, encoding="utf-8")
    assert project.pytest(FOLDER).katas[WINNER] == "[x....x] not started"
