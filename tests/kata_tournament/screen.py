"""Write the tournament for a terminal."""

from collections.abc import Iterator

from kata_kit.layout import columns, on_one_line, short
from kata_kit.record import counted
from kata_report.matrix import wrapped

from kata_tournament.game import Game, Pairing
from kata_tournament.tournament import Tournament

LONGEST_NAME, BAR = 28, 30

SURE = (
    "sure: the likelihood of superiority, which is the chance that a player is better "
    "than the next one. It comes from where one of them did better than the other "
    "against the same player. Games that are the same move by move count once."
)


def bar(tournament: Tournament) -> str:
    """Return how far the games are."""
    full = BAR * len(tournament.games) // len(tournament.pairings)
    return f"[{'#' * full}{'.' * (BAR - full)}] {tournament.progress}"


def end(tournament: Tournament) -> Iterator[str]:
    """Yield all that is known, line by line, in 80 columns."""
    yield _line("", "player", "points", "won", "drawn", "lost", "sure")
    for row in tournament.rows():
        place, name, *numbers = row.cells
        yield _line(place, short(on_one_line(name), LONGEST_NAME), *numbers)
    for note in (SURE, *notes(tournament)):
        yield from wrapped(note)


def _line(place: object, name: str, *cells: object) -> str:
    gap = " " * (LONGEST_NAME - columns(name))
    numbers = "{:>7}{:>5}{:>6}{:>5}{:>6}".format(*cells)
    return f"{place:>3}  {name}{gap}{numbers}".rstrip()


def notes(tournament: Tournament) -> list[str]:
    """Return who lost by faults, the first of each, and who handed in the reference."""
    faults = dict[str, list[str]]()
    for pairing, game in tournament.games.items():
        for name in losers(pairing, game):
            if game.fault:
                faults.setdefault(name, []).append(game.fault)
    told = []
    for name, (first, *more) in sorted(faults.items()):
        others = f" (and {counted(len(more), 'more game')})" if more else ""
        told.append(f"{name}: {first}{others}")
    entrants = tournament.entrants.items()
    if copies := sorted(name for name, one in entrants if one.is_reference):
        told.append(f"copies of the reference: {', '.join(copies)}")
    return told


def losers(pairing: Pairing, game: Game) -> list[str]:
    """Return the players that did not win a game."""
    return [name for side, name in pairing.sides.items() if side != game.winner]
