"""Looks at the whole row and the whole column of each cell."""


def is_solved(board):
    n = len(board)
    for r in range(n):
        for c in range(n):
            mark = board[r][c]
            if mark == 0:
                continue
            if all(board[r][k] == mark for k in range(n)):
                return mark
            if all(board[k][c] == mark for k in range(n)):
                return mark
    for mark in (1, 2):
        if all(board[i][i] == mark for i in range(n)):
            return mark
        if all(board[i][n - 1 - i] == mark for i in range(n)):
            return mark
    return -1 if any(0 in row for row in board) else 0
