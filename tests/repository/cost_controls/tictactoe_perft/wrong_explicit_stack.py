"""Every node is counted by itself, with a stack and tables of all boards."""

W = [any(d & l == l for l in (448, 56, 7, 292, 146, 73, 273, 84)) for d in range(512)]
M = [[1 << i for i in range(9) if not t >> i & 1] for t in range(512)]


def perft(player, opponent, depth):
    nodes = 0
    stack = [(player, opponent, depth)]
    while stack:
        player, opponent, depth = stack.pop()
        if depth == 0:
            nodes += 1
        elif not W[opponent]:
            stack += [(opponent, player | move, depth - 1) for move in M[player | opponent]]
    return nodes
