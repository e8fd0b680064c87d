"""Your code seems to take three marks side by side for a line, whatever the size of the board.

On a board of four by four, X X X and an empty cell win; on a board of one cell nobody ever wins.
How many cells has a line when n is 4, and how many when n is 1?
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = list[int]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    check(board)
    for line in lines(board):
        if line[0] != 0 and all(cell == line[0] for cell in line):
            return line[0]
    return -1 if any(0 in row for row in board) else 0


def lines(board: Board) -> Iterator[Line]:
    """Every three cells side by side: across, down, and along both diagonals."""
    numbers = range(len(board))
    return (
        [board[row + step * down][column + step * right] for step in range(3)]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in numbers
        for column in numbers
        if row + 2 * down in numbers and column + 2 * right in numbers
    )


def check(board: Board) -> None:
    """Refuse what is no board."""
    size = len(board)
    if size == 0:
        raise ValueError(f"expected at least one row, got {board!r}")
    for row in board:
        if len(row) != size:
            raise ValueError(f"expected {size} cells in each row, got {row!r}")
        for cell in row:
            if cell not in (0, 1, 2):
                raise ValueError(f"expected a cell 0, 1 or 2, got {cell!r}")
