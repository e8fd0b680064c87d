"""Animals for names, so that a workshop can be shown without saying who is who.

They are drawn by lot in every run: an order of names would give them away.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path

ANIMALS = Path(__file__).with_name("animals.txt")


class Aliases:
    """An animal for each name, drawn by lot: the same with the same lot."""

    def __init__(self, names: Iterable[str], lot: str) -> None:
        animals = ANIMALS.read_text(encoding="ascii").split()
        random.Random(lot).shuffle(animals)
        self._drawn = _numbered(animals)
        self._animals = dict[str, str]()
        self.add(names)

    def add(self, names: Iterable[str]) -> None:
        """Draw an animal for each name that has none, and that is nobody's name."""
        everybody = sorted({*names, *self._animals})
        taken = {name.casefold() for name in everybody}
        free = (animal for animal in self._drawn if animal not in taken)
        for name in everybody:
            if name not in self._animals:
                self._animals[name] = next(free)

    def of(self, name: str) -> str:
        """Return the animal that stands for a name; where there are none, the name."""
        return self._animals.get(name, name)


def _numbered(animals: Sequence[str]) -> Iterator[str]:
    yield from animals
    for turn in count(2):
        for animal in animals:
            yield f"{animal} {turn}"


# For a workshop that shows its names.
NO_ALIASES = Aliases((), "")
