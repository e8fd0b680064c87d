"""Stages: what is locked while a stage fails, and what is not."""

from __future__ import annotations

import re

import pytest
from repository.project import Project

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"

# Wrong in the second stage and in the last one; the third is right.
SMALL_BOARDS_ONLY = """\
def is_solved(board):
    return right(board) if len(board) == 3 and len(board[0]) == 3 else -1
"""
# Wrong in the last stage only.
BELIEVES_EVERYTHING = """\
def is_solved(board):
    try:
        return right(board)
    except ValueError:
        return 0
"""
# Right where nobody has won yet, and wrong everywhere else.
NEVER_OVER = """\
def is_solved(board):
    return -1
"""
ENDLESS = """\
def is_solved(board):
    while True:
        pass
"""


@pytest.fixture(scope="module")
def small_boards(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose first kata is right for boards of three rows."""
    project = Project(tmp_path_factory.mktemp("small") / "project")
    project.solve_but(WINNER, "is_solved", SMALL_BOARDS_ONLY)
    return project


def test_stages_behind_one_that_fails_are_locked(small_boards: Project) -> None:
    assert small_boards.pytest(FOLDER).katas[WINNER].startswith("[#x...] any size: ")


def test_a_stage_that_fails_is_run_to_its_end(project: Project) -> None:
    project.write(WINNER, NEVER_OVER)
    run = project.pytest(FOLDER)
    wrong, total = map(int, re.findall(r"\d+", run.katas[WINNER]))
    assert (run.counts["failed"], run.counts["passed"]) == (wrong, total - wrong)


def test_a_locked_test_is_not_run(small_boards: Project) -> None:
    text = small_boards.pytest(FOLDER, "-v").text
    assert "test_row[A won board is left alone] LOCKED" in text


def test_all_stages_runs_the_stages_behind_one_that_fails(small_boards: Project) -> None:
    run = small_boards.pytest(FOLDER, "--all-stages")
    assert (run.katas[WINNER][:7], "locked" in run.counts) == ("[#x##x]", False)


def test_a_stage_that_is_chosen_alone_is_not_locked(small_boards: Project) -> None:
    run = small_boards.pytest(FOLDER, "-k", "alone")
    assert (run.exit_code, set(run.counts)) == (0, {"passed", "deselected"})


def test_the_last_stage_is_run_when_the_others_pass(project: Project) -> None:
    project.solve_but(WINNER, "is_solved", BELIEVES_EVERYTHING)
    assert project.pytest(FOLDER).katas[WINNER].startswith("[####x] bad boards: ")


def test_fixing_a_stage_unlocks_the_next_one(project: Project) -> None:
    project.write(WINNER, NEVER_OVER)
    before = project.pytest(FOLDER).katas[WINNER]
    project.solve_but(WINNER, "is_solved", SMALL_BOARDS_ONLY)
    after = project.pytest(FOLDER).katas[WINNER]
    assert (before[:7], after[:7]) == ("[x....]", "[#x...]")


def test_a_kata_does_not_lock_another_one(small_boards: Project) -> None:
    small_boards.solve("tictactoe_coordinates")
    run = small_boards.pytest(FOLDER, "katas/tictactoe_coordinates")
    assert run.katas["tictactoe_coordinates"] == "[######] all 6 stages pass"


def test_locked_katas_one_after_the_other_cause_no_error(untouched: Project) -> None:
    assert set(untouched.pytest().counts) == {"failed", "locked"}


@pytest.mark.parametrize("options", [[], ["-n", "2"]], ids=["one process", "two processes"])
def test_of_an_untouched_kata_one_test_is_run(untouched: Project, options: list[str]) -> None:
    if options:
        pytest.importorskip("xdist")
    assert untouched.pytest(*options, FOLDER).counts["failed"] == 1


def test_of_a_file_that_cannot_be_loaded_one_test_is_run(project: Project) -> None:
    project.write(WINNER, "def is_solved(board)\n")
    assert project.pytest(FOLDER).counts["failed"] == 1


def test_a_function_that_is_not_written_locks_the_stages_behind_it(project: Project) -> None:
    project.solve_but("tictactoe_negamax", "negamax", "def negamax(*_): raise NotImplementedError")
    words = project.pytest("katas/tictactoe_negamax").katas["tictactoe_negamax"]
    assert words == "[##x....] negamax is not written yet"


def test_another_persons_code_has_no_locked_stages(small_boards: Project) -> None:
    assert "locked" not in small_boards.pytest("--submission=katas", FOLDER).counts


def test_after_two_endless_loops_the_rest_of_the_kata_is_not_run(project: Project) -> None:
    project.write(WINNER, ENDLESS)
    run = project.pytest(FOLDER, "--all-stages", "--kata-timeout=0.3")
    assert (run.exit_code, run.counts["failed"], set(run.counts)) == (1, 2, {"failed", "not run"})


def test_what_is_not_run_is_no_green_stage(project: Project) -> None:
    project.write(WINNER, ENDLESS)
    run = project.pytest(FOLDER, "--all-stages", "--kata-timeout=0.3")
    assert run.katas[WINNER].startswith("[x....] three by three: 2 of ")


def test_an_endless_kata_does_not_take_the_next_one_with_it(project: Project) -> None:
    project.write(WINNER, ENDLESS)
    project.solve("tictactoe_coordinates")
    run = project.pytest(FOLDER, "katas/tictactoe_coordinates", "--kata-timeout=1")
    assert run.katas["tictactoe_coordinates"] == "[######] all 6 stages pass"
