"""Arguments, which are made anew for each call: none sees what another did."""

import marshal
from collections.abc import Callable, Collection, Iterable, Iterator
from inspect import getsource
from random import Random
from typing import Any


class Made:
    """An argument that is made anew for each call: `make` returns it.

    The `source` can be pasted into a call, below the `imports` that it needs.
    """

    def __init__(self, source: str, *imports: str) -> None:
        self.source, self.imports = source, imports

    def make(self) -> Any:
        """Return the argument of one call."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.source


class OneShot(Made):
    """An iterator, which can be read once, over `items`.

    >>> OneShot([(0, 0), (1, 1)])
    iter([(0, 0), (1, 1)])
    """

    def __init__(self, items: Iterable[object]) -> None:
        self.items = list(items)
        super().__init__(f"iter({self.items!r})")

    def make(self) -> Iterator[object]:
        return iter(copied(self.items))


class Seeded(Made):
    """A random number generator with a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"random.Random({seed})", "import random")
        self._seed = seed

    def make(self) -> Random:
        return Random(self._seed)


class Named:
    """Arguments that are called by their names, as the stub has them.

    >>> Named(player=1, opponent=2)
    player=1, opponent=2
    """

    def __init__(self, **values: object) -> None:
        self.values = values

    def __repr__(self) -> str:
        return ", ".join(f"{name}={value!r}" for name, value in self.values.items())

    def made(self) -> dict[str, Any]:
        """Return the arguments of one call."""
        return {name: copied(value) for name, value in self.values.items()}


class Scripted(Made):
    """A player who makes these moves, whatever it's asked."""

    def __init__(self, *moves: object) -> None:
        super().__init__(f"lambda *_, moves=iter({list(moves)!r}): next(moves)")
        self.moves = moves

    def make(self) -> "Script":
        return Script(self.moves)


class Script:
    """A scripted player in one call; it remembers its `questions`."""

    def __init__(self, moves: Iterable[object]) -> None:
        self._moves = iter(moves)
        self.questions: list[tuple[object, ...]] = []  # the arguments of each call

    def __call__(self, *arguments: object, **named: object) -> object:
        parts = [*arguments, *named.values()]
        parts = ["rng" if hasattr(part, "randrange") else part for part in parts]
        # A board is kept as it is now, because it will change.
        self.questions.append(made(parts))
        for move in self._moves:
            return move
        raise NoMove("the computer was asked for a move, but it wasn't its turn")


class NoMove(Exception):
    """A scripted player has no move left."""


class Given(Made):
    """A value with a name, such as a function, that is the same in all calls.

    Code may remember what it found out with a function, which is its own key.
    """

    def __init__(self, value: Any, *imports: str) -> None:
        super().__init__(value.__name__, *imports)
        self._value = value

    def make(self) -> Any:
        return self._value


def given(function: Callable[..., Any], *imports: str) -> Given:
    """Return a function of a test file as an argument; its source goes with it."""
    return Given(function, *imports, getsource(function))


def flat(arguments: Collection[Any]) -> tuple[Any, ...]:
    """Return the values of arguments, also of those that are called by name.

    >>> flat([1, Named(depth=2)])
    (1, 2)
    """
    placed, named = parted(arguments)
    return *placed, *named.values()


def parted(arguments: Collection[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of one call: those by their place, and those by name."""
    placed, named = list[Any](), dict[str, Any]()
    if Named not in map(type, arguments):
        return made(arguments), named  # as it is for most calls
    for value in arguments:
        if isinstance(value, Named):
            named |= value.made()
        else:
            placed.append(value)
    return made(placed), named


def made(arguments: Iterable[Any]) -> tuple[Any, ...]:
    """Return the arguments of one call, which share nothing with these.

    >>> rows = [[1, 2]]
    >>> (copy,) = made((rows,))
    >>> copy == rows, copy[0] is rows[0]
    (True, False)
    """
    given = tuple(arguments)
    try:  # all at once, because most calls are given plain values
        return tuple(marshal.loads(marshal.dumps(given, 2)))
    except ValueError:
        return tuple(map(copied, given))


def copied(value: Any) -> Any:
    """Return a deep copy of plain values; a function, for one, as it is."""
    if isinstance(value, Made):
        return value.make()
    try:
        return marshal.loads(marshal.dumps(value, 2))  # 2: without references to parts
    except ValueError:
        return [*map(copied, value)] if isinstance(value, list) else value
