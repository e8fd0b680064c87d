"""What is missing in each line, counted down, in one list."""


def has_winning_position(n, coordinates):
    missing = [n] * (2 * n + 2)
    for r, c in coordinates:
        for line in [r, n + c] + [2 * n] * (r == c) + [2 * n + 1] * (r + c == n - 1):
            missing[line] -= 1
            if not missing[line]:
                return True
    return False
