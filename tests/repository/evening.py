"""An evening that runs in a thread of the tests, and how they ask it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from kata_kit.katas import BY_NAME
from kata_kit.record import KataRecord
from repository.project import ROOT, WINNER, clean_environment

if TYPE_CHECKING:
    from kata_evening.web import Web

JSON = "application/json"
PAGE = "<!doctype html><title>A page</title>"
RIGHT = BY_NAME[WINNER].solution.read_text("utf-8")
NO_DIAGONALS = """
def is_solved(board):
    for line in [*board, *zip(*board)]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""


class Reply(NamedTuple):
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


class Evening:
    """Asks the server of an evening."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.address = f"http://{host}:{port}/"
        self.keys = dict[str, str]()  # by name
        self.cookie = ""  # of the facilitator

    def ask(
        self, path: str, data: Any = None, kind: str = JSON, **headers: str
    ) -> Reply:
        """Send a request: GET, or POST if there's something to send."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = data if data is None or type(data) is bytes else json.dumps(data)
        if body is not None:
            named = {"Content-Type": kind} | named
        with closing(HTTPConnection(self.host, self.port, timeout=20)) as connection:
            connection.request("POST" if body is not None else "GET", path, body, named)
            reply = connection.getresponse()
            event = reply.headers["Content-Type"].startswith("text/event-stream")
            data = reply.readline() if event else reply.read()
            return Reply(reply.status, dict(reply.headers), data.decode())

    def view(self, path: str = "/wall/events", **headers: str) -> Any:
        """Return what a wall shows."""
        return json.loads(self.ask(path, **headers).text.removeprefix("data: "))

    def join(self, name: str, **more: str) -> str:
        """Take part, and return the key."""
        return str(self.ask("/evening/join", {"name": name, **more}).data["key"])

    def run(self, key: str, data: Any) -> Reply:
        return self.ask("/evening/run", data, X_Evening_Key=key)

    def send(self, name: str, code: str, number: int = 1, **record: Any) -> Reply:
        """Send a run of somebody, who joins if need be, with parts of the record."""
        if name not in self.keys:
            self.keys[name] = self.join(name)
        data = run_of(code, number)
        data["record"] |= record
        return self.run(self.keys[name], data)

    def enter(self, link: str) -> Reply:
        """Exchange a link of the facilitator."""
        reply = self.ask(link)
        self.cookie = reply.headers.get("set-cookie", "").partition(";")[0]
        return reply

    def mine(self, path: str, data: Any = None) -> Reply:
        """Ask as the facilitator."""
        return self.ask(f"/facilitator/{path}", data, Cookie=self.cookie)


@cache
def record_of(code: str) -> KataRecord:
    """Return what comes of some code."""
    from kata_evening.confined import run

    with TemporaryDirectory() as folder:
        file = Path(folder, f"{WINNER}.py")
        file.write_text(code)
        return run(file).all()[0]


def run_of(code: str, number: int = 1) -> dict[str, Any]:
    """Return what a page sends of a run."""
    data = {"id": f"{number}", "code": code, "record": asdict(record_of(code))}
    return dict(json.loads(json.dumps(data)))


@contextmanager
def serving(web: Web) -> Iterator[Evening]:
    """Serve an evening in a thread."""
    from kata_evening.evening import listen

    server = web.server
    with listen("127.0.0.1", 0) as listening:
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            yield Evening("127.0.0.1", listening.getsockname()[1])
        finally:
            server.should_exit = server.force_exit = True
            thread.join()


def pages_in(folder: Path) -> Path:
    """Return a folder of pages: a single one."""
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    return folder


def prepared(pages: Path, known: Path) -> Path:
    """Make a folder of pages one that is up to date."""
    from kata_evening import site

    shutil.copy(known, pages / site.CASES)
    for file in [*(pages / site.SITE).rglob("*.*")]:
        site.prepare(file)
    (pages / site.MADE_OF).write_text(site.digest())
    return pages


class Server:
    """`python -m katas evening` as a process, which can be killed and started again."""

    def __init__(self, folder: Path, host: str = "127.0.0.1") -> None:
        self.folder, self.host, self.port = folder, host, 0
        self.process: Any = None

    @property
    def words(self) -> list[str]:
        """The words after the name of the command."""
        places = f"--data={self.folder / 'data'}", f"--pages={self.folder / 'pages'}"
        where = f"--host={self.host}", f"--port={self.port}"
        return ["evening", "--facilitator", *where, *places]

    def start(self) -> Evening:
        """Start it where it was; wait until it says its link."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "katas", *self.words],
            cwd=ROOT,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.screen = ""
        while "picks up where it stopped." not in self.screen:
            line = self.process.stdout.readline()
            assert line, self.screen
            self.screen += line
        link = re.search(rf"http://{re.escape(self.host)}:(\d+)/", self.screen)
        assert link
        self.port = int(link[1])
        return Evening(self.host, self.port)

    @property
    def mine(self) -> str:
        """The link of the facilitator."""
        return self.screen.partition("Your own page: ")[2].split()[0]

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def interrupt(self) -> str:
        """Press Ctrl-C, and return what it says at the end."""
        self.process.send_signal(signal.SIGINT)
        return str(self.process.communicate(timeout=20)[0])


@contextmanager
def server_in(folder: Path, host: str = "127.0.0.1") -> Iterator[Server]:
    """Have a server at a free port, and end it in any case."""
    server = Server(folder, host)
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.kill()
