"""Your code seems to ask whether all cells of the player are on one line.

In (0, 0), (0, 2), (1, 1), (2, 2) one cell is not on the diagonal. Does the player have the diagonal
all the same?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    cells = [cell_on_board(n, coordinate) for coordinate in coordinates]
    if len(cells) != n:
        return False
    return (
        len({row for row, _ in cells}) == 1
        or len({column for _, column in cells}) == 1
        or all(row == column for row, column in cells)
        or all(row + column == n - 1 for row, column in cells)
    )


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
