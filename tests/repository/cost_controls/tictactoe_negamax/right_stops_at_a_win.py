"""A memo, checks in each function, and a loop that ends when a move wins."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def check(player, opponent):
    if not 0 <= player <= 511 or not 0 <= opponent <= 511:
        raise ValueError(f"expected boards of nine bits, got {bin(player)} and {bin(opponent)}")
    if player & opponent:
        raise ValueError(f"expected boards that share no cell, got {player} and {opponent}")


def is_line(discs, line):
    return discs & line == line


def has_won(discs):
    check(discs, 0)
    return any(is_line(discs, line) for line in LINES)


def is_empty(player, opponent, cell):
    return not (player | opponent) & cell


def generate_moves(player, opponent):
    check(player, opponent)
    return [1 << i for i in range(8, -1, -1) if not (player | opponent) & 1 << i]


def negamax(player, opponent, memo=None):
    check(player, opponent)
    memo = {} if memo is None else memo
    if (player, opponent) not in memo:
        memo[player, opponent] = value(player, opponent, memo)
    return memo[player, opponent]


def value(player, opponent, memo):
    if has_won(opponent):
        return -1
    best = None
    for move in generate_moves(player, opponent):
        result = -negamax(opponent, player | move, memo)
        if result == 1:
            return 1
        if best is None or result > best:
            best = result
    return 0 if best is None else best
