"""The picture of a workshop: what is counted, and how it is drawn."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
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
    Failure,
    Place,
)
from kata_report import matrix
from kata_report.cohort import CUT_SHORT, Cohort, ordered
from kata_report.debrief import (
    HardCase,
    Held,
    beliefs,
    hard_cases,
    next_topic,
)
from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, bracketed, text
from repository.cohorts import cohort, failure, person
from repository.tables import rows

A, B, NOT_WRITTEN = failure("a"), failure("b"), failure("a", status="not written")


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


# What is counted


def test_nobody_is_ranked_and_all_is_green_when_all_that_was_submitted_is() -> None:
    katas, names = ("first", "second"), ("bob", "ada", "Ada", "cy")
    given = [person(name, GREEN, kata=kata) for kata in katas for name in names]
    assert [(one.participant, one.kata) for one in ordered(given, katas)] == [
        (name, kata) for name in ("Ada", "ada", "bob", "cy") for kata in katas
    ]
    pairs = [(MISSING, NOT_STARTED), *((GREEN, state) for state in STATES)]
    green = [
        pair
        for pair in pairs
        if cohort(*(person("ada", one) for one in pair)).all_green
    ]
    assert green == [(GREEN, GREEN), (GREEN, NOT_STARTED), (GREEN, MISSING)]


# What everybody got wrong, and which cases that are, of how many people. The letter of
# a case may have that of another function behind it; "-" is before one that is not
# written. Whoever has the name of a state is in it.
COUNTED = {
    "ada: a b; bob: b; cy:": "b: ada bob, of 3; a: ada, of 3",
    # A row that runs through several tests, and one that is about several functions.
    "ada: a a ag; bob: -a a": "a: ada bob, of 2; a: ada, of 2",
    # Nobody gets a case wrong whose code is not there.
    "ada: a; bob: -a; broken: a; stopped:; not started: -a; missing:": "a: ada, of 1",
}


@pytest.mark.parametrize("wrong", COUNTED)
def test_cases_are_counted_by_who_got_them_wrong(wrong: str) -> None:
    everybody = []
    for part in wrong.split("; "):
        who, _, cases = part.partition(":")
        state = who if who in STATES else RED if cases else GREEN
        failures = [
            NOT_WRITTEN
            if case[0] == "-"
            else failure(case[0], function=case[1:] or "f")
            for case in cases.split()
        ]
        everybody.append(person(who, state, *failures))
    found = hard_cases(cohort(*everybody))
    told = [f"{case.title}: {' '.join(case.wrong)}, of {case.tried}" for case in found]
    assert "; ".join(told) == COUNTED[wrong]


def test_cases_that_the_same_people_got_wrong_are_one_entry() -> None:
    found = hard_cases(
        cohort(*(person(name, RED, A, B, failure("c")) for name in ("ada", "bob")))
    )
    assert found == [
        HardCase("first", "one", "a", ("ada", "bob"), 2, Failure("no"), ("b", "c"))
    ]
    two = person("ada", RED, A), person("ada", RED, A, kata="second")
    assert [case.kata for case in hard_cases(cohort(*two))] == ["first", "second"]
    # It is shown as most people read it.
    texts = {"ada": "got 2", "bob": "got 3", "cy": "got 3"}
    everybody = [person(name, RED, failure("a", text)) for name, text in texts.items()]
    (case,) = hard_cases(cohort(*everybody))
    assert case.failure == Failure("got 3")


def test_beliefs_are_ordered_by_how_many_hold_them() -> None:
    rare, common = Belief("rare", "Rare."), Belief("common", "Common.")
    held = {"ada": rare, "bob": common, "cy": common}
    everybody = [
        person(name, RED, misconception=belief) for name, belief in held.items()
    ]
    both = Held("first", "common", "Common.", ("bob", "cy"))
    assert beliefs(cohort(*everybody)) == [
        both,
        Held("first", "rare", "Rare.", ("ada",)),
    ]


# How it is drawn


def test_the_matrix_has_a_row_for_everybody_and_a_bar_for_each_kata() -> None:
    records = (
        person("bob", RED, bar="#x"),
        person("bob", MISSING, kata="second"),
        person("ada", GREEN, bar="##"),
        person("ada", STOPPED, kata="second", words=f"{CUT_SHORT}--workshop-total=9"),
    )
    assert matrix.screen(cohort(*records, seconds=61)) == [
        "1 of 2 are in stage 2 of kata 1 (first: two)",
        "=" * 80,
        "             1    2",
        "ada          [##] [#?]",
        "bob          [#x] -",
        "green, of 2  1    0",
        "",
        "1 first  2 second",
        "# passes  x fails  ? stopped  - no file",
        "",
        "2 participants, 2 katas: 1 green, 1 red, 1 stopped, 1 missing (1 min 1 s)",
        "cut short by --workshop-total=9: 1 file",
    ]
    lines = matrix.screen(cohort(*records), coloured=True)
    assert "ada          \x1b[32m[##]\x1b[0m \x1b[33m[#?]\x1b[0m" in lines
    # More katas than fit into the width are two tables.
    mine = (person("ada", GREEN, kata=f"kata_{n}", bar="#" * 8) for n in range(1, 11))
    lines = matrix.screen(cohort(*mine))
    assert [line.count("[########]") for line in lines if line.startswith("ada")] == [
        6,
        4,
    ]
    assert max(map(len, lines)) <= 80


def test_everything_is_all_katas_and_names_change_nothing() -> None:
    def places(*states: str, names: Sequence[str] = ("ada", "bob")) -> str:
        katas = [f"kata_{number}" for number in range(len(states) // 2)]
        cells = zip(product(names, katas), states, strict=True)
        made = (person(name, state, kata=kata) for (name, kata), state in cells)
        return cohort(*made).whereabouts

    everything = "have done everything"
    assert places(GREEN, GREEN, GREEN, GREEN) == f"2 of 2 {everything}"
    assert (
        places(RED, GREEN, RED, GREEN)
        == "2 of 2 are in stage 2 of kata 1 (kata_0: two)"
    )
    assert places(MISSING, GREEN, MISSING, GREEN).startswith("2 of 2 are in stage 1 of")
    assert places(GREEN, MISSING, GREEN, MISSING).endswith("of kata 2 (kata_1: one)")
    # Of two places that are as many, and of two cases, the names choose none.
    tie = RED, MISSING, GREEN, MISSING
    assert places(*tie) == places(*tie, names=("zoe", "bob"))
    for names in (("ada", "bob"), ("zoe", "bob")):
        wrong = zip(names, (failure("b"), failure("a")), strict=True)
        everybody = cohort(*(person(name, RED, one) for name, one in wrong))
        topic = next_topic(everybody, hard_cases(everybody))
        assert topic == "1 of 2 miss the same case of first: a."


def test_a_hard_case_is_drawn_with_its_board() -> None:
    board = Drawing((("X", "O"), (".", "X")), bracketed([(0, 0), (1, 1)]))
    wrong = Failure("expected 1, got 2", drawing=board, call="f([])")
    lines = matrix.screen(cohort(person("ada", RED, failure("one", failure=wrong), B)))
    start = lines.index("first, one: 1 of 1 wrong") + 1
    assert lines[start : start + 7] == [
        *("one", "expected 1, got 2", "", "    [X] O", "     . [X]", ""),
        "and 1 more case, by the same people",
    ]
    # A long transcript is cut.
    game = text([f"move {n}" for n in range(20)], theirs=True)
    ending = failure("game", failure=Failure("expected 1", drawing=game))
    lines = matrix.screen(cohort(person("bob", RED, ending)))
    start = lines.index("    move 0")
    assert lines[start + 15 : start + 17] == ["    move 15", "    ... 4 lines more"]


def test_with_v_all_hard_cases_are_shown_and_the_verdicts_of_who_is_not_green() -> None:
    # Each is got wrong by other people, so that no two are one entry.
    cases = [failure(f"case {n}") for n in range(9)]
    people = [
        person(f"person {n}", RED, *cases[: n + 1], verdict="a\x1b[0m")
        for n in range(9)
    ]
    everybody = cohort(*people, person("ada", GREEN))
    shown = matrix.screen(everybody)
    assert sum(line.startswith("case ") for line in shown) == matrix.MOST_CASES
    assert f"{9 - matrix.MOST_CASES} more (-v shows them)" in shown
    shown = matrix.screen(everybody, verbose=True)
    assert sum(line.startswith("case ") for line in shown) == 9
    assert shown[shown.index("person 8: first") + 1] == "a\\x1b[0m"
    assert "ada: first" not in shown


def test_long_lines_are_folded_and_many_names_are_cut_to_a_line() -> None:
    belief = Belief("a_belief", "It seems.\nMore of it.")
    states = (GREEN, RED, BROKEN, STOPPED, NOT_STARTED, MISSING)
    names = {f"{state} person {n}": state for state in states for n in range(10)}
    held = {RED: belief}
    everybody = [
        person(name, s, misconception=held.get(s)) for name, s in names.items()
    ]
    lines = matrix.screen(cohort(*everybody, seconds=61))
    assert lines[-2:] == [
        "60 participants, 1 kata: 10 green, 10 red, 10 broken, 10 stopped, 10 not",
        "  started, 10 missing (1 min 1 s)",
    ]
    start = lines.index(" 10 first: a belief")
    assert re.fullmatch(r"    (red person \d, ){4,}and \d more", lines[start + 1])
    assert lines[start + 2] == "    It seems."
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


def asked(title: str, board: str, stage: str = "three by three") -> Any:
    told = Failure(
        "no",
        place=Place(f"ada/{WINNER}.py", 3),
        drawing=Drawing((("X", "O"), (".", "X")), bracketed([(0, 0), (1, 1)])),
        call=f"is_solved({board})",
        why="It is.",
    )
    return failure(title, "", "is_solved", failure=told, kata=WINNER, stage=stage)


def hard(**failures: Any) -> list[HardCase]:
    stages = ("three by three", "bad boards")
    records = [
        person(name, RED, *found, kata=WINNER) for name, found in failures.items()
    ]
    return hard_cases(Cohort("here", {WINNER: stages}, ordered(records, [WINNER])))


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
    # What is about the text of a message is not a hard case.
    bad = asked("An empty board", "[]", "bad boards")
    (case,) = hard(ada=[bad, asked(TITLE, "[[0]]")], bob=[bad])
    assert (case.title, str(case.question)) == (TITLE, " X  O\n .  X")
    assert case.failure.place == Place(f"{WINNER}.py", 3)


@pytest.mark.parametrize("kata", [kata.name for kata in PATH])
def test_a_question_has_no_sign_of_what_is_right(kata: str) -> None:
    for row in rows(BY_NAME[kata]):
        if row.case:
            call = Call(row.case.function, row.case.arguments, row.case.expected)
            question = str(row.attempt(BY_NAME[kata], "").drawing(call).question)
            assert not re.search(r"\[|best|turns? over,|covered", question)


def test_the_next_topic_is_what_most_got_wrong() -> None:
    def topic(*records: Any) -> str:
        return next_topic(cohort(*records), hard_cases(cohort(*records)))

    round_board = Failure("no", drawing=Drawing((("X", "O"),)), why="It is round.")
    second = failure("b", failure=round_board)
    two = [person(name, RED, second, kata="second") for name in ("ada", "bob")]
    assert topic(person("ada", RED, A)) == "1 of 1 miss the same case of first: a."
    told = "2 of 2 miss the same board of second: b. It is round."
    assert topic(person("ada", RED, A), *two) == told
    assert topic(person("ada", GREEN), person("bob", GREEN)).startswith("Nobody misses")
    assert topic(person("ada", MISSING)).startswith("Nobody has begun")
    ended = replace(cohort(person("ada", NOT_RUN)), complete=False)
    assert next_topic(ended, []) == ""
    assert next_topic(replace(ended, live=True), []).startswith("Nobody has begun")
    assert topic(person("ada", BROKEN)) == ""
