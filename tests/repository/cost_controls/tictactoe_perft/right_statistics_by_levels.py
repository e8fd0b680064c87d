"""The statistics of one walk, ply by ply, with the number of ways to each position."""

from collections import namedtuple

Statistics = namedtuple("Statistics", "nodes player_wins opponent_wins draws")
LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def statistics(player, opponent, depth):
    level, wins, draws = {(player, opponent): 1}, [0, 0], 0
    for ply in range(depth + 1):
        following = {}
        going_on = 0
        for (player, opponent), ways in level.items():
            if any(opponent & line == line for line in LINES):
                wins[ply % 2] += ways
                continue
            free = [1 << i for i in range(9) if not (player | opponent) >> i & 1]
            if not free:
                draws += ways
                continue
            going_on += ways
            for move in free:
                after = (opponent, player | move)
                following[after] = following.get(after, 0) + ways
        level = following
    return Statistics(sum(wins) + draws + going_on, wins[1], wins[0], draws)
