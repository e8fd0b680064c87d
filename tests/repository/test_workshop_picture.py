"""The picture of a workshop: what is counted, and how it is drawn."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from kata_kit.katas import PATH
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    CaseRecord,
    KataRecord,
    StageRecord,
)
from kata_workshop import matrix
from kata_workshop.cohort import CUT_SHORT, Cohort, ordered
from kata_workshop.debrief import (
    HardCase,
    Held,
    beliefs,
    hard_cases,
    next_topic,
    questions,
)

BOARD = "\n\n     O  O [X]\n     . [X] .\n    [X] .  .\n\nis_solved(...)"
STAGES = (StageRecord("one", 1), StageRecord("two", not_run=1))
DONE = (StageRecord("one", 1), StageRecord("two", 1))


def person(
    name: str,
    state: str,
    *failures: CaseRecord,
    kata: str = "first",
    stages: tuple[StageRecord, ...] = STAGES,
    belief: Belief | None = None,
    words: str = "",
) -> KataRecord:
    file, verdict = f"{name}/{kata}.py", "what was\x1b[0m read"
    return KataRecord(
        kata, file, state, words, stages, failures, belief, True, name, verdict=verdict
    )


def failure(
    title: str, text: str = "no", status: str = "failed", function: str = "f"
) -> CaseRecord:
    return CaseRecord("first", "one", title, status, text, function)


def cohort(*records: KataRecord) -> Cohort:
    katas = dict.fromkeys((one.kata for one in records), ("one", "two"))
    return Cohort("here", katas, ordered(records, katas), seconds=61)


# What is counted


def test_cases_are_ordered_by_how_many_got_them_wrong() -> None:
    few, many = failure("few"), failure("many")
    everybody = person("ada", RED, few, many), person("bob", RED, many), person("cy", GREEN)
    found = hard_cases(cohort(*everybody))
    assert [(case.title, case.wrong, case.tried) for case in found] == [
        ("many", ("ada", "bob"), 3),
        ("few", ("ada",), 3),
    ]


def test_cases_that_the_same_people_got_wrong_are_one_entry() -> None:
    both = failure("a"), failure("b"), failure("c")
    found = hard_cases(cohort(person("ada", RED, *both), person("bob", RED, *both)))
    assert found == [HardCase("first", "one", "a", ("ada", "bob"), 2, "no", ("b", "c"))]


def test_nobody_gets_a_case_wrong_twice() -> None:
    """A row that runs through several tests, and one that is about several functions."""
    rows = failure("a"), failure("a"), failure("a", function="g")
    mine = (
        person("ada", RED, *rows),
        person("bob", RED, failure("a", status="not written"), rows[0]),
    )
    found = hard_cases(cohort(*mine))
    assert [(case.wrong, case.tried) for case in found] == [(("ada", "bob"), 2), (("ada",), 2)]


def test_a_case_is_shown_as_most_people_read_it() -> None:
    texts = {"ada": "got 2", "bob": "got 3\nbob's own", "cy": "got 3"}
    everybody = [person(name, RED, failure("a", text)) for name, text in texts.items()]
    (case,) = hard_cases(cohort(*everybody))
    assert case.text == "got 3\nbob's own"


def test_nobody_gets_a_case_wrong_whose_code_is_not_there() -> None:
    (case,) = hard_cases(
        cohort(
            person("ada", RED, failure("a")),
            person("bob", RED, failure("a", "f is not written yet", "not written")),
            person("cy", BROKEN, failure("a", "there is no f", "broken")),
            person("dan", STOPPED),
            person("eve", NOT_STARTED, failure("a", "f is not written yet", "not written")),
            person("fay", MISSING),
        )
    )
    assert (case.wrong, case.tried) == (("ada",), 1)


def test_cases_of_two_katas_are_not_mixed() -> None:
    two = person("ada", RED, failure("a")), person("ada", RED, failure("a"), kata="second")
    assert [case.kata for case in hard_cases(cohort(*two))] == ["first", "second"]


def test_beliefs_are_ordered_by_how_many_hold_them() -> None:
    rare, common = Belief("rare", "Rare."), Belief("common", "Common.")
    held = {"ada": rare, "bob": common, "cy": common}
    everybody = [person(name, RED, belief=belief) for name, belief in held.items()]
    assert beliefs(cohort(*everybody)) == [
        Held("first", "common", "Common.", ("bob", "cy")),
        Held("first", "rare", "Rare.", ("ada",)),
    ]


# How it is drawn


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_the_matrix_has_a_row_for_everybody_and_a_bar_for_each_kata() -> None:
    lines = matrix.screen(
        cohort(
            person("bob", RED, stages=(StageRecord("one", 1), StageRecord("two", 0, 1))),
            person("bob", MISSING, kata="second"),
            person("ada", GREEN, stages=DONE),
            person("ada", STOPPED, kata="second", words=f"{CUT_SHORT}--workshop-total=9"),
        )
    )
    assert lines == [
        "1 of 2 are in stage 2 of kata 2 (second: two)",
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


def test_more_katas_than_fit_into_the_width_are_two_tables() -> None:
    stages = tuple(StageRecord(str(number), 1) for number in range(8))
    katas = [f"kata_{number}" for number in range(1, 11)]
    mine = (person("ada", GREEN, kata=kata, stages=stages) for kata in katas)
    lines = matrix.screen(cohort(*mine))
    rows = [line for line in lines if line.startswith("ada")]
    assert [row.count("[########]") for row in rows] == [6, 4]
    assert max(map(len, lines)) <= 80


def test_a_hard_case_is_drawn_with_its_board() -> None:
    case = failure("The case", f"expected 1, got 2{BOARD}")
    lines = matrix.screen(cohort(person("ada", RED, case, failure("b"))))
    start = lines.index("first, one: 1 of 1 wrong")
    assert lines[start : start + 9] == [
        "first, one: 1 of 1 wrong",
        "The case",
        "expected 1, got 2",
        "",
        "     O  O [X]",
        "     . [X] .",
        "    [X] .  .",
        "",
        "and 1 more case, by the same people",
    ]


def test_a_line_of_somebodys_code_is_no_board_and_a_long_board_is_cut() -> None:
    text = "f raised IndexError: no\nada/first.py, line 3\n    return board[9]\n\nf([])"
    game = "expected 1\n\n" + "".join(f"    move {n}\n" for n in range(20))
    mine = person("ada", RED, failure("code", text)), person("bob", RED, failure("game", game))
    lines = matrix.screen(cohort(*mine))
    assert "    return board[9]" not in lines
    start = lines.index("    move 0")
    assert lines[start + 15 : start + 17] == ["    move 15", "    ... 4 lines more"]


def test_of_many_hard_cases_some_are_shown_and_all_with_v() -> None:
    # Each is got wrong by other people, so that no two are one entry.
    everybody = [
        person(f"person {n}", RED, *(failure(f"case {m}") for m in range(n + 1))) for n in range(9)
    ]
    shown = matrix.screen(cohort(*everybody))
    assert sum(line.startswith("case ") for line in shown) == matrix.MOST_CASES
    assert f"{9 - matrix.MOST_CASES} more (-v shows them)" in shown
    assert sum(line.startswith("case ") for line in matrix.screen(cohort(*everybody), True)) == 9


def test_the_verdicts_of_who_is_not_green_are_shown_with_v() -> None:
    everybody = cohort(person("ada", GREEN), person("bob", RED))
    lines = matrix.screen(everybody, verbose=True)
    assert lines[lines.index("bob: first") + 1] == "what was\\x1b[0m read"
    assert "ada: first" not in lines


def test_the_last_line_is_folded() -> None:
    states = (GREEN, RED, BROKEN, STOPPED, NOT_STARTED, MISSING)
    everybody = [person(f"{state} {n}", state) for state in states for n in range(10)]
    assert matrix.screen(cohort(*everybody))[-2:] == [
        "60 participants, 1 kata: 10 green, 10 red, 10 broken, 10 stopped, 10 not",
        "  started, 10 missing (1 min 1 s)",
    ]


def test_many_names_are_cut_to_a_line() -> None:
    belief = Belief("a_belief", "It seems.\nMore of it.")
    everybody = [person(f"person {n:02}", RED, belief=belief) for n in range(30)]
    lines = matrix.screen(cohort(*everybody))
    start = lines.index(" 30 first: a belief")
    assert lines[start + 1].startswith("    person 00, person 01, ")
    assert lines[start + 1].endswith(", and 25 more")
    assert lines[start + 2] == "    It seems."
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
def test_a_name_can_neither_move_the_cursor_nor_the_columns(name: str, shown: str) -> None:
    case = failure("The \x1b case", "expected 1, got \x1b[2J\n\n    \x1b[31m\n")
    lines = matrix.screen(cohort(person(name, RED, case, stages=(StageRecord("one", 1),))), True)
    assert f"{shown} [#]" in lines
    assert "\x1b" not in "\n".join(lines)


def test_a_terminal_gets_colours() -> None:
    lines = matrix.screen(cohort(person("ada", GREEN, stages=DONE)), coloured=True)
    assert "ada          \x1b[32m[##]\x1b[0m" in lines


# What is hard, in katas that there are

WINNER = PATH[0].name
BULK = "All 5,478 boards that play can reach, against a slow oracle"
TITLE = "The diagonal of X wins"


def asked(title: str, board: str, stage: str = "three by three") -> CaseRecord:
    text = f"expected 1, got 2\n\n     .  X\n\nis_solved({board})\nwhy: It is."
    return CaseRecord(WINNER, stage, title, "failed", text, "is_solved")


def hard(**failures: list[CaseRecord]) -> list[HardCase]:
    stages = ("three by three", "bad boards")
    records = [person(name, RED, *found, kata=WINNER) for name, found in failures.items()]
    return hard_cases(Cohort("here", {WINNER: stages}, ordered(records, [WINNER])))


def test_named_cases_come_first_and_of_many_boards_a_single_one_is_counted() -> None:
    found = hard(
        ada=[asked(BULK, "[[1]]")],
        bob=[asked(BULK, "[[1]]"), asked(TITLE, "[[0]]")],
        cy=[asked(BULK, "[[2]]")],
        dan=[asked(BULK, "[[0]]"), asked(TITLE, "[[0]]")],
        eve=[asked(BULK, "[[1]]")],
    )
    assert [(case.title, case.wrong, case.call) for case in found] == [
        (TITLE, ("bob", "dan"), "is_solved([[0]])"),
        (BULK, ("ada", "bob", "eve"), "is_solved([[1]])"),
        (BULK, ("cy",), "is_solved([[2]])"),
    ]
    assert {case.tried for case in found} == {5}


def test_what_is_about_the_text_of_a_message_is_not_a_hard_case() -> None:
    bad = asked("An empty board", "[]", "bad boards")
    assert [case.title for case in hard(ada=[bad, asked(TITLE, "[[0]]")], bob=[bad])] == [TITLE]


def test_a_board_is_shown_without_the_answer_and_nobodys_file_is_named() -> None:
    text = f"no\nada/{WINNER}.py:3\n\nwhy: It is."
    (case,) = hard(ada=[replace(asked(TITLE, "[[0]]"), text=text)])
    assert case.board == " X  O  .\n O  X  .\n .  .  X"
    assert (case.why, case.text.splitlines()[1]) == ("It is.", f"{WINNER}.py:3")


@pytest.mark.parametrize(
    ("kata", "title", "board"),
    [
        (
            "tictactoe_negamax",
            "Answer a corner with the middle",
            " O  .  .\n .  .  .\n .  .  .\n\nX",
        ),
        ("reversi_flips", "From the start, X closes a run above it", "  0 1 2 3 4 5 6 7\n0 . ."),
        ("tictactoe_coordinates", "The only cell of a board of one cell", " 1\n\nThe numbers are"),
        ("reversi_flips", "A bulk row, whose drawing says what is missing", ""),
    ],
)
def test_a_board_has_no_sign_of_what_is_right(kata: str, title: str, board: str) -> None:
    drawn = "no\n\n    [X]\n    -  turns over, missing in the answer\n\nf(1)"
    ada = person("ada", RED, CaseRecord(kata, "one", title, "failed", drawn, "f"), kata=kata)
    (case,) = hard_cases(Cohort("here", {kata: ("one", "two")}, (ada,)))
    assert case.board.startswith(board)
    assert bool(case.board) is bool(board)
    assert not re.search(r"\[|best|turns|covered", case.board)
    assert case.call == "f(1)"


def test_three_questions_are_asked_about_every_kata() -> None:
    assert {len(questions(kata.name)) for kata in PATH} == {3}


def test_the_next_topic_is_what_most_got_wrong() -> None:
    def topic(*records: KataRecord) -> str:
        return next_topic(cohort(*records), hard_cases(cohort(*records)))

    first, second = failure("a"), failure("b", f"no{BOARD}\nwhy: It is round.")
    assert topic(person("ada", RED, first)) == "1 of 1 miss the same case of first: a."
    two = (person(name, RED, second, kata="second") for name in ("ada", "bob"))
    told = "2 of 2 miss the same board of second: b. It is round."
    assert topic(person("ada", RED, first), *two) == told
    assert topic(person("ada", GREEN), person("bob", GREEN)).startswith("Nobody misses")
    assert topic(person("ada", MISSING)).startswith("Nobody has begun")
    assert topic(person("ada", BROKEN)) == ""
