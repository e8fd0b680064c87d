"""A memo that is thrown away too early: two plies are searched plainly, each rest with a memo."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def has_won(discs):
    return any(discs & line == line for line in LINES)


def generate_moves(player, opponent):
    return [1 << i for i in range(8, -1, -1) if not (player | opponent) >> i & 1]


def negamax(player, opponent, memo=None):
    if bin(player | opponent).count("1") == 2:
        memo = {}
    if memo is not None and (player, opponent) in memo:
        return memo[player, opponent]
    if has_won(opponent):
        return -1
    values = [-negamax(opponent, player | m, memo) for m in generate_moves(player, opponent)]
    best = max(values, default=0)
    if memo is not None:
        memo[player, opponent] = best
    return best
