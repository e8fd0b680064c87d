"""A player's cells as the source text has them: four kinds of counters, and nothing is checked.

After the Go solution of the coding-circle task (FMinister/coding_circle, `tictactoe`), statement by
statement. Its coordinate is a struct of two ints; here it is a named tuple.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Coordinate(NamedTuple):
    """A cell of the board."""

    row: int
    column: int


def has_winning_position(n: int, coordinates: Sequence[Coordinate]) -> bool:
    """Return whether the cells cover a line; all of them have to be on the board."""
    row_counter = [0] * n
    column_counter = [0] * n
    left_to_right, right_to_left = 0, 0
    for coordinate in coordinates:
        row, column = coordinate.row, coordinate.column
        row_counter[row] += 1
        column_counter[column] += 1
        if row == column:
            left_to_right += 1
        if row + column == n - 1:
            right_to_left += 1
        if (
            row_counter[row] == n
            or column_counter[column] == n
            or left_to_right == n
            or right_to_left == n
        ):
            return True
    return False
