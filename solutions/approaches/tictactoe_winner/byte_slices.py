"""The winner, from one string of bytes: a line of the board is a slice with a step.

Write all rows one after the other. The cell (row, column) of a board of n rows then has
the number n * row + column, and the cells of each line are equally far apart:

       column            row 1          cells[3:6]       numbers 3 4 5, a step of 1
        0 1 2            column 1       cells[1::3]      numbers 1 4 7, a step of n
    row 0  0 1 2         diagonal       cells[::4]       numbers 0 4 8, a step of n + 1
        1  3 4 5         anti-diagonal  cells[2:8:2]     numbers 2 4 6, a step of n - 1
        2  6 7 8

A cell is one byte, and a full line of X is n bytes that are 1. Slices are cut and
compared in C.

Choose it when boards are large and time matters; on a board of 3 x 3 cells it gains
little.
"""

from collections.abc import Iterator

from solutions.tictactoe_winner import DRAW, EMPTY, SIDES, UNFINISHED, Board, check

CELLS = bytes([EMPTY, *SIDES])


def is_solved(board: Board) -> int:
    """As the reference's."""
    size = len(board)
    cells = joined(board)
    sides = {bytes([side]) * size: side for side in SIDES}
    for line in lines(cells, size):
        if line in sides:
            return sides[line]
    return UNFINISHED if EMPTY in cells else DRAW


def lines(cells: bytes, size: int) -> Iterator[bytes]:
    """Yield the two diagonals, then each row with the column of the same number.

    >>> [list(line) for line in lines(bytes([1, 2, 0, 1]), size=2)]
    [[1, 1], [2, 0], [1, 2], [1, 0], [0, 1], [2, 1]]
    """
    yield cells[:: size + 1]
    # The last cell isn't on the anti-diagonal, except on a board of one cell, where
    # the step must not be 0.
    yield cells[size - 1 : size * size - (size > 1) : max(1, size - 1)]
    for number in range(size):
        yield cells[size * number : size * (number + 1)]
        yield cells[number::size]


def joined(board: Board) -> bytes:
    """Return all cells of a board, row by row; refuse as the reference's `check`."""
    try:
        # `bytearray` reads a list in less than half the time of `bytes` (CPython 3.11).
        # Of an array it would copy the memory, which may have more than one byte for a
        # cell.
        rows = [
            bytearray(row if isinstance(row, (list, tuple)) else tuple(row))
            for row in board
        ]
    except (TypeError, ValueError):  # A cell that isn't an int from 0 to 255.
        rows = []
    cells = b"".join(rows)
    if (
        not cells
        or {len(row) for row in rows} != {len(board)}
        or cells.translate(None, CELLS)
    ):
        check(board)  # A walk from cell to cell, to say what is wrong.
        raise ValueError(f"expected cells 0, 1 or 2, got {board!r}")
    return cells
