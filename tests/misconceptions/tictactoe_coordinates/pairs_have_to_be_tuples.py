"""Your code seems to do something with a pair that works for tuples only.

A pair that is a list, such as [0, 1], ends in a TypeError. What can a tuple do that a list cannot,
and where do you need it?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    diagonal = {(number, number) for number in range(n)}
    anti_diagonal = {(number, n - 1 - number) for number in range(n)}
    in_row = [0] * n
    in_column = [0] * n
    on_diagonal = 0
    on_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        in_row[row] += 1
        in_column[column] += 1
        on_diagonal += coordinate in diagonal
        on_anti_diagonal += coordinate in anti_diagonal
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
