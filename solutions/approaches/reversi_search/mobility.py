"""A player that counts legal moves: who has few of them has to give something away.

Discs tell little about who is ahead before the end: many discs are many that can be turned over,
and they leave few cells to move to. What wins is that the other side runs out of good moves, and
then has to play beside a corner. So the *mobility* of both sides, the number of their legal moves,
is compared, and a corner is worth as much as eight moves.

    evaluation                       wins of 5,000, three plies deep, against the chapter's player
    legal moves, and corners         4,735
    corners, and the cells beside    4,690
    corners                          4,190
    legal moves                      3,315

It needs no table of good and bad cells, and it notices trouble before a corner is lost. But it asks
for two lists of moves at each leaf of the tree, so that a search takes twice as long.

Choose it for a stronger player, or when the game has no corners that could be counted.
"""

from __future__ import annotations

import random
from types import ModuleType

from solutions import reversi_flips
from solutions.reversi_bitboards import Bitboard, legal_moves, play
from solutions.reversi_flips import Board, Cell, drawn
from solutions.reversi_search import CORNERS, REPLIES, bit, discs, in_bits, search, solve

__all__ = ["choose_move", "search", "solve"]

# What a corner is worth, in legal moves.
CORNER = 8


def choose_move(board: Board, disc: str, rng: random.Random | ModuleType = random) -> Cell:
    """Choose a move that is worth the most, three plies deep; `rng` decides between equals.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[0][:3] = [" ", "O", "X"]
    >>> choose_move(board, "X")
    (0, 0)
    """
    moves = sorted(reversi_flips.legal_moves(board, disc))
    if not moves:
        raise ValueError(f"expected a board on which {disc!r} can move, got\n{drawn(board)}")
    position = in_bits(board, disc)
    rng.shuffle(moves)
    return max(moves, key=lambda move: -search(*play(*position, bit(*move)), REPLIES, mobility))


def mobility(player: Bitboard, opponent: Bitboard) -> int:
    """Return how many more legal moves the player has, and eight for each corner.

    >>> mobility(0x0000_0010_0800_0000, 0x0000_0008_1000_0000)  # the start: four each
    0
    """
    moves = legal_moves(player, opponent).bit_count() - legal_moves(opponent, player).bit_count()
    return moves + CORNER * discs(player, opponent, CORNERS)
