"""A player of tic-tac-toe that follows rules and never loses.

The statement is in README.md beside this file. Run the tests: pytest katas/tictactoe_player
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]


def choose_move(board: Board, player: int) -> tuple[int, int]:
    """Choose a move for a player of tic-tac-toe, by rules, so that no game is ever lost.

    Args:
        board: 3 rows of 3 cells, top row first; a cell is 0 (empty), 1 (X) or 2 (O). The game on
            it is not finished. The board is left as it was.
        player: The side to move, 1 (X) or 2 (O). It has as many marks on the board as the other
            side, or one fewer: either side may have begun.

    Returns:
        The (row, column) of an empty cell; both count from 0, from the top left. It completes a
        line of the player if there is such a cell, else one of the opponent if there is one.

    Raises:
        ValueError: The board is not a board of three by three, the game is finished, the player is
            not 1 or 2, or it is not the player's turn; the message says what was expected and
            quotes what came.

    Example:
        >>> choose_move([[1, 0, 0], [2, 2, 0], [1, 0, 1]], 2)
        (1, 2)
    """
    # TODO: return a move that wins if there is one, blocks if it must, and never leads to a loss.
    raise NotImplementedError
