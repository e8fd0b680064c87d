"""Play at one table: who can sit there, and the processes with your code."""

import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from itertools import zip_longest
from typing import Any, NamedTuple

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
from kata_tables.reversi import OTHER, in_rows
from kata_tables.tictactoe import bitboards, matrix

from kata_play.rules import SIZES, Position
from solutions.tictactoe_negamax import negamax

CLOSED = "this table was closed; begin a new game"
# What a move is worth, by the value that the position after it has for the other side.
WORTH = {1: "loss", 0: "draw", -1: "win"}
LEGAL = ("not legal", "legal")


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


class Question(NamedTuple):
    """A call that asks a kata's code for a move."""

    function: str
    arguments: tuple[object, ...]
    cells: Mapping[Any, int]  # by the answers that are legal


def question(kata: str, at: Position, rng: Any) -> Question:
    """Return the call of a kata's function that asks for a move."""
    if kata == "tictactoe_negamax":
        cells = {cell: cell for cell in sorted(at.legal)}
        return Question("best_move", bitboards(at.board, at.side), cells)
    places = {divmod(cell, SIZES[at.game]): cell for cell in sorted(at.legal)}
    if kata == "tictactoe_player":
        arguments = matrix(at.board), ".XO".index(at.side)
        return Question("choose_move", arguments, places)
    return Question("choose_move", (in_rows(at.board), at.side, rng), places)


class Table:
    """Has code play for one page."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self._source, self._limits = source, limits
        self._running: dict[str, UnderTest] = {}  # by kata
        # A process ends with the thread that started it.
        self.thread = ThreadPoolExecutor(max_workers=1)
        self._closed = False

    def answer(
        self, verb: str, at: Position, sides: Mapping[str, str]
    ) -> dict[str, Any]:
        """Check your code at a position, or have the keys of two players play on."""
        try:
            if verb == "check":
                return self.check(at)
            return self.play(at, sides) if verb == "play" else self.move(at, sides)
        finally:
            if self._closed:
                self.close()  # It may have started something since.
                raise ValueError(CLOSED)  # Any other error came of the closing.

    def move(self, at: Position, sides: Mapping[str, str]) -> dict[str, Any]:
        """Have the side to move do so.

        Returns:
            The `cell`; or, of a player that does not answer with a legal move, what
            pytest has `told` of it, and its `status`. Where it is not written yet, the
            key of the reference that can play `instead`.
        """
        player = PLAYERS[at.game].get(sides.get(at.side, ""), YOU)
        if player is YOU:
            raise ValueError(f"expected a player of {at.side}, got {sides}")
        if not player.kata:
            return {"cell": random.choice(sorted(at.legal))}
        if not player.instead:
            return self._reference_move(player.kata, at)
        rng = seeded(random.randrange(1000))
        function, arguments, cells = question(player.kata, at, rng)
        right = [OneOf(list(cells))]
        answers, wrong = self._ask(player.kata, function, [arguments], right)
        if not wrong:
            return {"cell": cells[answers[0]]}
        if wrong["status"] == NOT_WRITTEN:
            return {**wrong, "instead": player.instead}
        return wrong

    def _reference_move(self, kata: str, at: Position) -> dict[str, Any]:
        function, arguments, cells = question(kata, at, random.Random())
        choose = getattr(import_module(f"solutions.{kata}"), function)
        return {"cell": cells[choose(*arguments)]}

    def play(self, at: Position, sides: Mapping[str, str]) -> dict[str, Any]:
        """Play a game: the `moves`, the `winner`, and what `move` says if it fails.

        Whoever answers with anything but a legal move loses it.
        """
        moves = list[int]()
        while at.side and not self._closed:
            answer = self.move(at, sides)
            if "cell" not in answer:
                return {"moves": moves, "winner": OTHER[at.side], **answer}
            moves.append(answer["cell"])
            at = at.after(answer["cell"])
        return {"moves": moves, "winner": at.winner}

    def check(self, at: Position) -> dict[str, Any]:
        """Ask your code about a position.

        It is asked for `legal_moves` in Reversi, else for `negamax` of each move.

        Returns:
            `cells`: by cell what yours and what the reference says of a move there, in
            Reversi where they differ; and as `move`, if something was wrong.
        """
        return self._legal_moves(at) if at.game == "reversi" else self._negamax(at)

    def _legal_moves(self, at: Position) -> dict[str, Any]:
        right = {divmod(cell, 8) for cell in at.legal}
        batch = [(in_rows(at.board), at.side)]
        answers, wrong = self._ask("reversi_flips", "legal_moves", batch, [right])
        differing = answers[0] ^ right if isinstance(answers[0], set) else ()
        cells = {
            cell: (LEGAL[cell not in at.legal], LEGAL[cell in at.legal])
            for cell in range(64)
            if divmod(cell, 8) in differing
        }
        return {"cells": cells, **wrong}

    def _negamax(self, at: Position) -> dict[str, Any]:
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

    def close(self) -> None:
        """End all code, from any thread; what is asked at the time fails."""
        self._closed = True
        for running in list(self._running.values()):
            running.close()

    def _ask(
        self, kata: str, function: str, batch: Sequence[Any], right: Sequence[Any]
    ) -> tuple[Sequence[Any], dict[str, str]]:
        """Return the answer for each call; `told` and `status` if one is wrong."""
        if self._closed:
            raise ValueError(CLOSED)
        path = self._source.file(BY_NAME[kata])
        if kata not in self._running:
            self._running[kata] = UnderTest(path, BY_NAME[kata], self._limits)
        fixture = Kata(kata, self._running[kata])
        try:
            is_right = getattr(fixture, function).each(batch) == right
        except pytest.skip.Exception as skipped:
            return [None], {"told": f"not run: {skipped}", "status": NOT_RUN}
        answers = fixture.kata_code.requests[-1].outcomes
        if is_right:
            return answers, {}
        label, room = relative(path), load(ROOT / BY_NAME[kata].table)
        attempt = Attempt(BY_NAME[kata], path, label, title="", room=room)
        diagnosis = diagnose(AssertionError(), attempt, fixture.kata_code)
        assert diagnosis
        # The board is on the page.
        failure = replace(diagnosis.failure, drawing=EMPTY)
        if not failure.place:
            failure = replace(failure, place=Place(label, line_of(function, path)))
        return answers, {"told": writing.text(failure), "status": diagnosis.status}
