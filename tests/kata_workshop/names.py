"""Animals for names, so that a workshop can be shown without saying who is who.

They are drawn by lot in every run: an order of names would give them away.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path

ANIMALS = Path(__file__).with_name("animals.txt")


class Aliases:
    """An animal for each name: the same with the same lot; whoever has one keeps it."""

    def __init__(
        self, names: Iterable[str], lot: str, before: Aliases | None = None
    ) -> None:
        self.lot = lot
        self.animals: dict[str, str] = dict(before.animals) if before else {}
        everybody = sorted({*self.animals, *names})
        taken = {name.casefold() for name in (*everybody, *self.animals.values())}
        animals = ANIMALS.read_text(encoding="ascii").split()
        drawn = random.Random(lot).sample(animals, len(animals))
        free = (animal for animal in _numbered(drawn) if animal not in taken)
        for name in everybody:
            if name not in self.animals:
                self.animals[name] = next(free)

    def of(self, name: str) -> str:
        """Return the animal that stands for a name; where there are none, the name."""
        return self.animals.get(name, name)


def _numbered(animals: Sequence[str]) -> Iterator[str]:
    """Yield each animal, then each with a number, and so on."""
    yield from animals
    for turn in count(2):
        for animal in animals:
            yield f"{animal} {turn}"


# For a workshop that shows its names.
NO_ALIASES = Aliases((), "")
