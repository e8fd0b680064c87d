"""Does a player's list of cells hold a full line, when cells may come twice?

The reference counts how many cells of each line have come by. A cell that comes twice is counted
twice, and three visits to one cell of a 3 x 3 board pass for a full row. So the task promises that
no cell repeats. Here is what it costs to do without that promise: to count *different* cells, a
program has to know which ones it has met, and there are n * n of them.

A bit is the least that a cell can take, so each row has an int of n bits, its mask. The mask of
row 2 of a 5 x 5 board after (2, 0), (2, 3) and (2, 0) again:

    column        0  1  2  3  4
    bit           1  2  4  8 16
    mask          1  .  .  8  .        1 | 8 | 1 is 9: the second visit has changed nothing

A cell whose bit is set already is passed over, and what is left is to count.

    memory for      n = 128     n = 1024
    counters          3 kB        50 kB       the reference
    and masks         9 kB       259 kB       this
    a set of cells  1.3 MB       142 MB

(Measured with all cells that do not make a line, CPython 3.11.) The masks grow with n * n, but a
bit is so much less than a tuple in a set that no board of a game will tell.

Choose it when the cells come from somewhere that repeats itself: a log, a network, a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Return whether the cells cover a full line; a cell may come more than once.

    >>> has_winning_position(3, [(0, 0), (0, 2), (1, 1), (2, 2)])
    True
    >>> has_winning_position(3, [(0, 0), (0, 0), (0, 0)])
    False
    """
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    mask_of_row = [0] * n
    in_row = [0] * n
    in_column = [0] * n
    on_diagonal = 0
    on_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        if mask_of_row[row] >> column & 1:
            continue
        mask_of_row[row] |= 1 << column
        in_row[row] += 1
        in_column[column] += 1
        on_diagonal += row == column
        on_anti_diagonal += row + column == n - 1
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return the row and the column of a coordinate on a board of n rows, or raise ValueError.

    >>> cell_on_board(3, [0, 2])
    (0, 2)
    """
    match coordinate:
        case [int() as row, int() as column] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}")
