"""`perft` and `statistics`: within the bounds (right_), and over one (wrong_).

All give right answers. A control is a `perft`, or a dict of functions by name.
`tests/repository/test_cost.py` runs them.
"""

from collections import namedtuple
from functools import cache

# A small question to each function that there are controls for, and the answer.
SMALL = {
    "perft": ((0b110_000_000, 0b000_110_000, 3), 39),
    "statistics": ((0b110_000_000, 0b000_110_000, 2), (17, 1, 3, 0)),
}

Statistics = namedtuple("Statistics", "nodes player_wins opponent_wins draws")

LINES = (448, 56, 7, 292, 146, 73, 273, 84)
# By board: whether it has a line, and the masks of the cells that are not on it.
W = [any(d & l == l for l in LINES) for d in range(512)]
M = [[1 << i for i in range(9) if not t >> i & 1] for t in range(512)]


def check(player, opponent, depth):
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth}")
    if not 0 <= player <= 511 or not 0 <= opponent <= 511:
        raise ValueError(
            f"expected boards of nine bits, got {bin(player)} and {bin(opponent)}"
        )
    if player & opponent:
        raise ValueError(
            f"expected no common cell, got {bin(player)} and {bin(opponent)}"
        )


def holds(discs, line):
    return discs & line == line


def has_line(discs):
    for line in LINES:
        if holds(discs, line):
            return True
    return False


def is_free(player, opponent, cell):
    return not (player | opponent) & cell


def right_memo_by_hand(player, opponent, depth, memo=None):
    """A memo by hand, many small functions and many checks."""
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
    for number in range(9):
        cell = 1 << (8 - number)
        if is_free(player, opponent, cell):
            total += right_memo_by_hand(opponent, player | cell, depth - 1, memo)
    return total


@cache
def profile(player, opponent):
    """Return how many lines of play stand so after so many plies."""
    if has_line(opponent):
        return {(0, "lost"): 1}
    if player | opponent == 0b111_111_111:
        return {(0, "drawn"): 1}
    found = {(0, "open"): 1}
    for number in range(9):
        cell = 1 << (8 - number)
        if is_free(player, opponent, cell):
            after = profile(opponent, player | cell)
            for (plies, result), ways in after.items():
                if result == "lost":
                    result = "won"
                elif result == "won":
                    result = "lost"
                key = (plies + 1, result)
                if key not in found:
                    found[key] = 0
                found[key] += ways
    return found


def perft_by_profile(player, opponent, depth):
    check(player, opponent, depth)
    total = 0
    for (plies, _), ways in profile(player, opponent).items():
        if plies == depth:
            total += ways
    return total


def statistics_by_profile(player, opponent, depth):
    check(player, opponent, depth)
    counts = dict.fromkeys(["open", "won", "lost", "drawn"], 0)
    for (plies, result), ways in profile(player, opponent).items():
        if plies == depth or (plies < depth and result != "open"):
            counts[result] += ways
    return Statistics(
        sum(counts.values()), counts["won"], counts["lost"], counts["drawn"]
    )


# A profile for each position: how its games stand at every ply, at any depth.
right_profiles = {"perft": perft_by_profile, "statistics": statistics_by_profile}


def plain_statistics(player, opponent, depth):
    """Every game is played by itself."""
    if any(opponent & line == line for line in LINES):
        return Statistics(1, 0, 1, 0)
    moves = [1 << i for i in range(9) if not (player | opponent) >> i & 1]
    if not moves:
        return Statistics(1, 0, 0, 1)
    if depth == 0:
        return Statistics(1, 0, 0, 0)
    after = [plain_statistics(opponent, player | move, depth - 1) for move in moves]
    nodes, theirs, mine, draws = map(sum, zip(*after))
    return Statistics(nodes, mine, theirs, draws)


wrong_statistics_plain = {"statistics": plain_statistics}


def wrong_levels_of_nodes(player, opponent, depth):
    """Ply by ply, but a position stands in its level once for each way to it."""
    level = [(player, opponent)]
    for _ in range(depth):
        level = [(o, p | move) for p, o in level if not W[o] for move in M[p | o]]
    return len(level)


def wrong_plain_recursion(player, opponent, depth):
    """Every node is counted by itself."""
    if depth == 0:
        return 1
    if any(opponent & line == line for line in LINES):
        return 0
    moves = [1 << i for i in range(9) if not (player | opponent) >> i & 1]
    return sum(
        [wrong_plain_recursion(opponent, player | move, depth - 1) for move in moves]
    )


def wrong_busy_loop_at_depth_4(player, opponent, depth):
    """Runs many lines for nothing at depth 4; depth 9 is compared with that."""
    if depth == 4:
        for _ in range(100_000):
            pass
    level = [(player, opponent)]
    for _ in range(depth):
        following = []
        for p, o in level:
            if not W[o]:
                for move in M[p | o]:
                    following.append((o, p | move))
        level = following
    return len(level)
