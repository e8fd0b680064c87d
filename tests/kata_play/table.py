"""Answer what a page asks: who can play, the rules, and what somebody's code says."""

import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from itertools import zip_longest
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import pytest
from kata_kit import writing
from kata_kit.attempt import Attempt
from kata_kit.failure import diagnose
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, ROOT, load, relative
from kata_kit.parsing import line_of
from kata_kit.process import Limits
from kata_kit.record import FAILED, NOT_RUN, NOT_WRITTEN, Place
from kata_kit.sources import Source
from kata_kit.under_test import UnderTest
from kata_tables import OneOf, seeded
from kata_tables.drawing import EMPTY
from kata_tables.reversi import OTHER
from kata_tables.tictactoe import bitboards

from kata_play.games import SIZES, Position, course, question
from solutions.tictactoe_negamax import negamax

# Nobody waits for a limit on a whole game: a search may take its time for each move.
ALL_DAY = 24 * 3600.0
CLOSED = "another game was begun since"
# What a move is worth, by the value that the position after it has for the other side.
WORTH = {1: "loss", 0: "draw", -1: "win"}

Answer: TypeAlias = Mapping[str, Any]
Sides: TypeAlias = Mapping[str, str]  # keys of the players


class Player(NamedTuple):
    """Somebody who can sit on one side."""

    name: str  # what the page says
    kata: str = ""  # the kata whose code moves; "" for you, and for one at random
    instead: str = ""  # if that is your code: the reference that can take its place


# By game, and by the name in addresses. Whoever sits before the page is "you".
YOU = Player("you")
PLAYERS = {
    "tictactoe": {
        "you": YOU,
        "yours": Player("your search", "tictactoe_negamax", instead="reference"),
        "your-rules": Player("your player", "tictactoe_player", instead="rules"),
        "reference": Player("the reference's search", "tictactoe_negamax"),
        "rules": Player("the reference's rules", "tictactoe_player"),
        "random": Player("one at random"),
    },
    "reversi": {
        "you": YOU,
        "your-search": Player("your search", "reversi_search", instead="reference"),
        "yours": Player("your player", "reversi_player", instead="chapter"),
        "reference": Player("the reference's search", "reversi_search"),
        "chapter": Player("the chapter's player", "reversi_player"),
        "random": Player("one at random"),
    },
}


class Desk:
    """Answers a page; somebody's code plays at a table, one game or match at a time."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self._source, self._limits = source, limits
        self._key: object = None
        self._table = Table(source, limits)
        self._lock = Lock()  # Each request has a thread of its own.

    def answer(self, verb: str, asked: Mapping[str, Any]) -> Answer:
        """Return what the page is answered, or raise ValueError.

        Args:
            verb: "players", "look", or a verb of a table.
            asked: the game, who moved first and the moves; by side the player; the
                key of the table, which is another one for code that is loaded anew.
        """
        if verb == "players":
            return {game: _names(players) for game, players in PLAYERS.items()}
        game, first, moves = (asked.get(name) for name in ("game", "first", "moves"))
        if game not in SIZES or first not in OTHER or type(moves) is not list:
            raise ValueError(f"expected a game and its moves, got {asked!r:.200}")
        positions = course(game, first, moves)
        if verb == "look":
            return {"positions": [_seen(at) for at in positions]}
        sides = {side: str(asked.get(side)) for side in OTHER}
        table = self._table_of(asked.get("table"))
        return self._done(table, verb, positions[-1], sides)

    def close(self) -> None:
        """End all that runs."""
        self._table.close()

    def _done(self, table: "Table", *asked: Any) -> Answer:
        """Have a table answer in its thread."""
        return table.thread.submit(table.answer, *asked).result()

    def _table_of(self, key: object) -> "Table":
        """Return the table with that key; any other one is closed."""
        with self._lock:
            if key != self._key:
                self._table.close()
                self._key, self._table = key, Table(self._source, self._limits)
            return self._table


def _names(players: Mapping[str, Player]) -> list[tuple[str, str]]:
    return [(key, player.name) for key, player in players.items()]


def _seen(at: Position) -> Answer:
    more = {"legal": sorted(at.legal), "line": sorted(at.line), "result": at.result}
    return {**at._asdict(), **more}


class Table:
    """Has code play, in processes that end with the table."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self._source, self._limits = source, limits
        self._running: dict[str, UnderTest] = {}  # by kata
        # A process ends with the thread that started it.
        self.thread = ThreadPoolExecutor(max_workers=1)
        self._is_closed = False

    def answer(self, verb: str, at: Position, sides: Sides) -> Answer:
        """Have a side "move", two sides "play" on, or "check" your `negamax`."""
        try:
            if verb == "check":
                return self._check(at)
            return self._play(at, sides) if verb == "play" else self._move(at, sides)
        finally:
            if self._is_closed:
                self.close()  # It may have started something since.
                raise ValueError(CLOSED)  # Any other error came of the closing.

    def close(self) -> None:
        """End all code, from any thread; what is asked at the time fails."""
        self._is_closed = True
        for running in list(self._running.values()):
            running.close()

    def _move(self, at: Position, sides: Sides) -> Answer:
        """Return the `cell`, or what is wrong with the answer, as `_ask` does.

        For a player that is not written yet, `instead` is the reference that can play.
        """
        player = PLAYERS[at.game].get(sides[at.side], YOU)
        if player is YOU:
            raise ValueError(f"expected a player of {at.side}, got {sides}")
        if not player.kata:
            return {"cell": random.choice(sorted(at.legal))}
        if not player.instead:
            function, arguments, cells = question(player.kata, at, random.Random())
            choose = getattr(import_module(f"solutions.{player.kata}"), function)
            return {"cell": cells[choose(*arguments)]}
        rng = seeded(random.randrange(1000))
        function, arguments, cells = question(player.kata, at, rng)
        right = [OneOf(list(cells))]
        answers, wrong = self._ask(player.kata, function, [arguments], right)
        if not wrong:
            return {"cell": cells[answers[0]]}
        is_missing = wrong["status"] == NOT_WRITTEN
        return {**wrong, "instead": player.instead if is_missing else ""}

    def _play(self, at: Position, sides: Sides) -> Answer:
        """Return the `moves` of a game and its `winner`; a wrong move loses it."""
        moves = list[int]()
        while at.side and not self._is_closed:
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
        if self._is_closed:
            raise ValueError(CLOSED)
        entry = BY_NAME[kata]
        path = self._source.file(entry)
        if kata not in self._running:
            self._running[kata] = UnderTest(path, entry, self._limits)
        fixture = Kata(kata, self._running[kata])
        try:
            is_right = getattr(fixture, function).each(batch) == right
        except pytest.skip.Exception as skipped:
            return [None], {"told": f"not run: {skipped}", "status": NOT_RUN}
        answers = fixture.kata_code.requests[-1].outcomes
        if is_right:
            return answers, {}
        label, room = relative(path), load(ROOT / entry.table)
        attempt = Attempt(entry, path, label, title="", room=room)
        diagnosis = diagnose(AssertionError(), attempt, fixture.kata_code)
        assert diagnosis
        # The board is on the page.
        failure = replace(diagnosis.failure, drawing=EMPTY)
        if not failure.place:
            failure = replace(failure, place=Place(label, line_of(function, path)))
        return answers, {"told": writing.text(failure), "status": diagnosis.status}
