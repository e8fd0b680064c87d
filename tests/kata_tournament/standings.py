"""Put players in order, and say how sure the order is.

A player is ahead of another if it did better against the same others, on the same side,
and in the games of the two. Where both games went as in another comparison, move by
move, only one of them counts. Of these comparisons comes the likelihood of superiority,
as chess programs are compared: https://www.chessprogramming.org/Match_Statistics
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import comb
from typing import NamedTuple

from kata_tournament.game import Game, Pairing


class Row(NamedTuple):
    """A player in the table."""

    place: int
    name: str
    won: int
    drawn: int
    lost: int
    sure: float = 0.0  # how likely it is better than the next; 0 if they share a place

    @property
    def points(self) -> float:
        """One for a game that was won, and a half for a draw."""
        return self.won + self.drawn / 2

    @property
    def cells(self) -> tuple[str, ...]:
        """The row in words."""
        percent = f"{self.sure:.0%}" if self.sure else ""
        if self.sure >= 0.995:
            percent = ">99%"  # Nothing is certain.
        numbers = self.points, self.won, self.drawn, self.lost
        return str(self.place), self.name, *(f"{one:g}" for one in numbers), percent


class Played(NamedTuple):
    """A game as one of its players sees it."""

    moves: tuple[int, ...]
    result: int  # 1 if it was won, 0 for a draw, -1 if it was lost


# The games of a player, by the other one and the side on which it played.
Record = dict[tuple[str, str], Played]


def standings(names: Sequence[str], games: Mapping[Pairing, Game]) -> list[Row]:
    """Return the table, the best first; players with as many points share a place."""
    records: dict[str, Record] = {name: {} for name in names}
    for (first, second), game in games.items():
        result = {"X": 1, "O": -1, "": 0}[game.winner]
        records[first][second, "X"] = Played(game.moves, result)
        records[second][first, "O"] = Played(game.moves, -result)
    rows = [_row(name, record) for name, record in sorted(records.items())]
    rows.sort(key=lambda row: -row.points)
    placed = list[Row]()
    for _, sharing in groupby(rows, lambda row: row.points):
        place = len(placed) + 1
        placed += [row._replace(place=place) for row in sharing]
    for number, (row, below) in enumerate(pairwise(placed)):
        if row.place != below.place:
            compared = _compared(records[row.name], records[below.name], below.name)
            signs = Counter(sign for *_, sign in set(compared))
            placed[number] = row._replace(sure=superiority(signs[1], signs[-1]))
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


def _row(name: str, record: Record) -> Row:
    results = Counter(one.result for one in record.values())
    return Row(0, name, results[1], results[0], results[-1])


def _compared(
    mine: Record, theirs: Record, below: str
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield the moves of two games, and 1 if the first went better, -1 if worse."""
    for seat, one in mine.items():
        rival, _ = seat
        if rival == below:
            yield one.moves, (), one.result
        elif seat in theirs:
            other = theirs[seat]
            sign = (one.result > other.result) - (one.result < other.result)
            yield one.moves, other.moves, sign
