"""Say how a game of tic-tac-toe stands: who has won, a draw, or unfinished.

Glossary:
    board       n rows of n cells
    cell        0 (empty), 1 (X) or 2 (O)
    line        a row, a column, the diagonal or the anti-diagonal; who has all n cells of one wins
    diagonal    the cells with row == column, from the top left to the bottom right
    anti-diagonal
                the cells with row + column == n - 1, from the top right to the bottom left

The cells of a 3 x 3 board as (row, column), counted from the top left:

    (0, 0) | (0, 1) | (0, 2)        diagonal:       (0, 0) (1, 1) (2, 2)
    (1, 0) | (1, 1) | (1, 2)        anti-diagonal:  (0, 2) (1, 1) (2, 0)
    (2, 0) | (2, 1) | (2, 2)

The task is that of the Codewars kata "Tic-Tac-Toe Checker", here for boards of any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Row: TypeAlias = tuple[int, ...]

EMPTY = 0
DRAW = 0
UNFINISHED = -1
OWNERS = (1, 2)
CELLS = (EMPTY, *OWNERS)


def is_solved(board: Board) -> int:
    """Tell who has won on a tic-tac-toe board.

    Args:
        board: n rows of n cells, top row first; a cell is 0 (empty), 1 (X) or 2 (O). Any n from 1
            on, any sequence of sequences. The board is left as it was.

    Returns:
        1 or 2 for the side that owns a full row, column or diagonal; 0 for a draw (the board is
        full and nobody has a line); -1 for an unfinished game.

    Raises:
        ValueError: if the board is empty or not square, or a cell is not 0, 1 or 2; the message
            says what was expected and quotes the row or the cell.

    Example:
        >>> is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
        1
    """
    rows = checked_rows(board)
    all_lines = lines(rows)
    for owner in OWNERS:
        if (owner,) * len(rows) in all_lines:
            return owner
    for row in rows:
        if EMPTY in row:
            return UNFINISHED
    return DRAW


def lines(rows: list[Row]) -> list[Row]:
    """All rows, columns and diagonals of a square board.

    >>> lines([(1, 2), (0, 1)])
    [(1, 2), (0, 1), (1, 0), (2, 1), (1, 1), (2, 0)]
    """
    diagonal = tuple([row[number] for number, row in enumerate(rows)])
    anti_diagonal = tuple([row[-1 - number] for number, row in enumerate(rows)])
    columns = zip(*rows)  # noqa: B905 - their lengths have been compared
    return [*rows, *columns, diagonal, anti_diagonal]


def checked_rows(board: Board) -> list[Row]:
    """The rows of a board as tuples, if it is one.

    Raises:
        ValueError: if the board is empty or not square, or a cell is not 0, 1 or 2.
    """
    size = len(board)
    if size == 0:
        raise ValueError(f"expected a board of at least one row, got {board!r}")
    for row in board:
        if len(row) != size:
            raise ValueError(f"expected {size} rows of {size} cells, got the row {row!r}")
        for cell in row:
            if cell not in CELLS:
                raise ValueError(f"expected cells 0, 1 or 2, got {cell!r} in the row {row!r}")
    return [tuple(row) for row in board]


# Roads not taken:
# - The product of a line's cells and its n-th root (1 * 1 * 1 is X, 2 * 2 * 2 is O): 1 * 2 * 4 is a
#   cube as well, roots of floats are inexact, and a line of n = 4 needs another root than n = 3.
# - A look at each line alone: its first cell, then `line.count(owner) == size`, or a set of one
#   element. Both read a line to its end; two tuples are compared up to the first difference.
# - Sums with X as 1 and O as -1: a line is full when its sum is n or -n. The board would have to be
#   rewritten first.
# - Looking only at the lines through the last move: the fastest in a game, but a board alone does
#   not tell which move was the last.
