"""Your code seems to add up the numbers of the cells where it could count the cells.

With n = 3 the cells (0, 1) and (0, 2) are a full row for it. What does the cell (0, 0) add?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    full = sum(range(n))
    sum_of_row = [0] * n
    sum_of_column = [0] * n
    sum_of_diagonal = 0
    sum_of_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        sum_of_row[row] += column
        sum_of_column[column] += row
        if row == column:
            sum_of_diagonal += row
        if row + column == n - 1:
            sum_of_anti_diagonal += row
        sums = (sum_of_row[row], sum_of_column[column], sum_of_diagonal, sum_of_anti_diagonal)
        if full in sums:
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
