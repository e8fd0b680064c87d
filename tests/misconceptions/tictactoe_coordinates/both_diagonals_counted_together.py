"""Your code seems to count the cells of both diagonals together.

With n = 3 it takes the corners (0, 0), (0, 2) and (2, 0) for a covered line. Which line would that
be?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    in_row = [0] * n
    in_column = [0] * n
    on_diagonals = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        in_row[row] += 1
        in_column[column] += 1
        if row == column or row + column == n - 1:
            on_diagonals += 1
        if n in (in_row[row], in_column[column], on_diagonals):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
