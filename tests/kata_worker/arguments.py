"""Arguments that are made where the code under test runs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


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


def make(arguments: Sequence[Any]) -> tuple[Any, ...]:
    """Make what `{"one_shot": items}` and `{"rng": seed}` stand for; the rest stays as it is."""
    return tuple([_made(value) if type(value) is dict else value for value in arguments])


def _made(value: dict[Any, Any]) -> Any:
    if "one_shot" in value:
        return OneShot(value["one_shot"])
    if "rng" in value:
        from random import Random  # 5 ms, for the few katas that need it

        return Random(value["rng"])
    return value


def taken(made: Sequence[Any]) -> int:
    """How many items were taken from the one-shot arguments."""
    return sum(value.taken for value in made if type(value) is OneShot)
