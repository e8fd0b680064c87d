"""One table: who can sit at it, the processes with your code that play, and what they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from random import Random
from threading import Lock
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from kata_kit import Kata, OneOf, seeded
from kata_kit.asked import CallFailed
from kata_kit.katas import BY_NAME, ROOT, load, relative
from kata_kit.process import Limits
from kata_kit.record import FAILED, NOT_RUN
from kata_kit.told import Teller
from kata_kit.under_test import UnderTest
from kata_kit.whose import Source, code

from kata_play.rules import OTHER, Position, both, marks, position, put, rows

# What a move is worth, by the value that the position after it has for the other side.
WORTH = {1: "loss", 0: "draw", -1: "win"}
LEGAL = ("not legal", "legal")


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


class Table:
    """What plays for one page; one thread at a time, which holds `lock`."""

    def __init__(self, source: Source, limits: Limits, rng: Random) -> None:
        self._source, self._limits, self._rng = source, limits, rng
        self._running: dict[str, tuple[bytes, UnderTest]] = {}  # by kata, with the content
        self.lock = Lock()
        self.closed = False

    def move(self, game: str, sides: Mapping[str, str], at: Position) -> dict[str, Any]:
        """Have the side to move do so; `sides` are the keys of the players.

        Returns:
            The `cell`; or, of a player that does not answer with a legal move, what pytest has
            `told` of it, and its `status`.
        """
        player = PLAYERS[game].get(sides.get(at.side, ""), YOU)
        if player is YOU:
            raise ValueError(f"expected that a player is to move, got {at.side} and {sides}")
        if not player.kata:
            return {"cell": self._rng.choice(sorted(at.legal))}
        question, seed = QUESTIONS[player.kata], self._rng.randrange(1000)
        cells = {question.answer(cell): cell for cell in sorted(at.legal)}
        if not player.yours:
            choose = getattr(import_module(f"solutions.{player.kata}"), question.function)
            return {"cell": cells[choose(*question.arguments(at, Random(seed)))]}
        batch = [question.arguments(at, seeded(seed))]
        answers, wrong = self._ask(player.kata, question.function, batch, [OneOf(list(cells))])
        return wrong or {"cell": cells[answers[0]]}

    def play(self, game: str, sides: Mapping[str, str], first: str) -> dict[str, Any]:
        """Play a game as `move` does: the `moves`, the `winner`, and what `move` says if it fails.

        Whoever answers with anything but a legal move loses it.
        """
        for kata, (content, running) in list(self._running.items()):
            if content != self._content(kata):  # It was saved.
                running.close()
                del self._running[kata]
        moves: tuple[int, ...] = ()
        while (at := position(game, first, moves)).side:
            answer = self.move(game, sides, at)
            if "cell" not in answer:
                return {"moves": moves, "winner": OTHER[at.side], **answer}
            moves += (answer["cell"],)
        return {"moves": moves, "winner": at.winner}

    def check(self, game: str, at: Position) -> dict[str, Any]:
        """Ask your code about a position: `legal_moves` in Reversi, else `negamax` of each move.

        Returns:
            `cells`: by cell what yours and what the reference says of a move there, in Reversi
            where they differ; and as `move`, if something was wrong.
        """
        cells: dict[int, tuple[str, str]] = {}
        legal = sorted(at.legal)
        if game == "reversi":
            right: list[Any] = [{divmod(cell, 8) for cell in legal}]
            answers, wrong = self._ask(
                "reversi_flips", "legal_moves", [(rows(at.board), at.side)], right
            )
            if wrong and isinstance(answers[0], set):
                differing = [cell for cell in range(64) if divmod(cell, 8) in answers[0] ^ right[0]]
                cells = {
                    cell: (LEGAL[cell not in legal], LEGAL[cell in legal]) for cell in differing
                }
        else:
            batch = [both(put(at.board, [cell], at.side), OTHER[at.side]) for cell in legal]
            negamax = import_module("solutions.tictactoe_negamax").negamax
            right = [negamax(*boards) for boards in batch]
            answers, wrong = self._ask("tictactoe_negamax", "negamax", batch, right)
            if not wrong or wrong["status"] == FAILED:
                for cell, got, value in zip_longest(legal, answers, right):
                    worth = WORTH.get(got, "?") if type(got) is int else "?"
                    cells[cell] = worth, WORTH[value]
        return {"cells": cells, **wrong}

    def close(self) -> None:
        """End all code, from any thread; what is asked at the time fails."""
        self.closed = True
        for _, running in list(self._running.values()):
            running.close()

    def _ask(
        self, kata: str, function: str, batch: Sequence[Any], right: Sequence[Any]
    ) -> tuple[Sequence[Any], dict[str, str]]:
        """What comes of a call for each tuple of arguments; with `told` and `status` if wrong."""
        if self.closed:
            raise ValueError("this table was closed")
        path = self._source.file(BY_NAME[kata])
        if kata not in self._running:
            running = UnderTest(path, BY_NAME[kata], self._limits)
            self._running[kata] = self._content(kata), running
        fixture = Kata(kata, self._running[kata][1])
        asked, asking = getattr(fixture, function), fixture.kata_code
        error: Exception = AssertionError()
        try:
            # Of one call it is not told how many of the calls are wrong.
            if asked(*batch[0]) == right[0] if len(batch) == 1 else asked.each(batch) == right:
                return asking.requests[-1].outcomes, {}
        except CallFailed as failed:
            error = failed
        except pytest.skip.Exception as skipped:
            return [None], {"told": f"not run: {skipped}", "status": NOT_RUN}
        # The words are those of pytest, without the drawing: the board is on the page.
        module = SimpleNamespace(**{**vars(load(ROOT / BY_NAME[kata].table)), "draw": None})
        item: Any = SimpleNamespace(module=module)
        told = Teller(item, asking, relative(path)).tell(error)
        assert told
        text = self._with_a_line(told[1], kata, function)
        return asking.requests[-1].outcomes, {"told": text, "status": told[0]}

    def _with_a_line(self, text: str, kata: str, function: str) -> str:
        """The text, with the line of the function if it names no other of the file."""
        label = relative(self._source.file(BY_NAME[kata]))
        content = self._content(kata).decode("utf-8", "replace")
        before, found, _ = content.partition(f"def {function}(")
        if f"{label}:" in text or not found:
            return text
        first, *rest = text.split("\n")
        return "\n".join([first, f"{label}:{before.count(chr(10)) + 1}", *rest])

    def _content(self, kata: str) -> bytes:
        try:
            return code(self._source.file(BY_NAME[kata]))
        except ValueError:  # The process says what is wrong.
            return b""
