"""What a learner reads about each kind of mistake, word for word; most stand in `messages.txt`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import messages
from kata_kit.asked import CallFailed
from kata_kit.fixture import Kata
from kata_kit.incoming import Trouble
from kata_kit.katas import BY_NAME
from kata_kit.process import Limits
from kata_kit.record import GREEN
from kata_kit.told import Teller
from kata_kit.under_test import UnderTest
from kata_tables.arguments import Call
from repository.project import Project
from repository.screen import WINNER, Learner, too_long
from repository.tables import rows

COORDINATES = "tictactoe_coordinates"
NEGAMAX = "tictactoe_negamax"
REVERSI = "reversi_flips"
BITBOARDS = "reversi_bitboards"
STUB = f"katas/{WINNER}/{WINNER}.py"
# Short, because some of the code never ends.
SECONDS = 0.5

# A message about a call stands between the title of the first case ...
TITLE = "An empty board is unfinished\n"
# ... and its board, the call to paste, and why the case exists.
REST = """

     .  .  .
     .  .  .
     .  .  .

is_solved([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
why: Three empty cells are alike, but they belong to nobody."""

# ... which is not said where the answer is of another kind.
ANOTHER_KIND = re.compile("the answer should be|returned None")

# Some machines cannot have these faults.
ONLY_ON = {
    "too much memory": ("only Linux limits the memory", sys.platform == "linux"),
    "a segmentation fault": ("Windows knows no signals", sys.platform != "win32"),
}


@dataclass(frozen=True)
class Mistake:
    """What somebody writes into the stub, and what the first failure is."""

    name: str
    code: str
    told: str


def _mistakes() -> Iterator[object]:
    """The mistakes of `messages.txt`, as parameters."""
    text = Path(__file__).with_name("messages.txt").read_text(encoding="utf-8")
    for section in text.split("\n== ")[1:]:
        heading, *paragraphs = section.strip("\n").split("\n\n")
        for name, *lines in (paragraph.split("\n") for paragraph in paragraphs):
            code = dedent("\n".join(line for line in lines if line.startswith("    "))) + "\n"
            said = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
            told = "\n".join(_place(code, line) for line in said)
            says, separator, printed = told.partition("\nprinted:\n")
            if heading.startswith("a call"):
                rest = REST.rpartition("\nwhy: ")[0] if ANOTHER_KIND.search(says) else REST
                told = TITLE + says + rest + separator + printed
            elif heading == "there is nothing to call":
                told = TITLE + says
            reason, possible = ONLY_ON.get(name, ("", True))
            marks = pytest.mark.skipif(not possible, reason=reason)
            yield pytest.param(Mistake(name, code, told), id=name, marks=marks)


def _place(code: str, told: str) -> str:
    """A line as it is told: a number with a colon is a place in the code."""
    if not re.fullmatch(r":\d+", told):
        return told
    return f"{STUB}{told}\n    {code.splitlines()[int(told[1:]) - 1].strip()}"


@pytest.mark.parametrize("mistake", [*_mistakes()])
def test_the_first_failure_tells_the_mistake(learner: Learner, mistake: Mistake) -> None:
    learner.write(mistake.code)
    screen = learner.screen(seconds=SECONDS if " 0.5 s" in mistake.told else 5, short=True)
    assert screen.first_failure == mistake.told
    assert screen.records[0].state != GREEN
    assert not re.search(r"kata_kit|kata_worker|Traceback|site-packages", screen.text)
    assert too_long(screen.text) == []


def test_the_screen_is_that_of_a_run(learner: Learner, project: Project) -> None:
    # Wrong in several ways, and it prints: the run of pytest shows what is made here.
    code = "def is_solved(board):\n    print(len(board))\n    return sum(map(sum, board)) % 3\n"
    learner.write(code)
    project.write(WINNER, code)
    run = project.pytest(f"katas/{WINNER}")
    assert (run.exit_code, learner.screen().text in run.text) == (1, True)


def test_an_import_that_is_not_offered_names_those_that_are(learner: Learner) -> None:
    learner.write("import tictactoe_winner\n", "tictactoe_game")
    assert learner.screen("tictactoe_game", short=True).first_failure.splitlines()[3:] == [
        "this kata may build on the references of earlier katas:",
        "  from solutions.tictactoe_winner import ...",
        "  from solutions.tictactoe_negamax import ...",
        "  from solutions.tictactoe_player import ...",
    ]


def test_what_is_printed_has_the_case_above_it_but_not_in_a_sweep(
    learner: Learner, capsys: pytest.CaptureFixture[str]
) -> None:
    file = learner.write("def is_solved(board):\n    print(len(board))\n    return -1\n")
    code = UnderTest(file, BY_NAME[WINNER], Limits())
    one, many = Kata(WINNER, code, "A case"), Kata(WINNER, code, "A sweep")
    for _ in range(2):
        one.is_solved([[0]])
    many.is_solved.each([([[0]],)] * 20)
    assert capsys.readouterr().out == "\nA case, printed:\n1\n1\n"
    code.close()


def test_a_number_that_is_too_large_is_still_an_int(learner: Learner) -> None:
    learner.write("def is_solved(board):\n    return 10 ** 5000\n")
    told = learner.screen(short=True).first_failure
    assert "expected -1 (unfinished), got a very large int\n" in told
    assert "the answer should be" not in told


def test_a_missing_file(learner: Learner) -> None:
    assert learner.screen().first_failure == (
        f"{STUB} is missing\nbring it back:\n  git checkout {STUB}"
    )


def test_a_missing_file_of_a_submission(learner: Learner) -> None:
    file = "ann/tictactoe_winner.py"
    assert learner.screen(label=file).first_failure == f"{file} is missing"


def test_a_folder_in_the_place_of_the_file(learner: Learner) -> None:
    learner.stub().mkdir()
    assert learner.screen().first_failure == (
        f"{STUB} is a folder; a file is expected\nbring it back:\n  git checkout {STUB}"
    )


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read every file"
)
def test_a_file_that_may_not_be_read(learner: Learner) -> None:
    stub = learner.write("")
    stub.chmod(0)
    assert learner.screen().first_failure == (
        f"loading the file raised PermissionError: [Errno 13] Permission denied: '{stub}'\n{STUB}"
    )


# Files that other editors write.

UMLAUT = "def is_solved(board):\n    return 'ü'[len(board)]\n"
WHERE = (
    f"is_solved raised IndexError: string index out of range\n{STUB}:2\n"
    "    return 'ü'[len(board)]\nexpected -1 (unfinished)"
)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (UMLAUT.encode(), WHERE),
        (UMLAUT.encode("utf-8-sig"), WHERE),
        (UMLAUT.replace("\n", "\r\n").encode(), WHERE),
        (UMLAUT.replace("\n", "\r").encode(), WHERE),
        (("# coding: latin-1\n" + UMLAUT).encode("latin-1"), WHERE.replace(".py:2", ".py:3")),
    ],
    ids=["UTF-8", "with a byte order mark", "with CR LF", "with CR", "that names its encoding"],
)
def test_a_file_of_another_editor(learner: Learner, data: bytes, told: str) -> None:
    learner.write(data)
    assert learner.screen(short=True).first_failure == TITLE + told + REST


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'def is_solved(board):\n    return "\0"\n', r':2\n    return "\x00"'),
        (UMLAUT.encode("utf-16"), ":1"),
    ],
    ids=["in a text", "because of UTF-16"],
)
def test_a_null_byte(learner: Learner, data: bytes, place: str) -> None:
    learner.write(data)
    told = "SyntaxError: there is a null byte; save the file as UTF-8\n" + STUB
    assert learner.screen().first_failure == told + place.replace(r"\n", "\n")


def test_a_project_in_a_folder_of_any_name(tmp_path: Path) -> None:
    learner = Learner(tmp_path / "Übung (neu), 2. Teil's")
    learner.write("def is_solved(board):\n    while True: board = board\n")
    told = "is_solved did not return within 0.5 s; is there an endless loop?"
    place = f"\n{STUB}:2\n    while True: board = board"
    screen = learner.screen(seconds=SECONDS, short=True)
    assert screen.first_failure == TITLE + told + place + REST


# A module beside the stub.


@pytest.mark.parametrize(
    ("colon", "told"),
    [
        (
            ":",
            TITLE + "is_solved raised IndexError: list index out of range\n{}:2\n"
            "    return board[7]\nexpected -1 (unfinished)" + REST,
        ),
        ("", "SyntaxError: expected ':'\n{}:1\n    def lines(board)\n                    ^"),
    ],
    ids=["that raises", "that cannot be loaded"],
)
def test_a_module_beside_the_stub(learner: Learner, colon: str, told: str) -> None:
    stub = learner.write("from lines import lines as is_solved\n")
    beside = stub.with_name("lines.py")
    beside.write_text(f"def lines(board){colon}\n    return board[7]\n")
    told = told.format(f"katas/{WINNER}/lines.py")
    assert learner.screen(short=True).first_failure == told


# Wrong in a later row.

RIGHT_BUT = [
    (
        "is_solved",
        """
def is_solved(board):
    answer = right(board)
    return answer == 1 or answer
""",
        """
The top row of X wins
expected 1 (X wins), got True
the answer should be an int; it is a bool

    [X][X][X]
     .  O  O
     .  .  .

is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
from: Codewars, "Tic-Tac-Toe Checker", sample test; Juanjo Salvador, "El reto de
     calcular el ganador en 3 en raya" works the line 1, 1, 1
""",
    ),
    (
        "is_solved",
        """
def is_solved(board):
    answer = right(board)
    if isinstance(board[0], list):
        board[0][0] = 7
    return answer
""",
        """
An unfinished board is left alone
is_solved changed what it was given; work on a copy instead
before: [[1, 0, 2], [0, 1, 0], [0, 0, 0]]
after:  [[7, 0, 2], [0, 1, 0], [0, 0, 0]]

is_solved([[1, 0, 2], [0, 1, 0], [0, 0, 0]])
why: Whoever calls is_solved goes on playing on the board.
""",
    ),
    (
        "is_solved",
        """
def is_solved(board):
    return 0 if board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]] else right(board)
""",
        """
All 5,478 boards that play can reach, against a slow oracle
expected -1 (unfinished), got 0 (draw)
1 of 5,478 calls is wrong; this is the first

     .  X  .
     .  .  .
     .  .  .

is_solved([[0, 1, 0], [0, 0, 0], [0, 0, 0]])
""",
    ),
    (
        "is_solved",
        """
def is_solved(board):
    while board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]: answer = 0
    return right(board)
""",
        f"""
All 5,478 boards that play can reach, against a slow oracle
is_solved did not return within 0.5 s; is there an endless loop?
{STUB}:LINE
    while board == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]: answer = 0
1 of the first 3 calls is wrong, of 5,478; this is the first

     .  X  .
     .  .  .
     .  .  .

is_solved([[0, 1, 0], [0, 0, 0], [0, 0, 0]])
""",
    ),
    (
        "new_board",
        """
def new_board():
    return [right()[3]] * 8
""",
        """
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

new_board()
""",
    ),
]


@pytest.mark.parametrize(
    ("function", "changed", "told"),
    RIGHT_BUT,
    ids=[
        "True for 1",
        "a changed board",
        "one of many",
        "endless for one of many",
        "a first board",
    ],
)
def test_the_first_row_that_is_wrong(
    learner: Learner, function: str, changed: str, told: str
) -> None:
    kata = WINNER if function == "is_solved" else REVERSI
    stub = learner.solve_but(function, changed, kata)
    loop = next(
        (n for n, line in enumerate(stub.read_text("utf-8").split("\n"), 1) if "while b" in line), 0
    )
    screen = learner.screen(kata, seconds=SECONDS if loop else 5, short=True)
    assert screen.first_failure == told.strip("\n").replace("LINE", str(loop))


@pytest.mark.parametrize(
    ("kata", "function", "changed", "told", "untold"),
    [
        (
            REVERSI,
            "new_board",
            "return [['.'] * 8] * 8",
            "\n    ?  neither 'X' nor 'O' nor ' '\n",
            "!",
        ),
        (
            REVERSI,
            "new_board",
            "return ['        '] * 8",
            "\ngot:      ['        ', ",
            "as it came",
        ),
        (
            COORDINATES,
            "has_winning_position",
            "return False",
            "\n    The numbers are the order in which the cells come.\n"
            "    [ ]: the line that is covered first\n\n"
            "has_winning_position(3, [(0, 0), (0, 2), (1, 1), (2, 2)])\n",
            "!",
        ),
        (NEGAMAX, "best_move", "return 8", "    [ ]: a best move\n", "!"),
        (NEGAMAX, "has_won", "return _[0] == 1", "   X, the discs  0b", "opponent"),
        (
            REVERSI,
            "play",
            "try: return right(*_)\n    except ValueError: return [['O'] * 8, *_[0][1:]]",
            "\n    0 ! ! ! ! ! ! ! !\n",
            "characters more",
        ),
        (
            BITBOARDS,
            "play",
            "return right(*_)[::-1]",
            "\nexpected (0x800000000, 0x1018100000), got (0x1018100000, 0x800000000)\n",
            "play(688",
        ),
    ],
    ids=[
        *("a wrong cell", "a board of texts", "the order of moves", "brackets", "one side"),
        *("a board in place of an error", "hexadecimal numbers"),
    ],
)
def test_a_board_is_explained(
    learner: Learner, kata: str, function: str, changed: str, told: str, untold: str
) -> None:
    learner.solve_but(function, f"def {function}(*_):\n    {changed}\n", kata)
    failure = learner.screen(kata, short=True).first_failure
    assert (told in failure, untold in failure) == (True, False)


def test_a_call_with_a_reversi_board_shows_its_rows(learner: Learner) -> None:
    changed = "def flips(*move):\n    return right(*move) if move[2] else set()\n"
    learner.solve_but("flips", changed, REVERSI)
    text = learner.screen(REVERSI, short=True).text
    call = text[text.index("\nflips(") + 1 : text.index("\nwhy: ")]
    found = eval(call, {"flips": lambda *move: move})
    assert (len(found), len(found[0]), {len(row) for row in found[0]}) == (4, 8, {8})
    assert call.count("\n") == 2


MORE_TIME = "more time for each call: --kata-timeout=20"
LESS_WORK = 'less work: the stage "cost" of the statement says how much is enough'


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"busy": True, "done": 7}, []),
        ({"recursed": True}, []),
        (
            {"busy": True, "recursed": True},
            ["slow or endless? it had called itself", MORE_TIME],
        ),
        (
            {"busy": True, "recursed": True, "done": 7},
            ["slow or endless? it had called itself, and 7 calls before it came back", MORE_TIME],
        ),
    ],
    ids=["a loop", "one that waits", "a recursion", "a recursion after others"],
)
def test_slow_is_told_from_endless(facts: dict[str, Any], told: list[str]) -> None:
    trouble = Trouble("timeout", message="5", **facts)
    assert messages.slowness(trouble) == told
    assert messages.slowness(trouble, costs=True)[len(told) :] == [LESS_WORK] * bool(told)
    headline = messages.headline(trouble, "perft", "perft.py", 2**31)
    assert ("endless loop" in headline) == (not told)


@pytest.mark.parametrize(("kata", "is_told"), [(NEGAMAX, True), ("tictactoe_player", False)])
def test_less_work_is_advised_where_a_stage_is_about_it(kata: str, is_told: bool) -> None:
    code: Any = SimpleNamespace(mismatch=None, printed="")
    slow = CallFailed(Call("f"), Trouble("timeout", message="5", busy=True, recursed=True))
    told = Teller(next(rows(BY_NAME[kata])).item, code, "f.py", 2**31).tell(slow)
    assert told is not None
    assert (LESS_WORK in told[1]) == is_told


# A mistake that shows itself only after other calls.

ALONE = "asked alone it answers rightly: what comes depends on the calls before"


@pytest.mark.parametrize(
    ("changed", "told", "is_told"),
    [
        ("seen.append(1); return right(board) if len(seen) < 3 else 7", "expected 1 (X wins)", 1),
        ("seen.append(1); return right(board) if len(seen) < 3 else board[7]", "IndexError", 1),
        ("seen.append(1); return 7 if len(seen) < 2 else right(board)", "got 7", 0),
        ("return right(board) if 1 not in board[0] else 7", "got 7", 0),
    ],
    ids=["another answer", "an exception", "the first call", "any call"],
)
def test_what_depends_on_the_calls_before_is_told(
    learner: Learner, changed: str, told: str, is_told: int
) -> None:
    learner.solve_but("is_solved", f"seen = []\ndef is_solved(board):\n    {changed}")
    shown = learner.screen(short=True).first_failure
    assert told in shown
    assert shown.count(ALONE) == is_told
    assert ("\nwhy: " in shown) == (not is_told)


def test_the_line_that_was_expected_is_told_where_a_session_raises(learner: Learner) -> None:
    learner.write("def main(*_):\n    raise KeyError(3)\n", "tictactoe_game")
    lines = learner.screen("tictactoe_game", short=True).first_failure.splitlines()
    assert lines[1] == "main raised KeyError: 3"
    assert lines[4] == 'expected "Who starts (0 you, 1 the computer)?"'


def test_what_was_expected_is_told_where_one_call_of_many_raises(learner: Learner) -> None:
    wrong = "board[7] if sum(map(sum, board)) == 1 else right(board)"
    learner.solve_but("is_solved", f"def is_solved(board):\n    return {wrong}")
    shown = learner.screen(short=True).first_failure
    assert "is_solved raised IndexError: list index out of range\n" in shown
    assert "\nexpected -1 (unfinished)\n9 of 5,478 calls are wrong" in shown
