"""A stack of its own and a memo: a position is done when all positions after it are."""

LINES = (448, 56, 7, 292, 146, 73, 273, 84)


def negamax(player, opponent):
    values = {}
    stack = [(player, opponent)]
    while stack:
        player, opponent = stack[-1]
        if (player, opponent) in values:
            stack.pop()
            continue
        won = False
        for line in LINES:
            if opponent & line == line:
                won = True
        if won:
            values[player, opponent] = -1
            continue
        best = None
        open_children = []
        for bit in range(9):
            move = 1 << bit
            if (player | opponent) & move:
                continue
            child = (opponent, player | move)
            if child not in values:
                open_children.append(child)
                continue
            if best is None or -values[child] > best:
                best = -values[child]
        if open_children:
            stack.extend(open_children)
            continue
        values[player, opponent] = 0 if best is None else best
    return values[player, opponent]
