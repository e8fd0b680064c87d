"""Perft without playing a move: look at the boards, and count the orders their discs can come in.

A node is a position with the moves that led to it. So the nodes after k plies can be counted from
the other end: for each position with k more discs, in how many orders can they have come? Each
side takes its own discs in any order, so with x and o of them there are x! * o! orders:

    X O X      3 discs of X and 2 of O, no line: 3! * 2! = 12 orders
    . O .
    X . .

With a line the game is over, so a line has to be completed by the very last disc:

    X X X      The last disc is one of the three on the line, and the others come in any order:
    O O .      3 * 2! * 2! = 12 orders. With a fourth X elsewhere it would not be the last one.
    . . .

A disc can be the last one if no line is left without it. If the side that did not move last has a
line, no order is good, because the game had ended before.

Choose it when numbers are asked for and not games: depth 9 is a sum over the 126 full boards, where
plain recursion visits 549,946 nodes. It works because a disc of tic-tac-toe never moves and never
changes its side. No move is made, so no list of moves is checked either, which perft is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import factorial
from typing import NamedTuple

from solutions.tictactoe_negamax import CELLS, FULL, Bitboard, generate_moves, has_won
from solutions.tictactoe_perft import Position, Statistics, check


class Level(NamedTuple):
    """The nodes after exactly so many plies.

    Attributes:
        won: How many of them end with a line of the side that moved last.
        others: How many do not.
    """

    won: int
    others: int


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the number of nodes that are exactly `depth` plies away from a position.

    >>> perft(0, 0, 3)
    504
    """
    check(player, opponent, depth)
    return sum(level(player, opponent, depth))


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
    depth = min(depth, (FULL ^ player ^ opponent).bit_count())
    if has_won(opponent):
        return Statistics(1, 0, 1, 0)
    levels = [level(player, opponent, plies) for plies in range(depth + 1)]
    wins = [sum(one.won for one in levels[first::2]) for first in (0, 1)]
    going_on = levels[depth].others
    full = depth == (FULL ^ player ^ opponent).bit_count()
    # After an odd ply, the player has moved last.
    return Statistics(sum(wins) + going_on, wins[1], wins[0], going_on if full else 0)


@cache
def level(player: Bitboard, opponent: Bitboard, plies: int) -> Level:
    """Return the nodes after exactly so many plies.

    >>> level(0, 0, 5)
    Level(won=1440, others=13680)
    """
    if plies == 0:
        return Level(1, 0) if has_won(opponent) else Level(0, 1)
    if has_won(opponent):
        return Level(0, 0)
    by_last, by_other = (plies + 1) // 2, plies // 2
    # Who moved last: after an odd ply, it is the player.
    last, other = (player, opponent) if plies % 2 else (opponent, player)
    orders = factorial(by_last - 1) * factorial(by_other)
    won = others = 0
    for last_discs, other_discs in boards(last, other, by_last, by_other):
        if not has_won(other_discs):
            ends = possible_ends(last, last_discs)
            if has_won(last_discs):
                won += ends * orders
            else:
                others += ends * orders
    return Level(won, others)


def possible_ends(before: Bitboard, after: Bitboard) -> int:
    """Return how many of the discs that one side has put down can have been its last one.

    >>> possible_ends(0, 0b111_100_000)  # without it, no line may be left
    3
    """
    put_down = [cell for cell in CELLS if cell & after and not cell & before]
    return sum(not has_won(after ^ disc) for disc in put_down)


def boards(last: Bitboard, other: Bitboard, by_last: int, by_other: int) -> Iterator[Position]:
    """Yield all boards with so many more discs of the one side and of the other.

    >>> list(boards(0b000_111_000, 0b111_000_000, 2, 1))[:2] == [
    ...     (0b000_111_110, 0b111_000_001), (0b000_111_101, 0b111_000_010)]
    True
    """
    empty = [cell for cell in CELLS if not cell & (last | other)]
    for own in combinations(empty, by_last):
        last_discs = last + sum(own)
        left = [cell for cell in empty if not cell & last_discs]
        for others in combinations(left, by_other):
            yield last_discs, other + sum(others)
