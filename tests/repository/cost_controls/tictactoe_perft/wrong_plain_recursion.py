"""Every node is counted by itself."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def perft(player, opponent, depth):
    if depth == 0:
        return 1
    if any(opponent & line == line for line in LINES):
        return 0
    moves = [1 << i for i in range(9) if not (player | opponent) >> i & 1]
    return sum([perft(opponent, player | move, depth - 1) for move in moves])
