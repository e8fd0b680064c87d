"""The picture of a workshop: what is counted, and how it is drawn."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from kata_kit.failure import View
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_RUN,
    NOT_STARTED,
    RED,
    STATES,
    STOPPED,
    Belief,
    CaseRecord,
    Failure,
    KataRecord,
    Place,
)
from kata_kit.request import Mismatch
from kata_report import matrix
from kata_report.cohort import CUT_SHORT, ordered
from kata_report.debrief import (
    HardCase,
    beliefs,
    hard_cases,
    next_topic,
)
from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, bracketed
from repository.cohorts import cohort, failure, person
from repository.tables import rows

A, B = failure("a"), failure("b")


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


# What is counted


def test_people_stand_in_the_order_of_their_names_and_are_not_ranked() -> None:
    people = [person(name, GREEN) for name in ("bob", "ada", "Ada", "cy")]
    told = [one.participant for one in ordered(people, ["first"])]
    assert told == ["Ada", "ada", "bob", "cy"]


def test_all_is_green_when_all_that_was_submitted_is() -> None:
    ada = person("ada", GREEN)
    told = [one for one in STATES if cohort(ada, person("bob", one)).all_green]
    assert told == [GREEN, NOT_STARTED, MISSING]
    assert not cohort(person("ada", MISSING), person("bob", NOT_STARTED)).all_green


def test_cases_are_counted_by_who_got_them_wrong() -> None:
    everybody = cohort(
        # A row that runs through several tests, and one that is about two functions.
        person("ada", RED, A, A, failure("a", function="g")),
        person("bob", RED, A, B),
        person("cy", GREEN),
        # Nobody gets a case wrong whose code is not there.
        person("dan", RED, failure("b", status="not written")),
        *(person(state, state, A) for state in (BROKEN, STOPPED, NOT_STARTED, MISSING)),
    )
    told = {(case.title, case.wrong, case.tried) for case in hard_cases(everybody)}
    assert told == {
        ("a", ("ada", "bob"), 4),
        ("a", ("ada",), 4),
        ("b", ("bob",), 3),
    }


def test_cases_that_the_same_people_got_wrong_are_one_entry() -> None:
    people = [person(name, RED, A, B, failure("c")) for name in ("ada", "bob")]
    assert hard_cases(cohort(*people)) == [
        HardCase("first", "one", "a", ("ada", "bob"), 2, Failure("no"), ("b", "c"))
    ]
    two = person("ada", RED, A), person("ada", RED, A, kata="second")
    assert [case.kata for case in hard_cases(cohort(*two))] == ["first", "second"]


def test_a_case_is_shown_as_most_people_read_it() -> None:
    texts = {"ada": "got 2", "bob": "got 3", "cy": "got 3"}
    everybody = [person(name, RED, failure("a", text)) for name, text in texts.items()]
    (case,) = hard_cases(cohort(*everybody))
    assert case.failure == Failure("got 3")


def test_beliefs_are_ordered_by_how_many_hold_them() -> None:
    held = {"ada": "rare", "bob": "common", "cy": "common"}
    everybody = [
        person(who, RED, misconception=Belief(name, "..."))
        for who, name in held.items()
    ]
    told = [(one.name, one.participants) for one in beliefs(cohort(*everybody))]
    assert told == [("common", ("bob", "cy")), ("rare", ("ada",))]


# How it is drawn


def test_the_matrix_has_colours_and_as_many_tables_as_it_needs() -> None:
    cut = person("ada", STOPPED, kata="second", words=f"{CUT_SHORT}--workshop-total=9")
    everybody = cohort(person("bob", MISSING, kata="second"), cut, seconds=61)
    assert matrix.screen(everybody)[-2:] == [
        "2 participants, 1 kata: 1 stopped, 1 missing (1 min 1 s)",
        "cut short by --workshop-total=9: 1 file",
    ]
    lines = matrix.screen(everybody, coloured=True)
    assert "ada          \x1b[33m[#?]\x1b[0m" in lines
    mine = (person("ada", GREEN, kata=f"kata_{n}", bar="#" * 8) for n in range(1, 11))
    lines = matrix.screen(cohort(*mine))
    bars = [line.count("[########]") for line in lines if line.startswith("ada")]
    assert bars == [6, 4]
    assert max(map(len, lines)) <= 80


def places(*states: tuple[str, str], names: Sequence[str] = ("ada", "bob")) -> str:
    """Where two people are, of whom these are the states for one kata after another."""
    made = [
        person(name, state, kata=f"kata_{number}")
        for number, both in enumerate(states)
        for name, state in zip(names, both, strict=True)
    ]
    return cohort(*made).whereabouts


def test_everything_is_all_katas() -> None:
    green, red, missing = (GREEN, GREEN), (RED, RED), (MISSING, MISSING)
    assert places(green, green) == "2 of 2 have done everything"
    assert places(red, green) == "2 of 2 are in stage 2 of kata 1 (kata_0: two)"
    assert places(missing, green) == "2 of 2 are in stage 1 of kata 1 (kata_0: one)"
    assert places(green, missing) == "2 of 2 are in stage 1 of kata 2 (kata_1: one)"


def test_of_two_that_are_as_many_the_names_choose_none() -> None:
    tie = (RED, GREEN), (MISSING, MISSING)
    assert places(*tie) == places(*tie, names=("zoe", "bob"))
    for one, other in (("ada", "bob"), ("zoe", "bob")):
        everybody = cohort(person(one, RED, B), person(other, RED, A))
        topic = next_topic(everybody, hard_cases(everybody))
        assert topic == "1 of 2 miss the same case of first: a."


def test_with_v_all_hard_cases_are_shown_and_the_verdicts_of_who_is_not_green() -> None:
    # Each is got wrong by other people, so that no two are one entry.
    cases = [failure(f"case {n}") for n in range(9)]
    people = [
        person(f"person {n}", RED, *cases[: n + 1], verdict="a\x1b[0m")
        for n in range(9)
    ]
    everybody = cohort(*people, person("ada", GREEN))
    for verbose, most in ((False, matrix.MOST_CASES), (True, 9)):
        shown = matrix.screen(everybody, verbose)
        assert sum(line.startswith("case ") for line in shown) == most
        assert (f"{9 - most} more (-v shows them)" in shown) is not verbose
    assert shown[shown.index("person 8: first") + 1] == "a\\x1b[0m"
    assert "ada: first" not in shown


def test_many_names_are_cut_to_a_line() -> None:
    belief = Belief("a_belief", "It seems.\nMore of it.")
    everybody = [person(f"p {n}", RED, misconception=belief) for n in range(60)]
    lines = matrix.screen(cohort(*everybody))
    start = lines.index(" 60 first: a belief")
    names = " ".join(lines[start + 1 : lines.index("    It seems.")])
    assert re.fullmatch(r"( +p \d+,){20} and 40 more", names)
    assert max(map(len, lines)) <= 80


SHOWN = {
    "ada\x1b[2J": "ada\\x1b[2J  ",
    "two\nlines\t": "two\\nlines\\t",
    "\u202eright": "\\u202eright ",
    "朱明": "朱明        ",
    "e\u0301lodie": "e\u0301lodie      ",
    "x" * 30: "x" * 21 + "...",
}


def test_a_name_can_neither_move_the_cursor_nor_the_columns() -> None:
    case = failure("The \x1b case", "expected 1, got \x1b[2J\n\n    \x1b[31m\n")
    for name, shown in SHOWN.items():
        lines = matrix.screen(cohort(person(name, RED, case, bar="#")), True)
        assert f"{shown} [#]" in lines
        assert "\x1b" not in "\n".join(lines)


# What is hard, in katas that there are

WINNER = PATH[0].name
BULK = "All 5,478 boards that play can reach, against a slow oracle"
TITLE = "The diagonal of X wins"


BOARD = Failure(
    "no",
    place=Place(f"ada/{WINNER}.py", 3),
    drawing=Drawing((("X", "O"), (".", "X")), bracketed([(0, 0), (1, 1)])),
)


def asked(title: str, board: str, stage: str = "three by three") -> CaseRecord:
    told = replace(BOARD, call=f"is_solved({board})")
    return failure(title, "", "is_solved", failure=told, kata=WINNER, stage=stage)


def hard(**failures: Sequence[CaseRecord]) -> list[HardCase]:
    people = [person(name, RED, *them, kata=WINNER) for name, them in failures.items()]
    stages = ("three by three", "bad boards")
    return hard_cases(replace(cohort(*people), katas={WINNER: stages}))


def test_named_cases_come_first_and_of_many_boards_a_single_one_is_counted() -> None:
    zero, one, two = (asked(BULK, f"[[{cell}]]") for cell in range(3))
    named = asked(TITLE, "[[0]]")
    found = hard(ada=[one], bob=[one, named], cy=[two], dan=[zero, named], eve=[one])
    assert [(case.title, case.wrong, case.failure.call) for case in found] == [
        (TITLE, ("bob", "dan"), "is_solved([[0]])"),
        (BULK, ("ada", "bob", "eve"), "is_solved([[1]])"),
        (BULK, ("cy",), "is_solved([[2]])"),
    ]
    assert {case.tried for case in found} == {5}


def test_a_board_is_shown_without_the_answer_and_nobodys_file_is_named() -> None:
    # A message about bad input is not a hard case.
    bad = asked("An empty board", "[]", "bad boards")
    (case,) = hard(ada=[bad, asked(TITLE, "[[0]]")], bob=[bad])
    assert (case.title, str(case.question)) == (TITLE, " X  O\n .  X")
    assert case.failure.place == Place(f"{WINNER}.py", 3)


@pytest.mark.parametrize("kata", [kata.name for kata in PATH])
def test_a_question_has_no_sign_of_what_is_right(kata: str) -> None:
    for row in rows(BY_NAME[kata]):
        if row.case:
            call = Call(row.case.function, row.case.arguments, row.case.expected)
            attempt = row.attempt(BY_NAME[kata], "")
            view = View(attempt, Mismatch(call, "answer"), call)
            question = str(view.drawing.question)
            assert not re.search(r"\[|best|turns? over,|covered", question)


def topic(*records: KataRecord, **more: Any) -> str:
    everybody = cohort(*records, **more)
    return next_topic(everybody, hard_cases(everybody))


def test_the_next_topic_is_what_most_got_wrong() -> None:
    ada, nobody = person("ada", RED, A), person("ada", NOT_RUN)
    board = failure("b", failure=replace(BOARD, why="It is round."))
    two = [person(name, RED, board, kata="second") for name in ("ada", "bob")]
    told = "2 of 2 miss the same board of second: b. It is round."
    assert topic(ada, *two) == told
    green = [person(name, GREEN) for name in ("ada", "bob")]
    assert topic(*green).startswith("Nobody misses")
    assert topic(nobody).startswith("Nobody has begun")
    assert topic(nobody, complete=False) == ""
    assert topic(person("ada", BROKEN)) == ""
