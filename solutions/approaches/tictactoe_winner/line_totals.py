"""Who has won, from one number for each line: X adds 1 to the lines of a cell, O takes 1 away.

There are 2n + 2 lines. Walk over the cells once, and keep a total for each line. A line has n
cells, so its total is n only if every one of them is X, and -n only if every one is O:

    X O .        rows        0   1   0       X O . is 1 - 1 + 0
    X X O        columns     3   0  -2       X X X is 3: the first column is full
    X . O        diagonals   1   2           X X O is 1, and . X X is 2

No other line comes that far: each empty cell is 1 short of n, and each O is 2 short.

Choose it when the board comes as a stream of cells, or when it is known anyway how it changes: a
program that plays keeps the totals, and each move then costs four additions and no walk at all.
The kata tictactoe_coordinates goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]

DRAW = 0
UNFINISHED = -1
# What a cell adds to its lines.
WORTH = {0: 0, 1: 1, 2: -1}


def is_solved(board: Board) -> int:
    """Return 1 or 2 for the side with a full line, 0 for a draw, -1 for an unfinished game.

    >>> is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
    1
    """
    size = len(board)
    if size == 0:
        raise ValueError(f"expected a board of at least one row, got {board!r}")
    line_totals, empty = totals(board)
    if size in line_totals:
        return 1
    if -size in line_totals:
        return 2
    return UNFINISHED if empty else DRAW


def totals(board: Board) -> tuple[list[int], int]:
    """Return the totals of the rows, the columns and the two diagonals; and the empty cells.

    >>> totals([[1, 2, 0], [1, 1, 2], [1, 0, 2]])
    ([0, 1, 0, 3, 0, -2, 1, 2], 2)

    Raises:
        ValueError: if the board is not square, or a cell is not 0, 1 or 2.
    """
    size = len(board)
    rows, columns, diagonal, anti_diagonal, empty = [], [0] * size, 0, 0, 0
    for number, row in enumerate(board):
        worths = checked(row, size)
        rows.append(sum(worths))
        columns = [total + worth for total, worth in zip(columns, worths, strict=True)]
        diagonal += worths[number]
        anti_diagonal += worths[-1 - number]
        empty += worths.count(0)
    return [*rows, *columns, diagonal, anti_diagonal], empty


def checked(row: Sequence[int], size: int) -> list[int]:
    """Return what the cells of a row add to their lines.

    Raises:
        ValueError: if the row has not so many cells, or a cell is not 0, 1 or 2.
    """
    if len(row) != size:
        raise ValueError(f"expected {size} rows of {size} cells, got the row {row!r}")
    for cell in row:
        if cell not in (0, 1, 2):
            raise ValueError(f"expected cells 0, 1 or 2, got {cell!r} in the row {row!r}")
    return [WORTH[cell] for cell in row]
