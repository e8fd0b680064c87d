"""Your code seems to find the anti-diagonal, but to read its owner from a cell that is not on it.

X has (0, 2), (1, 1) and (2, 0), O has (0, 0) and (0, 1), and the answer is 2. Which cells can tell
who has that line?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = list[int]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    check(board)
    *straight, diagonal, anti_diagonal = lines(board)
    for line in straight:
        if same(line):
            return line[0]
    if same(diagonal) or same(anti_diagonal):
        return board[0][0]
    return -1 if any(0 in row for row in board) else 0


def same(line: Line) -> bool:
    """Whether one side has the whole line."""
    return line[0] != 0 and all(cell == line[0] for cell in line)


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
