"""`--hints=N` shows the first hints of the statement, and swallows no path."""

from __future__ import annotations

import pytest
from kata_kit.hints import hints
from kata_kit.katas import BY_NAME
from repository.project import Project, Run

WINNER = BY_NAME["tictactoe_winner"]
COORDINATES = BY_NAME["tictactoe_coordinates"]


def shown(run: Run) -> list[str]:
    """The headings of the hints that a run shows."""
    return [line for line in run.lines if line.startswith("hint ")]


def test_no_hint_is_shown_unasked(untouched: Project) -> None:
    assert shown(untouched.pytest("katas/tictactoe_winner")) == []


def test_two_hints_are_shown_in_the_order_of_the_statement(untouched: Project) -> None:
    run = untouched.pytest("katas/tictactoe_winner", "--hints=2")
    assert shown(run) == ["hint 1 of 4 for tictactoe_winner:", "hint 2 of 4 for tictactoe_winner:"]
    told = " ".join(run.text.split())
    assert [hint for hint in hints(WINNER)[:2] if " ".join(hint.split()) not in told] == []
    assert " ".join(hints(WINNER)[2].split()) not in told


def test_hints_are_for_the_first_kata_that_is_not_green(project: Project) -> None:
    project.solve("tictactoe_winner")
    run = project.pytest("--hints=1")
    assert shown(run) == [f"hint 1 of {len(hints(COORDINATES))} for tictactoe_coordinates:"]


def test_a_green_kata_needs_no_hint(project: Project) -> None:
    project.solve("tictactoe_winner")
    assert shown(project.pytest("katas/tictactoe_winner", "--hints=1")) == []


def test_more_hints_than_there_are_is_said(untouched: Project) -> None:
    run = untouched.pytest("katas/tictactoe_winner", "--hints=99")
    assert len(shown(run)) == 4
    assert "There are no more than 4 hints for tictactoe_winner." in run.lines


def test_hints_fit_the_terminal(untouched: Project) -> None:
    run = untouched.pytest("katas/tictactoe_negamax", "--hints=5")
    assert [line for line in run.lines if len(line) > 80] == []


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", ""])
def test_what_is_no_number_of_hints_is_refused(untouched: Project, value: str) -> None:
    run = untouched.pytest(f"--hints={value}", "katas/tictactoe_winner")
    assert run.exit_code == 4
    assert f"expected a number from 1 on, as --hints=1; got {value!r}" in run.errors


def test_a_path_behind_the_option_is_not_swallowed_in_silence(untouched: Project) -> None:
    run = untouched.pytest("--hints", "katas/tictactoe_winner")
    assert run.exit_code == 4
    assert "as --hints=1; got 'katas/tictactoe_winner'" in run.errors
