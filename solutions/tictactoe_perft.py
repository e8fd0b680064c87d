"""Perft of tic-tac-toe: count the positions after each number of plies.

A program that plays a game is only as good as its list of moves. Perft, short for "performance
test", checks the list by counting: it follows every sequence of moves for a number of plies and
compares how many there are with a published number. The word is that of chess programmers.

Positions are those of the kata tictactoe_negamax: a pair `(player, opponent)` of 9-bit ints, the
side to move first. Cell i is bit 8 - i:

     0 | 1 | 2
    ---+---+---      0b111_000_000 is the top row,
     3 | 4 | 5       0b100_010_001 is one of the two diagonals,
    ---+---+---      0b000_000_001 is cell 8.
     6 | 7 | 8

Glossary:
    ply: one move by one side; depth: a number of plies.
    node: a position together with the moves that led to it. Two orders of moves that lead to
        the same position are two nodes.
    leaf: a node without children, because the game is over there or the depth is reached.
    way: one order of moves from the given position to another one.
    level: all positions after one number of plies, each with its number of ways.
    finished: the opponent, who moved last, has a line, or the board is full.

The method: not node by node, but level by level. A position that many orders of moves lead to
stands in its level once, with their number, and is played on once. From the empty board that is
5,478 positions for 549,946 nodes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
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
Level: TypeAlias = dict[Position, int]


class Statistics(NamedTuple):
    """How the games from a position stand after a number of plies.

    Attributes:
        nodes: All of them: the games that are over by then, and those that still go on.
        player_wins: The games won by the side to move in the position that was asked about.
        opponent_wins: The games won by the other side.
        draws: The games that ended with a full board and no line.
    """

    nodes: int
    player_wins: int
    opponent_wins: int
    draws: int


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the number of nodes that are exactly `depth` plies away from a position.

    A finished game has no children, so games that end earlier are not counted.

    Args:
        player: The discs of the side to move; cell i, from 0 at the top left, is bit 8 - i.
        opponent: The discs of the other side, in the same way.
        depth: The number of plies, 0 or more.

    Returns:
        The number of ways to play that many plies. At depth 0 it is 1: the position itself.

    Raises:
        ValueError: The depth is negative, a board does not fit into nine bits, or a cell is on
            both boards.

    Example:
        >>> perft(0, 0, 3)
        504
    """
    check(player, opponent, depth)
    for plies, level in enumerate(levels(player, opponent)):
        if plies == depth:
            return sum(level.values())
    return 0


def divide(player: Bitboard, opponent: Bitboard, depth: int) -> dict[int, int]:
    """Return what each first move adds to `perft(player, opponent, depth)`.

    Args:
        player: The discs of the side to move; cell i, from 0 at the top left, is bit 8 - i.
        opponent: The discs of the other side, in the same way.
        depth: The number of plies, 0 or more, the first move included.

    Returns:
        A dict from the cell number of each first move to the number of nodes after it. It is
        empty if there is no first move: at depth 0, and in a finished game.

    Raises:
        ValueError: The depth is negative, a board does not fit into nine bits, or a cell is on
            both boards.

    Example:
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
    """Return how the games from a position stand after `depth` plies.

    A game that ends earlier is not dropped as in perft: it stays as one leaf with its result.

    Args:
        player: The discs of the side to move; cell i, from 0 at the top left, is bit 8 - i.
        opponent: The discs of the other side, in the same way.
        depth: The number of plies, 0 or more.

    Returns:
        The number of games by then, and how many of them each side has won or are drawn.

    Raises:
        ValueError: The depth is negative, a board does not fit into nine bits, or a cell is on
            both boards.

    Example:
        >>> statistics(0, 0, 5)
        Statistics(nodes=15120, player_wins=1440, opponent_wins=0, draws=0)
    """
    check(player, opponent, depth)
    rows = all_statistics(player, opponent)
    # After the last ply nothing changes any more.
    return rows[min(depth, len(rows) - 1)]


def check(player: Bitboard, opponent: Bitboard, depth: int) -> None:
    """Raise a ValueError for a bad position or depth."""
    check_position(player, opponent)
    if depth < 0:
        raise ValueError(f"expected a depth of 0 plies or more, got {depth}")


def levels(player: Bitboard, opponent: Bitboard) -> Iterator[Level]:
    """Yield the level of ply 0, 1, 2 and so on, as long as there are positions.

    >>> [sum(level.values()) for level in levels(0, 0)]
    [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    >>> [len(level) for level in levels(0, 0)]
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    """
    level: Level = {(player, opponent): 1}
    while level:
        yield level
        level = following(level)


def following(level: Level) -> Level:
    """Return the level one ply later: each move carries all ways of its position on."""
    later: Level = defaultdict(int)
    for (player, opponent), ways in level.items():
        if not has_won(opponent):
            for move in generate_moves(player, opponent):
                later[opponent, player | move] += ways
    return later


@cache
def all_statistics(player: Bitboard, opponent: Bitboard) -> tuple[Statistics, ...]:
    """Return the statistics of depth 0, 1, 2 and so on, up to the end of the longest game.

    One walk gives all of them. They are kept, because a table is asked for row by row: the nine
    rows from the empty board then take a third of the time of nine walks.
    """
    rows = []
    wins = [0, 0]  # Of the opponent, of the player: after an odd ply the player has moved last.
    for plies, level in enumerate(levels(player, opponent)):
        # The games that ended before this level are won ones: a draw ends with the last ply.
        nodes = sum(wins) + sum(level.values())
        won, draws = results(level)
        wins[plies % 2] += won
        rows.append(Statistics(nodes, wins[1], wins[0], draws))
    return tuple(rows)


def results(level: Level) -> tuple[int, int]:
    """Return how many games end in a level: won by the side that moved last, and drawn."""
    won = drawn = 0
    for (player, opponent), ways in level.items():
        if has_won(opponent):
            won += ways
        elif player | opponent == FULL:
            drawn += ways
    return won, drawn


# Roads not taken
#
# Plain recursion: perft is 1 at depth 0, and the sum over the moves before that. It is the
# shortest way to write it, and makes 549,946 calls for depth 9 where 5,478 positions are enough.
#
# Recursion with a cache, keyed by position and depth. It is as short, and saves nearly as much. But
# a level is a value that can be looked at and counted, and one walk gives all rows of a table.
#
# Counting at depth 1 without making the moves, which chess programmers call bulk counting. It
# needs a moves function that knows when the game is over; `generate_moves` lists empty cells.
#
# Turned and mirrored positions as one. The levels would shrink to a seventh, but `divide` has to
# know the cell of each first move.
#
# A formula. Without a line on the board, x discs of the one side and o of the other can have come
# in x! * o! orders, so the ways to each position can be counted without playing. The last disc of
# a line needs a case of its own, and to walk through the moves is what perft is for.
