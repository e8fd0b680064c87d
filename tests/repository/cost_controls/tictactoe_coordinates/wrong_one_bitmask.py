"""The whole board as one int of n * n bits."""


def has_winning_position(n, coordinates):
    row = (1 << n) - 1
    column = sum(1 << n * i for i in range(n))
    down = sum(1 << (n + 1) * i for i in range(n))
    up = sum(1 << n * i + n - 1 - i for i in range(n))
    board = 0
    for r, c in coordinates:
        board |= 1 << n * r + c
        for line in (row << n * r, column << c, down, up):
            if board & line == line:
                return True
    return False
