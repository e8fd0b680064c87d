"""A player of Reversi that takes corners first, and otherwise as many discs as it can.

Boards, discs and flips come from the kata reversi_flips. A disc turns over only
between two others, and in a corner there's nothing on the far side: a disc there stays
what it is to the end of the game. Moves that turn over equally many are tied, and
chance decides between them.

The player is that of chapter 15 of "Invent Your Own Computer Games with Python", fourth
edition, by Al Sweigart.
"""

import random
from types import ModuleType

from solutions.reversi_flips import Board, Cell, flips, legal_moves

CORNERS = ((0, 0), (0, 7), (7, 0), (7, 7))


def choose_move(
    board: Board, disc: str, rng: random.Random | ModuleType = random
) -> Cell:
    """Choose a legal corner, else a move with the most flips; `rng` decides ties.

    Raises ValueError if the side has no legal move, or the board or the disc is
    invalid.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[0][:3] = [" ", "O", "X"]
    >>> choose_move(board, "X")
    (0, 0)
    """
    # Sorted, because a set's order can't be relied on, and only the seed should
    # decide.
    moves = sorted(legal_moves(board, disc))
    if not moves:
        raise ValueError(f"expected a board on which {disc!r} can move")
    corners = [move for move in moves if move in CORNERS]
    return rng.choice(corners or with_most_flips(board, disc, moves))


def with_most_flips(board: Board, disc: str, moves: list[Cell]) -> list[Cell]:
    """Return the moves that turn over the most discs, in the order in which they came.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[2] = list(" OX  XO ")
    >>> board[4] = list("  XOO   ")
    >>> with_most_flips(board, "X", [(2, 0), (2, 7), (4, 5)])
    [(4, 5)]
    """
    counts = [len(flips(board, disc, row, column)) for row, column in moves]
    return [
        move for move, count in zip(moves, counts, strict=True) if count == max(counts)
    ]


# Roads not taken
#
# - We don't shuffle the moves and take the first corner, or the first move that turns
#   over more than all before it, as the chapter does. That's as short, but a reader
#   has to work out the ties. The approach `shuffle_first` is nearly that.
# - We don't write one `max` with the key (is a corner, flips, rng.random()). It is
#   shorter, but takes a random number for each move.
# - We don't play each move on a copy of the board and count, as the chapter does. The
#   same moves come out.
# - We don't give each cell a weight, below zero beside an empty corner. That's a
#   better player, and another one.
