"""Your code seems never to find the anti-diagonal of a board of three rows.

Go through its cells (0, 2), (1, 1) and (2, 0) one after the other: does your code count each of
them? What do row and column add up to, and on how many diagonals is (1, 1)?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    in_row = [0] * n
    in_column = [0] * n
    on_diagonal = 0
    on_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        in_row[row] += 1
        in_column[column] += 1
        if row == column:
            on_diagonal += 1
        elif row + column == n - 1:
            on_anti_diagonal += 1
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
