"""A `Counter` for each line."""

from collections import Counter


def is_solved(board):
    n = len(board)
    if n == 0 or any(len(row) != n for row in board):
        raise ValueError(f"expected n rows of n cells, got {board!r}")
    if bad := [cell for row in board for cell in row if cell not in (0, 1, 2)]:
        raise ValueError(f"expected cells 0, 1 or 2, got {bad[0]!r}")
    lines = [list(row) for row in board]
    lines += [[row[column] for row in board] for column in range(n)]
    lines += [[board[i][i] for i in range(n)], [board[i][n - 1 - i] for i in range(n)]]
    for line in lines:
        count = Counter(line)
        for mark in (1, 2):
            if count[mark] == n:
                return mark
    return -1 if any(0 in row for row in board) else 0
