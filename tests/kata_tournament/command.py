"""Hold a tournament: `python -m katas tournament submissions`."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from kata_kit.process import Limits
from kata_report.matrix import wrapped
from kata_workshop.participants import Gathering
from kata_workshop.run import held, isolation
from kata_workshop.screen import CLEAR_LINE, write

from kata_tournament import screen
from kata_tournament.entrants import PLAYERS, entries
from kata_tournament.page import Page
from kata_tournament.tournament import Tournament

SECONDS = 10.0  # of processor time for each side of a game; twice that by the clock
WHAT = f"""\
Everybody's player meets everybody's, on both sides. Each has {SECONDS:g} s for all its
moves of a game. Whoever is late, raises an exception, or makes a move that is not legal
loses that game. Chance has fixed seeds: the same files give the same table.
"""


def main(arguments: Sequence[str]) -> int:
    """Play, and write the table; return 1 if it was ended early, 2 for an error."""
    parser = argparse.ArgumentParser("python -m katas tournament", description=WHAT)
    parser.add_argument("folder", type=Path, help="everybody's files")
    parser.add_argument("--kata", choices=PLAYERS, help="whose players, if several are")
    parser.add_argument("--page", type=Path, metavar="FILE", help="a page that grows")
    processors = os.cpu_count() or 1
    parser.add_argument(
        "-n", type=int, default=processors, help="games at once (%(default)s)"
    )
    options = parser.parse_args(arguments)
    if options.n < 1:
        parser.error(f"-n {options.n}: expected a number above 0")
    # A shell has what it runs in the background ignore Ctrl-C.
    _set_signals(signal.default_int_handler)
    try:
        tournament = _prepared(options)
        page = Page(options.page) if options.page else None
        if page:
            page.write(tournament, live=True)
            _say(f"page: {options.page} (it grows)")
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nended early: no game was played")
        return 1
    is_complete = _play(tournament, page)
    write(screen.end(tournament))
    _say(f"{'played' if is_complete else 'ended early'}: {tournament.progress}")
    if page:
        page.write(tournament, live=False)
    return int(not is_complete)


def _prepared(options: argparse.Namespace) -> Tournament:
    """Say who takes part; raise OSError or ValueError if nothing can be played."""
    gathering = Gathering(options.folder.resolve(strict=True), str(options.folder))
    kata = options.kata or chosen(gathering)
    limits = Limits(SECONDS, SECONDS)
    _say(f"tournament: {kata}")
    for line in isolation(limits, held(limits))[1:]:
        _say(f"isolation: {line}")
    found = entries(gathering, kata, limits)
    for line in found.others:
        _say(line)
    if len(found.players) < 2:
        raise ValueError(f"expected two players or more, got {len(found.players)}")
    return Tournament(kata, found, limits, options.n)


def chosen(gathering: Gathering) -> str:
    """Return the kata whose players there are; raise ValueError if it is not one."""
    there = {one.kata.name for one in gathering.submitted}
    found = [kata for kata in PLAYERS if kata in there]
    if not found:
        raise ValueError(f"{gathering.typed}: no player of {', '.join(PLAYERS)}")
    if len(found) > 1:
        names = " and ".join(found)
        raise ValueError(
            f"there are players of {names}\nchoose, such as --kata={found[0]}"
        )
    return found[0]


def _play(tournament: Tournament, page: Page | None) -> bool:
    """Play all games, and show how far they are; return False after Ctrl-C."""
    is_terminal = sys.stdout.isatty()
    try:
        for _ in tournament.run():
            if is_terminal:
                write([f"{CLEAR_LINE}{screen.bar(tournament)}"], end="")
            if page:
                with suppress(OSError):  # The end tells of it.
                    page.write(tournament, live=True)
    except KeyboardInterrupt:
        return False
    finally:
        _set_signals(signal.SIG_IGN)
        tournament.close()
        _set_signals(signal.default_int_handler)
        if is_terminal:
            write([CLEAR_LINE], end="")
    return True


def _set_signals(handler: Any) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _say(line: str) -> None:
    write(wrapped(line))
