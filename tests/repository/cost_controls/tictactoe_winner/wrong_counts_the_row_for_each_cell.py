"""Counts with the methods of a list, once for each cell and not once for each row."""


def is_solved(board):
    n = len(board)
    for r in range(n):
        for c in range(n):
            mark = board[r][c]
            if mark and board[r].count(mark) == n:
                return mark
    for column in zip(*board):
        if column[0] and column.count(column[0]) == n:
            return column[0]
    for line in ([board[i][i] for i in range(n)], [board[i][~i] for i in range(n)]):
        if line[0] and line.count(line[0]) == n:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
