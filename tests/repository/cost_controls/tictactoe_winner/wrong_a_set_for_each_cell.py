"""Makes the set of the row and of the column again for each cell; C functions do the reading."""


def is_solved(board):
    n = len(board)
    for r in range(n):
        for c in range(n):
            for line in (set(board[r]), {row[c] for row in board}):
                if len(line) == 1 and line != {0}:
                    return board[r][c]
    for line in ({board[i][i] for i in range(n)}, {board[i][~i] for i in range(n)}):
        if len(line) == 1 and line != {0}:
            return board[0][0] if board[0][0] in line else board[0][-1]
    return -1 if any(0 in row for row in board) else 0
