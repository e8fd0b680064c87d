"""Animals for names, so that a workshop can be shown without saying who is who.

Which animal somebody gets is drawn by lot in every run: an order of names would give them away.
Names are put away before anything is run or told, so that no list of records ever held them; in
texts, such as a path in a traceback, they are replaced.
"""

from __future__ import annotations

import random
import re
from bisect import bisect
from collections.abc import Iterable
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

    def __init__(self, names: Iterable[str], lot: str, before: Aliases | None = None) -> None:
        known: dict[str, str] = before.animals if before else {}
        everybody = sorted({*known, *names})
        new = [name for name in everybody if name not in known]
        taken = {*everybody, *known.values()}
        self.lot = lot
        self.animals: dict[str, str] = known | dict(zip(new, _drawn(new, lot, taken), strict=True))
        # A name itself goes before what another one is written as.
        self._written = {form: self.animals[name] for name in everybody for form in _forms(name)}
        self._written |= self.animals
        longest_first = sorted(self._written, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_pattern, longest_first)) or "(?!)")
        self._spelt = {_key(name): self.animals[name] for name in everybody if _can_be_spelt(name)}
        self._keys = sorted(self._spelt)

    def of(self, name: str) -> str:
        """The animal that stands for a name; where there are none, the name."""
        return self.animals.get(name, name)

    def hide(self, text: str) -> str:
        """The text with animals where it names somebody."""
        text = self._pattern.sub(lambda found: self._written[found[0]], text)
        words, place, hidden, end = list(WORD.finditer(text)), 0, "", 0
        while place < len(words):
            last, animal = self._spelt_at(text, words, place)
            if animal:
                hidden += text[end : words[place].start()] + animal
                end = words[last].end()
            place = last + 1
        return hidden + text[end:]

    def _spelt_at(self, text: str, words: list[re.Match[str]], first: int) -> tuple[int, str]:
        """The last word of a name in another spelling, or cut, and its animal."""
        key, best = "", (first, "")
        for last in range(first, min(first + MOST_WORDS, len(words))):
            if last > first and words[last].start() - words[last - 1].end() > MOST_BETWEEN:
                break
            key += _key(words[last][0])
            if key in self._spelt:
                best = last, self._spelt[key]
            elif text.startswith("...", words[last].end()) and len(key) >= SHORTEST_WORD:
                longer = self._keys[bisect(self._keys, key) :][:1]
                if longer and longer[0].startswith(key):
                    best = last, self._spelt[longer[0]]
        return best


def _drawn(names: list[str], lot: str, taken: Iterable[str]) -> list[str]:
    """As many animals as there are names, and none that is taken, by somebody's name or as one.

    >>> len(set(_drawn([f"p{number}" for number in range(1000)], "lot", [])))
    1000
    """
    taken = {name.casefold() for name in taken}
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


def _key(text: str) -> str:
    r"""The letters of a name, whatever its case, its accents, and what joins its words.

    >>> _key("Zo\xeb Mars"), _key("zoe_mars")
    ('zoemars', 'zoemars')
    """
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
