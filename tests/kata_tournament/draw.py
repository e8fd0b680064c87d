"""Draw the games: everybody meets everybody, and each of two begins once."""

from collections.abc import Sequence
from typing import NamedTuple


class Pairing(NamedTuple):
    """A game that is to be played."""

    first: str  # the player that is X, and begins
    second: str
    round: int = 1

    @property
    def sides(self) -> dict[str, str]:
        """The players by their sides."""
        return {"X": self.first, "O": self.second}


def draw(names: Sequence[str], rounds: int = 1) -> list[Pairing]:
    """Return the games in an order in which all players come up equally often.

    >>> [f"{one.first}-{one.second}" for one in draw(["ada", "bob", "cy"])]
    ['bob-cy', 'ada-cy', 'ada-bob', 'cy-bob', 'cy-ada', 'bob-ada']
    """
    there = [match for day in _days(names) for match in day]
    back = [(second, first) for first, second in there]
    return [
        Pairing(*match, number)
        for number in range(1, rounds + 1)
        for match in (*there, *back)
    ]


def _days(names: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return for each day whom everybody meets; of an odd number one rests."""
    fixed, *others = [*names, *[""] * (len(names) % 2)]
    days = []
    for _ in others:
        circle = [fixed, *others]
        half = len(circle) // 2
        met = zip(circle[:half], reversed(circle[half:]), strict=True)
        days.append([match for match in met if all(match)])
        others = [others[-1], *others[:-1]]
    return days
