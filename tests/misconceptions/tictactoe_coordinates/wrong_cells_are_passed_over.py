"""Your code seems to pass over a coordinate that is wrong.

With n = 3 it says True for (0, 0), (7, 7), (0, 1), (0, 2). Somebody has mistyped the second
coordinate: how would they learn of it?
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
        if not is_cell(n, coordinate):
            continue
        row, column = coordinate
        in_row[row] += 1
        in_column[column] += 1
        on_diagonal += row == column
        on_anti_diagonal += row + column == n - 1
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def is_cell(n: int, coordinate: Sequence[int]) -> bool:
    """Whether it is a pair of integers on the board."""
    match coordinate:
        case [int(row), int(column)]:
            return 0 <= row < n and 0 <= column < n
    return False
