"""`solve` as learners write it: within the bounds on its cost (right_) and over one (wrong_).

All give right answers. `tests/repository/test_cost.py` runs them.
"""

FULL = 0xFFFFFFFFFFFFFFFF
INNER = 0x7E7E7E7E7E7E7E7E
STEPS = ((1, INNER), (7, INNER), (8, FULL), (9, INNER))
DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
CORNERS = 0x8100000000000081


# The rules, in two styles: whole boards, and cell by cell.


def moves_by_shifts(player, opponent):
    moves = 0
    for step, inner in STEPS:
        up = player << step & opponent & inner
        down = player >> step & opponent & inner
        for _ in range(5):
            up |= up << step & opponent & inner
            down |= down >> step & opponent & inner
        moves |= up << step | down >> step
    return [1 << i for i in range(64) if moves >> i & 1 and not (player | opponent) >> i & 1]


def play_by_shifts(player, opponent, move):
    turned = 0
    for step, inner in STEPS:
        for shift in (lambda b: b << step, lambda b: b >> step):  # noqa: B023
            run, cell = 0, shift(move)
            while cell & opponent & inner:
                run |= cell
                cell = shift(cell)
            if cell & player:
                turned |= run
    return opponent ^ turned, player | turned | move


def flips_by_cells(player, opponent, row, column):
    found = []
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and opponent >> 8 * r + c & 1:
            line.append(8 * r + c)
            r += down
            c += right
        if line and 0 <= r < 8 and 0 <= c < 8 and player >> 8 * r + c & 1:
            found += line
    return found


def moves_by_cells(player, opponent):
    moves = []
    for row in range(8):
        for column in range(8):
            if not (player | opponent) >> 8 * row + column & 1:
                if flips_by_cells(player, opponent, row, column):
                    moves.append(1 << 8 * row + column)
    return moves


def play_by_cells(player, opponent, move):
    turned = sum(
        1 << i for i in flips_by_cells(player, opponent, *divmod(move.bit_length() - 1, 8))
    )
    return opponent ^ turned, player | turned | move


def score(player, opponent):
    mine, theirs = bin(player).count("1"), bin(opponent).count("1")
    empty = 64 - mine - theirs
    return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)


# Ways to search, each for any rules and any order.


def alpha_beta(moves_of, play, key=None, is_hard=False):
    """Alpha-beta, with the moves in an order."""

    def value(player, opponent, depth, evaluate, alpha=-9999, beta=9999):
        moves = moves_of(player, opponent)
        if not moves and not moves_of(opponent, player):
            return score(player, opponent)
        if depth == 0:
            return evaluate(player, opponent)
        if not moves:
            return -value(opponent, player, depth - 1, evaluate, -beta, -alpha)
        if key:
            moves.sort(key=lambda move: key(player, opponent, move))
        best = alpha if is_hard else -9999
        for move in moves:
            best = max(
                best,
                -value(
                    *play(player, opponent, move), depth - 1, evaluate, -beta, -max(alpha, best)
                ),
            )
            if best >= beta:
                break
        return best

    return both(value)


def both(value):
    """The two functions that the table asks for."""

    def solve(player, opponent):
        return value(player, opponent, 2 * (64 - bin(player | opponent).count("1")), None)

    return {"solve": solve, "search": value}


def table_of_bounds(moves_of, play):
    """Alpha-beta with a dictionary of lower and upper bounds."""
    search = alpha_beta(moves_of, play)["search"]
    known = {}

    def value(player, opponent, alpha, beta):
        low, high = known.get((player, opponent), (-64, 64))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        moves = moves_of(player, opponent)
        if not moves:
            if not moves_of(opponent, player):
                return score(player, opponent)
            best = -value(opponent, player, -beta, -alpha)
        else:
            best = -65
            for move in moves:
                best = max(best, -value(*play(player, opponent, move), -beta, -max(alpha, best)))
                if best >= beta:
                    break
        known[player, opponent] = (best if best > alpha else low, best if best < beta else high)
        return best

    return {"solve": lambda player, opponent: value(player, opponent, -64, 64), "search": search}


def plain(moves_of, play, key=None, memo=None):
    """Negamax without bounds; each position once if there is a memo."""

    def value(player, opponent, depth, evaluate):
        if memo is not None and (player, opponent, depth) in memo:
            return memo[player, opponent, depth]
        moves = moves_of(player, opponent)
        if not moves and not moves_of(opponent, player):
            return score(player, opponent)
        if depth == 0:
            return evaluate(player, opponent)
        if not moves:
            return -value(opponent, player, depth - 1, evaluate)
        if key:
            moves.sort(key=lambda move: key(player, opponent, move))
        best = max(-value(*play(player, opponent, move), depth - 1, evaluate) for move in moves)
        if memo is not None:
            memo[player, opponent, depth] = best
        return best

    return both(value)


def explicit_stack(moves_of, play):
    """Plain negamax with a stack of its own: no calls, and as many positions."""

    def solve(player, opponent):
        # A frame: player, opponent, the moves that are left, the best value so far.
        stack = [[player, opponent, moves_of(player, opponent), -65]]
        while True:
            player, opponent, moves, best = stack[-1]
            if not moves and best == -65:
                if moves_of(opponent, player):
                    stack.append([opponent, player, moves_of(opponent, player), -65])
                    continue
                best = score(player, opponent)
            if moves:
                after = play(player, opponent, moves.pop())
                stack.append([*after, moves_of(*after), -65])
                continue
            stack.pop()
            if not stack:
                return best
            stack[-1][3] = max(stack[-1][3], -best)

    return {"solve": solve, "search": alpha_beta(moves_of, play)["search"]}


def replies(player, opponent, move):
    return len(moves_by_shifts(*play_by_shifts(player, opponent, move)))


def corners_first(player, opponent, move):
    return not move & CORNERS


SHIFTS = (moves_by_shifts, play_by_shifts)
CELLS = (moves_by_cells, play_by_cells)

right_alpha_beta = alpha_beta(*SHIFTS)
right_alpha_beta_cell_by_cell = alpha_beta(*CELLS)
right_bounds_in_a_table = table_of_bounds(*SHIFTS)
right_corners_first_within_hard_bounds = alpha_beta(*SHIFTS, corners_first, is_hard=True)
right_fewest_replies_first = alpha_beta(*SHIFTS, replies)
wrong_dictionary_alone = plain(*SHIFTS, memo={})
wrong_explicit_stack = explicit_stack(*SHIFTS)
wrong_ordered_without_bounds = plain(*SHIFTS, key=replies)
wrong_plain = plain(*SHIFTS)
wrong_plain_cell_by_cell = plain(*CELLS)
