"""One pass over the cells; a dictionary holds how many cells of a line each side has."""


def is_solved(board):
    n = len(board)
    counts = {}
    empty = False
    for r in range(n):
        for c in range(n):
            mark = board[r][c]
            if mark not in {0, 1, 2}:
                raise ValueError(f"expected 0, 1 or 2, got {mark!r}")
            if mark == 0:
                empty = True
                continue
            keys = [("row", r), ("column", c)]
            if r == c:
                keys.append(("diagonal",))
            if r + c == n - 1:
                keys.append(("anti-diagonal",))
            for key in keys:
                counts[key, mark] = counts.get((key, mark), 0) + 1
    for (_, mark), count in counts.items():
        if count == n:
            return mark
    return -1 if empty else 0
