"""Lines as text: a full one is the sign of a side n times."""


def is_solved(board):
    n = len(board)
    rows = ["".join(str(cell) for cell in row) for row in board]
    columns = ["".join(column) for column in zip(*rows)]
    down = "".join(rows[i][i] for i in range(n))
    up = "".join(rows[i][n - 1 - i] for i in range(n))
    lines = rows + columns + [down, up]
    if "1" * n in lines:
        return 1
    if "2" * n in lines:
        return 2
    return -1 if "0" in "".join(rows) else 0
