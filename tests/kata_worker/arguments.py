"""Arguments that are made where the code under test runs."""

from __future__ import annotations

import sys

from kata_worker.codec import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


# A scripted player that is asked more often remembers no more of it.
MOST_ASKED = 100


class OneShot:
    """An iterator that can be read once and counts what was taken from it."""

    def __init__(self, items: list[Any]) -> None:
        self._items = iter(items)
        self.taken = 0

    def __iter__(self) -> OneShot:
        return self

    def __next__(self) -> Any:
        item = next(self._items)
        self.taken += 1
        return item


class NoMoveLeft(Exception):
    """A scripted player was asked more often than it has moves."""


class Scripted:
    """A player that makes given moves, whatever it is asked, and remembers what it was asked."""

    def __init__(self, moves: list[Any]) -> None:
        self._moves = iter(moves)
        self.asked: list[Any] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """The next move."""
        if len(self.asked) < MOST_ASKED:
            # As they are now, because the board will change; a generator of random numbers, of
            # which there is one, as "rng".
            values = (*arguments, *named.values())
            self.asked.append(plain(tuple("rng" if hasattr(v, "randrange") else v for v in values)))
        for move in self._moves:
            return move
        raise NoMoveLeft("it was not the computer's turn")


def make(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Make what the recipes of `kata_tables.table.Made` stand for; the rest stays as it is."""
    return tuple([_made(value) if type(value) is dict else value for value in arguments])


def _made(value: dict[Any, Any]) -> Any:
    if "one_shot" in value:
        return OneShot(value["one_shot"])
    if "rng" in value:
        from random import Random  # 5 ms, for the few katas that need it

        return Random(value["rng"])
    if "player" in value:
        return Scripted(value["player"])
    if "source" in value:
        return eval(value["source"], vars(__import__(value["module"], fromlist=["*"])))
    if "counted_rows" in value:
        from kata_worker.counting import Row  # Needed in one stage only.

        return [Row(cells) for cells in value["counted_rows"]]
    if "cells_off_the_diagonals" in value:
        n = value["cells_off_the_diagonals"]
        return ((r, c) for r in range(n) for c in range(n) if r != c and r + c != n - 1)
    return value


def taken(made: Sequence[Any]) -> int:
    """How many items were taken from the one-shot arguments."""
    return sum(value.taken for value in made if type(value) is OneShot)


def asked(made: Sequence[Any]) -> list[Any]:
    """What the scripted players among the arguments were asked, call by call, as JSON has it."""
    return [call for value in made if type(value) is Scripted for call in value.asked]


def seed_random() -> None:
    """Have code that uses the module `random` give the same answers in every run."""
    module = sys.modules.get("random")
    if module is not None:
        module.seed(0)
