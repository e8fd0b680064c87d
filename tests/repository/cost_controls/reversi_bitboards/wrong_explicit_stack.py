"""A stack of its own; every leaf is played."""

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
    nodes = 0
    stack = [(player, opponent, depth)]
    while stack:
        player, opponent, depth = stack.pop()
        if depth == 0:
            nodes += 1
            continue
        moves = legal_moves(player, opponent)
        if moves:
            for i in range(64):
                if moves >> i & 1:
                    stack.append((*play(player, opponent, 1 << i), depth - 1))
        elif legal_moves(opponent, player):
            stack.append((opponent, player, depth - 1))
        else:
            nodes += 1
    return nodes
