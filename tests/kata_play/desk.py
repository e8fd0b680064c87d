"""Answer what a page asks about the games."""

import secrets
from collections.abc import Mapping
from threading import Lock
from typing import Any

from kata_kit.process import Limits
from kata_kit.sources import Source
from kata_tables.reversi import OTHER

from kata_play.rules import SIZES, Position, course
from kata_play.table import CLOSED, PLAYERS, Player, Table

# Nobody waits for a limit on a whole game: a search may take its time for each move.
ALL_DAY = 24 * 3600.0
MOST_TABLES = 4  # open pages; each may hold a process for every kata that plays

Answer = Mapping[str, Any]


class Desk:
    """Has somebody's code play, at a table for each page."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self._source, self._limits = source, limits
        self._tables: dict[str, Table] = {}
        self._lock = Lock()  # Each request has a thread of its own.

    def answer(self, verb: str, asked: Mapping[str, Any]) -> Answer:
        """Return what the page is answered, or raise ValueError.

        Args:
            verb: "players", "new", "look", or a verb of a table.
            asked: the game, who moved first and the moves; a table, players.
        """
        if verb == "players":
            return {game: _names(players) for game, players in PLAYERS.items()}
        if verb == "new":
            return {"table": self._new(str(asked.get("table")))}
        game, first, moves = (asked.get(name) for name in ("game", "first", "moves"))
        if game not in SIZES or first not in OTHER or type(moves) is not list:
            raise ValueError(f"expected a game and its moves, got {asked!r:.200}")
        positions = course(game, first, moves)
        if verb == "look":
            return {"positions": [_seen(at) for at in positions]}
        if not (table := self._tables.get(str(asked.get("table")))):
            raise ValueError(CLOSED)
        sides = {side: str(asked.get(side)) for side in OTHER}
        return self._done(table, verb, positions[-1], sides)

    def close(self) -> None:
        """End all that runs."""
        for key in list(self._tables):
            self._tables.pop(key).close()

    def _done(self, table: Table, *asked: Any) -> Answer:
        """Have a table answer in its thread."""
        return table.thread.submit(table.answer, *asked).result()

    def _new(self, old: str) -> str:
        """Return a new table's key; an old one goes, or the oldest of too many."""
        with self._lock:
            if old not in self._tables and len(self._tables) == MOST_TABLES:
                old = next(iter(self._tables))
            closing = self._tables.pop(old, None)
            key = secrets.token_hex(8)
            self._tables[key] = Table(self._source, self._limits)
        if closing:
            closing.close()
        return key


def _names(players: Mapping[str, Player]) -> list[tuple[str, str]]:
    return [(key, player.name) for key, player in players.items()]


def _seen(at: Position) -> Answer:
    return {**at._asdict(), "legal": sorted(at.legal), "result": at.result}
