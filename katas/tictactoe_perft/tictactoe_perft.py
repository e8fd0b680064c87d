"""Perft of tic-tac-toe: count the positions after each number of plies.

The statement is in README.md; test your code with `pytest katas/tictactoe_perft`.

Boards are as in tictactoe_negamax: 0b111_000_000 is the top row, cells 0, 1 and 2.
"""

from typing import NamedTuple


class Statistics(NamedTuple):
    """How a position's games are going after a number of plies."""

    nodes: (
        int  # All of them: the games that are over by then, and those that still go on.
    )
    player_wins: (
        int  # Games won by the side to move in the position that was asked about.
    )
    opponent_wins: int  # Games won by the other side.
    draws: int  # Games that ended with a full board and no line.


def perft(player: int, opponent: int, depth: int) -> int:
    """Return the number of nodes that are exactly `depth` plies away.

    Raises ValueError if the depth is negative, a board doesn't fit into nine bits, or
    a cell is on both boards.

    >>> perft(0, 0, 3)
    504
    """
    # TODO: return the number of ways to play exactly `depth` plies.
    raise NotImplementedError


def divide(player: int, opponent: int, depth: int) -> dict[int, int]:
    """Return what each first move adds to perft, by the number of its cell.

    Raises ValueError as `perft` does.

    >>> divide(0b110_000_000, 0b000_110_000, 2)
    {2: 0, 5: 4, 6: 4, 7: 4, 8: 4}
    """
    # TODO: return a number of nodes for each first move, also where that number is 0.
    raise NotImplementedError


def statistics(player: int, opponent: int, depth: int) -> Statistics:
    """Return how the games are going after `depth` plies; a finished one stays a leaf.

    Raises ValueError as `perft` does.

    >>> statistics(0, 0, 5)
    Statistics(nodes=15120, player_wins=1440, opponent_wins=0, draws=0)
    """
    # TODO: return a Statistics that counts every game once.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
