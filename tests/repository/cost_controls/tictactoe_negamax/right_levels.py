"""No recursion: all positions, ply by ply, are valued from the last ply back to the first."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def has_won(discs):
    return any(discs & line == line for line in LINES)


def generate_moves(player, opponent):
    return [1 << i for i in range(8, -1, -1) if not (player | opponent) >> i & 1]


def children(player, opponent):
    if has_won(opponent):
        return []
    return [(opponent, player | move) for move in generate_moves(player, opponent)]


def negamax(player, opponent):
    levels = [{(player, opponent)}]
    while levels[-1]:
        levels.append({child for position in levels[-1] for child in children(*position)})
    values = {}
    for level in reversed(levels):
        for position in level:
            following = [-values[child] for child in children(*position)]
            values[position] = max(following, default=-int(has_won(position[1])))
    return values[player, opponent]
