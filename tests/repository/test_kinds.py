"""Mistakes that no answer tells are named by the kind of the failures."""

from collections.abc import Sequence

import pytest
from kata_kit import kinds
from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.record import FAILED, PASSED, CaseRecord, Failure
from kata_tables.case import REFUSED
from kata_tables.mistakes import Check, checks
from repository.project import Project
from repository.tables import rows

CHECKS = [Check("a negative depth", "depth"), Check("two on one", "cell")]
NEGATIVE = "not_refused:_a_negative_depth"
PASSES = ""
MISSED, MESSAGE, OTHER = kinds.ACCEPTED, kinds.MESSAGE, kinds.EXCEPTION


def named(
    cases: Sequence[tuple[str, str, str]], checks: Sequence[Check] = CHECKS
) -> str:
    """Return the belief about cases by their titles, functions and kinds; else ""."""
    stage = []
    for title, function, kind in cases:
        status = FAILED if kind else PASSED
        failure = Failure("wrong", kind) if kind else None
        stage.append(CaseRecord("", "", title, status, function, failure))
    belief = kinds.belief(stage, checks)
    return belief.name if belief else ""


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        (
            NEGATIVE,
            [("depth 1", "f", MISSED), ("depth 2", "f", OTHER)],
        ),
        (
            f"{NEGATIVE}_in_f",
            [("depth 1", "f", MISSED), ("depth 1", "g", PASSES)],
        ),
        (
            f"{NEGATIVE};_two_on_one",
            [("depth", "f", MISSED), ("cell", "g", MISSED)],
        ),
        (
            "",
            [("depth 1", "f", MISSED), ("depth 2", "f", PASSES)],
        ),
        (
            "",
            [("depth", "f", MISSED), ("cell", "f", MESSAGE)],
        ),
        ("", [("something else", "f", MISSED)]),
        ("the_message_alone", [("depth", "f", MESSAGE)]),
        ("another_exception", [("depth", "f", OTHER)]),
        ("too_much_is_kept", [("large", "f", kinds.MEMORY)]),
        (
            "it_depends_on_the_calls_before",
            [("a", "f", kinds.BEFORE), ("b", "f", "-")],
        ),
        ("the_column_comes_first", [("a", "f", kinds.EXCHANGED)] * 3),
        ("", [("a", "f", kinds.EXCHANGED)] * 2),
    ],
)
def test_a_check_is_missing_if_no_row_of_it_passes_and_all_others_do(
    name: str, cases: list[tuple[str, str, str]]
) -> None:
    assert named(cases) == name


def test_who_checks_nothing_reads_no_list() -> None:
    listed = [Check(letter, letter) for letter in "abcde"]
    missed = [(letter, "f", MISSED) for letter in "abcd"]
    assert named(missed, listed[:4]) == "nothing_is_refused"
    assert named(missed, listed) == "most_is_not_refused"


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_each_check_has_rows_and_no_row_has_two(kata: KataFiles) -> None:
    listed = checks(ROOT / kata.mistakes)
    cases = [row.case for row in rows(kata) if row.case]
    about = {
        case.name: [check.name for check in listed if check.is_about(case.name)]
        for case in cases
        if case.about == REFUSED
    }
    assert [title for title, names in about.items() if len(names) > 1] == []
    found = {name for names in about.values() for name in names}
    assert found == {check.name for check in listed}


@pytest.mark.slow
def test_a_learner_is_told_of_a_missing_check(project: Project) -> None:
    kata, function = "reversi_match", "check_players"
    project.solve_but(function, f"{function} = lambda *args: None", kata)
    names = "a player that cannot be called; the players of no games"
    assert f"perhaps: not refused: {names}" in project.pytest(f"katas/{kata}").text


COUNTS = """
calls = 0
def is_solved(board):
    global calls
    calls += 1
    return -1 if calls > 2 and any(0 in row for row in board) else right(board)
"""


@pytest.mark.slow
def test_answers_that_vary_are_not_taken_for_a_mistake_that_gives_the_same(
    project: Project,
) -> None:
    project.solve_but("is_solved", COUNTS)
    run = project.pytest("katas/tictactoe_winner")
    assert "perhaps: it depends on the calls before" in run.text
