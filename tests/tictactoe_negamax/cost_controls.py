"""`negamax` as learners write it: within the bounds (right_), over one (wrong_).

All give right answers. `tests/repository/test_cost.py` runs them.
"""

from functools import cache

# A small question to each function that there are controls for, and the answer.
SMALL = {"negamax": ((0b110_000_000, 0b000_110_000), 1)}

LINES = (448, 56, 7, 292, 146, 73, 273, 84)
# By board: whether it has a line, and the masks of the cells that are not on it.
W = [any(d & l == l for l in LINES) for d in range(512)]
M = [[1 << i for i in range(9) if not t >> i & 1] for t in range(512)]


def has_won(discs):
    return any(discs & line == line for line in LINES)


def generate_moves(player, opponent):
    return [1 << i for i in range(8, -1, -1) if not (player | opponent) >> i & 1]


def right_alpha_beta(player, opponent, alpha=-1, beta=1):
    """Alpha-beta, without a memo."""
    if has_won(opponent):
        return -1
    moves = generate_moves(player, opponent)
    if not moves:
        return 0
    for move in moves:
        value = -right_alpha_beta(opponent, player | move, -beta, -alpha)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha


def cells(board):
    return [
        [board >> (8 - 3 * row - column) & 1 for column in range(3)] for row in range(3)
    ]


def has_line_of_cells(discs):
    grid = cells(discs)
    for i in range(3):
        full_row = True
        full_column = True
        for j in range(3):
            if not grid[i][j]:
                full_row = False
            if not grid[j][i]:
                full_column = False
        if full_row or full_column:
            return True
    if grid[0][0] and grid[1][1] and grid[2][2]:
        return True
    return bool(grid[0][2] and grid[1][1] and grid[2][0])


@cache
def right_lists_of_cells(player, opponent):
    """Turns the bits into three lists of three cells for each question, with a memo."""
    if has_line_of_cells(opponent):
        return -1
    mine, theirs = cells(player), cells(opponent)
    values = []
    for row in range(3):
        for column in range(3):
            if not mine[row][column] and not theirs[row][column]:
                move = 1 << (8 - 3 * row - column)
                values.append(-right_lists_of_cells(opponent, player | move))
    if len(values) == 0:
        return 0
    return max(values)


def wrong_explicit_stack(player, opponent):
    """The plain search with a stack of its own: no calls, and as many positions."""
    # A frame: player, opponent, the moves that are left, the best value so far.
    stack = [[player, opponent, list(M[player | opponent]), -1 if W[opponent] else -2]]
    while True:
        player, opponent, moves, best = stack[-1]
        if moves and best != -1 or moves and not W[opponent]:
            move = moves.pop()
            after = player | move
            stack.append(
                [opponent, after, list(M[opponent | after]), -1 if W[after] else -2]
            )
        else:
            stack.pop()
            value = 0 if best == -2 else best
            if not stack:
                return value
            stack[-1][3] = max(stack[-1][3], -value)


def wrong_memo_for_each_first_move(player, opponent, memo=None):
    """A memo that is thrown away too early: two plies are searched without it."""
    if bin(player | opponent).count("1") == 2:
        memo = {}
    if memo is not None and (player, opponent) in memo:
        return memo[player, opponent]
    if has_won(opponent):
        return -1
    values = [
        -wrong_memo_for_each_first_move(opponent, player | move, memo)
        for move in generate_moves(player, opponent)
    ]
    best = max(values, default=0)
    if memo is not None:
        memo[player, opponent] = best
    return best


def wrong_plain_search(player, opponent):
    """Every way to every position is searched."""
    if has_won(opponent):
        return -1
    values = [
        -wrong_plain_search(opponent, player | move)
        for move in generate_moves(player, opponent)
    ]
    return max(values, default=0)
