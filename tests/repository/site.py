"""The site as it is served for the tests, and somebody who visits it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

ROOT = Path(__file__).resolve().parents[2]
HEAD = "def is_solved(board):\n"
RIGHT = (ROOT / "solutions" / "tictactoe_winner.py").read_text(encoding="utf-8")
# Python starts in the browser, on a machine that may be busy.
LONGEST_WAIT = 120_000  # ms


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder below a path, as `python -m http.server` does; the address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


class Visitor:
    """Somebody with a browser of their own, and one page that is open."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page = context.new_page()
        self.wrong: list[str] = []  # errors, and what was loaded from elsewhere
        context.on("request", lambda request: self._look_at(request.url))
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("console", lambda message: self.wrong.append(message.text))

    def look(self, kata: str, fragment: str = "") -> None:
        """Open the page of a kata; Python starts meanwhile."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{kata}.html{fragment}")

    def open(self, kata: str) -> None:
        """Open the page of a kata, and wait until Python has started."""
        self.look(kata)
        self.wait()

    def wait(self) -> None:
        """Wait until Run can be pressed."""
        self.page.wait_for_selector("#run:enabled", timeout=LONGEST_WAIT)

    def shows(self, place: str, text: str) -> None:
        """Wait until a place of the page has a text."""
        self.page.locator(place, has_text=text).wait_for(timeout=LONGEST_WAIT)

    @property
    def code(self) -> str:
        """The text in the editor."""
        lines = self.page.locator(".cm-line").all_inner_texts()
        return "\n".join(line.rstrip("\n") for line in lines)

    def bring(self, code: str) -> None:
        """Bring a file in."""
        file = {"name": "a.py", "mimeType": "text/plain", "buffer": code.encode()}
        self.page.set_input_files("#file", file)  # type: ignore[arg-type]

    def bar(self, kata: str) -> str:
        """Return what the path shows of a kata."""
        return self.page.locator(f"#path [data-kata={kata}] .bar").inner_text()

    def run(self, options: str = "", code: str = "") -> str:
        """Run pytest, perhaps for other code, and return what it shows."""
        if code:
            self.bring(code)
        self.page.fill("#options", options)
        self.page.click("#run")
        self.wait()
        return self.page.locator("#screen").inner_text()

    def attempt(self, line: str) -> str:
        """Try a call, and return what is shown."""
        self.page.fill("#call", line)
        self.page.press("#call", "Enter")
        self.wait()
        return self.page.locator("#answer").inner_text()

    def _look_at(self, address: str) -> None:
        if not address.startswith((self.address, "data:", "blob:", "about:")):
            self.wrong.append(address)


def same_everywhere(screen: str) -> str:
    """A screen without seconds, the version of Python, and the length of its lines."""
    screen = re.sub(r"in \d+\.\d+s( \(\S+\))?", "in 0s", screen)
    screen = re.sub(r"\(Python [\d.]+,", "(Python,", screen)
    return re.sub(r"=+ (.*in 0s) =+", r"= \1 =", screen).strip()
