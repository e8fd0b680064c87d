"""Who has won, from the products of the lines: how far the idea of a root can be carried.

The blog post that this kata comes from multiplies the cells of a line and takes the cube root.
A row of X is 1 * 1 * 1, whose cube root is 1, and a row of O is 2 * 2 * 2 = 8, whose cube root is
2. Any other line of three cells has the product 0, 2 or 4, and no whole root:

    line      product   cube root
    X X X        1        1.0        X
    O O O        8        2.0        O
    X O X        2        1.26
    O X O        4        1.59
    X . X        0        0.0        an empty cell makes any product 0

The cube has to go with the three cells. On a board of four, the line X O O O has the product 8,
too, and a cube root would give it to O; the full line O O O O has 16, and it would go to nobody.
So take the n-th root. It is right on paper, but a root is a float, and floats are rounded: from
n = 103 on, the n-th root of 2 ** n does not always come out as 2.0, and 2 ** 1024 is no float any
more.

The way out is not to take a root. "The n-th root is 2" says that the product is 2 ** n, and ints
are not rounded in Python. Two facts make it exact for every n:

- A product of 0, 1 and 2 is 1 only if every cell is 1.
- A product of n cells, none above 2, is 2 ** n only if every cell is 2.

Both hold only for cells 0, 1 and 2, so cells have to be checked first: a cell 4 beside a cell 1
would pass for two cells 2.

Choose it where the idea is the point. Each line costs n products of ints that grow to n bits,
which is more than the n comparisons that they stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Line: TypeAlias = tuple[int, ...]

DRAW = 0
UNFINISHED = -1


def is_solved(board: Board) -> int:
    """Return 1 or 2 for the side with a full line, 0 for a draw, -1 for an unfinished game.

    >>> is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
    1
    """
    check(board)
    size = len(board)
    products = [prod(line) for line in lines(board)]
    for owner in (1, 2):
        if owner**size in products:
            return owner
    # Every row is a line, so an empty cell anywhere has made the product of its row 0.
    return UNFINISHED if 0 in products[:size] else DRAW


def lines(board: Board) -> list[Line]:
    """Return all rows, then the columns and the diagonals.

    >>> lines([(1, 2), (0, 1)])
    [(1, 2), (0, 1), (1, 0), (2, 1), (1, 1), (2, 0)]
    """
    rows = [tuple(row) for row in board]
    diagonal = tuple([row[number] for number, row in enumerate(rows)])
    anti_diagonal = tuple([row[-1 - number] for number, row in enumerate(rows)])
    return [*rows, *zip(*rows, strict=True), diagonal, anti_diagonal]


def check(board: Board) -> None:
    """Raise a ValueError if the board is empty or not square, or a cell is not 0, 1 or 2."""
    size = len(board)
    if size == 0:
        raise ValueError(f"expected a board of at least one row, got {board!r}")
    for row in board:
        if len(row) != size:
            raise ValueError(f"expected {size} rows of {size} cells, got the row {row!r}")
        for cell in row:
            if cell not in (0, 1, 2):
                raise ValueError(f"expected cells 0, 1 or 2, got {cell!r} in the row {row!r}")
