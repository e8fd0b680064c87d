"""Recursion with a cache; the two sides change places with every ply."""

from functools import lru_cache
from typing import NamedTuple

from solutions.tictactoe_negamax import generate_moves, has_won


class Statistics(NamedTuple):
    nodes: int
    player_wins: int
    opponent_wins: int
    draws: int


@lru_cache(None)
def statistics(player, opponent, depth):
    if has_won(opponent):
        return Statistics(1, 0, 1, 0)
    moves = generate_moves(player, opponent)
    if not moves:
        return Statistics(1, 0, 0, 1)
    if depth == 0:
        return Statistics(1, 0, 0, 0)
    nodes = mine = theirs = draws = 0
    for move in moves:
        after = statistics(opponent, player | move, depth - 1)
        nodes += after.nodes
        mine += after.opponent_wins
        theirs += after.player_wins
        draws += after.draws
    return Statistics(nodes, mine, theirs, draws)
