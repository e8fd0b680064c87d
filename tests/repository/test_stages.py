"""Stages: what is locked while a stage fails, and what is not; and what the limits leave out."""

from __future__ import annotations

from itertools import count

import pytest
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.process import Limits
from kata_kit.under_test import UnderTest
from repository.project import Project
from repository.screen import Learner, Screen
from repository.tables import rows

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"
COORDINATES = "tictactoe_coordinates"

# Wrong in the second stage and in the last one but one; the third is right.
SMALL_BOARDS_ONLY = """\
def is_solved(board):
    return right(board) if len(board) == 3 and len(board[0]) == 3 else -1
"""
# Wrong in one of the last stages only.
BELIEVES_EVERYTHING = """\
def is_solved(board):
    try:
        return right(board)
    except ValueError:
        return 0
"""
# Right where nobody has won yet, and wrong everywhere else.
NEVER_OVER = "def is_solved(board):\n    return -1\n"
ENDLESS = "def is_solved(board):\n    while True:\n        pass\n"

# Right, and each call takes 120 ms of processor time.
SLOW = """\
def is_solved(board):
    import time
    end = time.process_time() + 0.12
    while time.process_time() < end:
        pass
    return right(board)
"""

# Has the tests of a run come in the opposite order.
SHUFFLER = "def pytest_collection_modifyitems(items):\n    items.reverse()\n"


@pytest.fixture(scope="module")
def small_boards(tmp_path_factory: pytest.TempPathFactory) -> Learner:
    """Somebody whose first kata is right for boards of three rows."""
    learner = Learner(tmp_path_factory.mktemp("small"))
    learner.solve_but("is_solved", SMALL_BOARDS_ONLY)
    return learner


def state(screen: Screen) -> str:
    """The bar and the words of the kata."""
    return f"{screen.records[0].bar} {screen.records[0].words}"


def test_stages_behind_one_that_fails_are_locked(small_boards: Learner) -> None:
    screen = small_boards.screen()
    assert state(screen).startswith("[#x...] any size: ")
    assert [stage.locked == stage.total for stage in screen.records[0].stages] == [
        *(False, False),
        *(True, True, True),
    ]


def test_all_stages_runs_the_stages_behind_one_that_fails(small_boards: Learner) -> None:
    record = small_boards.screen(all_stages=True).records[0]
    assert (record.bar, sum(stage.locked for stage in record.stages)) == ("[#x#xx]", 0)


def test_a_stage_that_fails_is_run_to_its_end_and_fixing_it_unlocks_the_next(
    learner: Learner,
) -> None:
    learner.write(NEVER_OVER)
    first = learner.screen().records[0]
    assert (first.bar, first.stages[0].passed + first.stages[0].failed) == (
        "[x....]",
        first.stages[0].total,
    )
    learner.solve_but("is_solved", BELIEVES_EVERYTHING)
    assert state(learner.screen()).startswith("[####x] bad boards: ")


def test_of_a_file_that_cannot_be_loaded_one_test_is_run(learner: Learner) -> None:
    learner.write("def is_solved(board)\n")
    record = learner.screen().records[0]
    assert [(stage.failed, stage.passed) for stage in record.stages] == [(1, 0)] + [(0, 0)] * 4


def test_a_locked_test_is_not_run_and_does_not_lock_another_kata(
    project: Project, small_boards: Learner
) -> None:
    project.write(WINNER, small_boards.stub().read_text(encoding="utf-8"))
    project.solve(COORDINATES)
    run = project.pytest(FOLDER, f"katas/{COORDINATES}::test_row", "-v")
    assert "test_row[A won board is left alone] LOCKED" in run.text
    assert run.katas[WINNER].startswith("[#x...] any size: ")
    assert run.katas[COORDINATES].endswith("] passes, but not all of it was run")
    alone = project.pytest(FOLDER, "-k", "alone")
    assert (alone.exit_code, set(alone.counts)) == (0, {"passed", "deselected"})


def test_nothing_is_locked_in_another_persons_code(untouched: Project) -> None:
    assert untouched.pytest("--submission=katas", FOLDER).counts.keys() == {"failed"}


def test_the_order_is_that_of_the_katas_and_tables_whatever_a_plugin_does(project: Project) -> None:
    (project.root / "shuffler.py").write_text(SHUFFLER, encoding="utf-8")
    typed = (FOLDER, f"katas/{COORDINATES}", "--collect-only", "-q")
    shuffled = project.pytest("-p", "shuffler", *typed).lines
    katas = BY_NAME[WINNER], BY_NAME[COORDINATES]
    order = [f"{kata.table}::{row.name}" for kata in katas for row in rows(kata)]
    assert [line for line in shuffled if "::" in line] == order


def test_after_two_endless_loops_the_rest_of_the_kata_is_not_run(project: Project) -> None:
    project.write(WINNER, ENDLESS)
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


def test_when_it_is_used_up_between_two_calls_the_next_one_fails_and_the_rest_is_not_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A clock that goes on by an hour at each look.
    monkeypatch.setattr("kata_kit.under_test.monotonic", count(0, 3600).__next__)
    kata = BY_NAME[WINNER]
    code = UnderTest(ROOT / kata.solution, kata, Limits())
    board = ([[1]],)
    outcomes = [code.call("is_solved", "answer", [board]).outcomes[0] for _ in range(4)]
    code.close()
    kinds = [getattr(one, "kind", one) for one in outcomes]
    assert kinds == [1, "too long", "not run", "not run"]
