"""Who has won, from one number for each line: X adds 1 to the lines of a cell, O takes 1 away.

Walk over the cells once, and keep a total for each of the 2n + 2 lines. A line has n cells, so its
total is n only if every one of them is X, and -n only if every one is O:

    X O .        rows        0   1   0       X O . is 1 - 1 + 0
    X X O        columns     3   0  -2       X X X is 3: the first column is full
    X . O        diagonals   1   2           X X O is 1, and . X X is 2

Choose it when it is known how the board changes: a program that plays keeps the totals, and each
move costs four additions and no walk at all. The kata tictactoe_coordinates goes on from there.
"""

from __future__ import annotations

from solutions.tictactoe_winner import DRAW, UNFINISHED, Board, check

WORTH = {0: 0, 1: 1, 2: -1}  # What a cell adds to its lines.


def is_solved(board: Board) -> int:
    """As the reference's."""
    check(board)
    size = len(board)
    line_totals, empty = totals(board)
    if size in line_totals:
        return 1
    if -size in line_totals:
        return 2
    return UNFINISHED if empty else DRAW


def totals(board: Board) -> tuple[list[int], int]:
    """Return the totals of the rows, the columns and the two diagonals; and the empty cells.

    >>> totals([[1, 2, 0], [1, 1, 2], [1, 0, 2]])
    ([0, 1, 0, 3, 0, -2, 1, 2], 2)
    """
    rows, columns, diagonal, anti_diagonal, empty = [], [0] * len(board), 0, 0, 0
    for number, row in enumerate(board):
        worths = [WORTH[cell] for cell in row]
        rows.append(sum(worths))
        columns = [total + worth for total, worth in zip(columns, worths, strict=True)]
        diagonal += worths[number]
        anti_diagonal += worths[-1 - number]
        empty += worths.count(0)
    return [*rows, *columns, diagonal, anti_diagonal], empty
