"""Draw the games, put the players in order, and say how sure the order is.

A player is ahead of another if it did better against the same others, on the same side,
and in the games of the two. Where both games went as in another comparison, move by
move, only one of them counts. Of these comparisons comes the likelihood of superiority,
as chess programs are compared: https://www.chessprogramming.org/Match_Statistics
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import comb
from typing import NamedTuple, TypeAlias

from kata_kit.record import counted

Moves: TypeAlias = tuple[int, ...]  # the cells


class Pairing(NamedTuple):
    """A game that is to be played."""

    first: str  # the player that is X, and begins
    second: str

    @property
    def sides(self) -> dict[str, str]:
        """The players by their sides."""
        return {"X": self.first, "O": self.second}


class Game(NamedTuple):
    """The course of a game."""

    moves: Moves
    winner: str  # "X", "O", or "" for a draw
    fault: str = ""  # of those that did not win, if that is why the game is over

    def losers(self, pairing: Pairing) -> list[str]:
        """Return the players that did not win."""
        return [name for side, name in pairing.sides.items() if side != self.winner]


Games: TypeAlias = Mapping[Pairing, Game]


def draw(names: Sequence[str]) -> list[Pairing]:
    """Return everybody against everybody, so that all come up equally often.

    >>> [f"{one.first}-{one.second}" for one in draw(["ada", "bob", "cy"])]
    ['ada-bob', 'bob-cy', 'cy-ada', 'ada-cy', 'bob-ada', 'cy-bob']
    """
    return [
        Pairing(name, names[(number + apart) % len(names)])
        for apart in range(1, len(names))
        for number, name in enumerate(names)
    ]


# The games of a player, by the other one and the side on which it played: 1 if it won,
# 0 for a draw, -1 if it lost; and the moves.
Record: TypeAlias = dict[tuple[str, str], tuple[int, Moves]]


def standings(names: Sequence[str], games: Games) -> list[tuple[str, ...]]:
    """Return the table, the best first, as texts.

    They are place, name, points, games won, drawn and lost, and how likely it is that
    the player is better than the next. Players with as many points share a place.
    """
    records: dict[str, Record] = {name: {} for name in names}
    for (first, second), game in games.items():
        result = {"X": 1, "O": -1, "": 0}[game.winner]
        records[first][second, "X"] = result, game.moves
        records[second][first, "O"] = -result, game.moves
    results = {
        name: Counter(result for result, _ in record.values())
        for name, record in records.items()
    }
    points = {name: count[1] + count[0] / 2 for name, count in results.items()}
    order = sorted(names, key=lambda name: (-points[name], name))
    rows = list[tuple[str, ...]]()
    for name, below in zip_longest(order, order[1:]):
        ahead = [other for other in names if points[other] > points[name]]
        counts = [results[name][result] for result in (1, 0, -1)]
        sure = ""
        if below and points[below] < points[name]:
            sure = _sure(records[name], records[below], below)
        place, shown = str(len(ahead) + 1), f"{points[name]:g}"
        rows.append((place, name, shown, *map(str, counts), sure))
    return rows


def _sure(mine: Record, theirs: Record, below: str) -> str:
    """Return how likely a player is better than the one below, in percent."""
    compared = set(_compared(mine, theirs, below))
    signs = Counter(sign for sign, *_ in compared)
    percent = f"{superiority(signs[1], signs[-1]):.0%}"
    # Nothing is certain.
    return ">99%" if percent == "100%" else percent


def superiority(better: int, worse: int) -> float:
    """Return how likely one is the better of two, by comparisons that were not draws.

    That is how likely it wins more than half of all, if nothing was known before.

    >>> superiority(0, 0), superiority(5, 0), round(superiority(6, 4), 3)
    (0.5, 0.984375, 0.726)
    """
    total = better + worse + 1
    ways = sum(comb(total, number) for number in range(better + 1))
    return ways / (1 << total)


def _compared(mine: Record, theirs: Record, below: str) -> Iterator[tuple[object, ...]]:
    """Yield 1 if a game went better than another, -1 if worse, and their moves."""
    for seat, (result, moves) in mine.items():
        rival, _ = seat
        if rival == below:
            yield result, moves
        elif seat in theirs:
            other, others = theirs[seat]
            yield (result > other) - (result < other), moves, others


def faults(games: Games) -> list[str]:
    """Return whose faults ended games: of each player the first, and how many more."""
    found = dict[str, list[str]]()
    for pairing, game in sorted(games.items()):
        for name in game.losers(pairing) if game.fault else ():
            found.setdefault(name, []).append(game.fault)
    told = []
    for name, (first, *more) in sorted(found.items()):
        others = f" (and {counted(len(more), 'more game')})" if more else ""
        told.append(f"{name}: {first}{others}")
    return told
