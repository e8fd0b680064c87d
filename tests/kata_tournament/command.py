"""Hold a tournament: `python -m katas tournament submissions`."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from kata_kit.layout import columns, on_one_line, short
from kata_kit.process import Limits
from kata_report.matrix import wrapped
from kata_workshop.participants import Gathering
from kata_workshop.run import held, isolation
from kata_workshop.screen import CLEAR_LINE, write

from kata_tournament.page import SURE, Page
from kata_tournament.standings import faults
from kata_tournament.tournament import KATAS, Tournament, entrants

SECONDS = 10.0  # of processor time for each side of a game; twice that by the clock
WHAT = f"""\
Everybody's player meets everybody's, on both sides. Each has {SECONDS:g} s for all its
moves of a game. Whoever is late, raises an exception, or makes a move that is not legal
loses that game. Chance has fixed seeds: the same files give the same table.
Open the page on the projector: it grows while games are played. At the end it shows the
final, and any other game, move by move.
"""
LONGEST_NAME, BAR = 28, 30


def main(arguments: Sequence[str]) -> int:
    """Play, and write the table; return 1 if it was ended early, 2 for an error."""
    parser = argparse.ArgumentParser("python -m katas tournament", description=WHAT)
    parser.add_argument("folder", type=Path, help="everybody's files")
    parser.add_argument("--kata", choices=KATAS, help="whose players, if several are")
    parser.add_argument("--page", type=Page, metavar="FILE", help="a page that grows")
    processors = os.cpu_count() or 1
    parser.add_argument(
        "-n", type=int, default=processors, help="games at once (%(default)s)"
    )
    options = parser.parse_args(arguments)
    # A shell has what it runs in the background ignore Ctrl-C.
    _set_signals(signal.default_int_handler)
    try:
        tournament = _prepared(options)
        if options.page:
            options.page.write(tournament, live=True)
            _say(f"page: {options.page.path} (it grows)")
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nended early: no game was played")
        return 1
    is_complete = _play(tournament, options.page)
    _tell(tournament)
    _say(f"{'played' if is_complete else 'ended early'}: {tournament.progress}")
    if options.page:
        options.page.write(tournament, live=False)
    return int(not is_complete)


def _prepared(options: argparse.Namespace) -> Tournament:
    """Say who takes part; raise OSError or ValueError if nothing can be played."""
    if not options.folder.is_dir():
        raise ValueError(f"there is no folder '{options.folder}'")
    gathering = Gathering(options.folder.resolve(), str(options.folder))
    kata = options.kata or chosen(gathering)
    limits = Limits(SECONDS, SECONDS)
    _say(f"tournament: {kata}")
    for line in isolation(limits, held(limits))[1:]:
        _say(f"isolation: {line}")
    players, others = entrants(gathering, kata, limits)
    for line in others:
        _say(line)
    if len(players) < 2:
        raise ValueError(f"expected two players or more, got {len(players)}")
    return Tournament(kata, players, others, options.n)


def chosen(gathering: Gathering) -> str:
    """Return the kata whose players there are; raise ValueError if it is not one."""
    players = [one for one in gathering.submitted if one.kata.name in KATAS]
    found = sorted({one.kata.name for one in players if not one.is_stub})
    if len(found) != 1:
        names = " and ".join(found) or "none"
        raise ValueError(f"expected players of one kata (--kata)\nthere are: {names}")
    return found[0]


def _play(tournament: Tournament, page: Page | None) -> bool:
    """Play all games, and show how far they are; return False after Ctrl-C."""
    is_terminal = sys.stdout.isatty()
    try:
        for _ in tournament.run():
            if is_terminal:
                full = BAR * len(tournament.games) // len(tournament.pairings)
                bar = "#" * full + "." * (BAR - full)
                write([f"{CLEAR_LINE}[{bar}] {tournament.progress}"], end="")
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


def _tell(tournament: Tournament) -> None:
    """Write all that is known, in 80 columns."""
    head = ("", "player", "points", "won", "drawn", "lost", "sure")
    for place, name, *cells in (head, *tournament.rows()):
        shown = short(on_one_line(name), LONGEST_NAME)
        gap = " " * (LONGEST_NAME - columns(shown))
        numbers = "{:>7}{:>5}{:>6}{:>5}{:>6}".format(*cells)
        write([f"{place:>3}  {shown}{gap}{numbers}"])
    for note in (f"sure: {SURE}", *faults(tournament.games)):
        _say(note)


def _set_signals(handler: Any) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _say(line: str) -> None:
    write(wrapped(line))
