"""A board of n rows of n cells, into which the coordinates are written."""


def has_winning_position(n, coordinates):
    board = [[False] * n for _ in range(n)]
    for r, c in coordinates:
        board[r][c] = True
        if all(board[r]) or all(row[c] for row in board):
            return True
        if all(board[i][i] for i in range(n)) or all(board[i][~i] for i in range(n)):
            return True
    return False
