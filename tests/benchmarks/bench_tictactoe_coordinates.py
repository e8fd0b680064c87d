"""Speed of tictactoe_coordinates: a board that fills up until its first row is covered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.plain import tictactoe_coordinates as plain
from kata_kit.benchmarks import Group, Other, each_contender

SIZES = (10, 30, 100, 300, 1000)
# Of each row so many cells come before a line is covered.
BEFORE = 9


def filling(size: int) -> Callable[[], tuple[list[tuple[int, Any]], list[Any]]]:
    """Nine cells of each row, none on the diagonal; then what is missing in row 0.

    The last coordinate covers the row, so all of them have to be read.
    """

    def make() -> tuple[list[tuple[int, Any]], list[Any]]:
        steps = range(1, min(BEFORE, size - 2) + 1)
        cells = [(row, (row + step) % size) for step in steps for row in range(size)]
        first = [(0, column) for column in range(size) if column not in steps]
        return [(size, cells + first)], [True]

    return make


def with_structs(batch: Any) -> list[tuple[int, Any]]:
    """The arguments of the Go solution."""
    return [(size, [plain.Coordinate(*cell) for cell in cells]) for size, cells in batch]


GO = Other(
    "the Go solution",
    with_structs,
    lambda batch: [plain.has_winning_position(*arguments) for arguments in batch],
)

GROUPS = tuple(
    Group(
        f"n={size}, nine cells of each row, then a full row",
        "has_winning_position",
        filling(size),
        (GO,),
        series="nine cells of each row, then a full row",
        size=size,
    )
    for size in SIZES
)


@each_contender("tictactoe_coordinates", GROUPS)
def test_speed(race: Any, group: Group, name: str) -> None:
    race(group, name)
