"""The plain search with a stack of its own: no calls, and as many positions."""

W = [any(d & l == l for l in (448, 56, 7, 292, 146, 73, 273, 84)) for d in range(512)]
M = [[1 << i for i in range(9) if not t >> i & 1] for t in range(512)]


def negamax(player, opponent):
    # A frame: player, opponent, the moves that are left, the best value so far.
    stack = [[player, opponent, list(M[player | opponent]), -1 if W[opponent] else -2]]
    while True:
        player, opponent, moves, best = stack[-1]
        if moves and best != -1 or moves and not W[opponent]:
            move = moves.pop()
            after = player | move
            stack.append([opponent, after, list(M[opponent | after]), -1 if W[after] else -2])
        else:
            stack.pop()
            value = 0 if best == -2 else best
            if not stack:
                return value
            stack[-1][3] = max(stack[-1][3], -value)
