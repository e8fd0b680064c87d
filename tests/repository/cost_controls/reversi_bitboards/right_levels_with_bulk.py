"""Equal positions are merged, ply by ply, and the last ply is counted."""

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


def number_of_children(player, opponent):
    return bin(legal_moves(player, opponent)).count("1") or 1


def perft(player, opponent, depth):
    if depth == 0:
        return 1
    level = {(player, opponent): 1}
    for _ in range(depth - 1):
        following = {}
        for (player, opponent), ways in level.items():
            moves = legal_moves(player, opponent)
            if moves:
                children = [play(player, opponent, 1 << i) for i in range(64) if moves >> i & 1]
            elif legal_moves(opponent, player):
                children = [(opponent, player)]
            else:
                children = [(player, opponent)]
            for child in children:
                following[child] = following.get(child, 0) + ways
        level = following
    return sum(ways * number_of_children(*position) for position, ways in level.items())
