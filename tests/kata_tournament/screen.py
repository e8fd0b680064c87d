"""Write the tournament for a terminal."""

from collections.abc import Iterator, Sequence

from kata_kit.layout import columns, on_one_line, short
from kata_kit.record import counted
from kata_report.matrix import wrapped

from kata_tournament.draw import Pairing
from kata_tournament.game import Game
from kata_tournament.standings import Row
from kata_tournament.tournament import Tournament

LONGEST_NAME, BAR = 28, 30

SURE = (
    "sure: the likelihood of superiority, which is the chance that a player is better "
    "than the next one. It comes from where one of them did better than the other "
    "against the same player. Games that are the same move by move count once."
)


def bar(done: int, total: int) -> str:
    """Return how far the games are.

    >>> bar(30, 120)
    '[#######.......................] 30 of 120 games'
    """
    full = BAR * done // total
    return f"[{'#' * full}{'.' * (BAR - full)}] {done} of {counted(total, 'game')}"


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the table, in 80 columns."""
    yield _line("", "player", "points", "won", "drawn", "lost", "different", "sure")
    for row in rows:
        name = short(on_one_line(row.name), LONGEST_NAME)
        numbers = row.won, row.drawn, row.lost, row.different
        yield _line(
            f"{row.place}", name, f"{row.points:g}", *map(str, numbers), row.percent
        )


def _line(place: str, name: str, *cells: str) -> str:
    padded = name + " " * (LONGEST_NAME - columns(name))
    widths = 7, 5, 6, 5, 10, 6
    right = "".join(
        cell.rjust(width) for cell, width in zip(cells, widths, strict=True)
    )
    return f"{place:>3}  {padded}{right}".rstrip()


def faults(tournament: Tournament) -> list[str]:
    """Return for each player that lost by a fault the first one, and how many more."""
    told = dict[str, list[str]]()
    for pairing, game in tournament.games.items():
        for name in losers(pairing, game):
            if game.fault:
                told.setdefault(name, []).append(game.fault)
    return [
        f"{name}: {first}"
        + (f" (and {counted(len(more), 'more game')})" if more else "")
        for name, (first, *more) in sorted(told.items())
    ]


def losers(pairing: Pairing, game: Game) -> list[str]:
    """Return the players that did not win a game."""
    return [name for side, name in pairing.sides.items() if side != game.winner]


def notes(tournament: Tournament) -> list[str]:
    """Return who lost by faults, and who handed in the reference."""
    entrants = tournament.entrants.items()
    copies = sorted(name for name, one in entrants if one.is_reference)
    told = faults(tournament)
    return [*told, f"copies of the reference: {', '.join(copies)}"] if copies else told


def end(tournament: Tournament, rows: Sequence[Row]) -> Iterator[str]:
    """Yield all that is known, line by line."""
    yield from table(rows)
    for note in (SURE, *notes(tournament)):
        yield from wrapped(note)
