"""Generators: one of coordinates for each line, and one of lines."""


def lines(n):
    yield from (((r, c) for c in range(n)) for r in range(n))
    yield from (((r, c) for r in range(n)) for c in range(n))
    yield ((i, i) for i in range(n))
    yield ((i, n - 1 - i) for i in range(n))


def owner(board, cells):
    r, c = next(cells)
    mark = board[r][c]
    return mark if all(board[r][c] == mark for r, c in cells) else 0


def is_solved(board):
    for cells in lines(len(board)):
        if mark := owner(board, cells):
            return mark
    return -1 if any(cell == 0 for row in board for cell in row) else 0
