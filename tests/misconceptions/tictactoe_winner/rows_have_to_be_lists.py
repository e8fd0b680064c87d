"""Your code seems to do something with the rows that only lists can do.

A board whose rows are tuples or bytes ends in a TypeError. What do you need from a row: its cells,
its length, or more?
"""

from __future__ import annotations

from typing import TypeAlias

Board: TypeAlias = list[list[int]]
Line: TypeAlias = list[int]


def is_solved(board: Board) -> int:
    """Tell who has won: 1, 2, 0 for a draw, -1 for an unfinished game."""
    check(board)
    for line in lines(board):
        if line[0] != 0 and all(cell == line[0] for cell in line):
            return line[0]
    return -1 if any(0 in row for row in board) else 0


def lines(board: Board) -> list[Line]:
    """All rows, columns and diagonals, taken from the cells in one long list."""
    size = len(board)
    cells: list[int] = []
    for row in board:
        cells = cells + row
    rows = [cells[number * size : (number + 1) * size] for number in range(size)]
    columns = [cells[number::size] for number in range(size)]
    diagonal = [cells[number * (size + 1)] for number in range(size)]
    anti_diagonal = [cells[(number + 1) * (size - 1)] for number in range(size)]
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
