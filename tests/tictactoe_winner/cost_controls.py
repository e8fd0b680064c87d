"""`is_solved` as learners write it: within the bound (right_) and over it (wrong_).

All give right answers. `tests/repository/test_cost.py` runs them.
"""

# A small question to each function that there are controls for, and the answer.
SMALL = {"is_solved": (([[1, 2, 2], [0, 1, 0], [0, 0, 1]],), 1)}


def draw_or_unfinished(board):
    return -1 if any(0 in row for row in board) else 0


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
            if cell < 0 or cell > 2:
                raise ValueError(f"expected 0, 1 or 2, got {cell!r}")


def full(board, mark, cells):
    for row, column in cells:
        cell = board[row][column]
        if cell != mark:
            return False
    return True


def right_careful(board):
    """Many checks and many lines: each cell is looked at some ten times."""
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
    empty = 0
    for row in range(n):
        for column in range(n):
            cell = board[row][column]
            if cell == 0:
                empty = empty + 1
    return -1 if empty else 0


def diagonal_winner(board):
    n = len(board)
    for line in ([board[i][i] for i in range(n)], [board[i][~i] for i in range(n)]):
        if line[0] and line.count(line[0]) == n:
            return line[0]
    return draw_or_unfinished(board)


def wrong_counts_the_row_for_each_cell(board):
    """Counts with the methods of a list, once for each cell, not for each row."""
    n = len(board)
    for r in range(n):
        for c in range(n):
            mark = board[r][c]
            if mark and board[r].count(mark) == n:
                return mark
    for column in zip(*board):
        if column[0] and column.count(column[0]) == n:
            return column[0]
    return diagonal_winner(board)


def wrong_lines_through_each_cell(board):
    """Looks at the whole row and the whole column of each cell."""
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
    return diagonal_winner(board)
