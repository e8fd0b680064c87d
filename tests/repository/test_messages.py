"""Messages about files and mistakes that no document of `screens/` shows."""

import re
import signal
from unittest.mock import Mock

import pytest
from kata_kit import messages
from kata_kit.failure import diagnose
from kata_kit.fixture import Code
from kata_kit.katas import PATH, ROOT
from kata_kit.misconceptions import belief
from kata_kit.record import (
    ACCEPTED,
    BEFORE,
    EXCEPTION,
    EXCHANGED,
    FAILED,
    MESSAGE,
    PASSED,
    UNASKED,
    CaseRecord,
    Failure,
)
from kata_kit.request import Mismatch, Trouble
from kata_tables.calls import Call, Other, Record
from kata_tables.mistakes import Check, read
from kata_tables.rows import ANSWERED, REFUSED
from repository.project import Terminal, each_kata
from repository.tables import rows

STUB = "katas/tictactoe_winner/tictactoe_winner.py"
CODE = "# coding: {}\ndef is_solved(board):\n    return 'ü'[len(board)]\n"
RAISED = f"""
is_solved raised IndexError: string index out of range
{STUB}:3
        return 'ü'[len(board)]
"""
NULL = f"\nSyntaxError: there is a null byte; save the file as UTF-8\n{STUB}:1\n==="


@pytest.mark.parametrize(
    ("encoding", "line_end", "told"),
    [
        ("utf-8-sig", "\n", RAISED),
        ("utf-8", "\r\n", RAISED),
        ("latin-1", "\n", RAISED),
        ("utf-16", "\n", NULL),
        ("utf-8", "\n\0", NULL.replace(":1\n===", ":2\n")),
    ],
)
def test_a_file_of_another_editor(project, encoding, line_end, told):
    code = CODE.format(encoding.removesuffix("-sig")).replace("\n", line_end)
    project.write(code.encode(encoding))
    assert told in project.pytest(STUB, "-x").text


@pytest.mark.parametrize(
    ("summed", "asks"), [("iter(int, 1)", True), ("(n for n in range(10**12))", False)]
)
def test_only_an_endless_loop_is_asked_about(project, summed, *, asks):
    project.write(f"def is_solved(board):\n    return sum({summed})\n")
    told = project.pytest(STUB, "-x", "--kata-timeout=0.2").text
    assert "is_solved did not return within" in told
    assert ("is there an endless loop?" in told) is asks


def test_ctrl_c_shows_no_frame_of_the_harness(project):
    project.write("def is_solved(board):\n    while True: pass\n")
    terminal = Terminal(project.root, "-m", "pytest", STUB)
    terminal.expect(r"collected \d+ items")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == pytest.ExitCode.INTERRUPTED
    assert " stopped by Ctrl-C !" in terminal.screen
    assert re.search(r"kata_\w+|Traceback|\.py:", terminal.screen) is None


@pytest.mark.parametrize("kind", ["no function", "too long"])
def test_a_case_that_was_not_asked_is_of_that_kind(kind):
    attempt = rows(PATH[0])[0].attempt(PATH[0], "")
    found = Mismatch(Call("f"), ANSWERED)
    assert messages.tell(found, Trouble(kind), attempt).kind == UNASKED


def test_a_module_of_python_that_is_misspelt_is_asked_back():
    attempt = rows(PATH[0])[0].attempt(PATH[0], "")
    trouble = Trouble("import", message="No module named 'itertool'")
    told = messages.tell(Mismatch(Call("f"), ANSWERED), trouble, attempt)
    assert told.sentences == ("there is no module itertool. Did you mean itertools?",)


OWN = Other("helper.Lotte", "Lotte()")
SIGNATURE = Trouble("signature", "TypeError", file="f.py", line=1, takes="lotte")


@pytest.mark.parametrize(
    ("about", "expected", "got", "told"),
    [
        (ANSWERED, 4, OWN, "expected 4, got something else"),
        (ANSWERED, 4, Record("Lotte", x=1), "expected 4, got something else"),
        (ANSWERED, 4, Other("map", "<map>"), "expected 4, got a map"),
        (REFUSED, ValueError, OWN, "expected a ValueError, got an answer: something "),
        (ANSWERED, 1, Trouble("exception", "Lotte"), "f raised an exception"),
        (ANSWERED, 1, Trouble("exception", "KeyError"), "f raised KeyError"),
        (ANSWERED, 1, SIGNATURE, "f raised TypeError"),
    ],
)
def test_a_neutral_headline_has_no_name_of_the_code(about, expected, got, told):
    attempt = rows(PATH[0])[0].attempt(PATH[0], "")
    trouble = got if isinstance(got, Trouble) else None
    found = Mismatch(Call("f", (), expected, got), about, trouble)
    code = Code(Mock(), mismatch=found, last=Mock(printed=""))
    diagnosis = diagnose(AssertionError(), attempt, code)
    assert diagnosis
    assert diagnosis.failure.neutral.startswith(told)


# Mistakes that no answer tells, by the title, the function and the kind of each case of
# a stage. Without a kind a case passes. A check is about the cases of its letter.
CHECKS = [Check(f"no {letter}", letter) for letter in "abcd"]
NAMED = [
    ("not_refused:_no_a", ("a1", "f", ACCEPTED), ("a2", "f", EXCEPTION)),
    ("not_refused:_no_a_in_f", ("a", "f", ACCEPTED), ("a", "g", "")),
    ("not_refused:_no_a;_no_b", ("a", "f", ACCEPTED), ("b", "g", ACCEPTED)),
    ("", ("a1", "f", ACCEPTED), ("a2", "f", "")),
    ("", ("a", "f", ACCEPTED), ("b", "f", MESSAGE)),
    ("", ("something", "f", ACCEPTED)),
    ("bad_input_is_let_through", *((one, "f", ACCEPTED) for one in "abcd")),
    ("the_message_alone", ("a", "f", MESSAGE)),
    ("another_exception", ("a", "f", EXCEPTION)),
    ("it_depends_on_the_calls_before", ("a", "f", BEFORE), ("b", "f", "-")),
    ("the_column_comes_first", *[("a", "f", EXCHANGED)] * 3),
    ("", *[("a", "f", EXCHANGED)] * 2),
]


@pytest.mark.parametrize("named", NAMED)
def test_a_mistake_is_named_by_the_kind_of_all_failures(named):
    name, *cases = named
    stage = []
    for title, function, kind in cases:
        failure = Failure("wrong", kind) if kind else None
        status = FAILED if kind else PASSED
        stage.append(CaseRecord("", "", title, status, function, failure))
    found = belief(stage, CHECKS)
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
