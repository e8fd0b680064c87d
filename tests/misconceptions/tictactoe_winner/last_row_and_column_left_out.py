"""Your code seems never to find a line in the bottom row or in the right column.

Which numbers have the rows of a board of three by three? And through which numbers does your code
go when it looks for lines?
"""

from __future__ import annotations

from collections.abc import Sequence
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


def lines(board: Board) -> list[Line]:
    """All rows, columns and diagonals."""
    numbers = range(len(board))
    rows = [list(board[number]) for number in range(len(board) - 1)]
    columns = [[row[number] for row in board] for number in range(len(board) - 1)]
    diagonal = [board[number][number] for number in numbers]
    anti_diagonal = [board[number][-1 - number] for number in numbers]
    return [*rows, *columns, diagonal, anti_diagonal]


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
