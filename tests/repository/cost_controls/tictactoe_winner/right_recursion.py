"""Recursion on sliced rows; a line is full if its first cell equals all others."""


def all_same(cells, mark):
    return not cells or cells[0] == mark and all_same(cells[1:], mark)


def same_in_halves(cells, mark):
    if len(cells) < 8:
        return all_same(cells, mark)
    half = len(cells) // 2
    return same_in_halves(cells[:half], mark) and same_in_halves(cells[half:], mark)


def is_solved(board):
    n = len(board)
    columns = [[row[c] for row in board] for c in range(n)]
    diagonals = [[board[i][i] for i in range(n)], [board[i][-1 - i] for i in range(n)]]
    for line in [row[:] for row in board] + columns + diagonals:
        if line[0] != 0 and same_in_halves(line, line[0]):
            return line[0]
    return -1 if 0 in [cell for row in board for cell in row] else 0
