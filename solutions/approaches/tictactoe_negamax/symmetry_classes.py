"""Perfect play with one entry for all images of a position.

Turn a board by a quarter, or look at it in a mirror: the game is the same, and so is its value.
There are eight such images, and many positions have fewer, because some of theirs are equal:

    X . .     . . X     . . .     . . .      these four are images of each other,
    . . .     . . .     . . .     . . .      each of them twice
    . . .     . . .     . . X     X . .

All images of a position are its *class*. Of 5,478 positions that can be reached there are 765
classes; of the nine first moves there are three: a corner, the middle of an edge, the middle. So
the cache is asked with one image that stands for the class, the one that is the least number.

A search through classes has a seventh of the positions, but each of them costs eight look-ups to
find its class. The images of all 512 boards are made beforehand.

Choose it when memory is short, or when each position costs much more than its images: in larger
games, near the beginning. Here the search takes half of the time of the reference, and the
table of images takes what is saved.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Bitboard: TypeAlias = int
Move: TypeAlias = int

FULL: Bitboard = 0b111_111_111

CELLS: tuple[Move, ...] = tuple(0b100_000_000 >> cell for cell in range(9))

LINES: tuple[Bitboard, ...] = (
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
)

# Where each cell of the board comes from when it is mirrored, and when it is turned to the right:
#
#     2 1 0      6 3 0
#     5 4 3      7 4 1
#     8 7 6      8 5 2
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def generate_moves(player: Bitboard, opponent: Bitboard) -> list[Move]:
    """Return the masks of the empty cells, in cell order.

    >>> generate_moves(0b101_010_000, 0b010_001_101) == [0b000_100_000, 0b000_000_010]
    True
    """
    check_position(player, opponent)
    return [cell for cell in CELLS if not cell & (player | opponent)]


def has_won(discs: Bitboard) -> bool:
    """Return whether the discs of one side hold a full line.

    >>> has_won(0b100_110_001)
    True
    """
    if not 0 <= discs <= FULL:
        raise ValueError(f"expected a board of 9 bits, got {bin(discs)}")
    return any(discs & line == line for line in LINES)


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """Return the value of a position for the side to move: 1, 0 or -1.

    >>> negamax(0b110_000_000, 0b000_110_000)
    1
    """
    check_position(player, opponent)
    worth = score(*representative(player, opponent))
    return (worth > 0) - (worth < 0)


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """Return the cell number of a best move; of winning ones, one that wins soonest.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        raise ValueError(f"expected an unfinished position, got {bin(player)} and {bin(opponent)}")
    best = max(moves, key=lambda move: -score(*representative(opponent, player | move)))
    return CELLS.index(best)


@cache
def score(player: Bitboard, opponent: Bitboard) -> int:
    """Return what a position that represents its class is worth to the player.

    A win is worth 1 plus the cells that are still empty at the end, a loss the same with a minus
    sign, a draw 0.

    >>> score(*representative(0b110_000_000, 0b000_110_000))  # wins, and 4 cells stay empty
    5
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent):
        return -(1 + len(moves))
    if not moves:
        return 0
    # As a set: moves that are images of each other are searched once.
    children = {representative(opponent, player | move) for move in moves}
    return max([-score(*child) for child in children])


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


def check_position(player: Bitboard, opponent: Bitboard) -> None:
    """Raise a ValueError unless both boards have nine bits and no cell is on both."""
    if not 0 <= player | opponent <= FULL:
        raise ValueError(f"expected boards of 9 bits, got {bin(player)} and {bin(opponent)}")
    if player & opponent:
        raise ValueError(
            f"expected boards that share no cell, got {bin(player)} and {bin(opponent)}"
        )


# The two boards of a position have to be turned alike, so the images of a board are in an order.
IMAGES = tuple(images(board) for board in range(FULL + 1))
