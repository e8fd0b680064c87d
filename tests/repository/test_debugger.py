"""`--pdb`, `--trace` and `breakpoint()`: the code runs where a debugger can reach it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_kit.fixture import Kata
from kata_kit.in_process import InProcess
from kata_kit.katas import BY_NAME
from repository.project import Project, typed_in_terminal
from repository.tables import rows

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
    assert (run.exit_code, run.counts) == (1, {"failed": 2})
    assert "kata_kit" not in run.text
    assert "is_solved raised IndexError: list index out of range\n" in run.text


def test_pdb_makes_the_call_of_a_wrong_answer_again_and_stops_in_its_first_line(
    project: Project,
) -> None:
    file = project.write(WINNER, WRONG)
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
    fixtures = [Kata(kata, callee) for row in rows(BY_NAME[kata])]
    asked = next(
        fixture.kata_code
        for row, fixture in zip(rows(BY_NAME[kata]), fixtures, strict=True)
        if row.name.startswith(test) and not row.holds(fixture)
    )
    asked.again(lambda function, *arguments: again.append((function.__name__, repr(arguments))))
    assert asked.mismatch is not None
    call = asked.mismatch.call
    assert again[0][0] == call.function
    assert kata != WINNER or again[0][1] == repr(call.arguments)


def test_a_breakpoint_stops_and_is_left_quietly(project: Project) -> None:
    project.write(WINNER, STOPS)
    run = project.pytest(FOLDER, "--pdb", typed="p 'size is %d' % size\n")  # And Ctrl-D.
    assert "(Pdb) 'size is 3'" in run.text
    assert (run.counts, "!!! left the debugger !!!" in run.text) == ({"not run": 1}, True)
    assert "BdbQuit" not in run.text


def test_trace_stops_at_the_beginning_of_a_test(project: Project) -> None:
    project.write(WINNER, RAISES)
    assert "\n-> case.check(kata)\n" in project.pytest(FOLDER, "--trace", typed="q\n").text


def test_an_expected_refusal_is_no_reason_to_stop(untouched: Project) -> None:
    run = untouched.pytest("--solution", f"{FOLDER}::test_row", "--pdb", typed="q\n")
    assert (run.exit_code, set(run.counts)) == (0, {"passed"})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_pdb_can_be_used_in_a_terminal(project: Project) -> None:
    project.write(WINNER, RAISES)
    typed = ["p 'size is %d' % size", "q"]
    code, shown = typed_in_terminal(
        project.root, ["-m", "pytest", FOLDER, "--pdb"], typed, r"\(Pdb\) $"
    )
    assert (code != 0, "\n'size is 3'\n" in shown) == (True, True)
