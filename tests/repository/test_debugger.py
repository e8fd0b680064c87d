"""`--pdb`, `--trace`, `breakpoint()` and `--trace-case`: how a learner looks into a run."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_kit import debugger
from kata_kit.fixture import Kata
from kata_kit.in_process import InProcess
from kata_kit.katas import BY_NAME
from kata_tables.arguments import Call
from repository.project import Project, typed_in_terminal
from repository.tables import rows, under_test

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"

RAISES = "def is_solved(board):\n    size = len(board)\n    return board[size]\n"
STOPS = "def is_solved(board):\n    size = len(board)\n    breakpoint()\n    return size\n"
PRINT = "p 'size is %d' % size"


def test_pdb_stops_in_the_line_that_raised_and_goes_on(project: Project) -> None:
    file = project.write(WINNER, RAISES)
    run = project.pytest(FOLDER, "--pdb", typed=f"{PRINT}\nc\nq\n")
    assert f"> {file}(3)is_solved()" in run.text
    assert "(Pdb) 'size is 3'" in run.text
    assert run.text.count("entering PDB") == 2
    assert (run.exit_code, run.counts) == (1, {"failed": 2})
    assert "kata_kit" not in run.text
    assert "is_solved raised IndexError: list index out of range\n" in run.text
    assert "\n-> case.check(kata)\n" in project.pytest(FOLDER, "--trace", typed="q\n").text


def test_pdb_makes_the_call_of_a_wrong_answer_again(project: Project) -> None:
    file = project.write(WINNER, "def is_solved(board):\n    return 7\n")
    run = project.pytest(FOLDER, "--pdb", typed="p len(board)\n")  # And Ctrl-D.
    said = run.text.index("expected -1 (unfinished), got 7")
    assert said < run.text.index(f"> {file}(2)is_solved()\n-> return 7\n(Pdb) 3\n")
    hidden = ("kata_kit", "_pytest", "BdbQuit")
    assert (run.exit_code, [word for word in hidden if word in run.text]) == (1, [])


@pytest.mark.parametrize(
    ("kata", "test", "code"),
    [
        (WINNER, "test_every_reachable_board", "def is_solved(board):\n    return -1\n"),
        ("tictactoe_game", "test_row", "def main(choose_move):\n    print(input())\n"),
        (
            *("reversi_flips", "test_new_board_for"),
            "FIRST = [[' '] * 8 for _ in range(8)]\ndef new_board():\n    return FIRST\n",
        ),
    ],
)
def test_the_call_that_is_made_again_is_the_one_that_failed(
    tmp_path: Path, kata: str, test: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It offers the references that the code may import, here none, to all of this process.
    monkeypatch.setitem(sys.modules, "solutions", ModuleType("solutions"))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    file = tmp_path / f"{kata}.py"
    file.write_text(code, encoding="utf-8")
    callee, again = InProcess(file, kata, {}), list[Any]()
    for row in rows(BY_NAME[kata]):
        fixture = Kata(kata, callee)
        if row.name.startswith(test) and not row.holds(fixture):
            break
    asked = fixture.kata_code
    callee.again(asked, lambda f, *arguments: again.append((f.__name__, repr(arguments))))
    assert asked.mismatch is not None
    call = asked.mismatch.call
    assert again[0][0] == call.function
    assert callee.traceback is None  # The debugger makes the call, and shows no way to the error.
    assert kata != WINNER or again[0][1] == repr(call.arguments)


def test_a_breakpoint_stops_and_is_left_quietly(project: Project) -> None:
    project.write(WINNER, STOPS)
    run = project.pytest(FOLDER, "--pdb", typed=f"{PRINT}\n")  # And Ctrl-D.
    assert "(Pdb) 'size is 3'" in run.text
    assert (run.counts, "!!! left the debugger !!!" in run.text) == ({"not run": 1}, True)
    assert "BdbQuit" not in run.text


@pytest.mark.slow
def test_the_references_pass_and_their_cost_is_not_counted(untouched: Project) -> None:
    run = untouched.pytest("--solution", FOLDER, "katas/tictactoe_game", "--pdb", typed="q\n")
    cost = sum(row.stage == "cost" for row in rows(BY_NAME[WINNER]))
    assert (run.exit_code, set(run.counts)) == (0, {"passed", "not run"})
    assert run.counts["not run"] == cost


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_pdb_can_be_used_in_a_terminal(project: Project) -> None:
    project.write(WINNER, RAISES)
    command = ["-m", "pytest", FOLDER, "--pdb"]
    code, shown = typed_in_terminal(project.root, command, [PRINT, "q"], r"\(Pdb\) $")
    assert (code != 0, "\n'size is 3'\n" in shown) == (True, True)


BOARD = [[1, 2], [0, 0]]
COUNTS = """\
def is_solved(board):
    full = False
    for row in board:
        print(row)
        full |= is_full(row)
    return full


def is_full(row):
    return all(cell for cell in row)
"""
TRACE = """
trace:
      is_solved(board=[[1, 2], [0, 0]])
   2      full = False              full = False
   3      for row in board:         row = [1, 2]
   4          print(row)
   5          full |= is_full(row)  full = True
      is_full(row=[1, 2])
  10      return all(cell for cell in row)
      returns True
   3      for row in board:         row = [0, 0]
   4          print(row)
   5          full |= is_full(row)
      is_full(row=[0, 0])
  10      return all(cell for cell in row)
      returns False
   3      for row in board:
   6      return full
      returns True"""
ENDLESS = """\
def is_solved(board):
    total = 0
    while True:
        try:
            total += 1
        except:
            pass
"""


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def trace(folder: Path, code: str, *, whole: bool = False) -> list[str]:
    """The trace of a call that has been made."""
    file = folder / f"{WINNER}.py"
    file.write_text(code, encoding="utf-8")
    kata = Kata(WINNER, under_test(file, seconds=0.3))
    kata.kata_code.ask("is_solved", "answer", [(BOARD,)])
    return debugger.traced(kata.kata_code, Call("is_solved", (BOARD,)), whole=whole)


def test_the_lines_that_ran_stand_with_what_they_changed(tmp_path: Path) -> None:
    assert trace(tmp_path, COUNTS) == TRACE.splitlines()


def test_an_endless_loop_is_cut_to_a_screen(tmp_path: Path) -> None:
    lines = trace(tmp_path, ENDLESS)
    assert lines[-1] == f"    stopped after {debugger.MOST_LINES:,} lines"
    assert len(lines) == debugger.FIRST + debugger.LAST + 4
    assert lines[debugger.FIRST + 2] == "    ... (-v shows more)"
    assert "total = 1666" in lines[-3] + lines[-2]
    assert len(trace(tmp_path, ENDLESS, whole=True)) > 100


def test_an_exception_is_named_in_each_function_that_it_leaves(tmp_path: Path) -> None:
    lines = trace(tmp_path, COUNTS.replace("all(", "undefined("))
    assert [line.strip() for line in lines[-2:]] == ["raises NameError"] * 2


def test_a_session_is_not_traced() -> None:
    file = BY_NAME["tictactoe_game"].solution
    kata = Kata("tictactoe_game", under_test(Path(file).resolve()))
    kata.kata_code.ask("main", "session", [({"typed": []},)])
    (line,) = debugger.traced(kata.kata_code, Call("main"), whole=False)
    assert line.endswith("--pdb steps through it")


def test_the_first_failure_alone_is_traced(project: Project) -> None:
    project.write(WINNER, "def is_solved(board):\n    size = len(board)\n    return size\n")
    text = project.pytest(f"katas/{WINNER}", "--trace-case").text
    assert text.count("\ntrace:\n") == 1
    assert "\n  2      size = len(board)  size = 3\n  3      return size\n     returns 3\n" in text
