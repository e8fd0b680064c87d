"""Two dictionaries, which grow as rows and columns come."""

from collections import defaultdict


def has_winning_position(n, coordinates):
    rows, columns, diagonals = defaultdict(int), defaultdict(int), defaultdict(int)
    for row, column in coordinates:
        rows[row] += 1
        columns[column] += 1
        diagonals["down"] += int(row == column)
        diagonals["up"] += int(row + column == n - 1)
        if n in [rows[row], columns[column], *diagonals.values()]:
            return True
    return False
