"""One `Counter`, with a key for each line."""

from collections import Counter


def has_winning_position(n, coordinates):
    counts = Counter()
    for row, column in coordinates:
        lines = [("row", row), ("column", column)]
        lines += [("down",)] * (row == column) + [("up",)] * (row + column == n - 1)
        counts.update(lines)
        if any(counts[line] == n for line in lines):
            return True
    return False
