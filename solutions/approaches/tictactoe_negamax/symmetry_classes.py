"""Perfect play with one entry for all images of a position.

Turn a board by a quarter, or look at it in a mirror: the game is the same, and so is its value.
There are eight such images, and many positions have fewer, because some of theirs are equal:

    X . .     . . X     . . .     . . .      these four are images of each other,
    . . .     . . .     . . .     . . .      each of them twice
    . . .     . . .     . . X     X . .

All images of a position are its *class*. Of the 5,478 positions that can be reached there are 765
classes; of the nine first moves there are three: a corner, the middle of an edge, the centre. The
cache is asked with one image that stands for the class, the one that is the least number.

Choose it when memory is short, or when each position costs much more than its images: in larger
games, near the beginning. Here it saves nothing: to make the images takes what the search saves.
"""

from __future__ import annotations

from functools import cache

from solutions.tictactoe_negamax import (
    CELLS,
    FULL,
    Bitboard,
    check_position,
    generate_moves,
    has_won,
    moves_to_choose_from,
    sign,
)

# Where each cell of the board comes from when it is mirrored, and when it is turned to the right:
#
#     2 1 0      6 3 0
#     5 4 3      7 4 1
#     8 7 6      8 5 2
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """Return the value of a position: 1, 0 or -1.

    >>> negamax(0b110_000_000, 0b000_110_000)
    1
    """
    check_position(player, opponent)
    return sign(score(*representative(player, opponent)))


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """Return the cell number of a best move; of winning ones, one that wins soonest.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    moves = moves_to_choose_from(player, opponent)
    best = max(moves, key=lambda move: -score(*representative(opponent, player | move)))
    return CELLS.index(best)


@cache
def score(player: Bitboard, opponent: Bitboard) -> int:
    """Return the score of a position that represents its class, as the reference has it.

    >>> score(*representative(0b110_000_000, 0b000_110_000))  # wins, and 4 cells stay empty
    5
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent):
        return -(1 + len(moves))
    # As a set: moves that are images of each other are searched once.
    children = {representative(opponent, player | move) for move in moves}
    return max([-score(*child) for child in children], default=0)


def representative(player: Bitboard, opponent: Bitboard) -> tuple[Bitboard, Bitboard]:
    """Return the image of a position that stands for its class: the least one.

    >>> corners = (0b100_000_000, 0b001_000_000, 0b000_000_100, 0b000_000_001)
    >>> {representative(corner, 0) for corner in corners}
    {(1, 0)}
    """
    return min(zip(IMAGES[player], IMAGES[opponent], strict=True))


def images(board: Bitboard) -> tuple[Bitboard, ...]:
    """Return the eight images of a board, always in the same order of turns and mirrors.

    >>> len(set(images(0b110_000_000)))
    8
    """
    found = []
    for _ in range(4):
        found += [board, rearranged(board, MIRRORED)]
        board = rearranged(board, TURNED)
    return tuple(found)


def rearranged(board: Bitboard, origin: tuple[int, ...]) -> Bitboard:
    """Return the board whose cell i is what was on cell `origin[i]`.

    >>> rearranged(0b110_000_000, TURNED) == 0b001_001_000
    True
    """
    return sum(cell for cell, source in zip(CELLS, origin, strict=True) if board & CELLS[source])


# The two boards of a position have to be turned alike, so the images of a board are in an order.
IMAGES = tuple(images(board) for board in range(FULL + 1))
