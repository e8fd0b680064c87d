"""Alpha-beta, without a memo."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def has_won(discs):
    return any(discs & line == line for line in LINES)


def generate_moves(player, opponent):
    taken = player | opponent
    return [1 << bit for bit in range(8, -1, -1) if not taken >> bit & 1]


def negamax(player, opponent):
    return search(player, opponent, -1, 1)


def search(player, opponent, alpha, beta):
    if has_won(opponent):
        return -1
    moves = generate_moves(player, opponent)
    if not moves:
        return 0
    for move in moves:
        value = -search(opponent, player | move, -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha
