"""Put players in order, and say how sure the order is.

A player is ahead of another if it did better against the same others, on the same side,
and in the games of the two. Where both games went as in another comparison, move by
move, only one of them counts. Of these comparisons comes the likelihood of superiority,
as chess programs are compared: https://www.chessprogramming.org/Match_Statistics
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from math import comb
from typing import NamedTuple

from kata_tournament.draw import Pairing
from kata_tournament.game import Game

Games = Mapping[Pairing, Game]


class Seat(NamedTuple):
    """A place at a board: against whom, and on which side."""

    other: str
    side: str
    round: int


class Row(NamedTuple):
    """A player in the table."""

    place: int
    name: str
    won: int
    drawn: int
    lost: int
    different: int  # games
    sure: float = 0.0  # how likely it is better than the next; 0 if they share a place

    @property
    def points(self) -> float:
        """One for a game that was won, and a half for a draw."""
        return self.won + self.drawn / 2

    @property
    def percent(self) -> str:
        """The same as `sure`, in words; nothing is certain."""
        if not self.sure:
            return ""
        return ">99%" if self.sure >= 0.995 else f"{self.sure:.0%}"


class Played(NamedTuple):
    """A game as one of its players sees it."""

    moves: tuple[int, ...]
    result: int  # 1 if it was won, 0 for a draw, -1 if it was lost


def standings(names: list[str], games: Games) -> list[Row]:
    """Return the table, the best first; players with as many points share a place."""
    played = _played(names, games)
    rows = sorted(
        (_row(name, played[name]) for name in names),
        key=lambda row: (-row.points, -row.won, row.name),
    )
    placed = list[Row]()
    for _, sharing in groupby(rows, lambda row: row.points):
        place = len(placed) + 1
        placed += [row._replace(place=place) for row in sharing]
    for number, (row, below) in enumerate(pairwise(placed)):
        if row.place != below.place:
            sure = superiority(*_comparisons(row.name, below.name, played))
            placed[number] = row._replace(sure=sure)
    return placed


def superiority(better: int, worse: int) -> float:
    """Return how likely one is the better of two, by comparisons that were not draws.

    That is how likely it wins more than half of all, if nothing was known before.

    >>> superiority(0, 0), superiority(5, 0), round(superiority(6, 4), 3)
    (0.5, 0.984375, 0.726)
    """
    total = better + worse + 1
    ways = sum(comb(total, number) for number in range(better + 1))
    return ways / (1 << total)


def _played(names: list[str], games: Games) -> dict[str, dict[Seat, Played]]:
    """Return the games of each player, by the seat."""
    found: dict[str, dict[Seat, Played]] = {name: {} for name in names}
    for pairing, game in games.items():
        for side, name in pairing.sides.items():
            (other,) = {*pairing.sides.values()} - {name}
            result = 0 if not game.winner else 1 if game.winner == side else -1
            seat = Seat(other, side, pairing.round)
            found[name][seat] = Played(game.moves, result)
    return found


def _row(name: str, played: Mapping[Seat, Played]) -> Row:
    results = Counter(one.result for one in played.values())
    different = {(seat.side, one) for seat, one in played.items()}
    return Row(0, name, results[1], results[0], results[-1], len(different))


def _comparisons(
    name: str, below: str, played: Mapping[str, Mapping[Seat, Played]]
) -> tuple[int, int]:
    """Return in how many comparisons a player did better, and worse."""
    signs = Counter(sign for *_, sign in {*_compared(name, below, played)})
    return signs[1], signs[-1]


def _compared(
    name: str, below: str, played: Mapping[str, Mapping[Seat, Played]]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield the moves of two games, and 1 if the first went better, -1 if worse."""
    for seat, mine in played[name].items():
        theirs = played[below].get(seat)
        if seat.other == below:
            yield mine.moves, (), mine.result
        elif theirs:
            difference = mine.result - theirs.result
            yield mine.moves, theirs.moves, (difference > 0) - (difference < 0)
