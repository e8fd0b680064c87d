"""`--pdb`, `--trace` and `breakpoint()`: the code runs where a debugger can reach it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from repository.project import Project, clean_environment

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"

RAISES = """\
def is_solved(board):
    size = len(board)
    return board[size]
"""
WRONG = """\
def is_solved(board):
    return 7
"""
STOPS = """\
def is_solved(board):
    size = len(board)
    breakpoint()
    return size
"""


def test_pdb_stops_in_the_line_that_raised_and_goes_on_to_the_next_failure(
    project: Project,
) -> None:
    file = project.write(WINNER, RAISES)
    run = project.pytest(FOLDER, "--pdb", typed="p 'size is %d' % size\nc\nq\n")
    assert f"> {file}(3)is_solved()" in run.text
    assert "(Pdb) 'size is 3'" in run.text
    assert run.text.count("entering PDB") == 2
    assert (run.exit_code, run.counts) == (2, {"failed": 2})


def test_pdb_stops_at_a_wrong_answer_in_the_test_and_says_what_was_expected(
    project: Project,
) -> None:
    project.write(WINNER, WRONG)
    text = project.pytest(FOLDER, "--pdb", typed="p case.name\nq\n").text
    said = text.index("expected -1 (unfinished), got 7")
    assert said < text.index(f"test_{WINNER}.py(") < text.index("\n-> case.check(kata)\n")
    assert "(Pdb) 'An empty board is unfinished'" in text


def test_a_breakpoint_stops_with_pdb_only(project: Project) -> None:
    project.write(WINNER, STOPS)
    typed = "p 'size is %d' % size\nq\n"
    assert "(Pdb) 'size is 3'" in project.pytest(FOLDER, "--pdb", typed=typed).text
    assert "'size is 3'" not in project.pytest(FOLDER, typed=typed).text


def test_trace_stops_at_the_beginning_of_a_test(project: Project) -> None:
    project.write(WINNER, RAISES)
    assert "\n-> case.check(kata)\n" in project.pytest(FOLDER, "--trace", typed="q\n").text


def test_an_expected_refusal_is_no_reason_to_stop(untouched: Project) -> None:
    run = untouched.pytest("--solution", f"{FOLDER}::test_row", "--pdb", typed="q\n")
    assert (run.exit_code, set(run.counts)) == (0, {"passed"})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_pdb_can_be_used_in_a_terminal(project: Project) -> None:
    project.write(WINNER, RAISES)
    shown = in_a_terminal(project, FOLDER, "--pdb", typed="p 'size is %d' % size\nq\n")
    assert "'size is 3'" in shown


def in_a_terminal(project: Project, *arguments: str, typed: str) -> str:
    """What a terminal shows in which pytest is run."""
    terminal, end = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=project.root,
        env=clean_environment() | {"TERM": "dumb", "PYTHON_BASIC_REPL": "1"},
        stdin=end,
        stdout=end,
        stderr=end,
    ) as process:
        os.close(end)
        os.write(terminal, typed.encode())
        shown = b""
        while part := read(terminal):
            shown += part
        assert process.wait() != 0
    os.close(terminal)
    return shown.decode()


def read(terminal: int) -> bytes:
    """What comes next; nothing when the other side is gone, which Linux calls an error."""
    try:
        return os.read(terminal, 10_000)
    except OSError:
        return b""
