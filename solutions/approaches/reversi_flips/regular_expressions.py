"""Reversi with regular expressions: each line is text, and a run is a pattern.

Read a row of the board from left to right as text. X may move where the text has an
empty cell, one or more O, and an X:

    . . O O X . O X        text      "  OOX OX"
      ^       ^            pattern   " O+X" is found at column 1 and at column 5
      moves of X

Columns and diagonals are lines like the rows, and each line is read from both ends.
Nothing in this file walks, counts or asks for the edge: a text ends where it ends.

Choose it when the rule is to be seen at a glance, or for other rules about lines: five
in a row is "XXXXX".
"""

import re

from solutions import reversi_flips as reference
from solutions.reversi_flips import (
    CELLS,
    DIRECTIONS,
    Board,
    Cell,
    new_board,
    play,
    ray,
    score,
)

__all__ = ["flips", "legal_moves", "new_board", "play", "score"]

# What a move needs: an empty cell, a run, and a disc of one's own. It's looked ahead
# for, `(?=`, because where one run ends another can begin.
MOVE = {"X": re.compile("(?= (O+)X)"), "O": re.compile("(?= (X+)O)")}

# Every line of the board, from both ends: it begins where nothing is before it.
LINES = [
    [cell, *ray(cell, (down, right))]
    for down, right in DIRECTIONS
    for cell in CELLS
    if not ray(cell, (-down, -right))
]


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """As the reference's."""
    reference.check_board(board)
    reference.check_disc(disc)
    reference.check_cell(row, column)
    turned: set[Cell] = set()
    for direction in DIRECTIONS:
        line = [(row, column), *ray((row, column), direction)]
        if run := MOVE[disc].match(text_of(board, line)):
            turned.update(line[1 : run.end(1)])
    return turned


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """As the reference's."""
    reference.check_board(board)
    reference.check_disc(disc)
    return {
        line[found.start()]
        for line in LINES
        for found in MOVE[disc].finditer(text_of(board, line))
    }


def text_of(board: Board, line: list[Cell]) -> str:
    """Return the cells of a line as text.

    >>> text_of(new_board(), [(3, 0), *ray((3, 0), (0, 1))])
    '   XO   '
    """
    return "".join([board[row][column] for row, column in line])
