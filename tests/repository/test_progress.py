"""`pytest --progress` shows the path from the last runs, and runs nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kata_kit.katas import PATH
from repository.project import Project, Run

WINNER = "tictactoe_winner"


def state(run: Run, kata: str = WINNER) -> str:
    """What is said of a kata, without its name."""
    (line,) = (line for line in run.lines if line.split()[0] == kata)
    return " ".join(line.split()[1:])


def cached(project: Project) -> Path:
    """The file that holds the results."""
    return project.root / ".pytest_cache" / "v" / "katas" / "progress"


def test_before_any_run_nothing_is_known(untouched: Project) -> None:
    run = untouched.pytest("--progress", "-p", "no:cacheprovider")
    assert run.exit_code == 0
    assert len(run.lines) == len(PATH) + 2
    assert {state(run, kata.name) for kata in PATH} == {"- not run yet"}
    assert run.last == "next: pytest katas/tictactoe_winner"


def test_what_is_green_is_done_and_the_next_kata_is_named(project: Project) -> None:
    project.solve(WINNER)
    project.pytest("katas/tictactoe_winner")
    run = project.pytest("--progress")
    assert state(run) == "[#####] all 5 stages pass"
    assert run.lines[-2:] == [
        f"1 of {len(PATH)} katas are done",
        "next: pytest katas/tictactoe_coordinates",
    ]


def test_what_was_begun_shows_its_stages(project: Project) -> None:
    project.write(WINNER, "def is_solved(board):\n    return -1\n")
    project.pytest("katas/tictactoe_winner")
    assert state(project.pytest("--progress")).startswith("[x....] three by three: ")


def test_a_result_of_other_code_is_stale(project: Project) -> None:
    project.solve(WINNER)
    project.pytest("katas/tictactoe_winner")
    project.write(WINNER, "")
    run = project.pytest("--progress")
    assert state(run) == "- changed since its last run"
    assert run.last == "next: pytest katas/tictactoe_winner"


def test_a_deleted_stub_is_stale(project: Project) -> None:
    project.solve(WINNER)
    project.pytest("katas/tictactoe_winner")
    project.stub(WINNER).unlink()
    assert state(project.pytest("--progress")) == "- changed since its last run"


@pytest.mark.parametrize("arguments", [("-k", "diagonal"), ("--solution",)], ids=str)
def test_a_run_of_a_part_or_of_the_references_counts_for_nothing(
    project: Project, arguments: tuple[str, ...]
) -> None:
    project.solve(WINNER)
    project.pytest("katas/tictactoe_winner", *arguments)
    assert state(project.pytest("--progress")) == "- not run yet"


def test_a_deleted_cache_is_no_error(project: Project) -> None:
    project.solve(WINNER)
    project.pytest("katas/tictactoe_winner")
    shutil.rmtree(project.root / ".pytest_cache")
    assert state(project.pytest("--progress")) == "- not run yet"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"tictactoe_winner": 1}', '{"tictactoe_winner": {}}']
)
def test_a_damaged_cache_is_no_error(project: Project, text: str) -> None:
    cached(project).parent.mkdir(parents=True)
    cached(project).write_text(text, encoding="utf-8")
    run = project.pytest("--progress")
    assert (run.exit_code, state(run)) == (0, "- not run yet")
    assert project.pytest("katas/tictactoe_winner").exit_code == 1


def test_the_progress_is_the_same_with_two_processes(project: Project) -> None:
    project.solve(WINNER)
    project.pytest("katas/tictactoe_winner", "-n", "2")
    assert state(project.pytest("--progress")) == "[#####] all 5 stages pass"
