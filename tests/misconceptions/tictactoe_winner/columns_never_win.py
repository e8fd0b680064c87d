"""Your code seems never to find a full column.

Print what it looks at on a board with a full column. Is the column there, and is it equal to what
it is compared with?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    check(board)
    for player in (1, 2):
        if [player] * len(board) in lines(board):
            return player
    return -1 if any(0 in row for row in board) else 0


def lines(board: Board) -> list[Sequence[int]]:
    """All rows, columns and diagonals."""
    numbers = range(len(board))
    rows = [list(row) for row in board]
    columns = zip(*board, strict=True)
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
