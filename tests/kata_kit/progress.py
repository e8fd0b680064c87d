"""The progress on the path, for `pytest --progress` and for the loop.

pytest's cache keeps the result of each kata's last whole run, with a digest of its
code and table. If the digest differs, the result is stale. A run that's killed while
it writes changes nothing, and runs of several katas at once write into several files.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

import pytest

from kata_kit.katas import BY_NAME, PATH, ROOT, Kata
from kata_kit.record import (
    FAILED,
    GREEN,
    NOT_RUN,
    PASSED,
    STOPPED,
    KataRecord,
    value_of,
)

CACHE = ROOT / ".pytest_cache"
UNSAVED = "Your progress won't be saved: .pytest_cache can't be written."
SIGNS = {PASSED: "#", FAILED: "x", NOT_RUN: ".", STOPPED: "?"}  # in a bar


def bar(states: Iterable[str]) -> str:
    """Return the states of stages as a picture, in `SIGNS`."""
    return f"[{''.join(SIGNS[state] for state in states)}]"


def key(kata: str) -> str:
    """Return under which key pytest's cache keeps the result of a kata."""
    return f"katas/{kata}"


def keep(cache: pytest.Cache, records: Sequence[KataRecord], place: Path) -> bool:
    """Put the results of whole runs into pytest's cache; return True if they are."""
    whole = [record for record in records if record.whole]
    kept = [is_kept(cache, record, place) for record in whole]
    return all(kept)


def is_kept(cache: pytest.Cache, record: KataRecord, place: Path) -> bool:
    """Put the result of a kata into pytest's cache; return True if it is there."""
    name, made_with = key(record.kata), digest(BY_NAME[record.kata])
    result = [made_with, asdict(replace(record, failures=()))]
    new = f"{name}.new"  # until it's written whole
    cache.set(new, result)
    with suppress(OSError):
        (place / "v" / new).replace(place / "v" / name)
    # It's a list where we had a tuple.
    return bool(cache.get(name, None) == json.loads(json.dumps(result)))


def digest(kata: Kata) -> str:
    """Return a digest of a kata's code and table; "" where one is missing."""
    with suppress(OSError):
        texts = [file.read_bytes() for file in (kata.stub, kata.table, kata.tests)]
        return sha256(b"\0".join(texts)).hexdigest()
    return ""


def folder(config: pytest.Config) -> Path:
    """Return the folder of pytest's cache, by its option `cache_dir`."""
    if not config.pluginmanager.has_plugin("cacheprovider"):
        return CACHE
    return Path(config.rootpath, config.getini("cache_dir"))


def of_path(cache: Path = CACHE) -> list[KataRecord]:
    """Return what pytest's cache knows of each kata, in the order of the path."""
    return [record_of(kata, cache / "v" / key(kata.name)) for kata in PATH]


def record_of(kata: Kata, file: Path) -> KataRecord:
    """Return the record of a kata in a file, which may have anything in it."""
    words = "not run yet"
    with suppress(OSError, KeyError, TypeError, ValueError, RecursionError):
        made_with, data = json.loads(file.read_text(encoding="utf-8"))
        record: KataRecord = value_of(KataRecord, data)
        if made_with and made_with == digest(kata):
            return record
        words = "changed since its last run"
    if not kata.stub.exists():
        words = "its file is missing"
    return KataRecord(kata.name, "", NOT_RUN, words)


def kata_lines(records: Sequence[KataRecord]) -> list[str]:
    """Return a line for each kata, with its bar and its state."""
    bars = [bar(record.states) if record.stages else "-" for record in records]
    names, widest = max(len(record.kata) for record in records), max(map(len, bars))
    return [
        f"{record.kata:{names}}  {picture:{widest}}  {record.words}"
        for record, picture in zip(records, bars, strict=True)
    ]


def path_lines(path: Sequence[KataRecord]) -> list[str]:
    """Return a line for each kata, how many are done, and the next command."""
    lines = kata_lines(path)
    left = [record.kata for record in path if record.state != GREEN]
    done = len(path) - len(left)
    lines.append(f"{done} of {len(path)} katas {'is' if done == 1 else 'are'} done")
    if left:
        lines.append(f"next: pytest katas/{left[0]}")
    return lines


def following(last: str, done: Iterable[str]) -> str:
    """Return the first kata after this one that isn't done, or before it; else ""."""
    names = [kata.name for kata in PATH]
    place = names.index(last)
    order = [*names[place + 1 :], *names[:place]]
    return next((name for name in order if name not in {*done}), "")
