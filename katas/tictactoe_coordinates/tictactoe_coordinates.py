"""Tic-tac-toe coordinates: does one player's list of cells hold a full line?

The statement is in README.md; test your code with `pytest katas/tictactoe_coordinates`.
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
    # TODO: return True for a player who holds a full line, and False for one who does
    # not.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
