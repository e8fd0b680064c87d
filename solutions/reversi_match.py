"""Reversi without people: two players against each other, for one game or for many.

Boards and rules come from the kata reversi_flips.

Glossary:
    player      a function `choose_move(board, disc, rng)` that answers with the cell of
                its move, as in the kata reversi_player
    referee     this module: it asks the players, knows the rules, and trusts nobody
    pass        a turn without a legal move: the player isn't asked
    match       several games of the same two players, who take turns at moving first

The fourth edition of "Invent Your Own Computer Games with Python", by Al Sweigart,
announces such games at the end of chapter 15.
"""

import random
from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple, TypeAlias

from solutions.reversi_flips import Board, Cell, legal_moves, new_board, play, score

Rng: TypeAlias = random.Random | ModuleType
Player: TypeAlias = Callable[[Board, str, Rng], Cell]

OTHER = {"X": "O", "O": "X"}
DRAW = "draw"


class Match(NamedTuple):
    """How the games of a match ended, as the first of the two players sees it."""

    wins: int
    draws: int
    losses: int


def play_game(first: Player, second: Player, rng: Rng) -> str:
    """Return who wins a game in which `first` is X and moves first: "X", "O" or "draw".

    A player that raises an exception, or answers with anything but a legal move, loses
    at once. The players take their chance from `rng`.
    Raises ValueError if a player can't be called.

    >>> play_game(lambda *_: (0, 0), lambda *_: (0, 0), random)
    'O'
    """
    check_players(first, second)
    players = {"X": first, "O": second}
    board, disc = new_board(), "X"
    while disc := to_move(board, disc):
        # A player gets a copy of the board, because it may write on it.
        shown = [list(cells) for cells in board]
        try:
            # Whatever goes wrong in this line is the player's doing, and `play` refuses
            # the rest.
            board = play(board, disc, *players[disc](shown, disc, rng))
        except Exception:
            return OTHER[disc]
        disc = OTHER[disc]
    return winner(board)


def play_match(player: Player, rival: Player, games: int, rng: Rng) -> Match:
    """Return the result of `player`, which moves first in every other game.

    Raises ValueError if a player can't be called, or `games` is negative or not an
    int.

    >>> play_match(lambda *_: (0, 0), lambda *_: None, 5, random)
    Match(wins=2, draws=0, losses=3)
    """
    check_players(player, rival)
    if not isinstance(games, int) or games < 0:
        raise ValueError(f"expected a number of games, 0 or more, got {games!r}")
    wins = draws = 0
    for number in range(games):
        if number % 2 == 0:
            mine, result = "X", play_game(player, rival, rng)
        else:
            mine, result = "O", play_game(rival, player, rng)
        wins += result == mine
        draws += result == DRAW
    return Match(wins, draws, games - wins - draws)


def check_players(*players: Player) -> None:
    """Raise a ValueError unless each player can be called."""
    for player in players:
        # Without this check it would be a TypeError at the first move, and a lost game.
        if not callable(player):
            raise ValueError(f"expected a function that chooses a move, got {player!r}")


def to_move(board: Board, turn: str) -> str:
    """Return the side that moves: this one, or else the other; "" for neither."""
    return next((disc for disc in (turn, OTHER[turn]) if legal_moves(board, disc)), "")


def winner(board: Board) -> str:
    """Return the side with more discs, or "draw".

    >>> winner(new_board()), winner(play(new_board(), "O", 2, 3))
    ('draw', 'O')
    """
    discs = score(board)
    if discs["X"] == discs["O"]:
        return DRAW
    return max(discs, key=lambda disc: discs[disc])


# Roads not taken
#
# - We don't look whether the answer is in `legal_moves` before we play it. `[2, 4] in
#   legal_moves(...)` is a TypeError, so the test would have to be in the `try` as well,
#   and `play` makes it anyway.
# - The referee doesn't ask again after an illegal move. The same player may give the
#   same answer for ever.
# - We don't write `except BaseException`. Then Ctrl-C would be a move that loses a
#   game, and the match would go on.
# - We don't give one board to both players and ask them to leave it alone. Then the
#   one that cheats wins.
