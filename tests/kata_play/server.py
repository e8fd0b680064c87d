"""The page at an address of this machine only, and what it may ask."""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from kata_kit.process import Limits
from kata_kit.sources import Source

from kata_play.desk import Desk

PAGE = Path(__file__).with_name("page")
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
FILES = {path.name: path for path in PAGE.iterdir() if path.suffix in KINDS}
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
LENGTH = re.compile("[0-9]{1,4}")  # of a request, in bytes


class Server(ThreadingHTTPServer):
    """Serve the page at a port, or at any that is free (0); somebody's code plays."""

    def __init__(self, port: int, source: Source, limits: Limits) -> None:
        self.desk = Desk(source, limits)
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

    def parse_request(self) -> bool:
        """Refuse another site, and this one under another name."""
        if not super().parse_request():
            return False
        host = self.headers.get("Host", "")
        origin = self.headers.get("Origin", f"http://{host}")
        if host.partition(":")[0] in HOSTS and origin == f"http://{host}":
            return True
        self.send_error(403, "This page is for the browser of this machine only")
        return False

    def do_GET(self) -> None:
        """Send a file of the page."""
        file = FILES.get(self.path[1:] or "index.html")
        if file:
            self._send(KINDS[file.suffix], file.read_bytes())
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        """Answer the page."""
        length = self.headers.get("Content-Length", "")
        is_json = self.headers.get_content_type() == "application/json"
        if not is_json or not LENGTH.fullmatch(length):
            return self.send_error(403, "Expected a request of the page itself")
        try:
            asked = dict(json.loads(self.rfile.read(int(length))))
            answer = self.server.desk.answer(self.path[1:], asked)
        except (LookupError, RecursionError, TypeError, ValueError) as error:
            # Not 400: of that the browser complains in its console, and the page is
            # told anyway.
            answer = {"error": str(error)}
        return self._send("application/json", json.dumps(answer).encode())

    def _send(self, kind: str, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        """Send with every answer what the browser may do with it."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of each request: the terminal shows what your code prints."""
