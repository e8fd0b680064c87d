"""Speed of tictactoe_coordinates: a board that fills up to its first full row."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from benchmarks.fixtures import Race, Solution, each

# Of each row so many cells come before a line is covered.
BEFORE = 9

each_size = pytest.mark.parametrize("n", [10, 30, 100, 300, 1000], ids="n{}".format)


def filling(n: int) -> list[tuple[int, int]]:
    """Nine cells of each row, none on the diagonal; then what is missing in row 0.

    The last coordinate covers the row, so all of them have to be read.
    """
    steps = range(1, min(BEFORE, n - 2) + 1)
    cells = [(row, (row + step) % n) for step in steps for row in range(n)]
    return cells + [(0, column) for column in range(n) if column not in steps]


@each_size
def test_filling(race: Race, solution: Solution, n: int) -> None:
    calls = [(n, filling(n))]
    race(
        f"n={n:4}", solution.name, solution.each("has_winning_position", calls), [True]
    )


@each_size
def test_filling_in_go(race: Race, n: int) -> None:
    calls = [(n, [Coordinate(*cell) for cell in filling(n)])]
    race(f"n={n:4}", "Go solution", each(has_winning_position, calls), [True])


class Coordinate(NamedTuple):
    """A cell, which is a struct of two ints in Go."""

    row: int
    column: int


def has_winning_position(n: int, coordinates: Sequence[Coordinate]) -> bool:
    """Return whether the cells cover a line; nothing is checked.

    After the Go solution of the coding-circle task (FMinister/coding_circle,
    `tictactoe`), statement by statement, with its four kinds of counters.
    """
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
