"""One int of n bits for each row: n * n bits, which is as little as n counters for a long time."""


def has_winning_position(n, coordinates):
    rows = [0] * n
    full = (1 << n) - 1
    for r, c in coordinates:
        rows[r] |= 1 << c
        if rows[r] == full or all(row >> c & 1 for row in rows):
            return True
        if r == c and all(row >> i & 1 for i, row in enumerate(rows)):
            return True
        if r + c == n - 1 and all(row >> n - 1 - i & 1 for i, row in enumerate(rows)):
            return True
    return False
