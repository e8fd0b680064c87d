"""Serve the page of the games to this machine: `python -m katas play`."""

import json
import re
import signal
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from kata_kit.katas import BY_NAME
from kata_kit.options import seconds
from kata_kit.process import Limits
from kata_kit.sources import Source, YourCode
from kata_kit.spelling import Parser, asked, nearest

from kata_play.table import ALL_DAY, PLAYERS, Desk

# By kata, the part of the address that begins with you against your code of it.
YOURS = {
    player.kata: f"#{game},you,{key}"
    for game, players in PLAYERS.items()
    for key, player in players.items()
    if player.instead
}
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


def main(arguments: Sequence[str]) -> int:
    """Serve the page until Ctrl-C, and return the exit code."""
    parser = Parser(
        "python -m katas play",
        description="Tic-tac-toe and Reversi in the browser: you, your code, the "
        "references and chance play each other. Your code is loaded anew for each "
        "game or match. Ctrl-C ends it.",
    )
    begin = f"begin with your code of that kata: {', '.join(YOURS)}"
    parser.add_argument("kata", nargs="?", metavar="KATA", help=begin)
    quiet = "only say the address"
    parser.add_argument("--no-browser", action="store_true", help=quiet)
    watch = "begin with your search of Reversi against the chapter's player"
    parser.add_argument("--watch", action="store_true", help=watch)
    parser.add_argument(
        "--kata-timeout",
        type=seconds,
        default=Limits.seconds,
        metavar="SECONDS",
        help="how long your code may take for a move (default: %(default)g)",
    )
    options = parser.parse_args(arguments)
    if options.kata and options.kata not in YOURS:
        problem = f"no player is named {options.kata!r}."
        near = nearest(options.kata, BY_NAME)  # which may have no player
        there = "\n  ".join([f"{problem}\nThe players are:", *YOURS])
        told = asked(problem, near) if near in YOURS else there
        parser.exit(2, f"error: {told}\n")
    sides = YOURS.get(options.kata, "")
    if options.watch:
        sides = "#reversi,your-search,chapter"
    server = Server(YourCode(), Limits(options.kata_timeout, ALL_DAY))
    # A shell has what it runs in the background ignore Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with server, suppress(KeyboardInterrupt):
        address = server.address + sides
        print(f"Open {address}\nCtrl-C ends it.", flush=True)
        if not options.no_browser:
            with suppress(webbrowser.Error):
                browser = webbrowser.get()
                # Another kind would take the terminal.
                if type(browser) is not webbrowser.GenericBrowser:
                    browser.open(address)
        server.serve_forever()
    print()
    return 0


class Server(ThreadingHTTPServer):
    """Serve the page at a port that is free; somebody's code plays."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.desk = Desk(source, limits)
        super().__init__(("127.0.0.1", 0), Handler)
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
            # The browser would complain of a 400, and the page is told anyway.
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
