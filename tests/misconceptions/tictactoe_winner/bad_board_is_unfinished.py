"""Your code seems to answer -1 for what is no board.

Somebody calls is_solved with a row that is too short and reads that the game goes on. How would
they find their mistake?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = list[int]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    if not is_board(board):
        return -1
    for line in lines(board):
        if line[0] != 0 and all(cell == line[0] for cell in line):
            return line[0]
    return -1 if any(0 in row for row in board) else 0


def lines(board: Board) -> list[Line]:
    """All rows, columns and diagonals."""
    numbers = range(len(board))
    rows = [list(row) for row in board]
    columns = [[row[number] for row in board] for number in numbers]
    diagonal = [board[number][number] for number in numbers]
    anti_diagonal = [board[number][-1 - number] for number in numbers]
    return [*rows, *columns, diagonal, anti_diagonal]


def is_board(board: Board) -> bool:
    """Whether the rows and cells are those of a board."""
    size = len(board)
    if size == 0 or any(len(row) != size for row in board):
        return False
    return all(cell in (0, 1, 2) for row in board for cell in row)
