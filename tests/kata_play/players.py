"""Who can sit at the table, and how each of them is asked for a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kata_play.rules import Position, both, marks, rows


class Player(NamedTuple):
    """Somebody who can sit on one side."""

    key: str  # the name in addresses; "you" is whoever sits before the page
    name: str  # what the page says
    kata: str = ""  # the kata whose code moves; "" for you, and for one at random
    yours: bool = False  # whether that is your code; if not, it is the reference


class Question(NamedTuple):
    """What the code of a kata is asked."""

    function: str  # its function
    # Makes the arguments of a position and a random number generator.
    arguments: Callable[[Position, Any], tuple[object, ...]]
    answer: Callable[[int], object]  # how it names a cell


YOU, CHANCE = Player("you", "you"), Player("random", "one at random")
_SEATED = {
    "tictactoe": (
        YOU,
        Player("yours", "your search", "tictactoe_negamax", yours=True),
        Player("your-rules", "your player", "tictactoe_player", yours=True),
        Player("reference", "the reference's search", "tictactoe_negamax"),
        Player("rules", "the reference's rules", "tictactoe_player"),
        CHANCE,
    ),
    "reversi": (
        YOU,
        Player("your-search", "your search", "reversi_search", yours=True),
        Player("yours", "your player", "reversi_player", yours=True),
        Player("reference", "the reference's search", "reversi_search"),
        Player("chapter", "the chapter's player", "reversi_player"),
        CHANCE,
    ),
}
PLAYERS = {game: {one.key: one for one in them} for game, them in _SEATED.items()}

# For each kata that has a player.
_ON_ROWS = Question(
    "choose_move", lambda at, rng: (rows(at.board), at.side, rng), lambda cell: divmod(cell, 8)
)
_ON_MARKS = Question(
    "choose_move",
    lambda at, _: (marks(at.board), ".XO".index(at.side)),
    lambda cell: divmod(cell, 3),
)
_ON_BITS = Question("best_move", lambda at, _: both(at.board, at.side), lambda cell: cell)
QUESTIONS = {
    "tictactoe_negamax": _ON_BITS,
    "tictactoe_player": _ON_MARKS,
    "reversi_player": _ON_ROWS,
    "reversi_search": _ON_ROWS,
}
