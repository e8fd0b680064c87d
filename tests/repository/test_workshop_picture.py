"""The picture of a workshop: what is counted, and how it is drawn."""

import re
from dataclasses import replace

import pytest
from kata_kit.katas import PATH
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_RUN,
    NOT_STARTED,
    RED,
    STATES,
    STOPPED,
    UNASKED,
    Belief,
    CaseRecord,
    Failure,
    Place,
)
from kata_report import matrix
from kata_report.cohort import CUT_SHORT
from kata_report.debrief import HardCase, beliefs, hard_cases, next_topic
from kata_tables.drawing import Drawing, bracketed
from repository.cohorts import cohort, failure, person

A, B, C = map(failure, "abc")


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


# What is counted


def test_all_is_green_when_all_that_was_submitted_is():
    ada = person("ada", GREEN)
    told = [one for one in STATES if cohort(ada, person("bob", one)).all_green]
    assert told == [GREEN, NOT_STARTED, MISSING]
    assert not cohort(person("ada", MISSING), person("bob", NOT_STARTED)).all_green


def test_cases_are_counted_by_who_got_them_wrong():
    everybody = cohort(
        # A row that runs through several tests, and one that is about two functions.
        person("ada", RED, A, A, failure("a", function="g")),
        person("bob", RED, A, B),
        person("cy", GREEN),
        # Nobody gets a case wrong whose code is not there.
        person("dan", RED, failure("b", status="not written")),
        person("eve", RED, failure("b", failure=Failure("no", UNASKED))),
        # Nobody knows what passed before a run was stopped.
        person("fay", RED, B, bar="."),
        person("gil", RED, C, bar="."),
        person("hal", RED, failure("b", function="", status="broken")),
        *(person(state, state, A) for state in (BROKEN, STOPPED, NOT_STARTED, MISSING)),
    )
    told = {(case.title, case.wrong, case.tried) for case in hard_cases(everybody)}
    assert told == {
        ("a", ("ada", "bob"), 6),
        ("a", ("ada",), 6),
        ("b", ("bob", "fay"), 4),
        ("c", ("gil",), 7),
    }


def test_cases_that_the_same_people_got_wrong_are_one_entry():
    # It is shown as most of them read it, and names nobody's file.
    place = Place("ada/first.py", 3)
    people = [
        person(who, RED, failure("a", failure=Failure(text, place=place)), B, C)
        for who, text in {"ada": "got 2", "bob": "got 3", "cy": "got 3"}.items()
    ]
    second = person("ada", RED, A, kata="second")
    case, other = hard_cases(cohort(*people, second))
    wrong = ("ada", "bob", "cy")
    assert case == HardCase("first", "one", "a", wrong, 3, Failure("got 3"), ("b", "c"))
    assert other.kata == "second"


def test_beliefs_are_ordered_by_how_many_hold_them():
    held = {"ada": "a_rare_one", "bob": "common", "cy": "common"}
    people = [person(who, RED, misconception=Belief(held[who], "")) for who in held]
    told = [(one.name, one.participants) for one in beliefs(cohort(*people))]
    assert told == [("common", ("bob", "cy")), ("a_rare_one", ("ada",))]


@pytest.mark.parametrize(
    ("ada", "bob", "told"),
    [
        ("green green", "green green", "2 of 2 have done everything"),
        ("red green", "red green", "2 of 2 are in stage 2 of kata 1 (k1: two)"),
        ("red red", "red red", "2 of 2 are in stage 2 of kata 2 (k2: two)"),
        ("missing green", "missing green", "2 of 2 are in stage 1 of kata 1 (k1: one)"),
        ("green missing", "green missing", "2 of 2 are in stage 1 of kata 2 (k2: one)"),
        # Of two that are as many, the names choose none.
        ("green missing", "red missing", "1 of 2 are in stage 1 of kata 2 (k2: one)"),
        ("red missing", "green missing", "1 of 2 are in stage 1 of kata 2 (k2: one)"),
    ],
)
def test_people_are_in_the_first_kata_to_do_from_the_last_begun_on(ada, bob, told):
    people = [
        person(name, state, kata=f"k{number}")
        for name, states in (("ada", ada), ("bob", bob))
        for number, state in enumerate(states.split(), 1)
    ]
    assert cohort(*people).whereabouts == told


BOARD = Failure(
    "no", drawing=Drawing((("X", "O"), (".", "X")), bracketed([(0, 0), (1, 1)]))
)
ROUND = failure("b", failure=replace(BOARD, why="It is round."), kata="second")


@pytest.mark.parametrize(
    ("everybody", "told"),
    [
        (
            cohort(
                person("ada", RED, A),
                person("ada", RED, ROUND, kata="second"),
                person("bob", RED, ROUND, kata="second"),
            ),
            "2 of 2 miss the same case of second: b. It is round.",
        ),
        # Of two that are as many, the names choose none.
        (
            cohort(person("ada", RED, B), person("bob", RED, A)),
            "1 of 2 misses a case of first: a.",
        ),
        (
            cohort(person("ada", GREEN), person("bob", GREEN)),
            "Nobody misses a case: compare two green solutions that differ.",
        ),
        (
            cohort(person("ada", NOT_RUN)),
            "Nobody has begun: run the first test together.",
        ),
        # Of those who were not run, nobody knows it.
        (cohort(person("ada", NOT_RUN), complete=False), ""),
        (cohort(person("ada", BROKEN)), ""),
    ],
)
def test_the_next_topic_is_what_most_got_wrong(everybody, told):
    assert next_topic(everybody) == told


# How it is drawn


def test_the_matrix_has_colours_and_as_many_tables_as_it_needs():
    cut = person("ada", STOPPED, kata="second", words=f"{CUT_SHORT}--workshop-total=9")
    everybody = cohort(person("bob", MISSING, kata="second"), cut, seconds=61)
    lines = matrix.screen(everybody, coloured=True)
    assert "ada          \x1b[33m[#?]\x1b[0m" in lines
    assert lines[-2:] == [
        "2 participants, 1 kata: 1 stopped, 1 missing (1 min 1 s)",
        "cut short by --workshop-total=9: 1 file",
    ]
    mine = (person("ada", GREEN, kata=f"kata_{n}", bar="#" * 8) for n in range(1, 11))
    lines = matrix.screen(cohort(*mine))
    bars = [line.count("[########]") for line in lines if line.startswith("ada")]
    assert bars == [6, 4]
    assert max(map(len, lines)) <= 80


def test_a_folder_that_is_empty_yet_has_a_picture():
    told = "0 participants, 0 katas: nothing chosen (0 s)"
    assert matrix.screen(cohort())[-1] == told


def test_of_many_cases_and_names_the_first_are_shown():
    # Each is got wrong by other people, so that no two are one entry.
    cases = [failure(f"case {n}") for n in range(9)]
    belief = Belief("a_belief", "It seems.\nMore of it.")
    people = [
        person(f"p {n}", RED, *cases[: n + 1], misconception=belief) for n in range(60)
    ]
    lines = matrix.screen(cohort(*people))
    assert sum(line.startswith("case ") for line in lines) == matrix.MOST_CASES
    assert "7 more (--report=FILE.json has all)" in lines
    start = lines.index(" 60 first: a belief")
    names = " ".join(lines[start + 1 : lines.index("    It seems.")])
    assert re.fullmatch(r"( +p \d+,){20} and 40 more", names)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ada\x1b[2J", "ada\\x1b[2J  "),
        ("two\nlines\t", "two\\nlines\\t"),
        ("\u202eright", "\\u202eright "),
        ("朱明", "朱明        "),
        ("e\u0301lodie", "e\u0301lodie      "),
        ("x" * 30, "x" * 21 + "..."),
    ],
)
def test_a_name_can_neither_move_the_cursor_nor_the_columns(name, shown):
    told = Failure("got \x1b[2J\n\n    \x1b[31m\n", drawing=Drawing((("\x1b",),)))
    case = failure("The \x1b case", failure=told)
    lines = matrix.screen(cohort(person(name, RED, case, bar="#")))
    assert f"{shown} [#]" in lines
    assert "\x1b" not in "\n".join(lines)


# What is hard, in a kata that there is

WINNER = PATH[0].name
BULK = "All 5,478 boards that play can reach, against a slow oracle"
TITLE = "The diagonal of X wins"


def asked(title: str, board: str, stage: str = "three by three") -> CaseRecord:
    told = replace(BOARD, call=f"is_solved({board})")
    return failure(title, "", "is_solved", failure=told, kata=WINNER, stage=stage)


def test_rows_come_first_and_of_many_boards_a_single_one_is_counted():
    zero, one = (asked(BULK, f"[[{cell}]]") for cell in range(2))
    # A row may be asked in two ways.
    named, again = (asked(TITLE, f"[[{cell}]]") for cell in (5, 6))
    # A message about bad input is not a hard case.
    bad = asked("An empty board", "[]", "bad boards")
    failed = {"ada": [one, bad], "bob": [one, named], "cy": [one], "dan": [zero, again]}
    people = [person(who, RED, *them, kata=WINNER) for who, them in failed.items()]
    found = hard_cases(cohort(*people))
    assert [(case.title, case.wrong, case.failure.call) for case in found] == [
        (TITLE, ("bob", "dan"), "is_solved([[5]])"),
        (BULK, ("ada", "bob", "cy"), "is_solved([[1]])"),
        (BULK, ("dan",), "is_solved([[0]])"),
    ]
    assert {case.tried for case in found} == {4}
