"""Perft of tic-tac-toe: count the positions after each number of plies.

Perft, short for "performance test", checks a list of moves by counting, and compares
with a published number. Chess programmers coined the word. Positions are as in
tictactoe_negamax.

Glossary:
    node        a position together with the moves that led to it; two orders of moves
                that lead to the same position are two nodes
    leaf        a node without children: the game is over, or the depth is reached
    way         one order of moves from the given position to another one
    level       all positions after one number of plies, each with its number of ways

The method: not node by node, but level by level. A position that many orders of moves
lead to is in its level once, with their number, and is played on once. From the
empty board that is 5,478 positions for 549,946 nodes.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from solutions.tictactoe_negamax import (
    CELLS,
    FULL,
    Bitboard,
    check_position,
    generate_moves,
    has_won,
)

Position: TypeAlias = tuple[Bitboard, Bitboard]
Level: TypeAlias = Counter[Position]


class Statistics(NamedTuple):
    """How a position's games are going after a number of plies."""

    nodes: int  # The games that are over by then, and those that still go on.
    player_wins: (
        int  # The player is the side to move in the position that was asked about.
    )
    opponent_wins: int
    draws: int


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the number of nodes that are exactly `depth` plies away.

    Raises ValueError if the depth is negative, a board doesn't fit into nine bits, or
    a cell is on both boards.

    >>> perft(0, 0, 3)
    504
    """
    check(player, opponent, depth)
    for plies, level in enumerate(levels(player, opponent)):
        if plies == depth:
            return level.total()
    return 0


def divide(player: Bitboard, opponent: Bitboard, depth: int) -> dict[int, int]:
    """Return what each first move adds to perft, by the number of its cell.

    Raises ValueError as `perft` does.

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
    """Return how the games are going after `depth` plies; a finished one stays a leaf.

    Raises ValueError as `perft` does.

    >>> statistics(0, 0, 5)
    Statistics(nodes=15120, player_wins=1440, opponent_wins=0, draws=0)
    """
    check(player, opponent, depth)
    wins = [
        0,
        0,
    ]  # Of the opponent, of the player: after an odd ply the player has moved last.
    for plies, level in enumerate(islice(levels(player, opponent), depth + 1)):
        # The games that ended before this level are won ones: a draw ends with the last
        # ply.
        nodes = sum(wins) + level.total()
        won, draws = results(level)
        wins[plies % 2] += won
    return Statistics(nodes, wins[1], wins[0], draws)


def check(player: Bitboard, opponent: Bitboard, depth: int) -> None:
    """Raise a ValueError for a bad position or depth."""
    check_position(player, opponent)
    if depth < 0:
        raise ValueError(f"expected a depth of 0 plies or more, got {depth}")


def levels(player: Bitboard, opponent: Bitboard) -> Iterator[Level]:
    """Yield the level of ply 0, 1, 2 and so on, as long as there are positions.

    >>> [level.total() for level in levels(0, 0)]
    [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    >>> [len(level) for level in levels(0, 0)]
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    """
    level = Counter({(player, opponent): 1})
    while level:
        yield level
        level = following(level)


def following(level: Level) -> Level:
    """Return the level one ply later: each move carries all ways of its position on."""
    later: Level = Counter()
    for (player, opponent), ways in level.items():
        if not has_won(opponent):
            for move in generate_moves(player, opponent):
                later[opponent, player | move] += ways
    return later


def results(level: Level) -> tuple[int, int]:
    """Return how many games end in a level: won by the last to move, and drawn."""
    won = drawn = 0
    for (player, opponent), ways in level.items():
        if has_won(opponent):
            won += ways
        elif player | opponent == FULL:
            drawn += ways
    return won, drawn


# Roads not taken
#
# - We don't count by plain recursion. It's the shortest way to write it, and calls
#   itself 549,945 times for depth 9. With a cache, by position and depth, it saves
#   nearly as much, but you can look at a level and count it.
# - We don't count the moves at depth 1 without making them. They would have to know
#   whether the game is over.
# - We don't treat turned and mirrored positions as one. The approach
#   `symmetry_classes` does.
