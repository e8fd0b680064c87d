"""Positions ply by ply, each with its number of ways."""

from collections import Counter

from solutions.tictactoe_negamax import generate_moves, has_won


def perft(player, opponent, depth):
    level = Counter({(player, opponent): 1})
    for _ in range(depth):
        following = Counter()
        for (player, opponent), ways in level.items():
            if not has_won(opponent):
                for move in generate_moves(player, opponent):
                    following[opponent, player | move] += ways
        level = following
    return sum(level.values())
