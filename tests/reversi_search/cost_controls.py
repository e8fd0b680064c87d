"""`solve` as learners write it: within the bounds on its cost (right_) and over one (wrong_).

All give right answers. `tests/repository/test_cost.py` runs them.
"""

from solutions.reversi_bitboards import cells, legal_moves, play

CORNERS = 0x8100000000000081


def score(player, opponent):
    mine, theirs = bin(player).count("1"), bin(opponent).count("1")
    empty = 64 - mine - theirs
    return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)


def both(value):
    """The two functions that the table asks for."""

    def solve(player, opponent):
        return value(player, opponent, 2 * (64 - bin(player | opponent).count("1")), None)

    return {"solve": solve, "search": value}


def alpha_beta(key=None, is_hard=False):
    """Alpha-beta, with the moves in an order."""

    def value(player, opponent, depth, evaluate, alpha=-9999, beta=9999):
        moves = list(cells(legal_moves(player, opponent)))
        if not moves and not legal_moves(opponent, player):
            return score(player, opponent)
        if depth == 0:
            return evaluate(player, opponent)
        if not moves:
            return -value(opponent, player, depth - 1, evaluate, -beta, -alpha)
        if key:
            moves.sort(key=lambda move: key(player, opponent, move))
        best = alpha if is_hard else -9999
        for move in moves:
            after = play(player, opponent, move)
            best = max(best, -value(*after, depth - 1, evaluate, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    return both(value)


def plain(memo=None):
    """Negamax without bounds; each position once if there is a memo."""

    def value(player, opponent, depth, evaluate):
        if memo is not None and (player, opponent, depth) in memo:
            return memo[player, opponent, depth]
        moves = list(cells(legal_moves(player, opponent)))
        if not moves and not legal_moves(opponent, player):
            return score(player, opponent)
        if depth == 0:
            return evaluate(player, opponent)
        if not moves:
            return -value(opponent, player, depth - 1, evaluate)
        best = max(-value(*play(player, opponent, move), depth - 1, evaluate) for move in moves)
        if memo is not None:
            memo[player, opponent, depth] = best
        return best

    return both(value)


def solve_with_a_stack(player, opponent):
    """Plain negamax with a stack of its own: no calls, and as many positions."""
    # A frame: player, opponent, the moves that are left, the best value so far.
    stack = [[player, opponent, list(cells(legal_moves(player, opponent))), -65]]
    while True:
        player, opponent, moves, best = stack[-1]
        if not moves and best == -65:
            if legal_moves(opponent, player):
                stack.append([opponent, player, list(cells(legal_moves(opponent, player))), -65])
                continue
            best = score(player, opponent)
        if moves:
            after = play(player, opponent, moves.pop())
            stack.append([*after, list(cells(legal_moves(*after))), -65])
            continue
        stack.pop()
        if not stack:
            return best
        stack[-1][3] = max(stack[-1][3], -best)


def replies(player, opponent, move):
    return len(list(cells(legal_moves(*play(player, opponent, move)))))


def corners_first(player, opponent, move):
    return not move & CORNERS


right_alpha_beta = alpha_beta()
right_corners_first_within_hard_bounds = alpha_beta(corners_first, is_hard=True)
right_fewest_replies_first = alpha_beta(replies)
wrong_dictionary_alone = plain(memo={})
wrong_explicit_stack = {**right_alpha_beta, "solve": solve_with_a_stack}
wrong_plain = plain()
