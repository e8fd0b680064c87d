"""Reversi at the console, against the computer.

The statement is in README.md; test your code with `pytest katas/reversi_game`.
Play with `python -m katas.reversi_game`, typed in the root of the project.
"""

import random
from collections.abc import Callable
from types import ModuleType
from typing import TypeAlias

from solutions.reversi_player import choose_move

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]
Rng: TypeAlias = random.Random | ModuleType
Player: TypeAlias = Callable[[Board, str, Rng], Cell]


def main(choose_move: Player = choose_move, rng: Rng = random) -> None:
    """Play Reversi at the console, game after game, until the player has had enough.

    `choose_move` is the computer's player; it gets the board, its disc and `rng`, which
    also decides who goes first, and answers with the cell of its move.
    Raises ValueError if that isn't legal.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=EOFError):  # the input ends at once
    ...     main()
    <BLANKLINE>
    Goodbye.
    """
    # TODO: play with whoever sits at the keyboard, until no other game is wanted.
    raise NotImplementedError
