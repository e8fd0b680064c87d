"""A player of Reversi: corners first, then as many discs as possible.

The statement is in README.md; test your code with `pytest katas/reversi_player`.

A board is a list of 8 rows, each one a list of 8 cells: "X", "O", or " " for an empty
cell. A cell is named by (row, column). Both count from 0, from the top left:
board[2][4] is (2, 4).
"""

import random
from types import ModuleType
from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]


def choose_move(
    board: Board, disc: str, rng: random.Random | ModuleType = random
) -> Cell:
    """Choose a legal corner, else a move with the most flips; `rng` decides ties.

    Raises ValueError if the side has no legal move, or the board or the disc is
    invalid.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[0][:3] = [" ", "O", "X"]
    >>> choose_move(board, "X")
    (0, 0)
    """
    # TODO: return the move of this player, and leave it to `rng` which of tied moves it
    # is.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
