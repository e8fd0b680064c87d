"""Keeps every cell in a set, and looks at the lines through the newest one."""


def has_winning_position(n, coordinates):
    seen = set()
    for r, c in coordinates:
        seen.add((r, c))
        if all((r, i) in seen for i in range(n)) or all((i, c) in seen for i in range(n)):
            return True
        if r == c and all((i, i) in seen for i in range(n)):
            return True
        if r + c == n - 1 and all((i, n - 1 - i) in seen for i in range(n)):
            return True
    return False
