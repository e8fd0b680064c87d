"""Every way to every position is searched."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def has_won(discs):
    return any(discs & line == line for line in LINES)


def generate_moves(player, opponent):
    return [1 << i for i in range(8, -1, -1) if not (player | opponent) >> i & 1]


def negamax(player, opponent):
    if has_won(opponent):
        return -1
    values = [-negamax(opponent, player | move) for move in generate_moves(player, opponent)]
    return max(values, default=0)
