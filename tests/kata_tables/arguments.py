"""Calls, and arguments that are made where the code under test runs."""

from collections.abc import Iterable
from typing import NamedTuple


class Call(NamedTuple):
    """A call that did not give the expected answer, for drawing it."""

    function: str
    arguments: tuple[object, ...] = ()
    expected: object = None
    got: object = None
    # The lines that were typed for it, if it is a session; None among them is Ctrl-C.
    typed: tuple[str | None, ...] | None = None

    def written(self, *first: str) -> str:
        """The call as source, with these texts for its first arguments.

        >>> Call("perft", (255, 0, 3)).written("0xff", "0x0")
        'perft(0xff, 0x0, 3)'
        """
        others = map(repr, self.arguments[len(first) :])
        return f"{self.function}({', '.join([*first, *others])})"


class Made:
    """An argument that is made in the other process, because it is not a plain value.

    The recipe goes over the pipe, see `kata_worker.calls`; the source can be pasted
    below the imports that it needs.
    """

    def __init__(
        self, recipe: dict[str, object], source: str, imports: tuple[str, ...] = ()
    ) -> None:
        self.recipe = recipe
        self.imports = imports
        self._source = source

    def __repr__(self) -> str:
        return self._source


class OneShot(Made):
    """An argument that arrives as an iterator, which can be read once, over `items`.

    >>> OneShot([(0, 0), (1, 1)])
    iter([(0, 0), (1, 1)])
    """

    def __init__(self, items: Iterable[object]) -> None:
        self.items = list(items)
        super().__init__({"one_shot": self.items}, f"iter({self.items!r})")


def seeded(seed: int) -> Made:
    """Make an argument that arrives as a random number generator with that seed.

    >>> seeded(7)
    random.Random(7)
    """
    return Made({"rng": seed}, f"random.Random({seed})", ("import random",))


CTRL_C = None
"""Stands among the typed lines for an interrupt from the keyboard."""


class Growth(NamedTuple):
    """A bound on a cost that may grow as n to the exponent, from the last size / 4 on.

    Each "row", of which there are n, or "cell", n * n, may cost a share at most, if one
    is given.
    """

    exponent: float
    unit: str
    share: int | None = None

    def units(self, n: int) -> int:
        """Return how many units there are on a board of n rows."""
        return n * n if self.unit == "cell" else n

    def most(self, n: int) -> int | None:
        """Return the most that a call on a board of n rows may cost."""
        return None if self.share is None else self.share * self.units(n)


def scripted(*moves: object) -> Made:
    """Make an argument that arrives as a player who makes these moves in any case.

    >>> scripted((1, 1), (0, 2))
    lambda *_, moves=iter([(1, 1), (0, 2)]): next(moves)
    """
    return Made(
        {"player": list(moves)}, f"lambda *_, moves=iter({list(moves)!r}): next(moves)"
    )


def written(source: str, module: str, *imports: str) -> Made:
    """Make an argument that arrives as the value of an expression in a module.

    >>> written("lambda board, disc, rng: min(flips(board, disc))", "solutions.chess")
    lambda board, disc, rng: min(flips(board, disc))
    """
    return Made({"source": source, "module": module}, source, imports)
