"""Does a player's list of cells hold a full line, when cells may come twice?

The reference counts a cell that comes twice as two, and three visits to one cell of a 3
x 3 board pass for a full row. To count *different* cells, a program has to know which
ones it has met, and there are n * n of them. A bit is the least that a cell can take,
so each row has an int of n bits.

    memory for      n = 128     n = 1024      after nearly all cells of the board
    counters          2 kB        82 kB       the reference
    and masks         9 kB       259 kB       this
    a set of cells  1.4 MB       117 MB

Choose it when the cells come from somewhere that repeats itself: a log, a network, a
person.
"""

from collections.abc import Iterable, Iterator, Sequence

import solutions.tictactoe_coordinates as reference


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """As the reference's, but a cell may come more than once.

    >>> has_winning_position(3, [(0, 0), (0, 0), (0, 0)])
    False
    """
    return reference.has_winning_position(n, different(n, coordinates))


def different(
    n: int, coordinates: Iterable[Sequence[int]]
) -> Iterator[tuple[int, int]]:
    """Yield each cell when it comes for the first time."""
    mask_of_row = [0] * n
    for coordinate in coordinates:
        row, column = reference.cell_on_board(n, coordinate)
        bit = 1 << column
        if not mask_of_row[row] & bit:
            mask_of_row[row] |= bit
            yield row, column
