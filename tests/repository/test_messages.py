"""What a learner is told of files and mistakes that no document of `screens/` shows."""

import re
import signal

import pytest
from kata_kit.katas import ROOT
from kata_kit.misconceptions import belief
from kata_kit.record import (
    ACCEPTED,
    BEFORE,
    EXCEPTION,
    EXCHANGED,
    FAILED,
    MESSAGE,
    PASSED,
    CaseRecord,
    Failure,
)
from kata_tables.mistakes import Check, read
from kata_tables.rows import REFUSED
from repository.project import Terminal, each_kata
from repository.tables import rows

STUB = "katas/tictactoe_winner/tictactoe_winner.py"
UMLAUT = "def is_solved(board):\n    return 'ü'[len(board)]\n"
RAISED = f"""
is_solved raised IndexError: string index out of range
{STUB}:2
        return 'ü'[len(board)]
"""
NULL = f"\nSyntaxError: there is a null byte; save the file as UTF-8\n{STUB}:1\n==="
OF_ANOTHER_EDITOR = {
    "byte order mark": (UMLAUT.encode("utf-8-sig"), RAISED),
    "CR LF": (UMLAUT.replace("\n", "\r\n").encode(), RAISED),
    "an encoding that is named": (
        f"# coding: latin-1\n{UMLAUT}".encode("latin-1"),
        RAISED.replace(".py:2", ".py:3"),
    ),
    "UTF-16": (UMLAUT.encode("utf-16"), NULL),
}


@pytest.mark.parametrize("name", OF_ANOTHER_EDITOR)
def test_a_file_of_another_editor(project, name):
    data, told = OF_ANOTHER_EDITOR[name]
    project.write(data)
    assert told in project.pytest(STUB, "-x").text


# Code that does not return in time, and whether it may be in an endless loop.
LONG = {
    "while board: pass": True,
    "return sum(iter(int, 1))": True,
    "return sum(number for number in range(10**12))": False,
    "return len(board) < 60 and [is_solved([*board, 0]) for _ in range(9)]": False,
}


@pytest.mark.parametrize(("code", "is_endless"), LONG.items())
def test_only_an_endless_loop_is_asked_about(project, code, *, is_endless):
    project.write(f"def is_solved(board):\n    {code}\n")
    told = project.pytest(STUB, "-x", "--kata-timeout=0.2").text
    assert "is_solved did not return within" in told
    assert ("is there an endless loop?" in told) is is_endless


def test_ctrl_c_shows_no_frame_of_the_harness(project):
    project.write("def is_solved(board):\n    while True: pass\n")
    terminal = Terminal(project.root, "-m", "pytest", STUB)
    terminal.expect(r"collected \d+ items")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == pytest.ExitCode.INTERRUPTED
    assert " stopped by Ctrl-C !" in terminal.screen
    assert re.search(r"kata_\w+|Traceback|\.py:", terminal.screen) is None


# Mistakes that no answer tells: the checks of a kata, and a name for the titles,
# functions and kinds of the cases of a stage. An empty kind is a case that passes.
CHECKS = [Check("a negative depth", "depth"), Check("two on one", "cell")]
MANY = [Check(letter, letter) for letter in "abcd"]
NEGATIVE = "not_refused:_a_negative_depth"
NAMED = [
    (NEGATIVE, CHECKS, [("depth 1", "f", ACCEPTED), ("depth 2", "f", EXCEPTION)]),
    (f"{NEGATIVE}_in_f", CHECKS, [("depth 1", "f", ACCEPTED), ("depth 1", "g", "")]),
    (
        f"{NEGATIVE};_two_on_one",
        CHECKS,
        [("depth", "f", ACCEPTED), ("cell", "g", ACCEPTED)],
    ),
    ("", CHECKS, [("depth 1", "f", ACCEPTED), ("depth 2", "f", "")]),
    ("", CHECKS, [("depth", "f", ACCEPTED), ("cell", "f", MESSAGE)]),
    ("", CHECKS, [("something else", "f", ACCEPTED)]),
    ("bad_input_is_let_through", MANY, [(one, "f", ACCEPTED) for one in "abcd"]),
    ("the_message_alone", CHECKS, [("depth", "f", MESSAGE)]),
    ("another_exception", CHECKS, [("depth", "f", EXCEPTION)]),
    ("it_depends_on_the_calls_before", [], [("a", "f", BEFORE), ("b", "f", "-")]),
    ("the_column_comes_first", [], [("a", "f", EXCHANGED)] * 3),
    ("", [], [("a", "f", EXCHANGED)] * 2),
]


@pytest.mark.parametrize(("name", "checks", "cases"), NAMED)
def test_a_mistake_is_named_by_the_kind_of_all_failures(name, checks, cases):
    stage = []
    for title, function, kind in cases:
        failure = Failure("wrong", kind) if kind else None
        status = FAILED if kind else PASSED
        stage.append(CaseRecord("", "", title, status, function, failure))
    found = belief(stage, checks)
    assert (found.name if found else "") == name


@each_kata
def test_each_check_has_rows_and_no_row_has_two(kata):
    listed = read(ROOT / kata.mistakes).checks
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
def test_a_learner_is_told_of_a_missing_check(project):
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
    project,
):
    project.solve_but("is_solved", COUNTS)
    run = project.pytest("katas/tictactoe_winner")
    assert "perhaps: it depends on the calls before" in run.text
