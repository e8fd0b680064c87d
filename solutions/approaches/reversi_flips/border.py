"""Reversi on one string with a border: every walk ends at a cell, and a direction is one number.

The rules ask again and again whether the board has ended. A border answers for good: cells that
are neither X nor O nor empty, all around. A walk over the opponent's discs ends at the border as it
ends at an empty cell, because neither is a disc of the opponent. There is no test for the edge.

The rows stand one after the other in one string, so that a step is one number. Between two rows,
one border cell is enough: it is behind the one and before the other. Column 7 of row r has the
number 9 * r + 17, and the border after it is 9 * r + 18:

         column  0  1  2  3  4  5  6  7
         0  1  2  3  4  5  6  7  8  9
            #  #  #  #  #  #  #  #  #        #  border
    row 0   .  .  .  .  .  .  .  .  #
        1   .  .  .  .  .  .  .  .  #
        ...
        7   .  .  .  .  .  .  .  .  #
            #  #  #  #  #  #  #  #  #

Choose it where bitboards are too far from what one sees: programs for Othello, chess and Go have
been written on such boards for decades (the "mailbox"). Here the board comes and goes as rows, and
has to be copied for each call; a program that keeps the string between its moves saves the copy.
"""

from __future__ import annotations

from solutions.reversi_flips import (
    CELLS,
    EMPTY,
    SIZE,
    Board,
    Cell,
    board_after,
    check_board,
    check_cell,
    check_disc,
    new_board,
    score,
)

__all__ = ["flips", "legal_moves", "new_board", "play", "score"]

# One row of the string: 8 cells and a border cell.
WIDTH = SIZE + 1
BORDER = "#"
FIRST = WIDTH + 1
STEPS = (-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1)

# The number in the string of each cell, and the cell of each number.
NUMBERS = {(row, column): FIRST + WIDTH * row + column for row, column in CELLS}
CELL_OF = {number: cell for cell, number in NUMBERS.items()}


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """Return the cells whose discs turn over; none if the move is illegal.

    >>> flips(new_board(), "X", 2, 4)
    {(3, 4)}
    """
    check_board(board)
    check_disc(disc)
    check_cell(row, column)
    return {CELL_OF[number] for number in turned(bordered(board), disc, NUMBERS[row, column])}


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """Return the cells on which a side may put its next disc.

    >>> sorted(legal_moves(new_board(), "X"))
    [(2, 4), (3, 5), (4, 2), (5, 3)]
    """
    check_board(board)
    check_disc(disc)
    cells = bordered(board)
    return {cell for cell, number in NUMBERS.items() if turned(cells, disc, number)}


def play(board: Board, disc: str, row: int, column: int) -> Board:
    """Return a new board, after a move.

    >>> after = play(new_board(), "X", 2, 4)
    >>> after[2][4], after[3][4]
    ('X', 'X')
    """
    return board_after(board, disc, (row, column), flips(board, disc, row, column))


def bordered(board: Board) -> str:
    """Return a board as one string, with its border.

    >>> print(bordered([["X"] * 8] * 8)[:28])
    ##########XXXXXXXX#XXXXXXXX#
    """
    edge = BORDER * WIDTH
    return BORDER + edge + "".join(["".join(cells) + BORDER for cells in board]) + edge


def turned(cells: str, disc: str, move: int) -> list[int]:
    """Return the numbers of the discs that a move turns over.

    >>> turned(bordered(new_board()), "X", NUMBERS[2, 4]) == [NUMBERS[3, 4]]
    True
    """
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
