"""Perft by recursion, with one entry for all images of a position.

A position that is turned by a quarter or seen in a mirror has the same number of nodes below it.
So the nine first moves need three answers: one for the corners, one for the middles of the edges,
and one for the centre.

    2 1 2        of the 127,872 nodes at depth 9, each first move
    1 0 1        0 has 13,248 below it, each 1 has 14,688, and
    2 1 2        each 2 has 13,968

The recursion is the shortest way to write perft: 1 at depth 0, else the sum over the moves. The
answers are kept, by position and depth, and a position is asked for by the image that stands for
all eight, the one with the least numbers. Then 5,478 positions become 765.

Choose it when perft is asked for at several depths and from several positions, and when a position
costs more to search than its eight images cost to make. For one table from the empty board the
reference takes half of the time.
"""

from __future__ import annotations

from functools import cache

from solutions.tictactoe_negamax import CELLS, FULL, Bitboard, generate_moves, has_won
from solutions.tictactoe_perft import Position, Statistics, check

# Where each cell of the board comes from when it is mirrored, and when it is turned to the right:
#
#     2 1 0      6 3 0
#     5 4 3      7 4 1
#     8 7 6      8 5 2
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)
TURNED = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the number of nodes that are exactly `depth` plies away from a position.

    >>> perft(0, 0, 3)
    504
    """
    check(player, opponent, depth)
    return nodes(*representative(player, opponent), depth)


def divide(player: Bitboard, opponent: Bitboard, depth: int) -> dict[int, int]:
    """Return what each first move adds to perft, by the cell number of the move.

    >>> divide(0b110_000_000, 0b000_110_000, 2)
    {2: 0, 5: 4, 6: 4, 7: 4, 8: 4}
    """
    check(player, opponent, depth)
    if depth == 0 or has_won(opponent):
        return {}
    return {
        CELLS.index(move): perft(opponent, player | move, depth - 1)
        for move in generate_moves(player, opponent)
    }


def statistics(player: Bitboard, opponent: Bitboard, depth: int) -> Statistics:
    """Return how the games from a position stand; one that ended earlier stays as one leaf.

    >>> statistics(0, 0, 5)
    Statistics(nodes=15120, player_wins=1440, opponent_wins=0, draws=0)
    """
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
    return [representative(opponent, player | m) for m in generate_moves(player, opponent)]


def representative(player: Bitboard, opponent: Bitboard) -> Position:
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
