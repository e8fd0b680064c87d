"""Your code seems to find nothing but rows when the coordinates come from an iterator.

It finds columns and diagonals in a list, but not in an iterator. What does an iterator give to a
second loop?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    in_row = Counter(row for row, _ in cells(n, coordinates))
    in_column = Counter(column for _, column in cells(n, coordinates))
    on_diagonal = sum(row == column for row, column in cells(n, coordinates))
    on_anti_diagonal = sum(row + column == n - 1 for row, column in cells(n, coordinates))
    return n in (*in_row.values(), *in_column.values(), on_diagonal, on_anti_diagonal)


def cells(n: int, coordinates: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """The coordinates as cells of the board."""
    return (cell_on_board(n, coordinate) for coordinate in coordinates)


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
