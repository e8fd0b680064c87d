"""Your code seems to believe in a winner before it has looked at the whole board.

With a row of X at the top and a cell of -1 below, the answer is 1. What makes a board, and when do
you know that you have one?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = list[int]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    if len(board) == 0:
        raise ValueError(f"expected at least one row, got {board!r}")
    for row in board:
        check(row, len(board))
        if same(row):
            return row[0]
    for line in other_lines(board):
        if same(line):
            return line[0]
    return -1 if any(0 in row for row in board) else 0


def same(line: Sequence[int]) -> bool:
    """Whether one side has the whole line."""
    return line[0] != 0 and all(cell == line[0] for cell in line)


def other_lines(board: Board) -> list[Line]:
    """All columns and diagonals."""
    numbers = range(len(board))
    columns = [[row[number] for row in board] for number in numbers]
    diagonal = [board[number][number] for number in numbers]
    anti_diagonal = [board[number][-1 - number] for number in numbers]
    return [*columns, diagonal, anti_diagonal]


def check(row: Sequence[int], size: int) -> None:
    """Refuse what is no row of a board of that size."""
    if len(row) != size:
        raise ValueError(f"expected {size} cells in each row, got {row!r}")
    for cell in row:
        if cell not in (0, 1, 2):
            raise ValueError(f"expected a cell 0, 1 or 2, got {cell!r}")
