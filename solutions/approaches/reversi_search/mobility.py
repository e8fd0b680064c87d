"""A player that counts legal moves: who has few of them has to give something away.

Many discs are many that can be turned over, and they leave few cells to move to. What
wins is that the other side runs out of good moves, and has to play beside a corner. So
the *mobility* of both sides, the number of their legal moves, is compared, and a corner
is worth as much as eight moves.

    evaluation                       wins of 5,000 against the chapter's player
    legal moves, and corners         4,735
    corners, and the cells beside    4,690
    corners                          4,190
    legal moves                      3,315

Choose it for a stronger player, or when the game has no corners that could be counted.
It asks for two lists of moves at each leaf of the tree, so that a search takes twice as
long.
"""

import random

from solutions.reversi_bitboards import Bitboard, legal_moves
from solutions.reversi_flips import Board, Cell
from solutions.reversi_search import CORNERS, Rng, choose_by, discs, search, solve

__all__ = ["choose_move", "search", "solve"]

CORNER = 8  # What a corner is worth, in legal moves.


def choose_move(board: Board, disc: str, rng: Rng = random) -> Cell:
    """As the reference's, with another evaluation."""
    return choose_by(mobility, board, disc, rng)


def mobility(player: Bitboard, opponent: Bitboard) -> int:
    """Return how many more legal moves the player has, and eight for each corner.

    >>> mobility(0x0000_0010_0800_0000, 0x0000_0008_1000_0000)  # the start: four each
    0
    """
    moves = (
        legal_moves(player, opponent).bit_count()
        - legal_moves(opponent, player).bit_count()
    )
    return moves + CORNER * discs(player, opponent, CORNERS)
