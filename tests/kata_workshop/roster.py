"""The people who should be here, by a file of CSV: `--roster=names.csv`.

The column `handle` is required. `name` is what people call them, and `pair` is the
handle under which two or more hand in together. Other columns are passed over.
"""

import csv
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

import pytest
from kata_kit.layout import encodable, short


class Row(NamedTuple):
    """A row of the file."""

    handle: str
    name: str = ""
    pair: str = ""


class Roster(NamedTuple):
    """All rows, each handle once."""

    rows: Sequence[Row] = ()
    odd: Sequence[str] = ()  # what is wrong in the file

    def people(self, here: Collection[str]) -> Mapping[str, str]:
        """Return all handles that are expected, as they are here, with their names."""
        handed_in = {_plain(name): name for name in here}
        handed_in |= {name: name for name in here}
        found = defaultdict[str, list[str]](list)
        for row in self.rows:
            handles = [row.pair, row.handle, *self._partners(row)]
            names = [name for one in handles for name in (one, _plain(one))]
            there = [handed_in[name] for name in names if name in handed_in]
            whose = there[0] if there else row.pair or row.handle
            found[whose].append(row.name)
        return {one: ", ".join(filter(None, names)) for one, names in found.items()}

    def _partners(self, row: Row) -> list[str]:
        return [one.handle for one in self.rows if row.pair and one.pair == row.pair]


NO_ROSTER = Roster()


def read(typed: str, here: Path) -> Roster:
    """Return the roster of a file.

    Raises:
        UsageError: if it cannot be read, or has no column `handle`.
    """
    try:
        text = Path(here, typed).read_text(encoding="utf-8-sig")
        return _roster(text)
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
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
        elif _plain(row.handle) in rows:
            odd.append(f"twice on the roster: {row.handle}")
        else:
            rows[_plain(row.handle)] = row
    return Roster([*rows.values()], odd)


def _plain(handle: str) -> str:
    """Return a handle as it is compared: systems write names in several ways."""
    return normalize("NFC", handle).casefold()
