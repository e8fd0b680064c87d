"""Many checks and many lines: each cell is looked at some ten times, which is still bounded."""


def check(board):
    if not board:
        raise ValueError("expected a board")
    for row in board:
        if len(row) != len(board):
            raise ValueError(f"expected {len(board)} cells, got {row!r}")
        for cell in row:
            if isinstance(cell, bool):
                raise ValueError(f"expected 0, 1 or 2, got {cell!r}")
            if not isinstance(cell, int):
                raise ValueError(f"expected 0, 1 or 2, got {cell!r}")
            if cell < 0:
                raise ValueError(f"expected 0, 1 or 2, got {cell!r}")
            if cell > 2:
                raise ValueError(f"expected 0, 1 or 2, got {cell!r}")


def full(board, mark, cells):
    for row, column in cells:
        cell = board[row][column]
        if cell == mark:
            continue
        else:
            return False
    return True


def count_empty(board):
    empty = 0
    for row in range(len(board)):
        for column in range(len(board)):
            cell = board[row][column]
            if cell == 0:
                empty = empty + 1
    return empty


def is_solved(board):
    check(board)
    n = len(board)
    for mark in (1, 2):
        for i in range(n):
            if full(board, mark, [(i, j) for j in range(n)]):
                return mark
        for j in range(n):
            if full(board, mark, [(i, j) for i in range(n)]):
                return mark
        if full(board, mark, [(i, i) for i in range(n)]):
            return mark
        if full(board, mark, [(i, n - 1 - i) for i in range(n)]):
            return mark
    if count_empty(board) > 0:
        return -1
    return 0
