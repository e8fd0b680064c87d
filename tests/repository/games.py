"""The server of `python -m katas play`, and the files of the learner who plays."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from kata_page.child import Child
from kata_page.play import Server
from repository.texts import text_of

FIRST_FREE = """
def best_move(player, opponent):
    return next(cell for cell in range(9) if not (player | opponent) >> (8 - cell) & 1)
"""
BEST = "def best_move(player, opponent):\n"
NOT_WRITTEN = f"{BEST}    raise NotImplementedError\n"
CENTRE = f"{BEST}    return 4\n"
ENDLESS = "def choose_move(board, disc, rng):\n    while True: pass\n"

START: dict[str, Any] = {"game": "tictactoe", "first": "X", "moves": []}


class Games:
    """A learner's files, and the server that has them play."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(Child(1, folder))

    def write(self, kata: str, code: str = "") -> None:
        """Write code for a kata; if there's none, the reference."""
        (self.folder / kata).mkdir(exist_ok=True)
        file = self.folder / kata / f"{kata}.py"
        file.write_text(code or text_of(f"solutions/{kata}.py"))

    def ask(self, verb: str, **request: Any) -> Any:
        """Return the answer of the server, without the network."""
        return json.loads(self.server.answer(verb, START | request))

    def send(self, path: str, body: str = "", **headers: str) -> tuple[int, bytes]:
        """Send a request, and return the status and the answer."""
        return requested(self.server.server_port, path, body, **headers)


def requested(
    port: int, path: str, body: str = "", **headers: str
) -> tuple[int, bytes]:
    """Return the status and the answer of a request; one without a body is a GET."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json"} | headers
    connection.request("POST" if body else "GET", path, body, headers)
    reply = connection.getresponse()
    assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
    return reply.status, reply.read()


@contextmanager
def playing(folder: Path) -> Iterator[Games]:
    """Run the server for a folder that has no files yet."""
    games = Games(folder)
    with games.server as server:
        threading.Thread(target=server.serve_forever, args=(0.02,)).start()
        yield games
        server.shutdown()
