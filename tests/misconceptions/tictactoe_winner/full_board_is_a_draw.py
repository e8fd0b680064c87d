"""Your code seems to call every full board a draw.

The ninth move of a game fills the board. What else can that move do?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = list[int]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    check(board)
    if all(0 not in row for row in board):
        return 0
    for line in lines(board):
        if line[0] != 0 and all(cell == line[0] for cell in line):
            return line[0]
    return -1


def lines(board: Board) -> list[Line]:
    """All rows, columns and diagonals."""
    numbers = range(len(board))
    rows = [list(row) for row in board]
    columns = [[row[number] for row in board] for number in numbers]
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
