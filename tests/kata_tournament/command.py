"""Hold a tournament: `python -m katas tournament submissions`."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from kata_kit.process import Limits
from kata_kit.record import counted
from kata_report.matrix import wrapped
from kata_workshop.participants import Gathering
from kata_workshop.run import held, isolation
from kata_workshop.screen import CLEAR_LINE, write

from kata_tournament import screen
from kata_tournament.draw import Pairing, draw
from kata_tournament.entrants import PLAYERS, entries
from kata_tournament.page import Page
from kata_tournament.standings import standings
from kata_tournament.tournament import Tournament

SECONDS = 10.0  # of processor time for each side of a game; twice that by the clock
WHAT = f"""\
Everybody's player meets everybody's, on both sides. Each has {SECONDS:g} s for all its
moves of a game. Whoever is late, raises an exception, or makes a move that is not legal
loses that game. Chance has fixed seeds: the same files give the same table.
"""

ENDS = signal.SIGINT, signal.SIGTERM


def main(arguments: Sequence[str]) -> int:
    """Play, and write the table; return 1 if it was ended early, 2 for an error."""
    parser = argparse.ArgumentParser("python -m katas tournament", description=WHAT)
    parser.add_argument("folder", type=Path, help="everybody's files")
    parser.add_argument("--kata", choices=PLAYERS, help="whose players, if several are")
    parser.add_argument("--page", type=Path, metavar="FILE", help="a page that grows")
    parser.add_argument("--rounds", type=_number, default=1, help="of all games")
    processors = os.cpu_count() or 1
    parser.add_argument(
        "-n", type=_number, default=processors, help="games at once (%(default)s)"
    )
    options = parser.parse_args(arguments)
    # A shell has what it runs in the background ignore Ctrl-C.
    _set(signal.default_int_handler)
    try:
        prepared = _prepared(options)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nended early: no game was played")
        return 1
    is_complete = _play(prepared)
    tournament, pairings, page = prepared
    names = list(tournament.entrants)
    write(screen.end(tournament, standings(names, tournament.games)))
    played = f"{len(tournament.games)} of {counted(len(pairings), 'game')}"
    _say([f"played: {played}" if is_complete else f"ended early: {played}"])
    if page:
        page.write(tournament, live=False)
    return int(not is_complete)


class Prepared(NamedTuple):
    """A tournament that can begin."""

    tournament: Tournament
    pairings: Sequence[Pairing]
    page: Page | None


def _prepared(options: argparse.Namespace) -> Prepared:
    """Say who takes part; raise OSError or ValueError if nothing can be played."""
    gathering = Gathering(options.folder.resolve(strict=True), str(options.folder))
    kata = options.kata or chosen(gathering)
    limits = Limits(SECONDS, SECONDS)
    guards = isolation(limits, held(limits))[1:]
    _say([f"tournament: {kata}", *(f"isolation: {line}" for line in guards)])
    players, others = entries(gathering, kata, limits)
    _say(others)
    if len(players) < 2:
        raise ValueError(f"expected two players or more, got {len(players)}")
    pairings = draw(list(players), options.rounds)
    tournament = Tournament(kata, players, limits, options.n)
    page = Page(options.page, len(pairings), others) if options.page else None
    if page:
        page.write(tournament, live=True)
        _say([f"page: {options.page} (it grows)"])
    return Prepared(tournament, pairings, page)


def _play(prepared: Prepared) -> bool:
    """Play all games, and show how far they are; return False after Ctrl-C."""
    tournament, pairings, page = prepared
    is_terminal = sys.stdout.isatty()

    def show() -> None:
        if is_terminal:
            done = screen.bar(len(tournament.games), len(pairings))
            write([f"{CLEAR_LINE}{done}"], end="")

    try:
        show()
        for _ in tournament.run(pairings):
            show()
            if page:
                with suppress(OSError):  # The end tells of it.
                    page.write(tournament, live=True)
    except KeyboardInterrupt:
        return False
    finally:
        _set(signal.SIG_IGN)
        tournament.close()
        _set(signal.default_int_handler)
        if is_terminal:
            write([CLEAR_LINE], end="")
    return True


def _set(handler: Any) -> None:
    for number in ENDS:
        signal.signal(number, handler)


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


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _say(lines: Sequence[str]) -> None:
    write(part for line in lines for part in wrapped(line))
