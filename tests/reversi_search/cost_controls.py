"""`solve` as learners write it: within the bounds (right_) and over one (wrong_).

All give right answers. `tests/repository/test_cost.py` runs them.
"""

from functools import cache

from solutions.reversi_bitboards import cells, legal_moves, play

# A small question to each function that there are controls for, and the answer.
SMALL = {"solve": ((0b001, 0b110), 64)}


def score(player, opponent):
    mine, theirs = bin(player).count("1"), bin(opponent).count("1")
    empty = 64 - mine - theirs
    return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)


def both(value):
    """The two functions that the table asks for."""

    def solve(player, opponent):
        return value(
            player, opponent, 2 * (64 - bin(player | opponent).count("1")), None
        )

    return {"solve": solve, "search": value}


def alpha_beta(player, opponent, depth, evaluate, alpha=-9999, beta=9999):
    """Alpha-beta, with the moves in the order of the cells."""
    moves = list(cells(legal_moves(player, opponent)))
    if not moves and not legal_moves(opponent, player):
        return score(player, opponent)
    if depth == 0:
        return evaluate(player, opponent)
    if not moves:
        return -alpha_beta(opponent, player, depth - 1, evaluate, -beta, -alpha)
    best = -9999
    for move in moves:
        after = play(player, opponent, move)
        best = max(
            best, -alpha_beta(*after, depth - 1, evaluate, -beta, -max(alpha, best))
        )
        if best >= beta:
            break
    return best


def plain(kept):
    """Negamax without bounds; `kept` makes it keep values of positions, or nothing."""

    @kept
    def value(player, opponent, depth, evaluate):
        moves = list(cells(legal_moves(player, opponent)))
        if not moves and not legal_moves(opponent, player):
            return score(player, opponent)
        if depth == 0:
            return evaluate(player, opponent)
        if not moves:
            return -value(opponent, player, depth - 1, evaluate)
        return max(
            -value(*play(player, opponent, move), depth - 1, evaluate) for move in moves
        )

    return both(value)


def solve_with_a_stack(player, opponent):
    """Plain negamax with a stack of its own: no calls, and as many positions."""
    # A frame: player, opponent, the moves that are left, the best value so far.
    stack = [[player, opponent, list(cells(legal_moves(player, opponent))), -65]]
    while True:
        player, opponent, moves, best = stack[-1]
        if not moves and best == -65:
            if legal_moves(opponent, player):
                stack.append(
                    [opponent, player, list(cells(legal_moves(opponent, player))), -65]
                )
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


right_alpha_beta = both(alpha_beta)
wrong_dictionary_alone = plain(cache)
wrong_explicit_stack = {**right_alpha_beta, "solve": solve_with_a_stack}
wrong_plain = plain(lambda value: value)
