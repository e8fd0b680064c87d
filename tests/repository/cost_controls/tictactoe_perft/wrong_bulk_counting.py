"""The last ply is counted and not played: that saves a part, and nothing of the rest."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def has_line(discs):
    return any(discs & line == line for line in LINES)


def perft(player, opponent, depth):
    if depth == 0:
        return 1
    if has_line(opponent):
        return 0
    free = 511 & ~(player | opponent)
    if depth == 1:
        return bin(free).count("1")
    moves = [1 << i for i in range(9) if free >> i & 1]
    return sum([perft(opponent, player | move, depth - 1) for move in moves])
