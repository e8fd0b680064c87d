"""Counters in arrays of C ints, and a list of the four lines for each cell."""

from array import array


def has_winning_position(n, coordinates):
    rows, columns = array("l", [0]) * n, array("l", bytes(8 * n))
    diagonals = array("l", [0, 0])
    for r, c in coordinates:
        rows[r], columns[c] = rows[r] + 1, columns[c] + 1
        diagonals[0] += r == c
        diagonals[1] += r + c == n - 1
        if max(rows[r], columns[c], *diagonals) == n:
            return True
    return False
