"""The page at an address of this machine only, and what it may ask."""

import json
import sys
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

from kata_kit.process import Limits
from kata_kit.sources import Source

from kata_play.desk import Desk, players

PAGE = Path(__file__).with_name("page")
KINDS = {
    "index.html": "text/html",
    "play.css": "text/css",
    "ask.js": "text/javascript",
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


class Server(ThreadingHTTPServer):
    """Serve the page at a port, or at any that is free (0); somebody's code plays."""

    def __init__(
        self, port: int, source: Source, limits: Limits, rng: Random | None = None
    ) -> None:
        self.desk = Desk(source, limits, rng)
        super().__init__(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.server_port}/"

    def server_close(self) -> None:
        """End all that runs."""
        super().server_close()
        self.desk.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a page that did not wait for its answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


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
            self._send_json(200, players())
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
            # Python converts no number of thousands of digits.
            or len(length) > len(str(LARGEST))
            or int(length) > LARGEST
        ):
            return self._send_json(
                403, {"error": "expected a request of the page itself"}
            )
        try:
            text = self.rfile.read(int(length))
            asked = json.loads(text, parse_constant=_refuse_constant)
            answer = self.server.desk.answer(self.path[1:], dict(asked))
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
