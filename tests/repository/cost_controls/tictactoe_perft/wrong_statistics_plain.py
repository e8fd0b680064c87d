"""Every game is played by itself."""

from collections import namedtuple

Statistics = namedtuple("Statistics", "nodes player_wins opponent_wins draws")
LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def statistics(player, opponent, depth):
    if any(opponent & line == line for line in LINES):
        return Statistics(1, 0, 1, 0)
    moves = [1 << i for i in range(9) if not (player | opponent) >> i & 1]
    if not moves:
        return Statistics(1, 0, 0, 1)
    if depth == 0:
        return Statistics(1, 0, 0, 0)
    after = [statistics(opponent, player | move, depth - 1) for move in moves]
    nodes, theirs, mine, draws = map(sum, zip(*after))
    return Statistics(nodes, mine, theirs, draws)
