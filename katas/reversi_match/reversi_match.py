"""Two players of Reversi, game after game.

The statement is in README.md; test your code with `pytest katas/reversi_match`.

A board is a list of 8 rows, each one a list of 8 cells: "X", "O", or " " for an empty
cell. A player is a function `choose_move(board, disc, rng)` that returns the cell of
its move.
"""

import random
from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple, TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]
Rng: TypeAlias = random.Random | ModuleType
Player: TypeAlias = Callable[[Board, str, Rng], Cell]


class Match(NamedTuple):
    """How the games of a match ended, as the first of the two players sees it."""

    wins: int
    draws: int
    losses: int


def play_game(first: Player, second: Player, rng: Rng) -> str:
    """Return who wins a game in which `first` is X and moves first: "X", "O" or "draw".

    A player that raises an exception, or answers with anything but a legal move, loses
    at once.
    Raises ValueError if a player can't be called.

    >>> play_game(lambda *_: (0, 0), lambda *_: (0, 0), random)
    'O'
    """
    # TODO: return "X", "O" or "draw", whatever the two players do.
    raise NotImplementedError


def play_match(player: Player, rival: Player, games: int, rng: Rng) -> Match:
    """Return the result of `player`, which moves first in every other game.

    Raises ValueError if a player can't be called, or `games` is negative or not an
    int.

    >>> play_match(lambda *_: (0, 0), lambda *_: None, 5, random)
    Match(wins=2, draws=0, losses=3)
    """
    # TODO: return how many of the games `player` wins, draws and loses.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
