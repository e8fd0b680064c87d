"""What a page may ask of the games, and what it is answered."""

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError
from random import Random
from typing import Any

from kata_kit.process import Limits
from kata_kit.sources import Source
from kata_tables.reversi import OTHER

from kata_play.rules import SIZES, position
from kata_play.table import PLAYERS, Table

# Nobody waits for a limit on a whole game: a search may take its time for each move.
ALL_DAY = 24 * 3600.0
CLOSED = "this table was closed; begin a new game"
PATIENCE = 3  # times the time that a kata has, until a table is given up
MOST_TABLES = 4  # open pages; each may hold a process for every kata that plays


class Desk:
    """Has somebody's code play, at a table for each page."""

    def __init__(
        self, source: Source, limits: Limits, rng: Random | None = None
    ) -> None:
        self._source, self._limits, self._rng = source, limits, rng or Random()
        self._tables: dict[str, Table] = {}

    def answer(self, verb: str, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the page is answered, or raise ValueError.

        Args:
            verb: "new", "look", or what a table does: "move", "best", "check", "play".
            asked: the game, who moved first and the moves; a table, players.
        """
        game, first, moves = (
            asked.get("game"),
            asked.get("first"),
            asked.get("moves", []),
        )
        if game not in SIZES or first not in OTHER or type(moves) is not list:
            raise ValueError(f"expected a game and its moves, got {asked!r:.200}")
        if verb == "look":
            return look(game, first, tuple(moves), int(asked.get("at", len(moves))))
        if verb == "new":
            return {"table": self._new(str(asked.get("table")))}
        sides = {side: str(asked.get(side)) for side in OTHER}
        if not (table := self._tables.get(str(asked.get("table")))):
            raise ValueError(CLOSED)

        def at_the_table() -> Mapping[str, Any]:
            try:
                at = position(game, first, tuple(moves))
                if verb == "play":
                    return table.play(game, sides, first)
                if verb == "check":
                    return table.check(game, at)
                if verb == "best":
                    return table.best(game, at)
                return table.move(game, sides, at)
            finally:
                if table.closed:
                    table.close()  # It may have started something since.
                    raise ValueError(CLOSED)  # Whatever was raised came of the closing.

        return self._done(table, at_the_table)

    def close(self) -> None:
        """End all that runs."""
        for key in list(self._tables):
            self._tables.pop(key).close()

    def _done(
        self, table: Table, task: Callable[[], Mapping[str, Any]]
    ) -> Mapping[str, Any]:
        """Do what is asked of a table, in its thread."""
        # A process ends at its limits; this is for one that says nothing even so.
        longest = PATIENCE * self._limits.total_seconds
        try:
            return table.thread.submit(task).result(longest)
        except TimeoutError:
            table.close()
            raise ValueError(CLOSED) from None

    def _new(self, old: str) -> str:
        """Return a new table's key; an old one goes, or the oldest of too many."""
        while old in self._tables or len(self._tables) >= MOST_TABLES:
            self._tables.pop(
                old if old in self._tables else next(iter(self._tables))
            ).close()
        key = secrets.token_hex(8)
        self._tables[key] = Table(self._source, self._limits, self._rng)
        return key


def players() -> Mapping[str, Any]:
    """Return the rows of each board, and who can play, by game."""
    names = {
        game: [(key, player.name) for key, player in PLAYERS[game].items()]
        for game in SIZES
    }
    return {"sizes": SIZES, "players": names}


def look(game: str, first: str, moves: tuple[int, ...], number: int) -> dict[str, Any]:
    """Return the position after a number of moves, and the plies of all of them."""
    at = position(game, first, moves[:number])
    plies = [
        (cell, position(game, first, moves[: n + 1])) for n, cell in enumerate(moves)
    ]
    return {
        **at._asdict(),
        "legal": sorted(at.legal),
        "plies": [
            {"side": p.mover, "cell": cell, "passed": p.passed} for cell, p in plies
        ],
        "score": {side: at.board.count(side) for side in OTHER},
        "result": at.result,
    }
