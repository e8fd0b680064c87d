"""Say how a game of tic-tac-toe stands: who has won, a draw, or unfinished.

The statement is in README.md beside this file. Run the tests: pytest katas/tictactoe_winner
"""

from __future__ import annotations

from collections.abc import Sequence


def is_solved(board: Sequence[Sequence[int]]) -> int:
    """Tell who has won on a tic-tac-toe board.

    Args:
        board: n rows of n cells, top row first; a cell is 0 (empty), 1 (X) or 2 (O). Any n from 1
            on, any sequence of sequences. The board is left as it was.

    Returns:
        1 or 2 for the side that owns a full row, column or diagonal; 0 for a draw (the board is
        full and nobody has a line); -1 for an unfinished game.

    Raises:
        ValueError: if the board is empty or not square, or a cell is not 0, 1 or 2; the message
            says what was expected and quotes the row or the cell.

    Example:
        >>> is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
        1
    """
    # TODO: return 1, 2, 0 or -1 for every board, and refuse what is not a board.
    raise NotImplementedError
