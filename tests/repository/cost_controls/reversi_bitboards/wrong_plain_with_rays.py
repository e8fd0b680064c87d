"""Rays from a table; every leaf is played."""


def ray(cell, down, right):
    row, column = divmod(cell, 8)
    found = []
    while 0 <= row + down < 8 and 0 <= column + right < 8:
        row, column = row + down, column + right
        found.append(1 << 8 * row + column)
    return found


WAYS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
RAYS = {1 << cell: [ray(cell, *way) for way in WAYS] for cell in range(64)}


def closed(player, opponent, cells):
    run = 0
    for cell in cells:
        if cell & player:
            return run
        if not cell & opponent:
            return 0
        run |= cell
    return 0


def flips(player, opponent, move):
    return 0 if move & (player | opponent) else sum(closed(player, opponent, r) for r in RAYS[move])


def legal_moves(player, opponent):
    return sum(cell for cell in RAYS if flips(player, opponent, cell))


def play(player, opponent, move):
    turned = flips(player, opponent, move) if move else 0
    return (opponent ^ turned, player | turned | move)


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
