"""Animals for names, so that a workshop can be shown without saying who is who.

Which animal somebody gets is drawn by lot in every run: an order of names would give them away.
Names are put away before anything is run or told, so that no list of records ever held them; in
texts, such as a path in a traceback, they are replaced.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

from kata_kit.layout import visible
from kata_kit.record import KataRecord

ANIMALS = Path(__file__).with_name("animals.txt")

# A shorter name is replaced in paths only: as a word it may be anything, such as X.
SHORTEST_WORD = 3


class Aliases:
    """An animal for each name.

    Args:
        names: everybody's name.
        lot: what the animals are drawn with; the same lot gives the same animals.
    """

    def __init__(self, names: Iterable[str], lot: str) -> None:
        everybody = sorted(set(names))
        self._animals = dict(zip(everybody, _drawn(everybody, lot), strict=True))
        # A name itself goes before what another one is written as.
        self._written = {form: self._animals[name] for name in everybody for form in _forms(name)}
        self._written |= self._animals
        self._pattern = _pattern(self._written)

    def of(self, name: str) -> str:
        """The animal that stands for a name."""
        return self._animals[name]

    def hide(self, text: str) -> str:
        """The text with animals where it names somebody."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._written[found[0]], text)

    def hidden(self, record: KataRecord) -> KataRecord:
        """An record, of which the participant is an animal already, without names in its texts."""
        failures = tuple(
            replace(failure, text=self.hide(failure.text)) for failure in record.failures
        )
        return replace(
            record,
            file=self.hide(record.file),
            words=self.hide(record.words),
            failures=failures,
            verdict=self.hide(record.verdict),
        )


def _drawn(names: list[str], lot: str) -> list[str]:
    """As many animals as there are names, and none that is somebody's name.

    >>> len(set(_drawn([f"p{number}" for number in range(1000)], "lot")))
    1000
    """
    animals = ANIMALS.read_text(encoding="ascii").split()
    rng, pool = random.Random(lot), list[str]()
    taken = {name.casefold() for name in names}
    for turn in count(1):
        if len(pool) >= len(names):
            break
        more = [animal if turn == 1 else f"{animal} {turn}" for animal in animals]
        rng.shuffle(more)
        pool += [animal for animal in more if animal not in taken]
    drawn = pool[: len(names)]
    rng.shuffle(drawn)  # Else "otter 2" would come late in the order of names.
    return drawn


def _forms(name: str) -> set[str]:
    r"""How a name may be written in a text: with a capital, or with escapes.

    >>> sorted(_forms("ada\x1b"))
    ['Ada\x1b', 'ada\x1b', 'ada\\x1b']
    """
    return {name, name.title(), visible(name), repr(name)[1:-1]}


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """What finds names as whole words, and short ones as parts of a path."""
    longest_first = sorted(names, key=len, reverse=True)
    found = []
    for name in longest_first:
        word = re.escape(name)
        if len(name) >= SHORTEST_WORD:
            found.append(rf"(?<![^\W_]){word}(?![^\W_])")
        else:
            found.append(rf"(?:(?<=/)|(?<=\\)|(?<![^\s'\"])){word}(?=/|\\|__)")
    return re.compile("|".join(found)) if found else None
