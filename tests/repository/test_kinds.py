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

DEPTH, CELL = Check("a negative depth", "depth is"), Check("two on one", "on one cell")


def stage(*cases: tuple[str, str, str]) -> list[CaseRecord]:
    """Return the cases of a stage by their titles, functions and kinds; "" passes."""
    return [
        CaseRecord(
            "kata",
            "bad input",
            title,
            FAILED if kind else PASSED,
            function,
            Failure("wrong", kind) if kind else None,
        )
        for title, function, kind in cases
    ]


def named(cases: Sequence[CaseRecord], listed: Sequence[Check] = (DEPTH, CELL)) -> str:
    """Return the name of the belief; "" for none."""
    belief = kinds.belief(cases, listed)
    return belief.name if belief else ""


MISSED, OTHER, MESSAGE = kinds.ACCEPTED, kinds.EXCEPTION, kinds.MESSAGE


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("not_refused:_a_negative_depth", [("depth is -1", "f", MISSED)]),
        (
            "not_refused:_a_negative_depth",
            [("depth is -1", "f", MISSED), ("depth is -2", "f", OTHER)],
        ),
        (
            "not_refused:_a_negative_depth_in_f",
            [("depth is -1", "f", MISSED), ("depth is -1", "g", "")],
        ),
        ("", [("depth is -1", "f", MISSED), ("depth is -2", "f", "")]),
        ("", [("depth is -1", "f", MISSED), ("on one cell", "f", MESSAGE)]),
        ("", [("something else", "f", MISSED)]),
        (
            "not_refused:_a_negative_depth",
            [("depth is -1", "f", MISSED), ("depth is -2", "f", MESSAGE)],
        ),
        ("the_message_alone", [("depth is -1", "f", MESSAGE)]),
        ("too_much_is_kept", [("large boards", "f", kinds.MEMORY)]),
        ("it_depends_on_the_calls_before", [("a", "f", kinds.BEFORE), ("b", "f", "-")]),
        ("another_exception", [("depth is -1", "f", OTHER)]),
        ("the_column_comes_first", [("a", "f", kinds.EXCHANGED)] * 3),
        ("", [("a", "f", kinds.EXCHANGED)] * 2),
    ],
)
def test_a_check_is_missing_if_no_row_of_it_passes_and_all_others_do(
    name: str, cases: list[tuple[str, str, str]]
) -> None:
    assert named(stage(*cases)) == name


def test_who_checks_nothing_reads_no_list() -> None:
    letters = "abcde"
    listed = [Check(letter, letter) for letter in letters]
    found = stage(*((letter, "f", MISSED) for letter in letters))
    assert named(found, listed) == "nothing_is_refused"
    assert named(found, [*listed, Check("z", "z")]) == "most_is_not_refused"


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_each_check_has_rows_and_no_row_has_two(kata: KataFiles) -> None:
    listed = checks(ROOT / kata.mistakes)
    cases = [row.case for row in rows(kata) if row.case]
    titles = {case.name for case in cases if case.about == REFUSED}
    about = {
        title: [check.name for check in listed if check.is_about(title)]
        for title in titles
    }
    named_twice = {title for title, names in about.items() if len(names) > 1}
    assert named_twice == set()
    assert {name for names in about.values() for name in names} == {
        check.name for check in listed
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kata", "function", "changed", "name"),
    [
        ("tictactoe_perft", "check", "check_position(*args[:2])", "a negative depth"),
        (
            "reversi_match",
            "check_players",
            "None",
            "a player that cannot be called; the players of no games",
        ),
        (
            "reversi_flips",
            "check_disc",
            "None",
            'a disc that is in the text "XO"; another sign for a disc',
        ),
    ],
)
def test_a_learner_is_told_of_a_missing_check(
    project: Project, kata: str, function: str, changed: str, name: str
) -> None:
    project.solve_but(function, f"{function} = lambda *args: {changed}", kata)
    run = project.pytest(f"katas/{kata}")
    assert f"perhaps: not refused: {name}" in run.text


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
