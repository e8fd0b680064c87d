"""Nested loops and flags, cell by cell, once for each side."""


def is_solved(board):
    n = len(board)
    for mark in [1, 2]:
        for i in range(n):
            row_full = True
            column_full = True
            for j in range(n):
                if board[i][j] != mark:
                    row_full = False
                if board[j][i] != mark:
                    column_full = False
            if row_full or column_full:
                return mark
        diagonal = True
        anti_diagonal = True
        for i in range(n):
            if board[i][i] != mark:
                diagonal = False
            if board[i][n - i - 1] != mark:
                anti_diagonal = False
        if diagonal or anti_diagonal:
            return mark
    for row in board:
        for cell in row:
            if cell == 0:
                return -1
    return 0
