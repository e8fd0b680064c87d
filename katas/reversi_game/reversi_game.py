"""Your solution of the kata reversi_game: Reversi at the console, against the computer.

The task is in README.md beside this file. Check your work with `pytest katas/reversi_game`, and
play with `python -m katas.reversi_game`, typed in the root of the project.
"""

from __future__ import annotations

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
    """Play Reversi at the console, game after game, in the words of the statement.

    Args:
        choose_move: The computer's player. It is called with the board, 8 rows of 8 cells "X",
            "O" or " ", with the computer's disc, and with `rng`. It answers with the (row,
            column) of a legal move; both count from 0, from the top left.
        rng: What decides who goes first: a `random.Random`, or the module `random`.

    Returns:
        None, as soon as no other game is wanted, or the game is left by the word "quit", by the
        end of the input or by Ctrl-C.

    Raises:
        ValueError: The computer's player answered with a move that is not legal; the message says
            what was expected and quotes the cell.

    Example:
        >>> from unittest.mock import patch
        >>> with patch("builtins.input", side_effect=EOFError):  # the input ends at once
        ...     main()
        <BLANKLINE>
        Goodbye.
    """
    # TODO: Play with whoever sits at the keyboard, until no other game is wanted.
    raise NotImplementedError
