"""Perft by recursion, with one entry for all images of a position.

A position that is turned by a quarter or seen in a mirror has the same number of nodes
below it, so the nine first moves need three answers:

    2 1 2        of the 127,872 nodes at depth 9, the centre (0) has
    1 0 1        13,248 below it, each edge (1) has 14,688, and each
    2 1 2        corner (2) has 13,968

The answers are kept, by position and depth, and a position is asked for by the image
that stands for all eight, the one with the least numbers. Then 5,478 positions become
765.

Choose it when perft is asked for at several depths and from several positions, and a
position costs more to search than its eight images to make. For one table from the
empty board the reference takes half of the time.
"""

from collections.abc import Iterator
from functools import cache

from solutions.tictactoe_negamax import CELLS, FULL, Bitboard, generate_moves, has_won
from solutions.tictactoe_perft import Position, Statistics, check, divide

__all__ = ["divide", "perft", "statistics"]


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """As the reference's."""
    check(player, opponent, depth)
    return nodes(*representative(player, opponent), depth)


def statistics(player: Bitboard, opponent: Bitboard, depth: int) -> Statistics:
    """As the reference's."""
    check(player, opponent, depth)
    # After the last ply nothing changes any more.
    return games(*representative(player, opponent), min(depth, len(CELLS)))


@cache
def nodes(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the perft of a position that represents its class."""
    if depth == 0:
        return 1
    return sum([nodes(*child, depth - 1) for child in children(player, opponent)])


@cache
def games(player: Bitboard, opponent: Bitboard, depth: int) -> Statistics:
    """Return the statistics of a position that represents its class."""
    if has_won(opponent):
        return Statistics(1, 0, 1, 0)
    if player | opponent == FULL:
        return Statistics(1, 0, 0, 1)
    if depth == 0:
        return Statistics(1, 0, 0, 0)
    below = [games(*child, depth - 1) for child in children(player, opponent)]
    all_nodes, wins, losses, draws = map(sum, zip(*below, strict=True))
    # A child is told from the other side: what its player wins is lost here.
    return Statistics(all_nodes, losses, wins, draws)


def children(player: Bitboard, opponent: Bitboard) -> list[Position]:
    """Return for each move the position that stands for the class of what it leads to.

    >>> len(children(0, 0)), len(set(children(0, 0)))
    (9, 3)
    """
    if has_won(opponent):
        return []
    return [
        representative(opponent, player | m) for m in generate_moves(player, opponent)
    ]


def representative(player: Bitboard, opponent: Bitboard) -> Position:
    """Return the image of a position that stands for its class: the least one."""
    return min(zip(IMAGES[player], IMAGES[opponent], strict=True))


def images(board: Bitboard) -> Iterator[Bitboard]:
    """Yield the eight images of a board, always in the same order of turns and mirrors.

    >>> [f"{image:09b}" for image in images(0b100_000_000)][:4]
    ['100000000', '000000100', '001000000', '000000001']
    """
    rows = [f"{board:09b}"[first : first + 3] for first in (0, 3, 6)]
    for _ in range(4):
        yield int("".join(rows), 2)
        yield int("".join(reversed(rows)), 2)
        rows = [
            "".join(column) for column in zip(*reversed(rows), strict=True)
        ]  # A quarter turn


# The two boards of a position have to be turned alike, so the images of a board are in
# an order.
IMAGES = [tuple(images(board)) for board in range(FULL + 1)]
