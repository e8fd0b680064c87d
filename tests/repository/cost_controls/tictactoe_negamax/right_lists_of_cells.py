"""Turns the bits into three lists of three cells for each question, with a memo."""

from functools import lru_cache


def cells(board):
    return [[board >> (8 - 3 * row - column) & 1 for column in range(3)] for row in range(3)]


def has_won(discs):
    grid = cells(discs)
    for i in range(3):
        full_row = True
        full_column = True
        for j in range(3):
            if not grid[i][j]:
                full_row = False
            if not grid[j][i]:
                full_column = False
        if full_row or full_column:
            return True
    if grid[0][0] and grid[1][1] and grid[2][2]:
        return True
    return bool(grid[0][2] and grid[1][1] and grid[2][0])


def generate_moves(player, opponent):
    mine, theirs = cells(player), cells(opponent)
    moves = []
    for row in range(3):
        for column in range(3):
            if not mine[row][column] and not theirs[row][column]:
                moves.append(1 << (8 - 3 * row - column))
    return moves


@lru_cache(maxsize=None)
def negamax(player, opponent):
    if has_won(opponent):
        return -1
    moves = generate_moves(player, opponent)
    if len(moves) == 0:
        return 0
    values = []
    for move in moves:
        values.append(-negamax(opponent, player | move))
    return max(values)
