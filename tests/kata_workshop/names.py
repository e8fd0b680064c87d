"""Animals for names, so that a workshop can be shown without saying who is who.

Which animal somebody gets is drawn by lot in every run: an order of names would give them away.
Names are put away before anything is run or told, so that no list of records ever held them; in
texts, such as a path in a traceback, they are replaced.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

from kata_kit.layout import visible

ANIMALS = Path(__file__).with_name("animals.txt")

# A shorter name is replaced in paths only: as a word it may be anything, such as X.
SHORTEST_WORD = 3


class Aliases:
    """An animal for each name; the same lot gives the same animals."""

    def __init__(self, names: Iterable[str], lot: str) -> None:
        everybody = sorted(set(names))
        self._animals = dict(zip(everybody, _drawn(everybody, lot), strict=True))
        # A name itself goes before what another one is written as.
        self._written = {form: self._animals[name] for name in everybody for form in _forms(name)}
        self._written |= self._animals
        longest_first = sorted(self._written, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, longest_first)) or "(?!)")

    def of(self, name: str) -> str:
        """The animal that stands for a name; where there are none, the name."""
        return self._animals.get(name, name)

    def hide(self, text: str) -> str:
        """The text with animals where it names somebody."""
        return self._pattern.sub(lambda found: self._written[found[0]], text)


def _drawn(names: list[str], lot: str) -> list[str]:
    """As many animals as there are names, and none that is somebody's name.

    >>> len(set(_drawn([f"p{number}" for number in range(1000)], "lot")))
    1000
    """
    taken = {name.casefold() for name in names}
    animals = ANIMALS.read_text(encoding="ascii").split()
    rng, pool, turn = random.Random(lot), list[str](), 1
    while len(pool) < len(names):
        more = [f"{animal} {turn}" if turn > 1 else animal for animal in animals]
        pool += rng.sample(more, len(more))
        pool, turn = [animal for animal in pool if animal not in taken], turn + 1
    return rng.sample(pool[: len(names)], len(names))


def _forms(name: str) -> set[str]:
    r"""How a name may be written in a text: with a capital, or with escapes.

    >>> sorted(_forms("ada\x1b"))
    ['Ada\x1b', 'ada\x1b', 'ada\\x1b']
    """
    return {name, name.title(), visible(name), repr(name)[1:-1]}


def _pattern(name: str) -> str:
    """What finds a name as a whole word, or a short one as a part of a path."""
    word = re.escape(name)
    if len(name) >= SHORTEST_WORD:
        return rf"(?<![^\W_]){word}(?![^\W_])"
    return rf"(?:(?<=/)|(?<=\\)|(?<![^\s'\"])){word}(?=/|\\|__)"


# For a workshop that shows its names.
NO_ALIASES = Aliases((), "")
