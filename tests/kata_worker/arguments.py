"""Make the arguments of calls that cannot go over the pipe: `kata_tables.arguments`."""

from __future__ import annotations

from kata_worker.plain_values import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

MOST_ASKED = 100  # questions that a scripted player remembers


def make(arguments: Iterable[Any]) -> tuple[Any, ...]:
    """Return arguments, with what the recipes of `kata_tables.arguments` stand for."""
    return tuple([_made(one) if type(one) is dict else one for one in arguments])


def _made(recipe: dict[Any, Any]) -> Any:
    if "one_shot" in recipe:
        return iter(recipe["one_shot"])
    if "rng" in recipe:
        from random import Random  # 5 ms, for the few katas that need it

        return Random(recipe["rng"])
    if "player" in recipe:
        return Scripted(recipe["player"])
    if "source" in recipe:
        return _value(recipe["module"], recipe["source"])
    return recipe


_values: dict[tuple[str, str], Any] = {}


def _value(name: str, source: str) -> Any:
    """Return the value of an expression in a module: the same one in all calls.

    Code may remember what it found out with a function, which is its own key.
    """
    if (name, source) not in _values:
        module = __import__(name, fromlist=["*"])
        _values[name, source] = eval(source, vars(module))
    return _values[name, source]


class NoMoveLeft(Exception):
    """A scripted player was asked more often than it has moves."""


class Scripted:
    """A player that makes given moves, and remembers what it was asked."""

    def __init__(self, moves: list[Any]) -> None:
        self._moves = iter(moves)
        self.asked: list[Any] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if len(self.asked) < MOST_ASKED:
            # As they are now, because the board will change.
            values = map(_named, (*arguments, *named.values()))
            self.asked.append(plain(tuple(values)))
        for move in self._moves:
            return move
        raise NoMoveLeft("it was not the computer's turn")


def _named(argument: Any) -> Any:
    """Return an argument, and "rng" for a generator of random numbers."""
    return "rng" if hasattr(argument, "randrange") else argument
