"""The commands of `python -m katas`: each is one entry of `COMMANDS`."""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from kata_kit.katas import BY_NAME, PATH

# By name, what a command does, and the module with its `main`, which is called with the
# words after the name, answers --help itself, and returns the exit code.
COMMANDS = {
    "play": (
        "play against your code, or watch it play, in the browser",
        "kata_page.play",
    ),
    "site": (
        "build the katas as pages: pytest in the browser, nothing to install",
        "kata_page.build",
    ),
    "evening": (
        "serve the katas to a room: one link for everybody, and a wall",
        "kata_evening.evening",
    ),
    "join": (
        "take part in an evening, with your own editor",
        "kata_evening.join",
    ),
    "leave": ("stop taking part", "kata_evening.leave"),
    "tournament": (
        "let everybody's players play each other",
        "kata_evening.tournament",
    ),
}

USAGE = """\
usage: python -m katas [KATA]

Tests your code of a kata each time you save it; without a name, that of the
first kata that isn't done. The last line of the screen shows the keys.

Katas:
""" + "".join(f"  {name}\n" for name in BY_NAME)
USAGE += "\nOther commands; --help says more about each:\n"
USAGE += "".join(f"  {name:10}  {about}\n" for name, (about, _) in COMMANDS.items())


def main(words: Sequence[str]) -> int:
    """Do what the command line says; the exit code is 2 if nothing was done."""
    stream: Any = sys.stdout
    # A name may have signs that the terminal hasn't.
    stream.reconfigure(errors="backslashreplace", line_buffering=True)
    first, *others = words or [""]
    if first in COMMANDS:
        return int(import_module(COMMANDS[first][1]).main(others))
    if first in ("-h", "--help"):
        print(USAGE, end="")
        return 0
    kata = Path(first).stem  # A shell completes katas/tictactoe_winner/.
    if others or (kata and kata not in BY_NAME):
        return refused(f"no kata or command is named {' '.join(words)!r}\n\n{USAGE}")
    return loop(kata)


def loop(kata: str) -> int:
    """Start the loop with a kata; with "", the first that isn't done."""
    # blessed waits so long for a terminal to say what it can do; 5 s by default.
    os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "1")
    try:
        from kata_loop.host import Host
    except ImportError:
        return refused('The loop needs two packages: pip install -e ".[loop]"')
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return refused("the loop needs a terminal; for one run: pytest katas/KATA")
    from kata_loop.loop import Loop, kata_after

    last = PATH[-1].name
    work = Loop(kata or kata_after(last) or last, Host())
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP.
        if number := getattr(signal, name, None):
            signal.signal(number, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        work.until_somebody_quits()
    print(f"To go on: python -m katas {work.kata}")
    return 0


def refused(reason: str) -> int:
    """Print why nothing is done, and return the exit code for it."""
    print(f"error: {reason.rstrip()}", file=sys.stderr)
    return 2
