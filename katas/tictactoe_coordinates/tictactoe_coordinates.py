"""Tic-tac-toe coordinates: does one player's list of cells hold a full line?

The statement is README.md in this folder. To check your code, run:
pytest katas/tictactoe_coordinates
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
    # TODO: return True for a player who holds a full line, and False for one who does not.
    raise NotImplementedError
