"""Turns the whole board for each column that it looks at."""


def is_solved(board):
    n = len(board)
    for mark in (1, 2):
        full = [mark] * n
        for i in range(n):
            columns = [list(column) for column in zip(*board)]
            if list(board[i]) == full or columns[i] == full:
                return mark
        if [board[i][i] for i in range(n)] == full:
            return mark
        if [board[i][n - 1 - i] for i in range(n)] == full:
            return mark
    return -1 if any(0 in row for row in board) else 0
