"""Say how a game of tic-tac-toe stands: who has won, a draw, or unfinished.

Glossary:
    board       n rows of n cells, top row first: any sequence of sequences
    cell        0 (empty), 1 (X) or 2 (O)
    line        a row, a column, the diagonal or the anti-diagonal: n cells

The cells of a 3 x 3 board as (row, column):

    (0, 0) | (0, 1) | (0, 2)        diagonal:       (0, 0) (1, 1) (2, 2)
    (1, 0) | (1, 1) | (1, 2)        anti-diagonal:  (0, 2) (1, 1) (2, 0)
    (2, 0) | (2, 1) | (2, 2)

The task is that of the Codewars kata "Tic-Tac-Toe Checker", here for boards of any
size.
"""

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = list[int]

EMPTY = 0
SIDES = (1, 2)
CELLS = (EMPTY, *SIDES)
DRAW = 0
UNFINISHED = -1


def is_solved(board: Board) -> int:
    """Return the side that has a full line, 1 or 2; 0 for a draw, -1 for unfinished.

    Raises ValueError if the board is empty or not square, or a cell is not 0, 1 or 2.

    >>> is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
    1
    """
    check(board)
    all_lines = lines(board)
    for side in SIDES:
        if [side] * len(board) in all_lines:
            return side
    return UNFINISHED if any(EMPTY in row for row in board) else DRAW


def lines(board: Board) -> list[Line]:
    """Return all rows, columns and diagonals of a square board.

    >>> lines([[1, 2], [0, 1]])
    [[1, 2], [0, 1], [1, 0], [2, 1], [1, 1], [2, 0]]
    """
    rows = [list(row) for row in board]
    columns = [list(column) for column in zip(*rows, strict=True)]
    diagonal = [row[number] for number, row in enumerate(rows)]
    anti_diagonal = [row[-1 - number] for number, row in enumerate(rows)]
    return [*rows, *columns, diagonal, anti_diagonal]


def check(board: Board) -> None:
    """Refuse what is not a square board of cells 0, 1 and 2."""
    size = len(board)
    if size == 0:
        raise ValueError(f"expected a board of at least one row, got {board!r}")
    for row in board:
        if len(row) != size:
            raise ValueError(
                f"expected {size} rows of {size} cells, got the row {row!r}"
            )
        for cell in row:
            if cell not in CELLS:
                raise ValueError(
                    f"expected cells 0, 1 or 2, got {cell!r} in the row {row!r}"
                )


# Roads not taken
#
# - The product of a line's cells and its n-th root, as in the text this kata comes
#   from: roots are inexact. The approach `product_root` does without the root.
# - A total for each line, to which X adds 1 and O takes 1 away: a full line is n or -n.
#   It pays where the cells come one by one, as in the kata tictactoe_coordinates.
# - `len(set(line)) == 1`: as short, and a set of empty cells needs a test of its own.
