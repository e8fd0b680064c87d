"""An evening that runs for the tests, how they ask it, and files of people."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
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

import pytest
from kata_guard import guard
from kata_kit.katas import BY_NAME
from kata_kit.record import KataRecord
from repository.project import ROOT, WINNER, clean_environment

if TYPE_CHECKING:
    from kata_evening.web import Web

PAGE = "<!doctype html><title>A page</title>"
RIGHT = BY_NAME[WINNER].solution.read_text("utf-8")
NO_DIAGONALS = """
def is_solved(board):
    for line in [*board, *zip(*board)]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""

needs_guard = pytest.mark.skipif(
    bool(guard.reason_not_available()), reason="the kernel doesn't guard"
)


class Reply(NamedTuple):
    """An answer of the server."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text.removeprefix("data: "))


class Evening:
    """Asks the server of an evening."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.address = f"http://{host}:{port}/"
        self.keys = dict[str, str]()  # by name
        self.cookie = ""  # of the facilitator

    def ask(self, path: str, data: Any = None, **headers: str) -> Reply:
        """Send a request: GET, or POST if there's something to send."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"Content-Type": "application/json"} | named
        body = data if isinstance(data, bytes | None) else json.dumps(data)
        with closing(HTTPConnection(self.host, self.port, timeout=20)) as connection:
            connection.request("GET" if body is None else "POST", path, body, named)
            reply = connection.getresponse()
            event = reply.headers["Content-Type"].startswith("text/event-stream")
            text = (reply.readline() if event else reply.read()).decode()
            return Reply(reply.status, dict(reply.headers), text)

    def view(self) -> Any:
        """Return what the wall shows to everybody."""
        return self.ask("/wall/events").data

    def join(self, name: Any, **more: str) -> Reply:
        """Take part: the reply has a key."""
        return self.ask("/evening/join", {"name": name, **more})

    def run(self, key: str, data: Any) -> Reply:
        return self.ask("/evening/run", data, X_Evening_Key=key)

    def send(self, name: str, code: str, number: int = 1, **record: Any) -> Reply:
        """Send a run of somebody, who joins if need be, with parts of the record."""
        if name not in self.keys:
            self.keys[name] = self.join(name).data["key"]
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


def save(folder: Path, name: str, text: str) -> Path:
    """Write a file, with its folders."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


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


def bars(folder: Path) -> list[str]:
    """Return the states of somebody's runs, as their folder has them."""
    lines = (folder / "history.jsonl").read_text().strip().splitlines()
    return [json.loads(line)["bar"] for line in lines]


@contextmanager
def serving(web: Web) -> Iterator[Evening]:
    """Serve an evening in a thread."""
    server = web.server
    with socket.create_server(("127.0.0.1", 0)) as listening:
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


def prepared(pages: Path, cases: Path) -> Path:
    """Make a folder of pages one that is up to date."""
    from kata_evening import site

    shutil.copy(cases, pages / site.CASES)
    for file in [*(pages / site.SITE).rglob("*.*")]:
        site.prepare(file)
    (pages / site.MADE_OF).write_text(site.digest())
    return pages


class Server:
    """`python -m katas evening` as a process, which can be killed and started again."""

    def __init__(self, data: Path, pages: Path, host: str = "127.0.0.1") -> None:
        self.data, self.pages, self.host, self.port = data, pages, host, 0
        self.process: Any = None

    @property
    def words(self) -> list[str]:
        """The words after the name of the command."""
        places = f"--data={self.data}", f"--pages={self.pages}"
        return ["--facilitator", f"--host={self.host}", f"--port={self.port}", *places]

    def start(self) -> Evening:
        """Start it where it was; wait until it says its link."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "katas", "evening", *self.words],
            cwd=ROOT,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.screen = ""
        while "The link for everybody: " not in self.screen:
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
        """End it as a power cut does, unless it has ended."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def interrupt(self) -> str:
        """Press Ctrl-C, and return what it says at the end."""
        self.process.send_signal(signal.SIGINT)
        return str(self.process.communicate(timeout=20)[0])
