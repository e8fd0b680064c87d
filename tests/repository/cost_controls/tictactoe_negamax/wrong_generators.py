"""The plain search in generators, whose resumptions are no calls."""

W = [any(d & l == l for l in (448, 56, 7, 292, 146, 73, 273, 84)) for d in range(512)]
M = [[1 << i for i in range(9) if not t >> i & 1] for t in range(512)]


def values(player, opponent):
    if W[opponent]:
        yield -1
        return
    if player | opponent == 511:
        yield 0
    for move in M[player | opponent]:
        yield -max(values(opponent, player | move))


def negamax(player, opponent):
    return max(values(player, opponent))
