"""Messages about files that a document cannot show; others stand in `screens/`."""

import re
import signal

import pytest
from kata_kit import messages
from kata_kit.replies import Trouble
from kata_tables import Call
from repository.project import Project, Terminal

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
def test_a_file_of_another_editor(project: Project, name: str) -> None:
    data, told = OF_ANOTHER_EDITOR[name]
    project.write(data)
    assert told in project.pytest(STUB, "-x").text


def test_a_submission_that_is_gone_cannot_be_checked_out() -> None:
    gone = Trouble("no file", message="missing")
    file = "ann/tictactoe_winner.py"
    assert messages.headline(gone, Call("is_solved"), file) == f"{file} is missing"


def test_slow_is_told_from_endless() -> None:
    slow = Trouble("timeout", message="5", busy=True, recursed=True, done=7)
    told = messages.slowness(slow)[0]
    assert told.endswith(": it had called itself, and 7 calls before it came back")
    assert not messages.slowness(Trouble("timeout", busy=True, endless=True))


# Code that does not return in time, and whether it may be in an endless loop.
LONG = {
    "while board: pass": True,
    "return sum(iter(int, 1))": True,
    "return sum(number for number in range(10**12))": False,
    "return len(board) < 60 and [is_solved([*board, 0]) for _ in range(9)]": False,
    "__import__('time').sleep(60)": False,
}


@pytest.mark.parametrize(("code", "is_endless"), LONG.items())
def test_only_an_endless_loop_is_asked_about(
    project: Project, code: str, *, is_endless: bool
) -> None:
    project.write(f"def is_solved(board):\n    {code}\n")
    told = project.pytest(STUB, "-x", "--kata-timeout=0.2").text
    assert "is_solved did not return within" in told
    assert ("is there an endless loop?" in told) is is_endless


def test_ctrl_c_shows_no_frame_of_the_harness(project: Project) -> None:
    project.write("def is_solved(board):\n    while True: pass\n")
    terminal = Terminal(project.root, "-m", "pytest", STUB)
    terminal.expect(r"collected \d+ items")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == pytest.ExitCode.INTERRUPTED
    assert " stopped by Ctrl-C !" in terminal.screen
    assert re.search(r"kata_\w+|Traceback|\.py:", terminal.screen) is None
