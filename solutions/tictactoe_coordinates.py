"""Tic-tac-toe coordinates: does one player's list of cells hold a full line?

The cells come one after the other, in any order, and can be read once. No cell is kept:
for each line it's enough to know how many of its cells have come.

Glossary:
    coordinate  a cell as the pair (row, column), from 0 to n - 1, from the top left
    line        a row, a column, the diagonal (row == column, d) or the anti-diagonal
                (row + column == n - 1, a below): n cells; there are 2n + 2 lines

The diagonals of an odd board cross in one cell (b); those of an even board share none:

         column              column
         0 1 2               0 1 2 3
    row 0  d . a        row 0  d . . a
    row 1  . b .        row 1  . d a .
    row 2  a . d        row 2  . a d .
                        row 3  a . . d
"""

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether a player's cells cover a line of n cells; none comes twice.

    Stops reading at that cell.
    Raises ValueError if n is below 1, or a coordinate that was read isn't a cell of
    the board.

    >>> has_winning_position(3, [(0, 0), (0, 2), (1, 1), (2, 2)])
    True
    """
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    in_row, in_column = [0] * n, [0] * n
    on_diagonal = on_anti_diagonal = 0
    for coordinate in coordinates:
        row, column = cell_on_board(n, coordinate)
        in_row[row] += 1
        in_column[column] += 1
        on_diagonal += row == column
        on_anti_diagonal += row + column == n - 1
        if n in (in_row[row], in_column[column], on_diagonal, on_anti_diagonal):
            return True
    return False


def cell_on_board(n: int, coordinate: Sequence[int]) -> tuple[int, int]:
    """Return the row and the column of a coordinate; refuse one off the board."""
    match coordinate:
        case [int() as row, int() as column] if 0 <= row < n and 0 <= column < n:
            return row, column
    raise ValueError(
        f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}"
    )


# Roads not taken
#
# - We don't keep a set of the cells and look at the lines at the end. That takes n * n
#   cells, and is the oracle of the table.
# - We don't keep a bit for each cell, so that a cell may come twice. The approach
#   `row_bitmasks` does.
# - We don't leave out the check, though a list refuses a wrong index by itself. The
#   approach `ask_forgiveness` does, and is three times as fast. It has to catch -1,
#   which is a good index for Python.
# - We don't give each row and each column a variable of its own. Somebody would have
#   to write a new program for each n.
# - We don't add up column numbers. Column 0 adds nothing, so the cells in columns 1
#   and 2 would already pass for a full row.
