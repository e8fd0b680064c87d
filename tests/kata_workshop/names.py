"""Names of people: the roster of who should be here, and animals in their place.

`pair` in the roster is the handle under which two or more hand in together.
"""

import csv
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from io import StringIO
from itertools import count
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

import pytest
from kata_kit.layout import encodable, short
from kata_report.cohort import plain

# None of them is anybody's name.
ANIMALS = """
badger beaver camel cheetah condor cuckoo dingo dolphin dove eagle emu falcon ferret
gecko gibbon hare hedgehog heron ibis jackal koala lemur llama magpie moose newt octopus
otter owl panda parrot pelican puffin rabbit raccoon salmon seal stork swan tapir tiger
toad turtle walrus weasel wombat yak zebra
"""


class Aliases:
    """An animal for each name, drawn by lot: an order of names would give them away."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        animals = ANIMALS.split()
        SystemRandom().shuffle(animals)
        self._drawn = (
            f"{animal} {turn}" if turn > 1 else animal
            for turn in count(1)
            for animal in animals
        )
        self._animals = dict[str, str]()
        self.add(names)

    def add(self, names: Iterable[str]) -> None:
        """Draw an animal for each name that has none, and that is nobody's name."""
        everybody = {*names, *self._animals}
        taken = {name.casefold() for name in everybody}
        free = (animal for animal in self._drawn if animal not in taken)
        new = sorted(everybody - self._animals.keys())
        self._animals |= {name: next(free) for name in new}

    def of(self, name: str) -> str:
        """Return the animal that stands for a name; where there are none, the name."""
        return self._animals.get(name, name)


NO_ALIASES = Aliases()  # for a workshop that shows its names


class Row(NamedTuple):
    """A row of the roster."""

    handle: str
    name: str = ""
    pair: str = ""


class Roster(NamedTuple):
    """All rows, each handle once."""

    rows: Sequence[Row] = ()
    odd: Sequence[str] = ()  # what is wrong in the file

    def people(self, here: Collection[str]) -> Mapping[str, str]:
        """Return all handles that are expected, as they are here, with their names."""
        # A name that is here as it is written comes before one that is much like it.
        as_here = {plain(name): name for name in sorted(here, reverse=True)}
        as_here |= {name: name for name in here}
        found = defaultdict[str, list[str]](list)
        for row in self.rows:
            pair = [one for one in self.rows if row.pair and one.pair == row.pair]
            handles = [row.pair, row.handle, *(one.handle for one in pair)]
            spelt = [one for name in handles for one in (name, plain(name))]
            there = [as_here[one] for one in spelt if one in as_here]
            whose = there[0] if there else row.pair or row.handle
            found[whose].append(row.name)
        return {one: ", ".join(filter(None, names)) for one, names in found.items()}


NO_ROSTER = Roster()


def read(typed: str, here: Path) -> Roster:
    """Return the roster of a file; raise UsageError if it has no column `handle`."""
    try:
        return _roster(Path(here, typed).read_text(encoding="utf-8-sig"))
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        got = error.object[: error.end].splitlines()[-1]
        why = f"expected UTF-8, got {short(repr(got), 60)}; save it as CSV UTF-8"
    except (ValueError, csv.Error) as error:
        why = str(error)
    raise pytest.UsageError(f"--roster={typed}: {why}")


def _roster(text: str) -> Roster:
    head = text.partition("\n")[0]
    sign = ";" if ";" in head else ","
    lines = csv.DictReader(StringIO(text), delimiter=sign, restval="")
    columns = [name.strip().lower() for name in lines.fieldnames or ()]
    if "handle" not in columns:
        raise ValueError(f"expected a column 'handle', got {short(head.strip(), 60)!r}")
    lines.fieldnames = columns
    rows, odd = dict[str, Row](), list[str]()
    for line in lines:
        row = Row(*(encodable(line.get(name, "").strip()) for name in Row._fields))
        if not row.handle:
            odd.append(f"without a handle on the roster: line {lines.line_num}")
        elif plain(row.handle) in rows:
            odd.append(f"twice on the roster: {row.handle}")
        else:
            rows[plain(row.handle)] = row
    return Roster([*rows.values()], odd)
