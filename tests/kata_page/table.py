"""Answers what the page of the games asks: the players, the rules, and their moves."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from kata_kit import katas
from kata_kit.attempt import Attempt
from kata_kit.code import SECONDS, Code
from kata_kit.failure import Describer
from kata_kit.kata import Functions
from kata_kit.katas import BY_NAME, ROOT, load
from kata_kit.record import FAILED, NOT_RUN, NOT_WRITTEN, failure_lines
from kata_tables import OneOf, Seeded
from kata_tables.arguments import made
from kata_tables.drawing import EMPTY
from kata_tables.reversi import OTHER
from kata_tables.tictactoe import bitboards
from kata_tables.wrong import Wrong

from kata_page.games import SIZES, Position, course, question
from solutions.tictactoe_negamax import negamax

# Nobody waits for a limit on a whole game: a search may take its time for each move.
ALL_DAY = 24 * 3600.0
# What a move is worth, by the value that the position after it has for the other side.
WORTH = {1: "loss", 0: "even", -1: "win"}
DICE = random.Random()  # A run of a kata seeds the others.
ODD = LookupError, RecursionError, TypeError, ValueError  # what a bad request raises

Answer: TypeAlias = Mapping[str, Any]
Sides: TypeAlias = Mapping[str, str]  # keys of the players


class Player(NamedTuple):
    """Somebody who can sit on one side."""

    kata: str = ""  # the kata whose code moves; "" for you, and for chance
    instead: str = ""  # if that is your code: the reference that can take its place


# By game, and by the name in addresses. Whoever sits before the page is "you".
PLAYERS = {
    "tictactoe": {
        "you": Player(),
        "yours": Player("tictactoe_negamax", "reference"),
        "your-rules": Player("tictactoe_player", "rules"),
        "reference": Player("tictactoe_negamax"),
        "rules": Player("tictactoe_player"),
        "random": Player(),
    },
    "reversi": {
        "you": Player(),
        "your-search": Player("reversi_search", "reference"),
        "yours": Player("reversi_player", "chapter"),
        "reference": Player("reversi_search"),
        "chapter": Player("reversi_player"),
        "random": Player(),
    },
}


class Desk:
    """Answers the page; what moves is the code in a folder like `katas/`.

    `note` is called with the name of what is called next. That code runs here, so that
    a child process has the desk, or a worker of the browser.
    """

    def __init__(
        self,
        note: Callable[[str], object],
        seconds: float = SECONDS,
        katas: Path = ROOT / "katas",
    ) -> None:
        self._note, self._seconds, self._katas = note, seconds, katas
        self._table: object = None
        self._codes: dict[str, Code] = {}  # of this table, by kata

    def written_answer(self, verb: str, request: str) -> str:
        """Return the answer to a request, both as JSON."""
        try:
            return json.dumps(self.answer(verb, dict(json.loads(request))))
        except ODD as error:
            return json.dumps({"error": str(error)})

    def answer(self, verb: str, request: Mapping[str, Any]) -> Answer:
        """Return what the page needs.

        Args:
            verb: "players", "look", "move", "play" or "check".
            request: the game, who moved first and the moves; by side the player; the
                key of the table, which is another one for code that is loaded anew.

        Raises:
            ValueError: if the request is no game, as others of `ODD` are.
        """
        if verb == "players":
            return {
                game: [(key, who.instead and who.kata) for key, who in players.items()]
                for game, players in PLAYERS.items()
            }
        game, first, moves = (request.get(name) for name in ("game", "first", "moves"))
        if game not in SIZES or first not in OTHER or type(moves) is not list:
            raise ValueError(f"expected a game and its moves, got {request!r:.200}")
        positions = course(game, first, moves)
        if verb == "look":
            return {"positions": [position.facts for position in positions]}
        if request.get("table") != self._table:
            self._table, self._codes = request.get("table"), {}
        if verb == "check":
            return self._check(positions[-1])
        sides = {side: str(request.get(side)) for side in OTHER}
        act = self._play if verb == "play" else self._move
        return act(positions[-1], sides)

    def _move(self, at: Position, sides: Sides) -> Answer:
        """Return the `cell`, or what is wrong with the answer, as `_ask` does.

        For a player that is not written yet, `instead` is the reference that can play.
        """
        key = sides[at.side]
        if key == "random":
            return {"cell": DICE.choice(sorted(at.legal))}
        player = PLAYERS[at.game].get(key)
        if player is None or not player.kata:
            raise ValueError(f"expected a player of {at.side}, got {sides}")
        rng = Seeded(DICE.randrange(1000))
        function, arguments, cells = question(player.kata, at, rng)
        if not player.instead:
            choose = getattr(import_module(f"solutions.{player.kata}"), function)
            return {"cell": cells[choose(*made(arguments))]}
        right = [OneOf(list(cells))]
        answers, wrong = self._ask(player.kata, function, [arguments], right)
        if not wrong:
            return {"cell": cells[answers[0]]}
        is_missing = wrong["status"] == NOT_WRITTEN
        return {**wrong, "instead": player.instead if is_missing else ""}

    def _play(self, at: Position, sides: Sides) -> Answer:
        """Return the `moves` of a game and its `winner`; a wrong move loses it."""
        moves = list[int]()
        while at.side:
            answer = self._move(at, sides)
            if "cell" not in answer:
                return {"moves": moves, "winner": OTHER[at.side], **answer}
            moves.append(answer["cell"])
            at = at.after(answer["cell"])
        return {"moves": moves, "winner": at.winner}

    def _check(self, at: Position) -> Answer:
        """Return what your `negamax` says of the `cells`, and what is right."""
        legal = sorted(at.legal)
        batch = [bitboards(at.after(cell).board, OTHER[at.side]) for cell in legal]
        right = [negamax(*boards) for boards in batch]
        answers, wrong = self._ask("tictactoe_negamax", "negamax", batch, right)
        if wrong and wrong["status"] != FAILED:
            return {"cells": {}, **wrong}
        cells = {}
        for cell, got, value in zip_longest(legal, answers, right):
            worth = WORTH.get(got, "?") if type(got) is int else "?"
            cells[cell] = worth, WORTH[value]
        return {"cells": cells, **wrong}

    def _ask(
        self, kata: str, function: str, batch: Sequence[Any], right: Sequence[Any]
    ) -> tuple[Sequence[Any], dict[str, str]]:
        """Return the answers, and if one is wrong its `status` and what is `told`."""
        self._note(f"{function} of {kata}")
        path = self._katas / kata / f"{kata}.py"
        code = self._codes.setdefault(kata, Code(path, self._seconds, ALL_DAY))
        values: Sequence[Any] = ()
        try:
            answers = getattr(Functions(code), function).each(batch)
            values = answers.values
            wrong = {} if answers == right else {"status": FAILED}
        except pytest.skip.Exception as skipped:
            wrong = {"told": str(skipped), "status": NOT_RUN}
        except Wrong as error:
            wrong = told(error, BY_NAME[kata], code)
        return values, wrong


def told(wrong: Wrong, kata: katas.Kata, code: Code) -> dict[str, str]:
    """Return what is wrong in words; the board is on the page."""
    attempt = Attempt(kata, code.path, title="", room=load(kata.tests))
    wrong.drawing = EMPTY
    describer = Describer(wrong, attempt, code)
    failure, status = describer.failure(), describer.status
    lines = [] if status == NOT_WRITTEN else failure_lines(failure)
    return {"told": "\n".join([failure.headline, *lines]), "status": status}
