"""`--trace-case` shows the lines that ran in the first failure, and what they changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from kata_kit import tracing
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME
from kata_tables.arguments import Call
from repository.project import Project
from repository.tables import under_test

WINNER = "tictactoe_winner"
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


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def trace(folder: Path, code: str, *, whole: bool = False) -> list[str]:
    """The trace of a call that has been made."""
    file = folder / f"{WINNER}.py"
    file.write_text(code, encoding="utf-8")
    kata = Kata(WINNER, under_test(file, seconds=0.3))
    kata.kata_code.ask("is_solved", "answer", [(BOARD,)])
    return tracing.traced(kata.kata_code, Call("is_solved", (BOARD,)), whole=whole)


@pytest.mark.usefixtures("narrow")
def test_the_lines_that_ran_stand_with_what_they_changed(tmp_path: Path) -> None:
    assert trace(tmp_path, COUNTS) == TRACE.splitlines()


@pytest.mark.usefixtures("narrow")
def test_an_endless_loop_is_cut_to_a_screen(tmp_path: Path) -> None:
    lines = trace(tmp_path, ENDLESS)
    assert lines[-1] == f"    stopped after {tracing.MOST_LINES:,} lines"
    assert len(lines) == tracing.FIRST + tracing.LAST + 4
    assert lines[tracing.FIRST + 2] == "    ... (-v shows more)"
    assert "total = 1666" in lines[-3] + lines[-2]
    assert len(trace(tmp_path, ENDLESS, whole=True)) > 100


def test_an_exception_is_named_in_each_function_that_it_leaves(tmp_path: Path) -> None:
    lines = trace(tmp_path, COUNTS.replace("all(", "undefined("))
    assert [line.strip() for line in lines[-2:]] == ["raises NameError"] * 2


def test_a_session_is_not_traced() -> None:
    file = BY_NAME["tictactoe_game"].solution
    kata = Kata("tictactoe_game", under_test(Path(file).resolve()))
    kata.kata_code.ask("main", "session", [({"typed": []},)])
    (line,) = tracing.traced(kata.kata_code, Call("main"), whole=False)
    assert line.endswith("--pdb steps through it")


def test_the_first_failure_alone_is_traced(project: Project) -> None:
    project.write(WINNER, "def is_solved(board):\n    size = len(board)\n    return size\n")
    text = project.pytest(f"katas/{WINNER}", "--trace-case").text
    assert text.count("\ntrace:\n") == 1
    assert "\n  2      size = len(board)  size = 3\n  3      return size\n     returns 3\n" in text
