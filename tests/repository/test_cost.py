"""The stages about cost: each bound is between solutions that are right and solutions that waste.

`cost_controls/<kata>/right_*.py` and `wrong_*.py` are solutions as learners write them, each with
the functions that it is about. All give right answers; the wrong ones take too much for them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest
from kata_kit import cells_off_the_diagonals, misconceptions
from kata_kit.fixture import CallFailed, Kata
from kata_kit.katas import BY_NAME, PATH
from repository.project import ROOT, Project, Run
from repository.tables import Row, rows, under_test

STAGES = ("cost", "memory")
CONTROLS = ROOT / "tests" / "repository" / "cost_controls"
WINNER = "tictactoe_winner"
NEGAMAX = "tictactoe_negamax"
COORDINATES = "tictactoe_coordinates"

# For each kata small questions to functions that there are controls for, and the answers.
LATE = (0b110_000_000, 0b000_110_000)  # The player can complete a row.
START = (0x0000_0010_0800_0000, 0x0000_0008_1000_0000)
SMALL: dict[str, dict[str, tuple[tuple[object, ...], object]]] = {
    WINNER: {"is_solved": (([[1, 2, 2], [0, 1, 0], [0, 0, 1]],), 1)},
    COORDINATES: {"has_winning_position": ((3, [(0, 0), (0, 2), (1, 1), (2, 2)]), True)},
    NEGAMAX: {"negamax": (LATE, 1)},
    "tictactoe_perft": {
        "perft": ((*LATE, 3), 39),
        "statistics": ((*LATE, 2), (17, 1, 3, 0)),
    },
    "reversi_bitboards": {"perft": ((*START, 4), 244)},
}


def controls(kind: str) -> list[object]:
    """The controls whose names begin so."""
    found = sorted(CONTROLS.glob(f"*/{kind}_*.py"))
    return [pytest.param(path, id=f"{path.parent.name}-{path.stem}") for path in found]


@cache
def verdicts(path: Path) -> dict[str, bool]:
    """The rows about cost that are about functions of a control, and whether they hold."""
    kata = BY_NAME[path.parent.name]
    found = {}
    for row in rows(kata):
        if row.stage in STAGES:
            try:
                found[row.name] = holds(row, Kata(kata.name, under_test(path)))
            except CallFailed as failed:
                if failed.trouble.kind != "no function":  # Any other trouble is no verdict.
                    raise
    return found


def holds(row: Row, kata: Kata) -> bool:
    """Whether a row holds; other than `Row.holds` it lets troubles pass."""
    try:
        row.test(kata)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("path", controls("right"))
def test_a_right_control_is_within_every_bound(path: Path) -> None:
    assert set(verdicts(path).values()) == {True}


@pytest.mark.parametrize("path", controls("wrong"))
def test_a_wrong_control_is_over_a_bound(path: Path) -> None:
    assert False in verdicts(path).values()


@pytest.mark.parametrize("path", controls("right") + controls("wrong"))
def test_a_control_gives_the_right_answer(path: Path) -> None:
    functions = vars(misconceptions.load(path))
    small = SMALL[path.parent.name]
    asked = [name for name in small if name in functions]
    assert asked
    for name in asked:
        arguments, answer = small[name]
        assert functions[name](*arguments) == answer


def test_every_stage_about_cost_has_controls_of_both_kinds() -> None:
    katas = {kata.name for kata in PATH if any(row.stage in STAGES for row in rows(kata))}
    for kind in ("right", "wrong"):
        assert {path.parent.name for path in CONTROLS.glob(f"*/{kind}_*.py")} == katas


@pytest.mark.parametrize(
    "row",
    [
        pytest.param((kata.name, row), id=f"{kata.name}-{row.name}")
        for kata in PATH
        for row in rows(kata)
        if row.stage in STAGES
    ],
)
def test_every_bound_has_a_wrong_control_over_it(row: tuple[str, Row]) -> None:
    kata, bound = row
    wrong = sorted((CONTROLS / kata).glob("wrong_*.py"))
    assert any(verdicts(path).get(bound.name) is False for path in wrong)


# What a learner reads.

SIXTY_LINES_FOR_EACH_CELL = """\
def is_solved(board):
    for row in board:
        for cell in row:
            for number in range(30):
                cell = cell
    return -1
"""


@dataclass(frozen=True)
class Waste:
    """Code that takes too much, the test that sees it, and what the test says."""

    name: str
    kata: str
    test: str
    code: str
    says: str

    def __str__(self) -> str:
        return self.name


def code_of(control: str) -> str:
    """The code of a control."""
    return (CONTROLS / f"{control}.py").read_text(encoding="utf-8")


WASTE = [
    Waste(
        "steps that grow too fast",
        WINNER,
        "test_work_on_large_boards",
        code_of(f"{WINNER}/wrong_counts_the_row_for_each_cell"),
        """
Boards of 16, 32 and 64 rows
is_solved works too much on large boards
steps grow as n^2.8; allowed: n^2.3
steps for a cell: 70.1; allowed: 60
steps: lines of your code, each as often as it runs, and cells that are read

     n     steps   for a cell
    16     5,788         22.6
    32    39,212         38.3
    64   287,308         70.1

is_solved([[2] + [1] * 62 + [2]] + [[1] * 63 + [2]] * 62 + [[2] * 63 + [1]])
why: There are n * n cells, and it is enough to look at each of them a few
     times: for its row, its column, its diagonal, and for the check of the
     board.""",
    ),
    Waste(
        "steps that were not counted to their end",
        WINNER,
        "test_work_on_large_boards",
        code_of(f"{WINNER}/wrong_lines_through_each_cell"),
        """
Boards of 16, 32 and 64 rows
is_solved works too much on large boards
steps grow faster than n^2.8; allowed: n^2.3
steps for a cell: more than 120.0; allowed: 60
steps: lines of your code, each as often as it runs, and cells that are read

     n               steps        for a cell
    16              17,309              67.6
    32   more than 122,880   more than 120.0

is_solved([[1] * 31 + [2]] * 31 + [[2] * 31 + [0]])
why: There are n * n cells, and it is enough to look at each of them a few
     times: for its row, its column, its diagonal, and for the check of the
     board.""",
    ),
    Waste(
        "too many steps for each cell",
        WINNER,
        "test_work_on_large_boards",
        SIXTY_LINES_FOR_EACH_CELL,
        """
Boards of 16, 32 and 64 rows
is_solved works too much on large boards
steps for a cell: 63.0; allowed: 60
steps: lines of your code, each as often as it runs, and cells that are read

     n     steps   for a cell
    16    16,162         63.1
    32    64,578         63.1
    64   258,178         63.0

is_solved([[1] * 63 + [2]] * 63 + [[2] * 63 + [0]])
why: There are n * n cells, and it is enough to look at each of them a few
     times: for its row, its column, its diagonal, and for the check of the
     board.""",
    ),
    Waste(
        "an endless loop, which is too much on the smallest board",
        WINNER,
        "test_work_on_large_boards",
        "def is_solved(board):\n    while True:\n        pass\n",
        """
Boards of 16, 32 and 64 rows
is_solved works too much on large boards
steps for a cell: more than 120.0; allowed: 60
steps: lines of your code, each as often as it runs, and cells that are read

     n              steps        for a cell
    16   more than 30,720   more than 120.0

is_solved([[1] * 15 + [2]] * 15 + [[2] * 15 + [0]])
why: There are n * n cells, and it is enough to look at each of them a few
     times: for its row, its column, its diagonal, and for the check of the
     board.""",
    ),
    Waste(
        "too many calls",
        NEGAMAX,
        "test_calls_for_the_empty_board",
        code_of(f"{NEGAMAX}/wrong_plain_search"),
        """
The calls that the value of the empty board takes
negamax makes too many calls: more than 54,994
calls: calls of a function while it runs already

negamax(0b000_000_000, 0b000_000_000)
why: There are 5,478 positions, and 549,946 ways to come to them, counted ply by
     ply. A tenth of these is allowed: keep what is known of a position, or
     leave out what cannot change the value.""",
    ),
    Waste(
        "too many lines",
        NEGAMAX,
        "test_lines_for_the_empty_board",
        code_of(f"{NEGAMAX}/wrong_explicit_stack"),
        """
The lines that run for the value of the empty board
negamax runs too many lines: more than 1,200,000
lines: lines of your code, each as often as it runs

negamax(0b000_000_000, 0b000_000_000)
why: A search with a stack of its own makes no calls, but its lines run once for
     each position that it comes to. With 5,478 positions there are 219 lines
     for each.""",
    ),
]


@pytest.mark.parametrize("waste", WASTE, ids=str)
def test_what_is_too_much_is_told(project: Project, waste: Waste) -> None:
    project.write(waste.kata, waste.code)
    run = project.pytest(f"katas/{waste.kata}::{waste.test}")
    assert run.exit_code == 1
    assert failure(run) == waste.says.strip("\n")


def test_memory_is_told_in_bytes(project: Project) -> None:
    project.write(COORDINATES, code_of(f"{COORDINATES}/wrong_bytes"))
    run = project.pytest(f"katas/{COORDINATES}::test_memory_on_large_boards")
    # Versions of Python differ in some bytes.
    said = re.sub(r" +[\d,]+ +[\d,.]+$", " ...", failure(run), flags=re.MULTILINE)
    call = f"has_winning_position(128, {cells_off_the_diagonals(128)!r})"
    assert said.splitlines() == [
        "Nearly all cells of boards of 16 to 128 rows",
        "has_winning_position needs too much memory on large boards",
        "memory grows as n^1.9; allowed: n^1.4",
        "memory: bytes that are held at the same time",
        "",
        "      n   memory   for a row",
        "     16 ...",
        "     32 ...",
        "     64 ...",
        "    128 ...",
        "",
        call,
        "why: A board has 2n + 2 lines, and of each it is enough to know how many of its",
        "     cells came by. Which cells these were need not be kept.",
    ]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        (
            "def is_solved(board):\n    raise NotImplementedError\n",
            "tictactoe_winner  [x]  not started",
        ),
        (
            "def is_solved(board):\n    return board[len(board)]\n",
            "is_solved raised IndexError: list index out of range",
        ),
        (
            "def is_solved(board):\n    return sum(iter(int, 1))\n",
            "is_solved did not return within 2 s; is there an endless loop?",
        ),
    ],
    ids=["a stub", "an exception", "an endless loop in C"],
)
def test_a_call_without_a_count_is_told_as_elsewhere(
    project: Project, code: str, says: str
) -> None:
    project.write(WINNER, code)
    run = project.pytest(f"katas/{WINNER}::test_work_on_large_boards", "--kata-timeout=0.5")
    assert says in run.text
    assert run.exit_code == 1


def test_in_a_debugger_cost_is_not_counted(untouched: Project) -> None:
    run = untouched.pytest(
        "--solution", f"katas/{WINNER}::test_work_on_large_boards", "--pdb", "-rs", "-v"
    )
    assert (run.exit_code, run.counts) == (0, {"not run": 1})


# What the harness keeps.


def test_a_count_is_the_same_whatever_ran_before() -> None:
    path = CONTROLS / NEGAMAX / "right_dictionary.py"  # Its memo outlives a call.
    code = under_test(path)
    alone = code.count("negamax", "lines", [None], [(0, 0)]).outcomes
    code.call("negamax", "answer", [(0, 0)])
    assert code.count("negamax", "lines", [None], [(0, 0)]).outcomes == alone


def test_calls_about_cost_are_no_answers() -> None:
    kata = Kata(NEGAMAX, under_test(CONTROLS / NEGAMAX / "right_dictionary.py"))
    assert kata.negamax.lines(0, 0) <= 10**9
    assert kata.kata_requests == []


# Code that would rather not be counted.

HOSTILE_STEPS = [
    "sys.settrace(None)",
    "sys.setprofile(None)",
    "try: sys.settrace(None)\n    except BaseException: pass",
    "sys.settrace(lambda *_: None)",
    "threading.settrace_all_threads(None)",
]
HOSTILE_MEMORY = [
    "tracemalloc.stop()",
    "tracemalloc.clear_traces()",
    "tracemalloc.reset_peak()",
    "try: tracemalloc.stop()\n    except BaseException: pass",
    "tracemalloc.stop(); tracemalloc.start()",
    "__import__('_tracemalloc').stop()",
]
FORGED = """\
import os


def {function}(*_):
    for number in range(3, 20):
        try: os.write(number, {message!r})
        except OSError: pass
    return 0
"""
END = b"('end',)\n"


@pytest.mark.parametrize("line", HOSTILE_STEPS)
def test_who_switches_the_counting_of_steps_off_is_told(project: Project, line: str) -> None:
    if "all_threads" in line and sys.version_info < (3, 12):
        pytest.skip("Python 3.12 is the first with settrace_all_threads")
    project.solve_but(WINNER, "is_solved", f"def is_solved(board):\n    {line}\n    return 0\n")
    stub = project.stub(WINNER)
    stub.write_text("import sys, threading\n" + stub.read_text().replace("from __future__", "# "))
    run = project.pytest(f"katas/{WINNER}::test_work_on_large_boards")
    assert "is_solved tried to switch off the counting of its cost" in run.text
    assert run.exit_code == 1


@pytest.mark.parametrize("line", HOSTILE_MEMORY)
def test_who_switches_the_counting_of_memory_off_is_told(project: Project, line: str) -> None:
    code = (
        f"import tracemalloc\ndef has_winning_position(n, cells):\n    {line}\n    return False\n"
    )
    project.write(COORDINATES, code)
    run = project.pytest(f"katas/{COORDINATES}::test_memory_on_large_boards")
    assert "has_winning_position tried to switch off the counting of its cost" in run.text
    assert run.exit_code == 1


@pytest.mark.parametrize(
    ("kata", "test", "function", "calls"),
    [
        (WINNER, "test_work_on_large_boards", "is_solved", 9),
        (NEGAMAX, "test_calls_for_the_empty_board", "negamax", 1),
    ],
)
@pytest.mark.parametrize("forged", [True, False], ids=["counts", "an end"])
def test_a_forged_count_does_not_count(
    project: Project, kata: str, test: str, function: str, calls: int, forged: bool
) -> None:
    counts = f"('answers', {[(1, False, '')] * calls})\n".encode() if forged else b""
    project.write(kata, FORGED.format(function=function, message=counts + END))
    run = project.pytest(f"katas/{kata}::{test}")
    assert f"{function} wrote into the pipe for answers" in run.text
    assert run.exit_code == 1


def failure(run: Run) -> str:
    """The failure as the run shows it, without the head of its stage."""
    head = re.search(r"^=+ \w+: .+ =+\n", run.text, re.MULTILINE)
    assert head, run.text
    lines = run.text[head.end() :].splitlines()
    return "\n".join(takewhile(lambda line: not line.startswith("==="), lines)).rstrip("\n")
