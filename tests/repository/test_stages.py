"""Stages, of which a learner's own tests are one: what is locked, and what the limits leave out."""

from __future__ import annotations

from itertools import count

import pytest
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.process import Limits
from kata_kit.under_test import UnderTest
from repository.project import Project, Run
from repository.screen import WINNER, Learner
from repository.tables import rows

FOLDER = f"katas/{WINNER}"
COORDINATES = "tictactoe_coordinates"

# Wrong in the second stage and in the last one but one; the third is right.
SMALL_BOARDS_ONLY = "def is_solved(b): return right(b) if len(b) == 3 and len(b[0]) == 3 else -1"
# Wrong in one of the last stages only.
BELIEVES_EVERYTHING = """\
def is_solved(board):
    try:
        return right(board)
    except ValueError:
        return 0
"""

# Right, and each call takes 120 ms of processor time.
SLOW = """\
def is_solved(board):
    import time
    end = time.process_time() + 0.12
    while time.process_time() < end:
        pass
    return right(board)
"""


@pytest.mark.parametrize(
    ("changed", "all_stages", "state", "locked"),
    [
        # It is right where nobody has won yet: the stage that fails is run to its end.
        ("def is_solved(board): return -1", False, "[x....] three by three: ", 4),
        (SMALL_BOARDS_ONLY, False, "[#x...] any size: ", 3),
        (SMALL_BOARDS_ONLY, True, "[#x#xx] any size: ", 0),
        (BELIEVES_EVERYTHING, False, "[####x] bad boards: ", 0),
    ],
)
def test_stages_behind_one_that_fails_are_locked(
    learner: Learner, changed: str, all_stages: bool, state: str, locked: int
) -> None:
    learner.solve_but("is_solved", changed)
    (record,) = learner.screen(all_stages=all_stages).records
    assert f"{record.bar} {record.words}".startswith(state)
    ran = [stage.passed + stage.failed for stage in record.stages]
    assert ran == [stage.total for stage in record.stages][: 5 - locked] + [0] * locked


def test_of_a_file_that_cannot_be_loaded_one_test_is_run(learner: Learner) -> None:
    learner.write("def is_solved(board)\n")
    (record,) = learner.screen().records
    assert [(stage.failed, stage.passed) for stage in record.stages] == [(1, 0)] + [(0, 0)] * 4


def test_a_locked_test_is_not_run_and_does_not_lock_another_kata(project: Project) -> None:
    project.solve_but(WINNER, "is_solved", SMALL_BOARDS_ONLY)
    project.solve(COORDINATES)
    run = project.pytest(FOLDER, f"katas/{COORDINATES}::test_row", "-v")
    assert "test_row[A won board is left alone] LOCKED" in run.text
    assert run.katas[WINNER].startswith("[#x...] any size: ")
    assert run.katas[COORDINATES].endswith("] passes, but not all of it was run")
    alone = project.pytest(FOLDER, "-k", "alone")
    assert (alone.exit_code, set(alone.counts)) == (0, {"passed", "deselected"})


def test_nothing_is_locked_in_another_persons_code(untouched: Project) -> None:
    assert untouched.pytest("--submission=katas", FOLDER).counts.keys() == {"failed"}


def test_the_order_is_that_of_the_path_whatever_a_plugin_does(project: Project) -> None:
    # The tests come in the opposite order.
    shuffler = "def pytest_collection_modifyitems(items):\n    items.reverse()\n"
    (project.root / "shuffler.py").write_text(shuffler, encoding="utf-8")
    typed = (f"katas/{COORDINATES}", FOLDER, "--collect-only", "-q")
    shuffled = project.pytest("-p", "shuffler", *typed).lines
    katas = BY_NAME[WINNER], BY_NAME[COORDINATES]
    order = [f"{kata.table}::{row.name}" for kata in katas for row in rows(kata)]
    assert [line for line in shuffled if "::" in line] == order


def test_after_two_endless_loops_the_rest_of_the_kata_is_not_run(project: Project) -> None:
    project.write(WINNER, "def is_solved(board):\n    while True: pass\n")
    project.solve(COORDINATES)
    katas = FOLDER, f"katas/{COORDINATES}::test_row"
    run = project.pytest(*katas, "--all-stages", "--kata-timeout=0.3")
    assert run.katas[WINNER].startswith("[x....] three by three: 2 of ")
    assert run.katas[COORDINATES].endswith("] passes, but not all of it was run")
    assert (run.exit_code, run.counts["failed"], run.counts["not run"] > 2) == (1, 2, True)


def test_when_the_time_of_a_kata_is_used_up_in_a_call_the_run_is_red(project: Project) -> None:
    project.solve_but(WINNER, "is_solved", SLOW)
    run = project.pytest(FOLDER, "--kata-total=0.4")
    told = "all calls of this kata together took more than 0.4 s and were stopped"
    assert (run.exit_code, told in run.text, "not run" in run.counts) == (1, True, True)


def test_when_it_is_used_up_between_two_calls_the_next_one_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A clock that goes on by an hour at each look.
    monkeypatch.setattr("kata_kit.under_test.monotonic", count(0, 3600).__next__)
    kata = BY_NAME[WINNER]
    code = UnderTest(ROOT / kata.solution, kata, Limits())
    board = ([[1]],)
    outcomes = [code.call("is_solved", "answer", [board]).outcomes[0] for _ in range(4)]
    code.close()
    assert [getattr(one, "kind", one) for one in outcomes] == [1, "too long", "not run", "not run"]


# A learner's own tests: `test_*.py` beside the stub.

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
WRONG = "def test_one_cell(kata):\n    assert kata.is_solved([[1]]) == 2\n"
IMPORT = "from tictactoe_winner import is_solved\n\n"
BENCHMARK = "def test_speed(benchmark):\n    benchmark(abs, -1)\n"


@pytest.mark.slow
def test_own_tests_pass_alone_and_with_the_tables(project: Project) -> None:
    project.solve(WINNER)
    for file, code in RIGHT.items():
        (project.root / file).write_text(code, encoding="utf-8")
    assert project.pytest(*RIGHT).counts == {"passed": 4}
    some = ("winner_test.py", f"{FOLDER}/test_mine.py::test_one_cell")
    assert project.pytest(*some, here=FOLDER).counts == {"passed": 2}
    assert project.pytest(here=FOLDER).katas == {WINNER: "[######] all 6 stages pass"}
    lines = project.pytest("katas/reversi_flips", FOLDER, "--collect-only", "-q").lines
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
    project.write(WINNER, "def is_solved(board):\n    raise NotImplementedError\n")
    assert project.pytest(FOLDER).katas[WINNER] == "[x....x] not started"


def test_an_own_test_with_an_import_fails_as_pytest_tests_do(project: Project) -> None:
    run = with_test(project, IMPORT + "def test_import():\n    assert is_solved([[1]]) == 2\n")
    assert run.exit_code == 1
    assert "\n>       assert is_solved([[1]]) == 2\n" in run.text
    assert run.advice == ["next: fix the failures that are shown first"]


@pytest.mark.slow
def test_an_own_benchmark_runs_when_it_is_asked_for(project: Project) -> None:
    told = with_test(project, BENCHMARK, "-k", "speed").text
    assert "benchmarks run when they are asked for: add --benchmark-enable" in told
    asked = ["--benchmark-enable", "--benchmark-max-time=0.01", "-k", "speed"]
    assert project.pytest(FOLDER, *asked).counts["passed"] == 1
