"""Shifts of whole boards; every leaf is played."""

MASKS = [
    (1, 0xFEFEFEFEFEFEFEFE),
    (7, 0x7F7F7F7F7F7F7F00),
    (8, 0xFFFFFFFFFFFFFF00),
    (9, 0xFEFEFEFEFEFEFE00),
]
FULL = 0xFFFFFFFFFFFFFFFF


def shifted(board, step):
    if step > 0:
        return board << step & dict(MASKS)[step]
    right = {1: 0x7F7F7F7F7F7F7F7F, 7: 0x00FEFEFEFEFEFEFE, 8: 0x00FFFFFFFFFFFFFF}
    return board >> -step & right.get(-step, 0x007F7F7F7F7F7F7F)


DIRECTIONS = (-9, -8, -7, -1, 1, 7, 8, 9)


def flips(player, opponent, move):
    turned = 0
    if move & (player | opponent):
        return 0
    for step in DIRECTIONS:
        run = 0
        cell = shifted(move, step)
        while cell & opponent:
            run |= cell
            cell = shifted(cell, step)
        if cell & player:
            turned |= run
    return turned


def legal_moves(player, opponent):
    empty = FULL & ~(player | opponent)
    moves = 0
    for step in DIRECTIONS:
        front = shifted(player, step) & opponent
        while front:
            front = shifted(front, step)
            moves |= front & empty
            front &= opponent
    return moves


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
