"""Measure the site: how much a first visit loads, and how long it waits for Python.

    python -m katas site site && python tests/benchmarks/site.py site

Each visit is the first one of a browser; what is printed is the median of three.
"""

import gzip
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

VISITS = 3
LONGEST_WAIT = 120_000  # ms


class Visit(NamedTuple):
    """One first visit to the page of the first kata."""

    files: frozenset[str]  # what was loaded: the names in the folder
    ready: float  # seconds until Run can be pressed
    run: float  # seconds for one run


def visit(browser: Browser, address: str) -> Visit:
    """Open the page as somebody new, and run the kata once."""
    context = browser.new_context()
    page = context.new_page()
    loaded: set[str] = set()
    page.on("request", lambda request: loaded.add(request.url))
    began = perf_counter()
    page.goto(address)
    page.wait_for_selector("#run:enabled", timeout=LONGEST_WAIT)
    ready = perf_counter()
    page.click("#run")
    page.wait_for_selector("#run:enabled", timeout=LONGEST_WAIT)
    done = perf_counter()
    context.close()
    names = {url.removeprefix(address) or "index.html" for url in loaded}
    files = frozenset(name for name in names if ":" not in name)
    return Visit(files, ready - began, done - ready)


def squeezed(file: Path) -> int:
    """Return the bytes that a host sends, which compresses with gzip."""
    content = file.read_bytes()
    return min(len(content), len(gzip.compress(content, 6)))


class Handler(SimpleHTTPRequestHandler):
    """Serves files, and says nothing."""

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def main(folder: Path) -> None:
    """Print the sizes and the times."""
    handler = partial(Handler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"]
        )
        visits = [visit(browser, address) for _ in range(VISITS)]
        browser.close()
    server.shutdown()
    sizes = {name: squeezed(folder / name) for name in visits[0].files}
    for name, size in sorted(sizes.items(), key=lambda pair: -pair[1])[:6]:
        print(f"{size / 1e6:6.2f} MB  {name}")
    print(f"{sum(sizes.values()) / 1e6:6.2f} MB  in {len(sizes)} files, with gzip")
    print(f"{median(one.ready for one in visits):6.1f} s   until Python is ready")
    print(f"{median(one.run for one in visits):6.1f} s   for the first run")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
