"""Tic-tac-toe's winner as the source text has it: the product of a line, and its cube root.

After "El reto de calcular el ganador en 3 en raya", Juanjo Salvador, 2024. The text multiplies the
cells of a line that has no empty cell, and takes the cube root; a root that is a whole number is
the owner of the line. It is right for boards of 3 x 3.
"""

from __future__ import annotations

from collections.abc import Sequence

Board = Sequence[Sequence[int]]


def is_solved(board: Board) -> int:
    """Return 1, 2, 0 for a draw, -1 for an unfinished game; the board is 3 x 3."""
    lines = [list(row) for row in board]
    lines += [[row[column] for row in board] for column in range(3)]
    lines.append([board[0][0], board[1][1], board[2][2]])
    lines.append([board[0][2], board[1][1], board[2][0]])
    for line in lines:
        if 0 not in line:
            product = 1
            for cell in line:
                product *= cell
            root = product ** (1 / 3)
            if root == int(root):
                return int(root)
    for row in board:
        if 0 in row:
            return -1
    return 0


def with_all(board: Board) -> int:
    """Return the same for any size, from a loop with `all()` over the lines of each side."""
    size = len(board)
    lines = [
        *board,
        *zip(*board, strict=True),
        [board[number][number] for number in range(size)],
        [board[number][-1 - number] for number in range(size)],
    ]
    for owner in (1, 2):
        for line in lines:
            if all(cell == owner for cell in line):
                return owner
    return -1 if any(0 in row for row in board) else 0
