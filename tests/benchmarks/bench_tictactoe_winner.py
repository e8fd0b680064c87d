"""Speed of tictactoe_winner: full boards of 3 x 3, and large boards that have no line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from benchmarks.plain import tictactoe_winner as plain
from kata_kit.benchmarks import Group, Other, each_contender
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.loading import load

table = load(ROOT / BY_NAME["tictactoe_winner"].table)
oracle = table.oracle

Board = list[list[int]]

SIZES = (10, 30, 100, 300, 1000)


def drawn_boards() -> tuple[list[tuple[Board]], list[Any]]:
    """The 16 full boards of 3 x 3 without a line, five X and four O: every line is looked at."""
    boards = [
        [list(cells[:3]), list(cells[3:6]), list(cells[6:])]
        for cells in product((1, 2), repeat=9)
        if cells.count(1) == 5
    ]
    return [(board,) for board in boards if oracle(board) == 0], [0] * 16


def broken_lines(size: int) -> Callable[[], tuple[list[tuple[Board]], list[Any]]]:
    """A board of X whose rows and columns are broken in their last cell, by an O.

    So is the diagonal, by an empty cell; the anti-diagonal is in its first one.
    """

    def make() -> tuple[list[tuple[Board]], list[Any]]:
        rows = [[1] * (size - 1) + [2] for _ in range(size - 1)]
        return [([*rows, [2] * (size - 1) + [0]],)], [-1]

    return make


def each(function: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    """Call a function that takes a board for all boards."""
    return lambda boards: [function(board) for board in boards]


def first_arguments(batch: Any) -> list[Any]:
    """The boards of a batch."""
    return [board for (board,) in batch]


def numpy_winner(board: Board) -> int:
    """Tell who has won with numpy, which is given the rows as they come."""
    import numpy as np

    cells = np.array(board, dtype=np.int8)
    for owner in (1, 2):
        own = cells == owner
        if (
            own.all(axis=0).any()
            or own.all(axis=1).any()
            or own.diagonal().all()
            or own[:, ::-1].diagonal().all()
        ):
            return owner
    return 0 if cells.all() else -1


ALL = Other("a loop with all()", first_arguments, each(plain.with_all))
NUMPY = Other("numpy", first_arguments, each(numpy_winner), needs="numpy")
CUBE_ROOT = Other("product and cube root", first_arguments, each(plain.is_solved))

GROUPS = (
    Group("n=3, the 16 drawn boards", "is_solved", drawn_boards, (CUBE_ROOT, ALL, NUMPY)),
    *(
        Group(
            f"n={size}, every line broken in its last cell",
            "is_solved",
            broken_lines(size),
            (ALL, NUMPY),
            series="every line broken in its last cell",
            size=size,
        )
        for size in SIZES
    ),
)


@each_contender("tictactoe_winner", GROUPS)
def test_speed(race: Any, group: Group, name: str) -> None:
    race(group, name)
