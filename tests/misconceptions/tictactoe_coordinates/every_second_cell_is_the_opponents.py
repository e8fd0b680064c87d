"""Your code seems to give every second cell to an opponent.

With n = 3 no line is covered by (0, 0), (0, 1), (0, 2) for it. What does the statement say about
whose cells these are?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether the cells cover a full row, column or diagonal."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    in_row = [[0] * n, [0] * n]
    in_column = [[0] * n, [0] * n]
    on_diagonal = [0, 0]
    on_anti_diagonal = [0, 0]
    for move, coordinate in enumerate(coordinates):
        row, column = cell_on_board(n, coordinate)
        player = move % 2
        in_row[player][row] += 1
        in_column[player][column] += 1
        on_diagonal[player] += row == column
        on_anti_diagonal[player] += row + column == n - 1
        straight = (in_row[player][row], in_column[player][column])
        if n in (*straight, on_diagonal[player], on_anti_diagonal[player]):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return row and column, or refuse what is no cell of the board."""
    match coordinate:
        case [int(row), int(column)] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
