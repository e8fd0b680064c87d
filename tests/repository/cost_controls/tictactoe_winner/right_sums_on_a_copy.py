"""A copy with -1 for O, and sums: a line is full when its sum is n or -n."""

import copy


def is_solved(board):
    grid = copy.deepcopy([list(row) for row in board])
    n = len(grid)
    empty = 0
    for r in range(n):
        for c in range(n):
            if grid[r][c] == 2:
                grid[r][c] = -1
            elif grid[r][c] == 0:
                empty += 1
    sums = [sum(row) for row in grid]
    sums += [sum(column) for column in zip(*grid)]
    sums.append(sum(grid[i][i] for i in range(n)))
    sums.append(sum(grid[i][n - 1 - i] for i in range(n)))
    if n in sums:
        return 1
    if -n in sums:
        return 2
    return -1 if empty else 0
