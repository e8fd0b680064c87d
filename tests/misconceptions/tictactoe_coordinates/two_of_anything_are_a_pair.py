"""Your code seems to expect that whatever comes can be taken apart and compared with numbers.

With None, 12 or ("2", 1) it ends in a TypeError. What do you have to know about a coordinate before
you may ask whether it is on the board?
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
        on_diagonal += row == column
        on_anti_diagonal += row + column == n - 1
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    wrong = f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}"
    try:
        row, column = coordinate
    except ValueError:
        raise ValueError(wrong) from None
    if not (0 <= row < n and 0 <= column < n):
        raise ValueError(wrong)
    return row, column
