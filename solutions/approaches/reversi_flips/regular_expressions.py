"""Reversi with regular expressions: each line of the board is text, and a run is a pattern.

Read a row of the board from left to right as text. X may move where the text has an empty cell,
one or more O, and an X:

    . . O O X . O X        text      "  OOX OX"
      ^       ^            pattern   " O+X" is found at column 1 and at column 5
      moves of X

This is the rule of the game, written down as it is said. Columns and diagonals are lines like the
rows, and each line is read from both ends. The 46 lines of a board are 8 rows, 8 columns and 15
diagonals in each of two ways; those of one and two cells are there as well, and nothing is found
on them. Nothing in this file walks, counts or asks for the edge: a text ends where it ends.

The patterns are looked for from one place on, with `match`: that an O stands between an X to the
left and another one to the right makes no move there.

Choose it when the rule is to be seen at a glance, or for other rules about lines: five in a row is
"XXXXX". It takes three times as long as the reference for the legal moves: most of that goes into
putting the texts together.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

SIZE = 8
EMPTY = " "
DISCS = ("X", "O")

CELLS = list(product(range(SIZE), range(SIZE)))
DIRECTIONS = [step for step in product((-1, 0, 1), (-1, 0, 1)) if step != (0, 0)]

# What X and O need in a line: a run that is closed, from the cell beside the move on; and the
# same with the move, looked ahead for, because the end of one run can be the beginning of another.
CLOSED = {"X": re.compile("(O+)X"), "O": re.compile("(X+)O")}
MOVE = {"X": re.compile("(?= O+X)"), "O": re.compile("(?= X+O)")}


def new_board() -> Board:
    """Return the board at the beginning of a game.

    >>> new_board()[3]
    [' ', ' ', ' ', 'X', 'O', ' ', ' ', ' ']
    """
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    board[3][3] = board[4][4] = "X"
    board[3][4] = board[4][3] = "O"
    return board


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """Return the cells whose discs turn over; none if the move is illegal.

    >>> flips(new_board(), "X", 2, 4)
    {(3, 4)}
    """
    check_board(board)
    check_disc(disc)
    check_cell(row, column)
    if board[row][column] != EMPTY:
        return set()
    turned: set[Cell] = set()
    for step in DIRECTIONS:
        ray = line_from((row, column), step)[1:]
        run = CLOSED[disc].match(text_of(board, ray))
        if run:
            turned.update(ray[: run.end(1)])
    return turned


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """Return the cells on which a side may put its next disc.

    >>> sorted(legal_moves(new_board(), "X"))
    [(2, 4), (3, 5), (4, 2), (5, 3)]
    """
    check_board(board)
    check_disc(disc)
    return {
        line[found.start()] for line in LINES for found in MOVE[disc].finditer(text_of(board, line))
    }


def play(board: Board, disc: str, row: int, column: int) -> Board:
    """Return a new board, after a move; an illegal one is a ValueError with the board drawn.

    >>> after = play(new_board(), "X", 2, 4)
    >>> after[2][4], after[3][4]
    ('X', 'X')
    """
    turned = flips(board, disc, row, column)
    if not turned:
        drawn = "\n".join("".join(cells).replace(EMPTY, ".") for cells in board)
        raise ValueError(
            f"expected a move of {disc!r} that turns a disc over, got {(row, column)} on\n{drawn}"
        )
    after = [list(cells) for cells in board]
    for own_row, own_column in [*turned, (row, column)]:
        after[own_row][own_column] = disc
    return after


def score(board: Board) -> dict[str, int]:
    """Return how many discs each side has.

    >>> score(play(new_board(), "X", 2, 4))
    {'X': 4, 'O': 1}
    """
    check_board(board)
    return {disc: sum(cells.count(disc) for cells in board) for disc in DISCS}


def text_of(board: Board, line: list[Cell]) -> str:
    """Return the cells of a line as text.

    >>> text_of(new_board(), line_from((3, 0), (0, 1)))
    '   XO   '
    """
    return "".join([board[row][column] for row, column in line])


def line_from(cell: Cell, step: tuple[int, int]) -> list[Cell]:
    """Return the cells from `cell` to the edge of the board.

    >>> line_from((2, 5), (1, 1))
    [(2, 5), (3, 6), (4, 7)]
    """
    (row, column), (down, right) = cell, step
    line = [(row + down * far, column + right * far) for far in range(SIZE)]
    return [(row, column) for row, column in line if 0 <= row < SIZE and 0 <= column < SIZE]


def begins_at(cell: Cell, step: tuple[int, int]) -> bool:
    """Return whether a line with this step begins at a cell: whether nothing is before it."""
    return len(line_from(cell, (-step[0], -step[1]))) == 1


# Every line of the board, from both ends.
LINES = [line_from(cell, step) for step in DIRECTIONS for cell in CELLS if begins_at(cell, step)]


def check_board(board: Board) -> None:
    """Raise a ValueError unless there are 8 rows of 8 cells, each one "X", "O" or " "."""
    if len(board) != SIZE:
        raise ValueError(f"expected {SIZE} rows, got {len(board)}: {board!r}")
    for row, cells in enumerate(board):
        if len(cells) != SIZE:
            raise ValueError(f"expected {SIZE} cells in row {row}, got {len(cells)}: {cells!r}")
        for column, cell in enumerate(cells):
            if cell != EMPTY and cell not in DISCS:
                raise ValueError(f"expected 'X', 'O' or ' ' on {(row, column)}, got {cell!r}")


def check_disc(disc: str) -> None:
    """Raise a ValueError unless the disc is "X" or "O"."""
    if disc not in DISCS:
        raise ValueError(f"expected the disc 'X' or 'O', got {disc!r}")


def check_cell(row: int, column: int) -> None:
    """Raise a ValueError unless the cell is on the board."""
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        raise ValueError(f"expected a row and a column from 0 to 7, got {(row, column)}")
