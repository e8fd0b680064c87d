"""Decide how a game of tic-tac-toe has ended, if it has.

The statement is in README.md; test your code with `pytest katas/tictactoe_winner`.
"""

from collections.abc import Sequence


def is_solved(board: Sequence[Sequence[int]]) -> int:
    """Return the side that has a full line, 1 or 2; 0 for a draw, -1 for unfinished.

    Raises ValueError if the board is empty or not square, or a cell isn't 0, 1 or 2.

    >>> is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
    1
    """
    # TODO: return 1, 2, 0 or -1 for every board, and refuse anything but a board.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
