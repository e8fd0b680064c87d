"""Serves the page of the games to this machine: `python -m katas play`.

It runs no code of a learner: it asks a child process.
"""

import json
import re
import signal
import sys
import webbrowser
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from kata_kit.code import SECONDS
from kata_kit.options import seconds

from kata_page.child import Child
from kata_page.table import ODD, PLAYERS, Desk

# By kata, the part of the address that begins with you against your code of it.
YOURS = {
    player.kata: f"#{game},you,{key}"
    for game, players in PLAYERS.items()
    for key, player in players.items()
    if player.instead
}
PAGE = Path(__file__).with_name("page")
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
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


def main(words: Sequence[str]) -> int:
    """Serve the page until Ctrl-C, and return the exit code."""
    parser = ArgumentParser(
        "python -m katas play",
        description="Tic-tac-toe and Reversi in the browser: you, your code, the "
        "references and a random player play each other. Your code is loaded anew for "
        "each game or match. Ctrl-C ends it.",
    )
    parser.add_argument(
        "kata", nargs="?", choices=YOURS, help="begin with your code of that kata"
    )
    quiet = "only print the address"
    parser.add_argument("--no-browser", action="store_true", help=quiet)
    watch = "begin with your search of Reversi against the chapter's player"
    parser.add_argument("--watch", action="store_true", help=watch)
    parser.add_argument(
        "--kata-timeout",
        type=seconds,
        default=SECONDS,
        metavar="SECONDS",
        help="how long your code may take for a move (default: %(default)g)",
    )
    options = parser.parse_args(words)
    sides = "#reversi,your-search,chapter" if options.watch else ""
    # A shell has what it runs in the background ignore Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with Server(Child(options.kata_timeout)) as server, suppress(KeyboardInterrupt):
        address = server.address + YOURS.get(options.kata, sides)
        print(f"Open {address}\nCtrl-C ends it.", flush=True)
        if not options.no_browser:
            open_browser(address)
        server.serve_forever()
    print()
    return 0


def open_browser(address: str) -> bool:
    """Open a page, unless the browser is one that takes the terminal.

    Return whether that was possible, as far as it's known.
    """
    with suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            return browser.open(address)
    return False


class Server(ThreadingHTTPServer):
    """Serves the page at a port that is free."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.rules = Desk(note=print)
        handler = partial(Handler, directory=PAGE)
        super().__init__(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server_port}/"

    def answer(self, verb: str, request: dict[str, Any]) -> str:
        """Return an answer as JSON; nobody waits for code that only wants the rules."""
        if verb in ("players", "look"):
            return json.dumps(self.rules.answer(verb, request))
        return self.child.answer(verb, request)

    def server_close(self) -> None:
        """End the child as well."""
        super().server_close()
        self.child.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a page that did not wait for its answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(SimpleHTTPRequestHandler):
    """One connection of a browser."""

    server: Server
    extensions_map = KINDS  # Windows may know others.

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
        """Send a file of the pages."""
        self.path = self.path if self.path != "/" else "/play.html"
        super().do_GET()

    def do_POST(self) -> None:
        """Answer the page."""
        length = self.headers.get("Content-Length", "")
        is_json = self.headers.get_content_type() == "application/json"
        if not is_json or not LENGTH.fullmatch(length):
            self.send_error(403, "Expected a request of the page itself")
            return
        try:
            request = dict(json.loads(self.rfile.read(int(length))))
            answer = self.server.answer(self.path[1:], request)
        except ODD as error:
            # The browser would complain of a 400, and the page says it anyway.
            answer = json.dumps({"error": str(error)})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer.encode())))
        self.end_headers()
        self.wfile.write(answer.encode())

    def end_headers(self) -> None:
        """Send with every answer what the browser may do with it."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing of each request: the terminal shows what your code prints."""
