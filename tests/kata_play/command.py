"""Start the table: `python -m katas play`."""

import signal
import webbrowser
from collections.abc import Sequence
from contextlib import suppress

from kata_kit.process import Limits
from kata_kit.sources import YourCode
from kata_kit.spelling import Parser, asked, nearest

from kata_play.desk import ALL_DAY
from kata_play.server import Server
from kata_play.table import PLAYERS

# By kata, the part of the address that begins with you against your code of it.
YOURS = {
    player.kata: f"#{game},you,{key}"
    for game, players in PLAYERS.items()
    for key, player in players.items()
    if player.instead
}


def main(arguments: Sequence[str]) -> int:
    """Serve the page until Ctrl-C, and return the exit code."""
    parser = Parser(
        "python -m katas play",
        description="Tic-tac-toe and Reversi in the browser: you, your code, the "
        "references and chance play each other. Your code is loaded anew for each "
        "game or match. Ctrl-C ends it.",
    )
    parser.add_argument(
        "kata",
        nargs="?",
        metavar="KATA",
        help=f"begin with your code of that kata: {', '.join(YOURS)}",
    )
    parser.add_argument(
        "--port", type=int, default=0, help="where; a free one if not given"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="only say the address"
    )
    watch = "begin with your search of Reversi against the chapter's player"
    parser.add_argument("--watch", action="store_true", help=watch)
    limit = "how long your code may take for a move (default: %(default)g)"
    parser.add_argument(
        "--kata-timeout",
        type=float,
        default=Limits.seconds,
        metavar="SECONDS",
        help=limit,
    )
    options = parser.parse_args(arguments)
    if not options.kata_timeout > 0:
        parser.error(
            f"--kata-timeout={options.kata_timeout:g}: expected a number above 0"
        )
    if options.kata and options.kata not in YOURS:
        near = nearest(options.kata, YOURS)
        problem = f"no player is named {options.kata!r}."
        there = f"{problem}\nThe players are: {', '.join(YOURS)}"
        parser.exit(2, f"error: {asked(problem, near) if near else there}\n")
    try:
        server = Server(options.port, YourCode(), Limits(options.kata_timeout, ALL_DAY))
    except (OSError, OverflowError) as error:
        parser.error(f"--port={options.port}: {error}")
    sides = YOURS.get(options.kata, "")
    if options.watch:
        sides = "#reversi,your-search,chapter"
    address = server.address + sides
    # A shell has what it runs in the background ignore Ctrl-C.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with server, suppress(KeyboardInterrupt):
        print(f"The table stands at {address}\nCtrl-C ends it.", flush=True)
        if not options.no_browser:
            with suppress(webbrowser.Error):
                browser = webbrowser.get()
                # Another kind would take the terminal.
                if type(browser) is not webbrowser.GenericBrowser:
                    browser.open(address)
        server.serve_forever()
    print()
    return 0
