"""Rows and columns, cell by cell; every leaf is played."""

ALL = [(row, column) for row in range(8) for column in range(8)]
WAYS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


def bit(row, column):
    return 1 << 8 * row + column


def flips(player, opponent, move):
    if move & (player | opponent):
        return 0
    row, column = divmod(move.bit_length() - 1, 8)
    turned = 0
    for down, right in WAYS:
        run = 0
        r, c = row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and opponent & bit(r, c):
            run |= bit(r, c)
            r, c = r + down, c + right
        if 0 <= r < 8 and 0 <= c < 8 and player & bit(r, c):
            turned |= run
    return turned


def legal_moves(player, opponent):
    return sum(bit(*cell) for cell in ALL if flips(player, opponent, bit(*cell)))


def play(player, opponent, move):
    if move == 0:
        return opponent, player
    turned = flips(player, opponent, move)
    return opponent ^ turned, player | turned | move


def perft(player, opponent, depth):
    if depth == 0:
        return 1
    moves = legal_moves(player, opponent)
    if moves == 0:
        if legal_moves(opponent, player) == 0:
            return 1
        return perft(opponent, player, depth - 1)
    total = 0
    while moves:
        move = moves & -moves
        moves ^= move
        total += perft(*play(player, opponent, move), depth - 1)
    return total
