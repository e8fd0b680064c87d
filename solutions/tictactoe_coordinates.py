"""Tic-tac-toe coordinates: does one player's list of cells hold a full line?

The cells arrive one after the other, in any order, from any iterable. Nothing can be read twice,
and nothing should be read for longer than needed. So no cell is kept: for each line it is enough
to know how many of its cells it still lacks. A line that lacks none is covered.

Glossary:
    board       n rows of n cells; a cell is named by its coordinate
    coordinate  the pair (row, column), both from 0 to n - 1, counted from the top left
    line        n cells: a row, a column, the diagonal or the anti-diagonal; there are 2n + 2 lines
    diagonal    the cells with row == column, from the top left to the bottom right
    anti-diagonal
                the cells with row + column == n - 1, from the top right to the bottom left
    covered     a line is covered when all of its n cells are among the coordinates

The cells of the diagonal (d), of the anti-diagonal (a) and of both (b). The diagonals of an odd
board cross in one cell; those of an even board share none:

         column              column
         0 1 2               0 1 2 3
    row 0  d . a        row 0  d . . a
    row 1  . b .        row 1  . d a .
    row 2  a . d        row 2  . a d .
                        row 3  a . . d

A counter for each line instead of a board is the usual answer to "Design Tic-Tac-Toe",
problem 348 of LeetCode.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """Tell whether one player's cells cover a full row, column or diagonal of the board.

    Args:
        n: The number of rows of the board, and of its columns; at least 1.
        coordinates: The player's cells, in any order, no cell twice. Each one is a pair
            `(row, column)` of integers from 0 to n - 1, counted from the top left. They come from
            any iterable, also from one that can be read only once.

    Returns:
        True as soon as a line is covered: the coordinates after that one are not read.
        False when the coordinates have come to their end and no line is covered.

    Raises:
        ValueError: If n is below 1, or if a coordinate that was read is not a pair of integers or
            is not on the board. The message says what was expected and quotes what came.

    Example:
        >>> has_winning_position(3, [(0, 0), (0, 2), (1, 1), (2, 2)])
        True
    """
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    lacking_in_row = [n] * n
    lacking_in_column = [n] * n
    on_diagonal = on_anti_diagonal = n
    last = n - 1
    for coordinate in coordinates:
        try:
            row, column = coordinate
            if row < 0 or column < 0:
                raise IndexError  # Python would take -1 for the last row.
            in_row = lacking_in_row[row] = lacking_in_row[row] - 1
            in_column = lacking_in_column[column] = lacking_in_column[column] - 1
        except (IndexError, TypeError, ValueError):
            # No pair, no integers, or not on the board: whichever it is, the line that tripped
            # over it knows, and the other coordinates pay nothing for being looked at.
            raise ValueError(
                f"expected a pair (row, column) on a board with n = {n}, got {coordinate!r}"
            ) from None
        # There is no "else" between the diagonals: the middle cell of an odd board is on both.
        if row == column:
            on_diagonal -= 1
            if on_diagonal == 0:
                return True
        if row + column == last:
            on_anti_diagonal -= 1
            if on_anti_diagonal == 0:
                return True
        if in_row == 0 or in_column == 0:
            return True
    return False


# Roads not taken
#
# - A set of the cells, and a look at every line at the end. It reads everything, and it keeps up to
#   n * n cells. The table uses it as its oracle, because it is the definition put into code.
# - The same set with a look at the four lines through the newest cell. It stops in time, but it
#   still keeps every cell, and each new cell costs up to 4n look-ups instead of four additions.
# - One bit mask of n bits for each row. A cell that comes twice does no harm there. That safety
#   costs n * n bits, and whoever wants to count distinct cells has to pay for it in some form.
# - One counter with a key for each line, such as ("row", 2). It needs no sizes and treats all lines
#   alike, but it makes and hashes up to four tuples for each cell.
# - A pattern, `case [int() as row, int() as column] if 0 <= row < n and 0 <= column < n`. It says
#   what a coordinate has to be, and takes three times as long (CPython 3.11), because it looks at
#   every coordinate for mistakes that few have. Written as `int(row)` it takes ten times as long:
#   Python then looks for `int.__match_args__`, which is not there, and drops the error.
# - Sums instead of counters, such as "the columns of a full row add up to n * (n - 1) / 2".
#   Column 0 adds nothing: 1 + 2 reaches the sum of a row of three with one cell missing.
