"""`--pdb`, `--trace`, `breakpoint()` and `--trace-case`: how a learner looks into a run."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_kit import debugger
from kata_kit.debugger import InProcess
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME
from kata_tables.arguments import Call
from repository.project import WINNER, Project, Terminal
from repository.tables import rows, under_test


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


def test_pdb_can_be_used_in_a_terminal(project: Project) -> None:
    project.write("def is_solved(board):\n    return board[7]\n")
    terminal = Terminal(project.root, "-m", "pytest", f"katas/{WINNER}", "--pdb")
    for line in ("p len(board)", "q"):
        terminal.expect(r"\(Pdb\) $")
        terminal.type(f"{line}\n")
    assert (terminal.end(), "p len(board)\n3\n" in terminal.screen) == (1, True)


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
