"""A memo by hand, many small functions and many checks."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def check(player, opponent, depth):
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth}")
    if not 0 <= player <= 511 or not 0 <= opponent <= 511:
        raise ValueError(f"expected boards of nine bits, got {bin(player)} and {bin(opponent)}")
    if player & opponent:
        raise ValueError(f"expected no common cell, got {bin(player)} and {bin(opponent)}")


def holds(discs, line):
    return discs & line == line


def has_line(discs):
    for line in LINES:
        if holds(discs, line):
            return True
    return False


def is_free(player, opponent, cell):
    return not (player | opponent) & cell


def moves(player, opponent):
    found = []
    for number in range(9):
        cell = 1 << (8 - number)
        if is_free(player, opponent, cell):
            found.append(cell)
    return found


def perft(player, opponent, depth, memo=None):
    check(player, opponent, depth)
    if memo is None:
        memo = {}
    key = (player, opponent, depth)
    if key not in memo:
        memo[key] = count(player, opponent, depth, memo)
    return memo[key]


def count(player, opponent, depth, memo):
    if depth == 0:
        return 1
    if has_line(opponent):
        return 0
    total = 0
    for move in moves(player, opponent):
        total += perft(opponent, player | move, depth - 1, memo)
    return total
