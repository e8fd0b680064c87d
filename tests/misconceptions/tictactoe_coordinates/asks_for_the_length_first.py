"""Your code seems to ask how many coordinates there are before it reads them.

An iterator ends in a TypeError, but a set does not. What do you gain by knowing the number, and can
you do without?
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def has_winning_position(n: int, coordinates: Collection[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    if len(coordinates) < n:
        return False
    in_row = [0] * n
    in_column = [0] * n
    on_diagonal = 0
    on_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        in_row[row] += 1
        in_column[column] += 1
        on_diagonal += row == column
        on_anti_diagonal += row + column == n - 1
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
