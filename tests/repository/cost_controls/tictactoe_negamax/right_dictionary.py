"""A dictionary that is filled as positions are met."""

LINES = [0b111000000, 0b000111000, 0b000000111, 0b100100100]
LINES += [0b010010010, 0b001001001, 0b100010001, 0b001010100]
MEMO = {}


def has_won(discs):
    for line in LINES:
        if discs & line == line:
            return True
    return False


def generate_moves(player, opponent):
    moves = []
    for cell in range(9):
        mask = 1 << (8 - cell)
        if not (player | opponent) & mask:
            moves.append(mask)
    return moves


def negamax(player, opponent):
    key = (player, opponent)
    if key in MEMO:
        return MEMO[key]
    if has_won(opponent):
        best = -1
    else:
        best = -2
        for move in generate_moves(player, opponent):
            value = -negamax(opponent, player | move)
            if value > best:
                best = value
        if best == -2:
            best = 0
    MEMO[key] = best
    return best
