"""The people of an evening: their names, their keys, and their folders.

A folder is there to be read: `NAME/<kata>.py`, `NAME/<kata>.json`, and in
`NAME/history.jsonl` a line for each run. `NAME/person.json` has the name as it was
said, and digests of the keys of its browsers.
"""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from unicodedata import normalize

from kata_kit.katas import BY_NAME
from kata_kit.layout import columns
from kata_kit.record import KataRecord
from starlette.exceptions import HTTPException

from kata_evening import whole
from kata_evening.checked import checked, decoded
from kata_evening.files import LONGEST_NAME, NOBODY, one_line, unlike

PERSON, HISTORY = "person.json", "history.jsonl"
MOST_SIGNS = 60  # of a name: some take no column
# Names that mean something to a system, or to `--submission`
RESERVED = {"con", "prn", "aux", "nul", "katas", *NOBODY, *BY_NAME}
PORT = re.compile("(?:com|lpt)[0-9]")


class Step(NamedTuple):
    """A line of the history: what came of a run."""

    time: int  # in seconds, since 1970
    id: str
    kata: str
    bar: str
    passed: int  # cases


@dataclass
class Person:
    """Somebody who takes part."""

    name: str
    folder: Path
    keys: Sequence[str] = ()  # digests
    records: dict[str, KataRecord] = field(default_factory=dict)  # by kata
    history: list[Step] = field(default_factory=list)
    lock: Any = field(default_factory=Lock)  # of the folder: disks are slow

    def keep(self, *keys: str) -> None:
        """Write the name and the keys down; without a disk they stay as they were."""
        self.folder.mkdir(exist_ok=True)
        entry = {"name": self.name, "keys": keys}
        whole.write(self.folder / PERSON, json.dumps(entry))
        self.keys = keys

    def add(self, step: Step) -> None:
        """Write the history with one more line."""
        lines = [json.dumps(each._asdict()) for each in (*self.history, step)]
        whole.write(self.folder / HISTORY, "\n".join(lines))
        self.history.append(step)


def person_in(file: Path) -> Person:
    """Return whose file it is; raise any exception if it's nobody's."""
    entry = decoded(file.read_bytes())
    keys = checked(tuple[str, ...], entry["keys"])
    person = Person(checked(str, entry["name"]), file.parent, keys)
    kinds = [*Step.__annotations__.values()]
    with suppress(FileNotFoundError):  # Nothing has come yet.
        for line in (file.parent / HISTORY).read_bytes().splitlines():
            with suppress(TypeError, ValueError):  # Somebody may have changed one.
                step = Step(**decoded(line))
                if [*map(type, step)] == kinds:
                    person.history.append(step)
    return person


def name_in(text: object) -> str:
    r"""Return a name as the room will see it.

    >>> name_in(" ada+grace "), name_in("e\u0301va")
    ('ada+grace', 'éva')

    Raises:
        HTTPException: if it's no name.
    """
    name = " ".join(normalize("NFC", text).split()) if isinstance(text, str) else ""
    is_short = len(name) <= MOST_SIGNS and 1 <= columns(name) <= LONGEST_NAME
    if not (is_short and name.isprintable()):
        expected = f"expected a name of 1 to {LONGEST_NAME} letters"
        raise HTTPException(400, f"{expected}, got {one_line(repr(text)[:MOST_SIGNS])}")
    return name


def folder_name(name: str, others: Iterable[str]) -> str:
    """Return a name for a folder that every system can have, unlike the others.

    >>> folder_name("ada+grace", []), folder_name("../CON", []), folder_name("con.", [])
    ('ada+grace', '_CON', 'con_')
    >>> folder_name("a/b", ["A_B"])
    'a_b (2)'
    """
    safe = re.sub(r"[^\w+() -]+", "_", name).strip()
    stem = safe.casefold()
    if stem in RESERVED or PORT.fullmatch(stem):
        safe += "_"
    return unlike(safe, others)


def digest(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
