"""A counter for each line, in lists."""


def has_winning_position(n, coordinates):
    rows, columns, down, up = [0] * n, [0] * n, 0, 0
    for row, column in coordinates:
        rows[row] += 1
        columns[column] += 1
        if row == column:
            down += 1
        if row + column == n - 1:
            up += 1
        if n in (rows[row], columns[column], down, up):
            return True
    return False
