"""Reversi on one string with a border: every walk ends, a direction is one number.

A walk over the opponent's discs ends at a border as it ends at an empty cell, so
nothing asks for the edge. The rows follow each other: a step is one number, and
one border cell ends a row and begins the next:

         column  0  1  2  3  4  5  6  7
         0  1  2  3  4  5  6  7  8  9
            #  #  #  #  #  #  #  #  #        #  border
    row 0   .  .  .  .  .  .  .  .  #        cell (0, 0) is number 10, and (1, 0) 19
        ...
            #  #  #  #  #  #  #  #  #

Choose it where bitboards are too far from what one sees: programs for Othello, chess
and Go have been written on such boards, the "mailbox", for decades. Here each call
copies the rows into the string; a program that keeps the string between its moves saves
the copy.
"""

from solutions import reversi_flips as reference
from solutions.reversi_flips import (
    CELLS,
    EMPTY,
    SIZE,
    Board,
    Cell,
    new_board,
    play,
    score,
)

__all__ = ["flips", "legal_moves", "new_board", "play", "score"]

WIDTH = SIZE + 1  # One row of the string: 8 cells and a border cell.
BORDER = "#"
STEPS = (-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1)

# The number in the string of each cell, and the cell of each number.
NUMBERS = {(row, column): WIDTH * (row + 1) + column + 1 for row, column in CELLS}
CELL_OF = {number: cell for cell, number in NUMBERS.items()}


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """As the reference's."""
    reference.check_board(board)
    reference.check_disc(disc)
    reference.check_cell(row, column)
    return {
        CELL_OF[number]
        for number in turned(bordered(board), disc, NUMBERS[row, column])
    }


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """As the reference's."""
    reference.check_board(board)
    reference.check_disc(disc)
    cells = bordered(board)
    return {cell for cell, number in NUMBERS.items() if turned(cells, disc, number)}


def bordered(board: Board) -> str:
    """Return a board as one string, with its border.

    >>> print(bordered([["X"] * 8] * 8)[:28])
    ##########XXXXXXXX#XXXXXXXX#
    """
    edge = BORDER * WIDTH
    return BORDER + edge + "".join(["".join(cells) + BORDER for cells in board]) + edge


def turned(cells: str, disc: str, move: int) -> list[int]:
    """Return the numbers of the discs that a move turns over."""
    if cells[move] != EMPTY:
        return []
    opponent = "O" if disc == "X" else "X"
    found: list[int] = []
    for step in STEPS:
        number = move + step
        while cells[number] == opponent:
            number += step
        if cells[number] == disc:
            found += range(move + step, number, step)
    return found
