"""Speed of tictactoe_winner: full boards of 3 x 3, and large boards without a line."""

from itertools import product
from typing import Any

import pytest
from benchmarks.fixtures import Race, Solution, each, peer
from kata_tables.tictactoe import LINES, matrix

Board = list[list[int]]

# The full boards without a line, five X and four O: every line is looked at.
FULL = ["".join(signs) for signs in product("XO", repeat=9) if signs.count("X") == 5]
DRAWN = [
    (matrix(board),)
    for board in FULL
    if all({board[cell] for cell in line} == {*"XO"} for line in LINES)
]

each_size = pytest.mark.parametrize("n", [10, 30, 100, 300, 1000], ids="n{}".format)


def broken_lines(n: int) -> Board:
    """A board of X on which every line is broken.

    Rows and columns are broken in their last cell by an O, the diagonal in its last one
    by an empty cell, the anti-diagonal in its first one.
    """
    most = n - 1
    upper = [[1] * most + [2] for _ in range(most)]
    return [*upper, [2] * most + [0]]


def with_cube_root(board: Board) -> int:
    """Tell who has won on a board of 3 x 3, by the cube root of a line's product.

    After "El reto de calcular el ganador en 3 en raya", Juanjo Salvador, 2024. A line
    without an empty cell whose product has a whole number for its cube root is won by
    the side of that number.
    """
    lines = [list(row) for row in board]
    lines += [[row[column] for row in board] for column in range(3)]
    lines.append([board[0][0], board[1][1], board[2][2]])
    lines.append([board[0][2], board[1][1], board[2][0]])
    for line in lines:
        if 0 not in line:
            product = 1
            for cell in line:
                product *= cell
            root = product ** (1 / 3)
            if root == int(root):
                return int(root)
    for row in board:
        if 0 in row:
            return -1
    return 0


def with_all(board: Board) -> int:
    """Tell who has won with `all()` over the lines of each side."""
    size = len(board)
    lines = [
        *board,
        *zip(*board, strict=True),
        [board[number][number] for number in range(size)],
        [board[number][-1 - number] for number in range(size)],
    ]
    for owner in (1, 2):
        for line in lines:
            if all(cell == owner for cell in line):
                return owner
    return -1 if any(0 in row for row in board) else 0


def with_numpy(board: Board) -> int:
    """Tell who has won with numpy, which is given the rows as they come."""
    import numpy as np

    cells = np.array(board, dtype=np.int8)
    for owner in (1, 2):
        own = cells == owner
        if own.all(axis=0).any() or own.all(axis=1).any():
            return owner
        if own.diagonal().all() or own[:, ::-1].diagonal().all():
            return owner
    return 0 if cells.all() else -1


def others(name: str) -> Any:
    """The function of a contender that is not a solution of the kata."""
    if name == "numpy":
        peer("numpy")
        return with_numpy
    return with_all if name == "loop of all()" else with_cube_root


def test_drawn_boards(race: Race, solution: Solution) -> None:
    race("16 drawn boards", solution.name, solution.each("is_solved", DRAWN), [0] * 16)


@pytest.mark.parametrize("other", ["cube root", "loop of all()", "numpy"])
def test_drawn_boards_by_others(race: Race, other: str) -> None:
    race("16 drawn boards", other, each(others(other), DRAWN), [0] * 16)


@each_size
def test_broken_lines(race: Race, solution: Solution, n: int) -> None:
    calls = [(broken_lines(n),)]
    race(f"n={n:4}", solution.name, solution.each("is_solved", calls), [-1])


@each_size
@pytest.mark.parametrize("other", ["loop of all()", "numpy"])
def test_broken_lines_by_others(race: Race, other: str, n: int) -> None:
    race(f"n={n:4}", other, each(others(other), [(broken_lines(n),)]), [-1])
