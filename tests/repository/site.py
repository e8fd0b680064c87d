"""The site as it is served for the tests, and somebody who visits it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from repository.project import WINNER
from repository.texts import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HEAD = "def is_solved(board):\n"
RIGHT = text_of(f"solutions/{WINNER}.py")
DIAGONAL = '--case="The diagonal of X wins"'
# A body of a function; what a browser logs where Python ends.
CRASH = "rows = []\nfor _ in range(200_000): rows = [rows]\nreturn rows"
ENDS = "fatal error|call stack|memory|^Error$"
# Python starts in the browser, on a machine that may be busy.
LONGEST_WAIT = 120_000  # ms

KEEP = """async ([address, kata, code]) => {
    const store = await import(`${address}store.js`);
    store.set(`code/${kata}`, code);
    dispatchEvent(new Event("storage"));
}"""

# What drives Firefox knows of no downloads.
DOWNLOAD = """(button) => new Promise((resolve) => {
    const { createObjectURL } = URL, { click } = HTMLAnchorElement.prototype;
    let blob;
    URL.createObjectURL = (made) => createObjectURL(blob = made);
    HTMLAnchorElement.prototype.click = async function () {
        URL.createObjectURL = createObjectURL;
        HTMLAnchorElement.prototype.click = click;
        resolve([this.download, [...new Uint8Array(await blob.arrayBuffer())]]);
    };
    document.querySelector(button).click();
})"""
# No page has another rule for a scheme than `light-dark`.
SCHEME = "(scheme) => { document.documentElement.style.colorScheme = scheme; }"
# Storage that a browser refuses.
BLOCKED = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
        get() { throw new DOMException("", "SecurityError"); },
    });
}"""
WRITE = "(field, text) => { field.value = text; }"
FORGET = """() => {
    document.querySelector("#languages [lang=en]").click();
    localStorage.clear();
    dispatchEvent(new Event("storage"));
    for (const details of document.querySelectorAll("details")) details.open = false;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing: it would come between pytest's dots."""

    def log_message(self, format: str, *arguments: object) -> None:
        pass

    def handle(self) -> None:
        with suppress(ConnectionError):  # The page was left before all of it came.
            super().handle()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder below a path, as `python -m http.server` does; the address."""
    handler = partial(Quiet, directory=str(folder.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/"
        server.shutdown()


@contextmanager
def visiting(browser: Browser, address: str) -> Iterator[Visitor]:
    """Visit the site for the first time; nothing is wrong, or comes from elsewhere."""
    with browser.new_context(reduced_motion="reduce") as context:
        visitor = Visitor(context.new_page(), address)
        context.on("request", lambda request: visitor.said.append(request.url))
        context.on("weberror", lambda error: visitor.said.append(str(error.error)))
        context.on("console", lambda message: visitor.said.append(message.text))
        yield visitor
    ours = address, "data:", "blob:", "about:"
    odd = [text for text in visitor.said if not text.startswith(ours)]
    assert not odd, odd


class Visitor:
    """Somebody with a page that is open."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        page.set_default_timeout(LONGEST_WAIT)
        self.said: list[str] = []  # errors, and what was loaded

    def open(self, name: str, fragment: str = "", *, wait: bool = True) -> None:
        """Load a page, and wait until Python has started."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{name}.html{fragment}")
        if wait:
            self.wait()

    def forget(self) -> None:
        """Have the browser keep nothing, and show the page as at the beginning."""
        self.page.evaluate(FORGET)
        self.page.set_viewport_size({"width": 1280, "height": 900})

    def wait(self) -> None:
        """Wait until Run can be pressed."""
        self.page.wait_for_selector("#run:enabled")

    def shows(self, text: str, place: str = ".cm-content") -> None:
        """Wait until the editor has a text, or another place of the page."""
        self.page.locator(place, has_text=text).wait_for(state="attached")

    def bring(self, code: str) -> None:
        """Bring a file in; the page forgets its name when it has read it."""
        from playwright.sync_api import expect

        file: Any = {"name": "a.py", "mimeType": "text/plain", "buffer": code.encode()}
        self.page.set_input_files("#file", file)
        expect(self.page.locator("#file")).to_have_value("", timeout=LONGEST_WAIT)

    def keep(self, kata: str, code: str) -> None:
        """Have the browser keep code, as the page of that kata does."""
        self.page.evaluate(KEEP, [self.address, kata, code])

    def run(self, options: str = "", code: str = "") -> str:
        """Run pytest, perhaps for other code, and return what it shows."""
        if code:
            self.bring(code)
        self.choose(options)
        self.page.click("#run")
        self.wait()
        return str(self.page.locator("#screen").text_content())

    def choose(self, options: str) -> None:
        """Write options of pytest, in the fold of the files."""
        self.page.locator("#options").evaluate(WRITE, options)

    def attempt(self, line: str) -> str:
        """Try a call, and return what is shown."""
        self.page.fill("#call", line)
        self.page.press("#call", "Enter")
        self.wait()
        answers = str(self.page.locator("#answer").text_content())
        return answers.rpartition(">>> ")[2].partition("\n")[2]

    def download(self, button: str) -> tuple[str, bytes]:
        """Press a button that downloads a file; return its name and what it has."""
        name, numbers = self.page.evaluate(DOWNLOAD, button)
        return str(name), bytes(numbers)

    def forgive(self, pattern: str) -> None:
        """Forget what was said and meant to be."""
        self.said = [text for text in self.said if not re.search(pattern, text)]


def is_green(screen: str) -> bool:
    """Tell whether all cases of a run pass, however many there are."""
    return re.search(r"= \d+ passed in", screen) is not None


def fits(page: Page, violations: Any, *widths: int, scheme: str = "light") -> None:
    """Look at a page by day or by night; axe finds nothing."""
    page.evaluate(SCHEME, scheme)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        problems = violations(page)
        assert not problems, problems
