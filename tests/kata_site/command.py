"""Builds the site: `python -m katas site FOLDER`."""

import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from kata_kit.spelling import Parser

NEEDED = 'the site needs more packages: pip install -e ".[site]"'


def main(arguments: Sequence[str]) -> int:
    """Build the site, or serve it, and return the exit code."""
    parser = Parser(
        "python -m katas site",
        description="Builds the katas as pages for any web server. pytest runs in the"
        " browser, and nobody installs anything. It needs npm and a network.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to build it")
    parser.add_argument(
        "--serve",
        action="store_true",
        help="serve it on this machine; it is built only if FOLDER is not there yet",
    )
    parser.add_argument("--port", type=int, default=8000, help="for --serve (8000)")
    parser.add_argument(
        "--source", default="", metavar="URL", help="the repository, for a link to it"
    )
    options = parser.parse_args(arguments)
    try:
        if not (options.serve and (options.folder / "index.html").exists()):
            from kata_site.build import build

            build(options.folder, options.source)
        if options.serve:
            _serve(options.folder, options.port)
    except (RuntimeError, OSError, ImportError) as error:
        told = NEEDED if isinstance(error, ImportError) else error
        print(f"error: {told}", file=sys.stderr)
        return 2
    if not options.serve:
        print(f"The site is in {options.folder}; see it: python -m katas site", end=" ")
        print(f"{options.folder} --serve")
    return 0


def _serve(folder: Path, port: int) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except (OSError, OverflowError) as error:
        raise RuntimeError(f"--port={port}: {error}") from None
    # A shell has what it runs in the background ignore Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with server, suppress(KeyboardInterrupt):
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"The katas are at {address}\nCtrl-C ends it.", flush=True)
        server.serve_forever()
