"""An evening that runs in a thread of the tests, and how they ask it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kata_evening.web import Web

JSON = "application/json"
PAGE = "<!doctype html><title>A page</title>"


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

    def cookie(self, link: str) -> str:
        """Exchange a link of the facilitator."""
        return self.ask(link).headers["set-cookie"].partition(";")[0]


@contextmanager
def serving(web: Web) -> Iterator[Evening]:
    """Serve an evening in a thread."""
    import uvicorn

    config = uvicorn.Config(web.app, port=0, log_level="critical", ws="none")
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Evening("127.0.0.1", port)
    finally:
        server.should_exit = server.force_exit = True
        thread.join()


def pages_in(folder: Path) -> Path:
    """Return a folder of pages: a single one."""
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    return folder
