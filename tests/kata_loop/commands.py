"""The commands of `python -m katas`: each is one entry of `COMMANDS`."""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from kata_kit.katas import BY_NAME, PATH
from kata_kit.spelling import asked, nearest

# By name, what a command does, and the module with its `main`, which is called with the
# words behind the name, answers --help itself, and returns the exit code.
COMMANDS = {
    "play": (
        "play against your code, or watch it play, in the browser",
        "kata_play.server",
    ),
    "site": (
        "build the katas as pages: pytest in the browser, nothing to install",
        "kata_site.build",
    ),
    "collect": (
        "make one folder of everybody's files, however they came",
        "kata_collect.collect",
    ),
    "tournament": (
        "let everybody's player meet everybody's",
        "kata_tournament.command",
    ),
    "merge": ("make one report of the parts of a cohort", "kata_report.merge"),
    "new": ("make a kata of your own, as a copy of another", "kata_loop.new"),
    "verdict": ("tell what a workflow of a code host shows", "kata_loop.verdict"),
}

USAGE = """\
usage: python -m katas [KATA]

Tests your code each time you save it: the first kata that is not done, or KATA.
The keys stand on the last line of the screen; q leaves.

Other commands; each tells more with --help:
""" + "".join(f"  {name:10}  {what}\n" for name, (what, _) in COMMANDS.items())


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says; the exit code is 2 when nothing was done."""
    first, *others = arguments or [""]
    if first in COMMANDS:
        try:
            return int(import_module(COMMANDS[first][1]).main(others))
        except OSError as error:
            return refused(f"{error.filename}: {error.strerror}")
    if first in ("-h", "--help"):
        print(USAGE, end="")
        return 0
    kata = Path(first).stem  # katas/tictactoe_winner/ is what a shell completes.
    if not others and (not kata or kata in BY_NAME):
        return loop(kata)
    problem = f"no kata or command is named {' '.join(arguments)!r}."
    near = nearest(kata, [*BY_NAME, *COMMANDS]) or nearest(kata, BY_NAME, cutoff=0.5)
    if near and not others:
        return refused(asked(problem, near))
    return refused(f"{problem}\n\n{USAGE}")


def loop(kata: str) -> int:
    """Start the loop with a kata; with "", the first that is not done."""
    # So long blessed waits for a terminal that does not say what it can do; else 5 s.
    os.environ.setdefault("BLESSED_QUERY_TIMEOUT_SECONDS", "1")
    try:
        from kata_loop.console import Console
    except ImportError:
        return refused('the loop needs two packages: pip install -e ".[loop]"')
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return refused("the loop needs a terminal; for one run: pytest katas/KATA")
    from kata_loop.loop import Loop
    from kata_loop.pages import kata_after

    last = PATH[-1].name
    work = Loop(kata or kata_after(last) or last, Console())
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        work.until_somebody_leaves()
    print(f"To go on: python -m katas {work.kata}")
    return 0


def refused(reason: str) -> int:
    """Say why nothing is done; the exit code for it."""
    print(f"error: {reason.rstrip()}", file=sys.stderr)
    return 2
