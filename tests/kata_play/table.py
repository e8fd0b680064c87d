"""Play at one table: who can sit there, and the processes with your code."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

import pytest
from kata_kit import writing
from kata_kit.attempt import Attempt
from kata_kit.failure import diagnose
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, ROOT, load, relative
from kata_kit.process import Limits
from kata_kit.record import FAILED, NOT_RUN, NOT_WRITTEN, Place
from kata_kit.request import CallFailed
from kata_kit.sources import Source, code, line_of
from kata_kit.under_test import UnderTest
from kata_tables import OneOf, seeded
from kata_tables.drawing import EMPTY
from kata_tables.reversi import OTHER, after, in_rows
from kata_tables.tictactoe import bitboards, matrix

from kata_play.rules import SIZES, Position, position
from solutions.tictactoe_negamax import negamax

# What a move is worth, by the value that the position after it has for the other side.
WORTH = {1: "loss", 0: "draw", -1: "win"}
LEGAL = ("not legal", "legal")


class Player(NamedTuple):
    """Somebody who can sit on one side."""

    name: str  # what the page says
    kata: str = ""  # the kata whose code moves; "" for you, and for one at random
    yours: bool = False  # whether that is your code; if not, it is the reference


# By game, and by the name in addresses. Whoever sits before the page is "you".
YOU = Player("you")
PLAYERS = {
    "tictactoe": {
        "you": YOU,
        "yours": Player("your search", "tictactoe_negamax", yours=True),
        "your-rules": Player("your player", "tictactoe_player", yours=True),
        "reference": Player("the reference's search", "tictactoe_negamax"),
        "rules": Player("the reference's rules", "tictactoe_player"),
        "random": Player("one at random"),
    },
    "reversi": {
        "you": YOU,
        "your-search": Player("your search", "reversi_search", yours=True),
        "yours": Player("your player", "reversi_player", yours=True),
        "reference": Player("the reference's search", "reversi_search"),
        "chapter": Player("the chapter's player", "reversi_player"),
        "random": Player("one at random"),
    },
}


def reference(game: str, kata: str) -> str:
    """Return the key of the reference that plays by the code of a kata."""
    players = PLAYERS[game].items()
    return next(key for key, p in players if p.kata == kata and not p.yours)


def question(
    kata: str, at: Position, rng: Any
) -> tuple[str, tuple[object, ...], dict[Any, int]]:
    """Return what a kata's code is asked: function, arguments, and names of cells."""
    size = SIZES[kata.partition("_")[0]]
    cells: dict[Any, int] = {divmod(cell, size): cell for cell in sorted(at.legal)}
    if kata == "tictactoe_negamax":
        return (
            "best_move",
            bitboards(at.board, at.side),
            {cell: cell for cell in cells.values()},
        )
    if kata == "tictactoe_player":
        return "choose_move", (matrix(at.board), ".XO".index(at.side)), cells
    return "choose_move", (in_rows(at.board), at.side, rng), cells


class Table:
    """What plays for one page, in one `thread`: a process ends with what started it."""

    def __init__(self, source: Source, limits: Limits, rng: Random) -> None:
        self._source, self._limits, self._rng = source, limits, rng
        self._running: dict[
            str, tuple[bytes, UnderTest]
        ] = {}  # by kata, with the content
        self.thread = ThreadPoolExecutor(max_workers=1)
        self.closed = False

    def move(self, game: str, sides: Mapping[str, str], at: Position) -> dict[str, Any]:
        """Have the side to move do so; `sides` are the keys of the players.

        Returns:
            The `cell`; or, of a player that does not answer with a legal move, what
            pytest has `told` of it, and its `status`. Where it is not written yet, the
            key of the reference that can play `instead`.
        """
        player = PLAYERS[game].get(sides.get(at.side, ""), YOU)
        if player is YOU:
            raise ValueError(
                f"expected that a player is to move, got {at.side} and {sides}"
            )
        if not player.kata:
            return {"cell": self._rng.choice(sorted(at.legal))}
        if not player.yours:
            return self._reference_move(player.kata, at)
        rng = seeded(self._rng.randrange(1000))
        function, arguments, cells = question(player.kata, at, rng)
        answers, wrong = self._ask(
            player.kata, function, [arguments], [OneOf(list(cells))]
        )
        if not wrong:
            return {"cell": cells[answers[0]]}
        if wrong["status"] == NOT_WRITTEN:
            return {**wrong, "instead": reference(game, player.kata)}
        return wrong

    def best(self, game: str, at: Position) -> dict[str, Any]:
        """Return as `move` the move that the reference's search would make."""
        return self._reference_move(PLAYERS[game]["reference"].kata, at)

    def _reference_move(self, kata: str, at: Position) -> dict[str, Any]:
        rng = Random(self._rng.randrange(1000))
        function, arguments, cells = question(kata, at, rng)
        choose = getattr(import_module(f"solutions.{kata}"), function)
        return {"cell": cells[choose(*arguments)]}

    def play(self, game: str, sides: Mapping[str, str], first: str) -> dict[str, Any]:
        """Play a game: the `moves`, the `winner`, and what `move` says if it fails.

        Whoever answers with anything but a legal move loses it.
        """
        for kata, (content, running) in list(self._running.items()):
            if content != self._content(kata):  # It was saved.
                running.close()
                del self._running[kata]
        moves: tuple[int, ...] = ()
        while (at := position(game, first, moves)).side and not self.closed:
            answer = self.move(game, sides, at)
            if "cell" not in answer:
                return {"moves": moves, "winner": OTHER[at.side], **answer}
            moves += (answer["cell"],)
        return {"moves": moves, "winner": at.winner}

    def check(self, game: str, at: Position) -> dict[str, Any]:
        """Ask your code about a position.

        It is asked for `legal_moves` in Reversi, else for `negamax` of each move.

        Returns:
            `cells`: by cell what yours and what the reference says of a move there, in
            Reversi where they differ; and as `move`, if something was wrong.
        """
        legal, cells = sorted(at.legal), dict[int, tuple[str, str]]()
        if game == "reversi":
            right: list[Any] = [{divmod(cell, 8) for cell in legal}]
            batch: list[Any] = [(in_rows(at.board), at.side)]
            answers, wrong = self._ask("reversi_flips", "legal_moves", batch, right)
            differing = answers[0] ^ right[0] if isinstance(answers[0], set) else ()
            for cell in (cell for cell in range(64) if divmod(cell, 8) in differing):
                cells[cell] = LEGAL[cell not in legal], LEGAL[cell in legal]
        else:
            boards = [after(at.board, at.side, cell, ()) for cell in legal]
            batch = [bitboards(board, OTHER[at.side]) for board in boards]
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
        """Return the answer for each call; `told` and `status` if one is wrong."""
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
            if (
                asked(*batch[0]) == right[0]
                if len(batch) == 1
                else asked.each(batch) == right
            ):
                return asking.requests[-1].outcomes, {}
        except CallFailed as failed:
            error = failed
        except pytest.skip.Exception as skipped:
            return [None], {"told": f"not run: {skipped}", "status": NOT_RUN}
        label, room = relative(path), load(ROOT / BY_NAME[kata].table)
        attempt = Attempt(BY_NAME[kata], path, label, title="", room=room)
        diagnosis = diagnose(error, attempt, asking)
        assert diagnosis
        # The board is on the page.
        failure = replace(diagnosis.failure, drawing=EMPTY)
        if not failure.place:
            failure = replace(failure, place=Place(label, line_of(function, path)))
        told = {"told": writing.text(failure), "status": diagnosis.status}
        return asking.requests[-1].outcomes, told

    def _content(self, kata: str) -> bytes:
        try:
            return code(self._source.file(BY_NAME[kata]))
        except ValueError:  # The process says what is wrong.
            return b""
