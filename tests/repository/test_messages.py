"""What a learner reads about each kind of mistake, word for word.

Every mistake is written into a stub, pytest is run on it, and the first failure is compared whole.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import pytest
from repository.project import Project, Run

WINNER = "tictactoe_winner"
COORDINATES = "tictactoe_coordinates"
NEGAMAX = "tictactoe_negamax"
REVERSI = "reversi_flips"
FOLDER = f"katas/{WINNER}"
# Short, because some of the code never ends.
SECONDS = "--kata-timeout=0.5"


@dataclass(frozen=True)
class Mistake:
    """What somebody writes into the stub, and what the message says about it."""

    name: str
    code: str
    says: str

    def __str__(self) -> str:
        return self.name


# A message about a call stands between the title of the first case ...
TITLE = "An empty board is unfinished\n"
# ... and its board, the call to paste, and why the case exists.
REST = """

     .  .  .
     .  .  .
     .  .  .

is_solved([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
why: Three empty cells are alike, but they belong to nobody."""

# A call ends in no answer.

CALLS = [
    Mistake(
        "an exception",
        """
def is_solved(board):
    return board[7]
""",
        """
is_solved raised IndexError: list index out of range
katas/tictactoe_winner/tictactoe_winner.py:2
    return board[7]
""",
    ),
    Mistake(
        "an exception without a message",
        """
def is_solved(board):
    assert board is None
""",
        """
is_solved raised AssertionError
katas/tictactoe_winner/tictactoe_winner.py:2
    assert board is None
""",
    ),
    Mistake(
        "an exception in another function of the file",
        """
def is_solved(board):
    return owner_of(board)


def owner_of(line):
    return {}[len(line)]
""",
        """
is_solved raised KeyError: 3
katas/tictactoe_winner/tictactoe_winner.py:6
    return {}[len(line)]
""",
    ),
    Mistake(
        "an exception inside the standard library",
        """
import statistics


def is_solved(board):
    return statistics.mean([])
""",
        """
is_solved raised StatisticsError: mean requires at least one data point
katas/tictactoe_winner/tictactoe_winner.py:5
    return statistics.mean([])
""",
    ),
    Mistake(
        "an exception that is no Exception",
        """
def is_solved(board):
    raise KeyboardInterrupt
""",
        """
is_solved raised KeyboardInterrupt
katas/tictactoe_winner/tictactoe_winner.py:2
    raise KeyboardInterrupt
""",
    ),
    Mistake(
        "an exception whose message cannot be read",
        """
class Odd(Exception):
    def __str__(self):
        return 3


def is_solved(board):
    raise Odd
""",
        """
is_solved raised Odd: (its message cannot be read)
katas/tictactoe_winner/tictactoe_winner.py:7
    raise Odd
""",
    ),
    Mistake(
        "an exception with signs that would colour the terminal",
        r"""
def is_solved(board):
    raise LookupError("\x1b[31m")
""",
        r"""
is_solved raised LookupError: \x1b[31m
katas/tictactoe_winner/tictactoe_winner.py:2
    raise LookupError("\x1b[31m")
""",
    ),
    Mistake(
        "an import in a function",
        """
def is_solved(board):
    import nunpy
""",
        """
is_solved raised ModuleNotFoundError: No module named 'nunpy'
katas/tictactoe_winner/tictactoe_winner.py:2
    import nunpy
""",
    ),
    Mistake(
        "a SyntaxError in a text that is evaluated",
        """
def is_solved(board):
    return eval("1 +")
""",
        """
is_solved raised SyntaxError: invalid syntax
katas/tictactoe_winner/tictactoe_winner.py:2
    return eval("1 +")
""",
    ),
    Mistake(
        "a SyntaxError that names a file of somebody else",
        """
import os


def is_solved(board):
    raise SyntaxError("look", (os.__file__, 1, 1, ""))
""",
        """
is_solved raised SyntaxError: look
katas/tictactoe_winner/tictactoe_winner.py:5
    raise SyntaxError("look", (os.__file__, 1, 1, ""))
""",
    ),
    Mistake(
        "an argument too many in the definition",
        """
def is_solved(board, size):
    return -1
""",
        """
is_solved is called with 1 argument, but it takes (board, size)
katas/tictactoe_winner/tictactoe_winner.py:1
    def is_solved(board, size):
""",
    ),
    Mistake(
        "no argument in the definition",
        """
def is_solved():
    return -1
""",
        """
is_solved is called with 1 argument, but it takes ()
katas/tictactoe_winner/tictactoe_winner.py:1
    def is_solved():
""",
    ),
    Mistake(
        "arguments of every kind in the definition",
        """
def is_solved(board, size, strict=True, *, deep, **more):
    return -1
""",
        """
is_solved is called with 1 argument, but it takes (board, size, strict=..., *,
  deep, **more)
katas/tictactoe_winner/tictactoe_winner.py:1
    def is_solved(board, size, strict=True, *, deep, **more):
""",
    ),
    Mistake(
        "a TypeError before the function begins",
        """
import functools


@functools.cache
def is_solved(board):
    return -1
""",
        """
is_solved raised TypeError: unhashable type: 'list'
""",
    ),
    Mistake(
        "endless recursion",
        """
def is_solved(board):
    return is_solved(board)
""",
        """
is_solved raised RecursionError: a function calls itself endlessly
katas/tictactoe_winner/tictactoe_winner.py:2
    return is_solved(board)
""",
    ),
    Mistake(
        "an endless loop",
        """
def is_solved(board):
    while True: board = board
""",
        """
is_solved did not return within 0.5 s; is there an endless loop?
katas/tictactoe_winner/tictactoe_winner.py:2
    while True: board = board
""",
    ),
    Mistake(
        "an endless loop that swallows every exception",
        """
import time


def is_solved(board):
    while True:
        try: time.sleep(60)
        except: pass
""",
        """
is_solved did not return within 0.5 s; is there an endless loop?
katas/tictactoe_winner/tictactoe_winner.py:6
    try: time.sleep(60)
""",
    ),
    Mistake(
        "sys.exit",
        """
import sys


def is_solved(board):
    sys.exit(0)
""",
        """
is_solved called sys.exit(0); return the answer instead
katas/tictactoe_winner/tictactoe_winner.py:5
    sys.exit(0)
""",
    ),
    Mistake(
        "sys.exit with a text",
        """
def is_solved(board):
    raise SystemExit("nobody")
""",
        """
is_solved called sys.exit('nobody'); return the answer instead
katas/tictactoe_winner/tictactoe_winner.py:2
    raise SystemExit("nobody")
""",
    ),
    Mistake(
        "os._exit",
        """
import os


def is_solved(board):
    os._exit(0)
""",
        """
is_solved called os._exit(0); return the answer instead
katas/tictactoe_winner/tictactoe_winner.py:5
    os._exit(0)
""",
    ),
    Mistake(
        "input()",
        """
def is_solved(board):
    return int(input())
""",
        """
is_solved asked for keyboard input; all it needs comes as arguments
katas/tictactoe_winner/tictactoe_winner.py:2
    return int(input())
""",
    ),
    Mistake(
        "breakpoint() without --pdb",
        """
def is_solved(board):
    breakpoint()
    return 0
""",
        """
is_solved asked for the debugger; add --pdb to stop there
katas/tictactoe_winner/tictactoe_winner.py:2
    breakpoint()
""",
    ),
    Mistake(
        "a file that is written",
        """
def is_solved(board):
    open("log.txt", "w")
""",
        """
is_solved tried to write the file 'log.txt'
the code of a kata may not do that
katas/tictactoe_winner/tictactoe_winner.py:2
    open("log.txt", "w")
""",
    ),
    Mistake(
        "a thread",
        """
import threading


def is_solved(board):
    threading.Thread(target=print).start()
""",
        """
is_solved tried to start a thread
the code of a kata may not do that
katas/tictactoe_winner/tictactoe_winner.py:5
    threading.Thread(target=print).start()
""",
    ),
    Mistake(
        "a process",
        """
import subprocess


def is_solved(board):
    subprocess.run(["true"])
""",
        """
is_solved tried to start a process (subprocess.Popen)
the code of a kata may not do that
katas/tictactoe_winner/tictactoe_winner.py:5
    subprocess.run(["true"])
""",
    ),
]

# A call gives a wrong answer.

ANSWERS = [
    Mistake(
        "another number",
        """
def is_solved(board):
    return 0
""",
        """
expected -1 (unfinished), got 0 (draw)
""",
    ),
    Mistake(
        "no return",
        """
def is_solved(board):
    winner = -1
""",
        """
expected -1 (unfinished), got None
is_solved returned None: is there a path without a `return`?
""",
    ),
    Mistake(
        "printed instead of returned",
        """
def is_solved(board):
    print(-1)
""",
        """
expected -1 (unfinished), got None
is_solved printed '-1' and returned None
return the answer instead of printing it
""",
    ),
    Mistake(
        "a long text printed instead of returned",
        """
def is_solved(board):
    print("The winner of this game of tic-tac-toe is: nobody")
    print("Bye!")
""",
        """
expected -1 (unfinished), got None
is_solved printed 'The winner of this game of ...' and returned None
return the answer instead of printing it
""",
    ),
    Mistake(
        "a text for a number",
        """
def is_solved(board):
    return "-1"
""",
        """
expected -1 (unfinished), got '-1'
the answer should be an int; it is a str
""",
    ),
    Mistake(
        "a float for an int",
        """
def is_solved(board):
    return -1.0
""",
        """
expected -1 (unfinished), got -1.0
the answer should be an int; it is a float
""",
    ),
    Mistake(
        "a list around the answer",
        """
def is_solved(board):
    return [-1]
""",
        """
expected -1 (unfinished), got [-1]
the answer should be an int; it is a list
""",
    ),
    Mistake(
        "a function that is not called",
        """
def is_solved(board):
    return owner_of


def owner_of(board):
    return -1
""",
        """
expected -1 (unfinished), got <function owner_of>
the answer should be an int; it is a function
""",
    ),
    Mistake(
        "a generator",
        """
def is_solved(board):
    yield -1
""",
        """
expected -1 (unfinished), got <generator object is_solved>
the answer should be an int; it is a generator
""",
    ),
    Mistake(
        "a coroutine",
        """
async def is_solved(board):
    return -1
""",
        """
expected -1 (unfinished), got <coroutine object is_solved>
the answer should be an int; it is a coroutine
""",
    ),
    Mistake(
        "an object that says that it is equal to everything",
        """
class Anything:
    def __eq__(self, other):
        return True


def is_solved(board):
    return Anything()
""",
        """
expected -1 (unfinished), got <tictactoe_winner.Anything object>
the answer should be an int; it is a tictactoe_winner.Anything
""",
    ),
    Mistake(
        "a number of a package, which is no int",
        """
class int64:
    def __repr__(self):
        return "np.int64(-1)"


int64.__module__ = "numpy"


def is_solved(board):
    return int64()
""",
        """
expected -1 (unfinished), got np.int64(-1)
the answer should be an int; it is a numpy.int64
""",
    ),
    Mistake(
        "a picture of several lines",
        """
class Picture:
    def __repr__(self):
        return "X |\\n  |\\n"


def is_solved(board):
    return Picture()
""",
        """
expected -1 (unfinished), got X | |
the answer should be an int; it is a tictactoe_winner.Picture
""",
    ),
    Mistake(
        "a list that contains itself",
        """
def is_solved(board):
    board.append(board)
    return board * 10
""",
        """
expected -1 (unfinished), got an answer that is too large to show
the answer should be an int; it is a list
""",
    ),
    Mistake(
        "a text without an end",
        """
def is_solved(board):
    return "X" * 10**6
""",
        """
expected -1 (unfinished), got a very long text
the answer should be an int; it is a str
""",
    ),
]

# The file cannot be loaded.

FILES = [
    Mistake(
        "a bracket that is not closed",
        """
def is_solved(board):
    return max(board
""",
        """
SyntaxError: '(' was never closed
katas/tictactoe_winner/tictactoe_winner.py:2
    return max(board
              ^
""",
    ),
    Mistake(
        "a missing colon",
        """
def is_solved(board)
    return -1
""",
        """
SyntaxError: expected ':'
katas/tictactoe_winner/tictactoe_winner.py:1
    def is_solved(board)
                        ^
""",
    ),
    Mistake(
        "a missing indent",
        """
def is_solved(board):
return -1
""",
        """
IndentationError: expected an indented block after function definition on line 1
katas/tictactoe_winner/tictactoe_winner.py:2
    return -1
    ^
""",
    ),
    Mistake(
        "a module that is not there",
        """
import nunpy
""",
        """
ModuleNotFoundError: No module named 'nunpy'
katas/tictactoe_winner/tictactoe_winner.py:1
    import nunpy
""",
    ),
    Mistake(
        "an import from a package that is none",
        """
from .helper import lines
""",
        """
ImportError: attempted relative import with no known parent package
katas/tictactoe_winner/tictactoe_winner.py:1
    from .helper import lines
""",
    ),
    Mistake(
        "a name that is not there",
        """
def is_solved(board):
    return -1


is_solved(BOARD)
""",
        """
loading the file raised NameError: name 'BOARD' is not defined
katas/tictactoe_winner/tictactoe_winner.py:5
    is_solved(BOARD)
""",
    ),
    Mistake(
        "input() outside of the function",
        """
size = input("How many rows? ")
""",
        """
loading the file asked for keyboard input; all it needs comes as arguments
katas/tictactoe_winner/tictactoe_winner.py:1
    size = input("How many rows? ")
""",
    ),
    Mistake(
        "sys.exit outside of the function",
        """
import sys

sys.exit()
""",
        """
loading the file called sys.exit(None); return the answer instead
katas/tictactoe_winner/tictactoe_winner.py:3
    sys.exit()
""",
    ),
    Mistake(
        "os._exit outside of the function",
        """
import os

os._exit(0)
""",
        """
loading the file called os._exit(0); return the answer instead
katas/tictactoe_winner/tictactoe_winner.py:3
    os._exit(0)
""",
    ),
    Mistake(
        "an endless loop outside of the function",
        """
while True: size = 3
""",
        """
loading the file did not return within 0.5 s; is there an endless loop?
katas/tictactoe_winner/tictactoe_winner.py:1
    while True: size = 3
""",
    ),
    Mistake(
        "an unknown encoding",
        """
# -*- coding: utf-9 -*-
""",
        """
loading the file raised SyntaxError: unknown encoding: utf-9
katas/tictactoe_winner/tictactoe_winner.py
""",
    ),
    Mistake(
        "a null byte",
        """
def is_solved(board):
    return "\0"
""",
        r"""
SyntaxError: there is a null byte; save the file as UTF-8
katas/tictactoe_winner/tictactoe_winner.py:2
    return "\x00"
""",
    ),
]


@pytest.fixture(scope="module")
def learner(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose stub of the first kata is written again by every test."""
    return Project(tmp_path_factory.mktemp("learner") / "katas of a learner")


@pytest.fixture(scope="module")
def told(learner: Project) -> Callable[[Mistake], Run]:
    """Write a mistake into the stub and run the kata; each mistake once."""
    runs: dict[str, Run] = {}

    def run(mistake: Mistake) -> Run:
        if mistake.name not in runs:
            learner.write(WINNER, mistake.code.lstrip("\n"))
            options = [SECONDS] if " 0.5 s" in mistake.says else []
            runs[mistake.name] = learner.pytest(FOLDER, *options)
        return runs[mistake.name]

    return run


@pytest.mark.parametrize("mistake", CALLS, ids=str)
def test_a_call_without_an_answer(told: Callable[[Mistake], Run], mistake: Mistake) -> None:
    assert first_failure(told(mistake)) == TITLE + mistake.says.strip("\n") + REST


@pytest.mark.parametrize("mistake", ANSWERS, ids=str)
def test_a_wrong_answer(told: Callable[[Mistake], Run], mistake: Mistake) -> None:
    assert first_failure(told(mistake)) == TITLE + mistake.says.strip("\n") + REST


@pytest.mark.parametrize("mistake", FILES, ids=str)
def test_a_file_that_cannot_be_loaded(told: Callable[[Mistake], Run], mistake: Mistake) -> None:
    assert first_failure(told(mistake)) == mistake.says.strip("\n")


@pytest.mark.parametrize("mistake", CALLS + ANSWERS + FILES, ids=str)
def test_nothing_of_the_harness_is_shown(told: Callable[[Mistake], Run], mistake: Mistake) -> None:
    assert not re.search(r"kata_kit|kata_worker|Traceback|site-packages", told(mistake).text)


@pytest.mark.parametrize("mistake", CALLS + ANSWERS + FILES, ids=str)
def test_every_mistake_makes_the_run_red(told: Callable[[Mistake], Run], mistake: Mistake) -> None:
    assert told(mistake).exit_code == 1


# Of these, some machines cannot have the fault.


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory")
def test_too_much_memory(told: Callable[[Mistake], Run]) -> None:
    mistake = Mistake(
        "too much memory",
        """
def is_solved(board):
    return bytes(10**11)
""",
        """
is_solved needed too much memory; 2 GB are allowed
katas/tictactoe_winner/tictactoe_winner.py:2
    return bytes(10**11)
""",
    )
    assert first_failure(told(mistake)) == TITLE + mistake.says.strip("\n") + REST


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no signals")
def test_a_segmentation_fault(told: Callable[[Mistake], Run]) -> None:
    mistake = Mistake(
        "a segmentation fault",
        """
import signal


def is_solved(board):
    signal.raise_signal(signal.SIGSEGV)
""",
        """
is_solved crashed Python itself (SIGSEGV)
katas/tictactoe_winner/tictactoe_winner.py:5
    signal.raise_signal(signal.SIGSEGV)
""",
    )
    assert first_failure(told(mistake)) == TITLE + mistake.says.strip("\n") + REST


# There is nothing to call.


def test_an_untouched_stub(untouched: Project) -> None:
    run = untouched.pytest(FOLDER)
    assert run.lines[4:-1] == [
        "==================================== katas =====================================",
        "tictactoe_winner  [x....]  not started",
        "next: write is_solved in katas/tictactoe_winner/tictactoe_winner.py",
        "then: pytest katas/tictactoe_winner",
    ]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "def is_sovled(board):\n    return -1\n",
            """
there is no function is_solved; there is is_sovled
katas/tictactoe_winner/tictactoe_winner.py:1
    def is_sovled(board):""",
        ),
        (
            "def winner(board):\n    return -1\n",
            """
there is no function is_solved
katas/tictactoe_winner/tictactoe_winner.py""",
        ),
        (
            "",
            """
there is no function is_solved
katas/tictactoe_winner/tictactoe_winner.py""",
        ),
        (
            "is_solved = -1\n",
            """
there is no function is_solved
katas/tictactoe_winner/tictactoe_winner.py""",
        ),
        (
            "from graphlib import TopologicalSorter as is_solve\n",
            """
there is no function is_solved; there is is_solve
katas/tictactoe_winner/tictactoe_winner.py""",
        ),
    ],
    ids=["another spelling", "another name", "an empty file", "no function", "an import"],
)
def test_a_missing_function(learner: Project, code: str, says: str) -> None:
    learner.write(WINNER, code)
    assert first_failure(learner.pytest(FOLDER)) == "An empty board is unfinished" + says


def test_a_missing_file(project: Project) -> None:
    project.stub(WINNER).unlink()
    assert (
        first_failure(project.pytest(FOLDER))
        == """\
katas/tictactoe_winner/tictactoe_winner.py is missing
bring it back:
  git checkout katas/tictactoe_winner/tictactoe_winner.py"""
    )


def test_a_missing_file_of_a_submission(project: Project) -> None:
    (project.root / "ann").mkdir()
    (project.root / "ann" / "tictactoe_coordinates.py").touch()
    run = project.pytest("--submission=ann", FOLDER)
    assert first_failure(run) == "ann/tictactoe_winner.py is missing"


def test_a_folder_in_the_place_of_the_file(project: Project) -> None:
    project.stub(WINNER).unlink()
    project.stub(WINNER).mkdir()
    assert (
        first_failure(project.pytest(FOLDER))
        == """\
katas/tictactoe_winner/tictactoe_winner.py is a folder; a file is expected
bring it back:
  git checkout katas/tictactoe_winner/tictactoe_winner.py"""
    )


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file"
)
def test_a_file_that_may_not_be_read(project: Project) -> None:
    stub = project.stub(WINNER)
    stub.chmod(0)
    assert first_failure(project.pytest(FOLDER)) == (
        f"loading the file raised PermissionError: [Errno 13] Permission denied: '{stub}'\n"
        "katas/tictactoe_winner/tictactoe_winner.py"
    )


# Files that other editors write.

WRONG = "def is_solved(board):\n    return 'ü'[len(board)]\n"
WHERE = """\
is_solved raised IndexError: string index out of range
katas/tictactoe_winner/tictactoe_winner.py:2
    return 'ü'[len(board)]"""


@pytest.mark.parametrize(
    "data",
    [
        WRONG.encode(),
        WRONG.encode("utf-8-sig"),
        WRONG.replace("\n", "\r\n").encode(),
        WRONG.replace("\n", "\r").encode(),
    ],
    ids=["UTF-8", "with a byte order mark", "with CR LF", "with CR"],
)
def test_a_file_of_another_editor(learner: Project, data: bytes) -> None:
    learner.stub(WINNER).write_bytes(data)
    assert first_failure(learner.pytest(FOLDER)) == TITLE + WHERE + REST


def test_a_file_that_names_its_encoding(learner: Project) -> None:
    code = "# coding: latin-1\n" + WRONG
    learner.stub(WINNER).write_bytes(code.encode("latin-1"))
    says = WHERE.replace(".py:2", ".py:3")
    assert first_failure(learner.pytest(FOLDER)) == TITLE + says + REST


def test_a_file_in_another_encoding(learner: Project) -> None:
    learner.stub(WINNER).write_bytes(WRONG.encode("utf-16"))
    assert (
        first_failure(learner.pytest(FOLDER))
        == """\
SyntaxError: there is a null byte; save the file as UTF-8
katas/tictactoe_winner/tictactoe_winner.py:1"""
    )


def test_a_project_in_a_folder_of_any_name(tmp_path: Path) -> None:
    project = Project(tmp_path / "Übung (neu), 2. Teil's")
    project.write(WINNER, "def is_solved(board):\n    while True: board = board\n")
    assert (
        first_failure(project.pytest(FOLDER, SECONDS))
        == TITLE
        + """\
is_solved did not return within 0.5 s; is there an endless loop?
katas/tictactoe_winner/tictactoe_winner.py:2
    while True: board = board"""
        + REST
    )


# A module beside the stub.


def test_an_exception_in_a_module_beside_the_stub(project: Project) -> None:
    stub = project.write(WINNER, "from lines import lines as is_solved\n")
    stub.with_name("lines.py").write_text("def lines(board):\n    return board[7]\n")
    says = """\
is_solved raised IndexError: list index out of range
katas/tictactoe_winner/lines.py:2
    return board[7]"""
    assert first_failure(project.pytest(FOLDER)) == TITLE + says + REST


def test_a_syntax_error_in_a_module_beside_the_stub(project: Project) -> None:
    stub = project.write(WINNER, "from lines import lines as is_solved\n")
    stub.with_name("lines.py").write_text("def lines(board)\n    return board[7]\n")
    assert (
        first_failure(project.pytest(FOLDER))
        == """\
SyntaxError: expected ':'
katas/tictactoe_winner/lines.py:1
    def lines(board)
                    ^"""
    )


# What else a message says.


def test_true_for_one(project: Project) -> None:
    project.solve_but(
        WINNER,
        "is_solved",
        "def is_solved(board):\n    answer = right(board)\n    return answer == 1 or answer\n",
    )
    assert (
        first_failure(project.pytest(FOLDER))
        == """\
The top row of X wins
expected 1 (X wins), got True
the answer should be an int; it is a bool

    [X][X][X]
     .  O  O
     .  .  .

is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
why: A full row wins, whatever is on the rest of the board.
from: Codewars, "Tic-Tac-Toe Checker", sample test; Juanjo Salvador, "El reto de
     calcular el ganador en 3 en raya" works the line 1, 1, 1"""
    )


def test_what_was_printed_before_a_wrong_answer_is_shown(learner: Project) -> None:
    learner.write(
        WINNER,
        "def is_solved(board):\n    for row in board:\n        print(row)\n    return 0\n",
    )
    says = "expected -1 (unfinished), got 0 (draw)"
    printed = "\nprinted:\n    [0, 0, 0]\n    [0, 0, 0]\n    [0, 0, 0]"
    assert first_failure(learner.pytest(FOLDER)) == TITLE + says + REST + printed


def test_what_was_printed_before_an_endless_loop_is_shown(learner: Project) -> None:
    learner.write(
        WINNER, "def is_solved(board):\n    print('begins')\n    while True: board = board\n"
    )
    run = learner.pytest(FOLDER, SECONDS)
    assert first_failure(run).endswith(f"{REST}\nprinted:\n    begins")


def test_of_much_that_was_printed_the_first_ten_lines_are_shown(learner: Project) -> None:
    learner.write(WINNER, "def is_solved(board):\n    for n in range(15): print(n)\n    return 0\n")
    lines = [*map(str, range(10)), "... (5 more lines; -s shows them)"]
    printed = "\n    ".join(["\nprinted:", *lines])
    assert first_failure(learner.pytest(FOLDER)).endswith(REST + printed)


def test_of_a_long_printed_line_the_first_eighty_columns_are_shown(learner: Project) -> None:
    learner.write(WINNER, "def is_solved(board):\n    print('X' * 200)\n    return 0\n")
    printed = f"\nprinted:\n    {'X' * 73}..."
    assert first_failure(learner.pytest(FOLDER)).endswith(REST + printed)


def test_a_changed_board(project: Project) -> None:
    project.solve_but(
        WINNER,
        "is_solved",
        """
def is_solved(board):
    answer = right(board)
    if isinstance(board[0], list):
        board[0][0] = 7
    return answer
""",
    )
    assert (
        first_failure(project.pytest(FOLDER))
        == """\
An unfinished board is left alone
is_solved changed what it was given; work on a copy instead
before: [[1, 0, 2], [0, 1, 0], [0, 0, 0]]
after:  [[7, 0, 2], [0, 1, 0], [0, 0, 0]]

is_solved([[1, 0, 2], [0, 1, 0], [0, 0, 0]])
why: Whoever calls is_solved goes on playing on the board."""
    )


def test_one_call_of_many(project: Project) -> None:
    project.solve_but(
        WINNER,
        "is_solved",
        """
def is_solved(board):
    return 0 if board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]] else right(board)
""",
    )
    assert (
        first_failure(project.pytest(FOLDER))
        == """\
All 5,478 boards that play can reach, against a slow oracle
expected -1 (unfinished), got 0 (draw)
1 of 5,478 calls is wrong; this is the first

     .  X  .
     .  .  .
     .  .  .

is_solved([[0, 1, 0], [0, 0, 0], [0, 0, 0]])"""
    )


def test_one_call_of_many_that_does_not_return(project: Project) -> None:
    project.solve_but(
        WINNER,
        "is_solved",
        """
def is_solved(board):
    while board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]: answer = 0
    return right(board)
""",
    )
    line = (
        project.stub(WINNER)
        .read_text(encoding="utf-8")
        .splitlines()
        .index("    while board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]: answer = 0")
    )
    assert (
        first_failure(project.pytest(FOLDER, SECONDS))
        == f"""\
All 5,478 boards that play can reach, against a slow oracle
is_solved did not return within 0.5 s; is there an endless loop?
katas/tictactoe_winner/tictactoe_winner.py:{line + 1}
    while board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]: answer = 0
1 of the first 3 calls is wrong, of 5,478; this is the first

     .  X  .
     .  .  .
     .  .  .

is_solved([[0, 1, 0], [0, 0, 0], [0, 0, 0]])"""
    )


def test_a_wrong_first_board_stands_beside_the_right_one(project: Project) -> None:
    project.solve_but(REVERSI, "new_board", "def new_board():\n    return [right()[3]] * 8\n")
    assert (
        first_failure(project.pytest("katas/reversi_flips"))
        == """\
The board at the beginning of a game
new_board gave another answer than expected

    as it should be:        as it came:
      0 1 2 3 4 5 6 7         0 1 2 3 4 5 6 7
    0 . . . . . . . .       0 . . . X O . . .
    1 . . . . . . . .       1 . . . X O . . .
    2 . . . . . . . .       2 . . . X O . . .
    3 . . . X O . . .       3 . . . X O . . .
    4 . . . O X . . .       4 . . . X O . . .
    5 . . . . . . . .       5 . . . X O . . .
    6 . . . . . . . .       6 . . . X O . . .
    7 . . . . . . . .       7 . . . X O . . .

new_board()"""
    )


def test_what_is_no_cell_of_a_first_board_has_a_legend(project: Project) -> None:
    project.solve_but(REVERSI, "new_board", "def new_board():\n    return [['.'] * 8] * 8\n")
    assert "    ?  neither 'X' nor 'O' nor ' '" in project.pytest("katas/reversi_flips").lines


def test_a_first_board_of_texts_is_quoted(project: Project) -> None:
    project.solve_but(REVERSI, "new_board", "def new_board():\n    return ['        '] * 8\n")
    text = project.pytest("katas/reversi_flips").text
    assert "\ngot:      ['        ', " in text
    assert "as it came" not in text


def test_a_call_with_a_reversi_board_shows_its_rows(project: Project) -> None:
    project.solve_but(
        REVERSI, "flips", "def flips(*move):\n    return right(*move) if move[2] else set()\n"
    )
    text = project.pytest("katas/reversi_flips").text
    call = text[text.index("\nflips(") + 1 : text.index("\nwhy: ")]
    found = eval(call, {"flips": lambda *move: move})
    assert (len(found), len(found[0]), {len(row) for row in found[0]}) == (4, 8, {8})
    assert call.count("\n") == 2


def test_the_order_of_coordinates_has_a_legend(project: Project) -> None:
    project.solve_but(
        COORDINATES,
        "has_winning_position",
        "def has_winning_position(n, coordinates):\n    return False\n",
    )
    assert (
        first_failure(project.pytest(f"katas/{COORDINATES}"))
        .partition("why: ")[0]
        .endswith(
            """
    The numbers are the order in which the cells come.
    [ ]: the line that is covered first

has_winning_position(3, [(0, 0), (0, 2), (1, 1), (2, 2)])
"""
        )
    )


def test_brackets_of_a_best_move_have_a_legend(project: Project) -> None:
    project.solve_but(NEGAMAX, "best_move", "def best_move(player, opponent):\n    return 8\n")
    text = first_failure(project.pytest(f"katas/{NEGAMAX}"))
    assert "    [ ]: a best move\n" in text


def test_one_sides_discs_are_drawn_without_an_opponent(project: Project) -> None:
    project.solve_but(NEGAMAX, "has_won", "def has_won(discs):\n    return discs == 1\n")
    text = first_failure(project.pytest(f"katas/{NEGAMAX}"))
    assert "X, the discs  0b" in text
    assert "opponent" not in text


def first_failure(run: Run) -> str:
    """The first failure as the run shows it, without the head of its stage."""
    head = re.search(r"^=+ \w+: .+ =+\n", run.text, re.MULTILINE)
    assert head, run.text
    lines = run.text[head.end() :].splitlines()
    shown = takewhile(lambda line: not re.match("these fail, too:|===", line), lines)
    return "\n".join(shown).rstrip("\n")
