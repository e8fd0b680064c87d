"""The table of tictactoe_winner: boards of three by three, of any size, bad boards.

The last stage counts the work on large boards. Correct solutions take 2 to 18 steps for
a cell, and their steps grow as n^1.8 to n^1.9; those that look at whole lines for each
cell take 69 or more at n = 64 and grow as n^2.8 (`tests/repository/test_cost.py`).
"""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from kata_tables import (
    Call,
    Case,
    Drawing,
    Kata,
    Row,
    Table,
    boards,
    calls,
    hold,
    tictactoe,
)

Board = list[list[int]]

X, O, DRAW, UNFINISHED = 1, 2, 0, -1  # noqa: E741 - O is the name of a side
WORDS = {X: "X wins", O: "O wins", DRAW: "draw", UNFINISHED: "unfinished"}


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The board that is drawn, or written behind `with:`."""
    if row.picture:
        if {*map(len, row.picture)} != {len(row.picture)}:
            raise ValueError("expected as many rows as columns")
        return (tictactoe.matrix("".join(row.picture)),), row.answer
    return row.extra, row.answer


TABLE = Table(__file__, build, {"X": X, "O": O, "draw": DRAW, "unfinished": UNFINISHED})
QUESTIONS = {"is_solved": "Who has won?"}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("three by three")
def test_every_reachable_board(kata: Kata) -> None:
    """All 5,478 boards that play can reach, against a slow oracle."""
    hold(kata.is_solved.each, reachable())


@pytest.mark.stage("any size")
def test_every_line_up_to_size_8(kata: Kata) -> None:
    """Every line of every size up to 8, for both sides, against a slow oracle.

    One board is asked about again and again: the answer is about what stands on it now.
    """
    # Of those that fail, the first is shown: the smallest.
    boards = list[Board]()
    for size in range(1, 9):
        boards += sorted(around_lines(size), key=empty_cells, reverse=True)
    hold(kata.is_solved.own, [((board,), oracle(board)) for board in boards])


@pytest.mark.stage("any size")
def test_a_large_board(kata: Kata) -> None:
    """A line of 103 cells: here the n-th root of a product is no longer exact."""
    board = [[0] * 103 for _ in range(103)]
    board[0] = [O] * 103
    assert kata.is_solved(board) == O


@pytest.mark.stage("cost")
def test_work_on_large_boards(kata: Kata) -> None:
    """Boards of 16, 32 and 64 rows.

    There are n * n cells, and it's enough to look at each of them a few times: for its
    row, its column and its diagonal, and to check the board.
    """
    sizes = (16, 32, 64)
    rows = {n: [((board,), oracle(board)) for board in large_boards(n)] for n in sizes}
    assert kata.is_solved.steps(rows) <= calls.Growth(2.3, "cell", share=55)


def draw(call: Call) -> Drawing:
    """Draw the board, with the line that wins in brackets."""
    board = call.arguments[0]
    assert isinstance(board, (list, tuple))
    return boards.draw_matrix(board, marked=winning_line(board))


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    return WORDS.get(value, "") if type(value) is int else ""


# The oracle: it looks at coordinates, one cell after the other, where a solution takes
# whole lines.


def winning_line(board: Sequence[Sequence[int]]) -> set[tictactoe.Coordinate]:
    """The cells of a full line; none if there is no such line."""
    for line in tictactoe.lines(len(board)):
        owners = {board[row][column] for row, column in line}
        if owners in ({X}, {O}):
            return set(line)
    return set()


def oracle(board: Board) -> int:
    """Return the right answer of is_solved."""
    for row, column in winning_line(board):
        return board[row][column]
    return UNFINISHED if any(0 in row for row in board) else DRAW


@cache
def reachable() -> list[tuple[tuple[Board], int]]:
    """The calls for all boards that play can reach, with their answers."""
    # Of those that fail, the first is shown: few discs, and at the top.
    texts = sorted(
        tictactoe.every_board(),
        key=lambda board: (board.count("."), board),
        reverse=True,
    )
    return [((board,), oracle(board)) for board in map(tictactoe.matrix, texts)]


def large_boards(n: int) -> list[Board]:
    """Boards of n rows that have to be read to the end, from wherever one begins.

    In the first one every line but the anti-diagonal is broken in its last cell, and
    the only empty cell is the last one. The second is the same, turned by 180 degrees.
    The third is a draw.
    """
    most = [[X] * (n - 1) + [O] for _ in range(n - 1)]
    board = [*most, [O] * (n - 1) + [0]]
    turned = [row[::-1] for row in reversed(board)]
    full = [[O] + [X] * (n - 2) + [O], *most[1:], [O] * (n - 1) + [X]]
    return [board, turned, full]


def empty_cells(board: Board) -> int:
    """Return the number of empty cells."""
    return sum(row.count(0) for row in board)


def around_lines(size: int) -> Iterator[Board]:
    """Yield for each line and each side: the line alone, and short of one cell."""
    for line in tictactoe.lines(size):
        for side in (X, O):
            for left_out in [None, *line]:
                board = [[0] * size for _ in range(size)]
                for row, column in line:
                    board[row][column] = side if (row, column) != left_out else 0
                yield board
