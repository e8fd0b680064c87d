"""A player of tic-tac-toe that follows rules and never loses.

The statement is in README.md; test your code with `pytest katas/tictactoe_player`.
"""

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]


def choose_move(board: Board, player: int) -> tuple[int, int]:
    """Return the (row, column) of a move: one that wins, or else one that blocks.

    No game is ever lost. The board is left as it was.
    Raises ValueError unless the board has three rows of three cells, the game is
    unfinished, and the player is 1 or 2 and to move; either side may have begun.

    >>> choose_move([[1, 0, 0], [2, 2, 0], [1, 0, 1]], 2)
    (1, 2)
    """
    # TODO: return a move that wins if there's one, blocks if it must, and never leads
    # to a loss.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
