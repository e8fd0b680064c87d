"""Ply by ply, but a position stands in its level as often as there are ways to it."""

W = [any(d & l == l for l in (448, 56, 7, 292, 146, 73, 273, 84)) for d in range(512)]
M = [[1 << i for i in range(9) if not t >> i & 1] for t in range(512)]


def perft(player, opponent, depth):
    level = [(player, opponent)]
    for _ in range(depth):
        level = [(o, p | move) for p, o in level if not W[o] for move in M[p | o]]
    return len(level)
