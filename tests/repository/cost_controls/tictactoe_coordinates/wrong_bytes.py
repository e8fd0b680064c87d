"""A board as one `bytearray`, a byte for a cell: the least that a matrix can need."""


def has_winning_position(n, coordinates):
    board = bytearray(n * n)
    for r, c in coordinates:
        board[r * n + c] = 1
        if all(board[r * n : r * n + n]) or all(board[c::n]):
            return True
        if all(board[:: n + 1]) or (n > 1 and all(board[n - 1 : n * n - 1 : n - 1])):
            return True
    return False
