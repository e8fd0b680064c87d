"""Your code seems to find a full row only if the row is a list.

The board ((1, 1, 1), (2, 2, 0), (0, 0, 0)) is unfinished for it. When are two sequences equal in
Python, and when do they only hold the same items?
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
    columns = [[row[number] for row in board] for number in numbers]
    diagonal = [board[number][number] for number in numbers]
    anti_diagonal = [board[number][-1 - number] for number in numbers]
    return [*board, *columns, diagonal, anti_diagonal]


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
