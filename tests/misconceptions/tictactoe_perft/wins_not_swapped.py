"""All wins seem to be the opponent's, whoever completes the line.

The player completes a line with the first move. In the position after it the other side is to move.
Who is the opponent there, and who is it in the position that was asked about?
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from solutions.tictactoe_negamax import CELLS, check_position, generate_moves, has_won


class Statistics(NamedTuple):
    """How the games from a position stand."""

    nodes: int
    player_wins: int
    opponent_wins: int
    draws: int


def perft(player: int, opponent: int, depth: int) -> int:
    """Count the nodes at a depth."""
    check(player, opponent, depth)
    return count(player, opponent, depth)


def divide(player: int, opponent: int, depth: int) -> dict[int, int]:
    """Count the nodes after each first move."""
    check(player, opponent, depth)
    if depth == 0 or has_won(opponent):
        return {}
    return {
        CELLS.index(move): count(opponent, player | move, depth - 1)
        for move in generate_moves(player, opponent)
    }


def statistics(player: int, opponent: int, depth: int) -> Statistics:
    """Count the games and their results."""
    check(player, opponent, depth)
    return tally(player, opponent, depth)


@cache
def count(player: int, opponent: int, depth: int) -> int:
    """Count the nodes at a depth, of a position that is checked."""
    if depth == 0:
        return 1
    if has_won(opponent):
        return 0
    moves = generate_moves(player, opponent)
    return sum(count(opponent, player | move, depth - 1) for move in moves)


@cache
def tally(player: int, opponent: int, depth: int) -> Statistics:
    """Count the games and their results, of a position that is checked."""
    if has_won(opponent):
        return Statistics(1, 0, 1, 0)
    moves = generate_moves(player, opponent)
    if not moves:
        return Statistics(1, 0, 0, 1)
    if depth == 0:
        return Statistics(1, 0, 0, 0)
    nodes = player_wins = opponent_wins = draws = 0
    for move in moves:
        after = tally(opponent, player | move, depth - 1)
        nodes += after.nodes
        player_wins += after.player_wins
        opponent_wins += after.opponent_wins
        draws += after.draws
    return Statistics(nodes, player_wins, opponent_wins, draws)


def check(player: int, opponent: int, depth: int) -> None:
    """Refuse a bad position or depth."""
    check_position(player, opponent)
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth}")
