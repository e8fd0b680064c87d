"""Tic-tac-toe at the console, against the computer.

The statement is in README.md; test your code with `pytest katas/tictactoe_game`.
Play with `python -m katas.tictactoe_game`, typed in the root of the project.
"""

from collections.abc import Callable
from typing import TypeAlias

from solutions.tictactoe_player import choose_move

Board: TypeAlias = list[list[int]]
Player: TypeAlias = Callable[[Board, int], tuple[int, int]]


def main(choose_move: Player = choose_move) -> None:
    """Play one game at the console; the end of the input or Ctrl-C leaves it.

    `choose_move` is the computer's player; it gets the board and 2, and answers with a
    cell.
    Raises ValueError if that is taken or not on the board.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["1", EOFError]):
    ...     main(choose_move=lambda board, side: (1, 1))
    The computer plays row 2, column b.
       a b c
    1 | | | |
    2 | |O| |
    3 | | | |
    <BLANKLINE>
    Goodbye.
    """
    # TODO: play a game with whoever sits at the keyboard, and announce how it ended.
    raise NotImplementedError
