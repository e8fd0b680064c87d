"""The page at an address of this machine only, and what it may ask."""

import json
import secrets
import sys
from collections.abc import Mapping
from concurrent.futures import TimeoutError
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

from kata_kit.process import Limits
from kata_kit.sources import Source
from kata_tables.reversi import OTHER

from kata_play.rules import SIZES, position
from kata_play.table import PLAYERS, Table

PAGE = Path(__file__).with_name("page")
KINDS = {
    "index.html": "text/html",
    "play.css": "text/css",
    "play.js": "text/javascript",
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
# A name that leads to another machine could be made to lead here (DNS rebinding).
HOSTS = ("127.0.0.1", "localhost")
LARGEST = 10_000  # bytes of a request
CLOSED = "this table was closed; begin a new game"
PATIENCE = 3  # times the time that a kata has, until a table is given up
MOST_TABLES = 4  # open pages; each may hold a process for every kata that plays


class Server(ThreadingHTTPServer):
    """Serve the page at a port, or at any that is free (0); somebody's code plays."""

    def __init__(
        self, port: int, source: Source, limits: Limits, rng: Random | None = None
    ) -> None:
        self._source, self._limits, self._rng = source, limits, rng or Random()
        self._tables: dict[str, Table] = {}
        super().__init__(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.server_port}/"

    def answer(self, verb: str, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the page is answered, or raise ValueError.

        Args:
            verb: "new", "look", or what a table does: "move", "check" or "play".
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
                return (
                    table.check(game, at)
                    if verb == "check"
                    else table.move(game, sides, at)
                )
            finally:
                if table.closed:
                    table.close()  # It may have started something since.
                    raise ValueError(CLOSED)  # Whatever was raised came of the closing.

        # A process ends at its limits; this is for one that says nothing even so.
        longest = PATIENCE * self._limits.total_seconds
        try:
            return table.thread.submit(at_the_table).result(longest)
        except TimeoutError:
            table.close()
            raise ValueError(CLOSED) from None

    def server_close(self) -> None:
        """End all that runs."""
        super().server_close()
        for key in list(self._tables):
            self._tables.pop(key).close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a page that did not wait for its answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def _new(self, old: str) -> str:
        """Return a new table's key; an old one goes, or the oldest of too many."""
        while old in self._tables or len(self._tables) >= MOST_TABLES:
            self._tables.pop(
                old if old in self._tables else next(iter(self._tables))
            ).close()
        key = secrets.token_hex(8)
        self._tables[key] = Table(self._source, self._limits, self._rng)
        return key


class Handler(BaseHTTPRequestHandler):
    """One connection of a browser."""

    server: Server

    def do_GET(self) -> None:
        """Send a file of the page, or who can play."""
        name = self.path[1:] or "index.html"
        if self._is_foreign():
            self._send(
                403,
                "text/plain",
                b"This page is for the browser of this machine only.\n",
            )
        elif name == "players":
            names = {
                game: [(key, p.name) for key, p in PLAYERS[game].items()]
                for game in SIZES
            }
            self._send_json(200, {"sizes": SIZES, "players": names})
        elif name in KINDS:
            self._send(200, KINDS[name], (PAGE / name).read_bytes())
        else:
            self._send(404, "text/plain", b"There is no such page.\n")

    def do_POST(self) -> None:
        """Answer the page."""
        length = self.headers.get("Content-Length", "")
        is_json = self.headers.get_content_type() == "application/json"
        if (
            self._is_foreign()
            or not is_json
            or not length.isdecimal()
            or int(length) > LARGEST
        ):
            return self._send_json(
                403, {"error": "expected a request of the page itself"}
            )
        try:
            text = self.rfile.read(int(length))
            asked = json.loads(text, parse_constant=_refuse_constant)
            answer = self.server.answer(self.path[1:], dict(asked))
        except (
            ArithmeticError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
        ) as e:
            # Not 400: of that the browser complains in its console, and the page is
            # told anyway.
            answer = {"error": str(e)}
        return self._send_json(200, answer)

    def _is_foreign(self) -> bool:
        """Return whether another site asks, or this one under another name."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        name, _, _ = host.partition(":")
        return name not in HOSTS or origin not in (None, f"http://{host}")

    def _send_json(self, status: int, answer: Mapping[str, Any]) -> None:
        self._send(status, "application/json", json.dumps(answer).encode())

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        headers = {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(content)),
        }
        for name, value in (headers | HEADERS).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of each request: the terminal shows what your code prints."""


def _refuse_constant(name: str) -> None:
    """Refuse what JSON does not have, and Python reads: `Infinity`."""
    raise ValueError(f"expected a number, got {name}")


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
