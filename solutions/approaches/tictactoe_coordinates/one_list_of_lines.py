"""Does a list of cells hold a full line? Every line is a number, none is special.

The reference has four kinds of counters and a line of code for each. Here the 2n + 2
lines are numbered, and one list holds the cells that each still lacks:

    row 0 .. row n-1   column 0 .. column n-1   diagonal   anti-diagonal
        0 ..     n-1          n ..       2n-1         2n            2n+1

Choose it when there are more kinds of lines than four, as in a cube: only
`lines_through` changes. Or when the covered line is asked for: its number is known.
"""

from collections.abc import Iterable, Sequence

from solutions.tictactoe_coordinates import cell_on_board


def has_winning_position(n: int, coordinates: Iterable[Sequence[int]]) -> bool:
    """As the reference's."""
    if n < 1:
        raise ValueError(f"expected a board of at least 1 row, got n = {n!r}")
    lacking = [n] * (2 * n + 2)
    for coordinate in coordinates:
        for line in lines_through(n, *cell_on_board(n, coordinate)):
            lacking[line] -= 1
            if lacking[line] == 0:
                return True
    return False


def lines_through(n: int, row: int, column: int) -> list[int]:
    """Return the numbers of the lines that a cell is on.

    >>> lines_through(3, 0, 2), lines_through(3, 1, 1)
    ([0, 5, 7], [1, 4, 6, 7])
    """
    lines = [row, n + column]
    if row == column:
        lines.append(2 * n)
    if row + column == n - 1:
        lines.append(2 * n + 1)
    return lines
