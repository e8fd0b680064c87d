"""`--hints=N` shows the first hints of the statement."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kata_kit.hints import first_hints, hints
from kata_kit.katas import BY_NAME, PATH, KataFiles
from repository.project import Project, Run
from repository.screen import too_long

WINNER = BY_NAME["tictactoe_winner"]


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def headings(lines: list[str]) -> list[str]:
    """The headings of the hints among lines of a run."""
    return [line for line in lines if line.startswith("hint ")]


def test_hints_alone_is_the_first_one_and_no_hint_is_shown_unasked(
    run: Callable[..., Run],
) -> None:
    assert headings(run("katas/tictactoe_winner").lines) == []
    lines = run("katas/tictactoe_winner", "--hints").lines
    assert headings(lines) == ["hint 1 of 4 for tictactoe_winner:"]


def test_hints_stand_at_the_end_for_the_first_kata_that_is_not_green(project: Project) -> None:
    project.solve("tictactoe_winner")
    coordinates = BY_NAME["tictactoe_coordinates"]
    run = project.pytest(
        "katas/tictactoe_winner::test_row", f"katas/{coordinates.name}", "--hints=2"
    )
    assert run.lines[-1 - len(first_hints(coordinates, 2)) : -1] == first_hints(coordinates, 2)


def test_a_green_kata_needs_no_hint(run: Callable[..., Run]) -> None:
    assert headings(run("--solution", "katas/tictactoe_winner", "--hints=1").lines) == []


def test_two_hints_are_shown_in_the_order_of_the_statement() -> None:
    lines = first_hints(WINNER, 2)
    assert headings(lines) == [f"hint {number} of 4 for tictactoe_winner:" for number in (1, 2)]
    told = " ".join(" ".join(lines).split())
    assert [" ".join(hint.split()) in told for hint in hints(WINNER)] == [True, True, False, False]


def test_a_sentence_of_a_hint_begins_where_it_does_in_the_statement() -> None:
    first = [line.split()[:3] for hint in hints(WINNER)[:2] for line in hint.splitlines()]
    shown = [line.split()[:3] for line in first_hints(WINNER, 2)]
    assert [words for words in first if words not in shown] == []


def test_paragraphs_and_code_of_a_hint_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kata_kit.hints.hints", lambda kata: ["One.\n\n    two = 2"])
    assert first_hints(WINNER, 1)[2:] == ["  One.", "", "      two = 2"]


def test_more_hints_than_there_are_is_said() -> None:
    lines = first_hints(WINNER, 99)
    assert (len(headings(lines)), lines[-1]) == (
        4,
        "There are no more than 4 hints for tictactoe_winner.",
    )


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_hints_fit_the_terminal_and_end_no_line_with_a_space(kata: KataFiles) -> None:
    lines = first_hints(kata, 99)
    assert too_long("\n".join(lines)) == []
    assert [line for line in lines if line != line.rstrip()] == []
