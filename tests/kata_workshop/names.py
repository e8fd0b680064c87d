"""Animals for names, so that a workshop can be shown without saying who is who.

They are drawn by lot in every run: an order of names would give them away. No record
ever holds a name; in texts, such as a path in a traceback, names are replaced.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections.abc import Iterable
from itertools import count, islice
from pathlib import Path
from unicodedata import normalize

from kata_kit.layout import visible

ANIMALS = Path(__file__).with_name("animals.txt")
WORD = re.compile(r"[^\W_]+")
# A name in another spelling has so many words at most, and so much between two of them.
MOST_WORDS, MOST_BETWEEN = 6, 3
# A shorter name is replaced in paths only: as a word it may be anything, such as X.
SHORTEST_WORD = 3


class Aliases:
    """An animal for each name: the same with the same lot; whoever has one keeps it."""

    def __init__(
        self, names: Iterable[str], lot: str, before: Aliases | None = None
    ) -> None:
        self.lot, known = lot, before.animals if before else {}
        everybody = sorted({*known, *names})
        taken = {name.casefold() for name in (*everybody, *known.values())}
        animals = ANIMALS.read_text(encoding="ascii").split()
        drawn = random.Random(lot).sample(animals, len(animals))
        numbered = (
            f"{one} {turn}" if turn > 1 else one for turn in count(1) for one in drawn
        )
        free = (animal for animal in numbered if animal not in taken)
        drawn_now = {name: next(free) for name in everybody if name not in known}
        self.animals: dict[str, str] = known | drawn_now
        # A name itself goes before what another one is written as.
        forms = {
            form: self.animals[name] for name in everybody for form in _forms(name)
        }
        self._written = forms | self.animals
        longest_first = sorted(self._written, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, longest_first)) or "(?!)")
        self._spelt = {
            _key(name): self.animals[name] for name in everybody if _can_be_spelt(name)
        }
        self._keys = sorted(self._spelt)

    def of(self, name: str) -> str:
        """The animal that stands for a name; where there are none, the name."""
        return self.animals.get(name, name)

    def hide(self, text: str) -> str:
        """The text with animals where it names somebody."""
        text = self._pattern.sub(lambda found: self._written[found[0]], text)
        hidden, end = "", 0
        for start in (word.start() for word in WORD.finditer(text)):
            last, animal = self._spelt_at(text, start) if start >= end else (end, "")
            if animal:
                hidden += text[end:start] + animal
                end = last
        return hidden + text[end:]

    def _spelt_at(self, text: str, start: int) -> tuple[int, str]:
        """Where a name in another spelling, or cut, ends that begins there; and its animal."""
        key, found, end = "", (0, ""), start
        for word in islice(WORD.finditer(text, start), MOST_WORDS):
            if word.start() - end > MOST_BETWEEN:
                break
            key, end = key + _key(word[0]), word.end()
            if key in self._spelt:
                found = end, self._spelt[key]
            elif text.startswith("...", end) and len(key) >= SHORTEST_WORD:
                longer = self._keys[bisect(self._keys, key) :][:1]
                if longer and longer[0].startswith(key):
                    found = end, self._spelt[longer[0]]
        return found


def _forms(name: str) -> set[str]:
    """How a name may be written in a text: with a capital, or with escapes."""
    return {name, name.title(), visible(name), repr(name)[1:-1]}


def _pattern(name: str) -> str:
    """What finds a name as a whole word, or a short one as a part of a path."""
    word = re.escape(name)
    if len(name) >= SHORTEST_WORD:
        return rf"(?<![^\W_]){word}(?![^\W_])"
    return rf"(?:(?<=/)|(?<=\\)|(?<![^\s'\"])){word}(?=/|\\|__)"


def _key(text: str) -> str:
    """The letters of a name, whatever its case, its accents, and what joins its words."""
    return "".join(c for c in normalize("NFKD", text).casefold() if c.isalnum())


def _can_be_spelt(name: str) -> bool:
    """Whether another spelling is a name for sure: a word, or two that are no letters of a board.

    >>> [_can_be_spelt(name) for name in ("ada", "ada l.", "x o", "a b c", "ed")]
    [True, False, False, False, False]
    """
    one = len(WORD.findall(name)) == 1
    whole = name[:1].isalnum() and name[-1:].isalnum()
    return whole and len(_key(name)) >= (SHORTEST_WORD if one else 2 * SHORTEST_WORD)


# For a workshop that shows its names.
NO_ALIASES = Aliases((), "")
