"""Your code seems to count the cells of row 1 and the cells of column 1 together.

With n = 3 the cells (0, 1), (1, 0) and (1, 2) cover a line for it. How many of them are in row 1,
and how many in column 1?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    in_line = [0] * n
    on_diagonal = 0
    on_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        in_line[row] += 1
        in_line[column] += 1
        on_diagonal += row == column
        on_anti_diagonal += row + column == n - 1
        if max(in_line[row], in_line[column], on_diagonal, on_anti_diagonal) >= n:
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
