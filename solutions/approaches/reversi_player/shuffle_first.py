"""The player of the chapter in its own way: shuffle the moves, and take the first best.

`max` returns the first of several greatest moves. If the moves come in an order that
chance has made, the first of them is any of them. So one shuffle decides all ties, and
no list of tied moves is needed. The greatest move is a corner, or else the one with the
most flips:

    key of a corner         (True, 0)       greater than every other key
    key of other moves      (False, 3)      three discs turn over

Choose it when the code should be short. A reader has to know that `max` takes the first
one, and the shuffle takes a random number for each move where one would do.
"""

import random
from types import ModuleType

from solutions.reversi_flips import Board, Cell, flips, legal_moves
from solutions.reversi_player import CORNERS


def choose_move(
    board: Board, disc: str, rng: random.Random | ModuleType = random
) -> Cell:
    """As the reference's."""
    # Sorted before, because the order of a set isn't decided by the seed.
    moves = sorted(legal_moves(board, disc))
    if not moves:
        raise ValueError(f"expected a board on which {disc!r} can move")
    rng.shuffle(moves)
    return max(moves, key=lambda move: worth(board, disc, move))


def worth(board: Board, disc: str, move: Cell) -> tuple[bool, int]:
    """Return the key of a move: all corners have the same one.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[0][:4] = [" ", "O", "O", "X"]
    >>> worth(board, "X", (0, 0))
    (True, 0)
    """
    if move in CORNERS:
        return True, 0
    return False, len(flips(board, disc, *move))
