"""The progress on the path, for `pytest --progress` and for the loop.

pytest's cache keeps the result of each kata's last whole run, with a digest of its
code and table. If the digest differs, the result is stale.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kata_kit.katas import BY_NAME, PATH, ROOT, Kata
from kata_kit.record import FAILED, GREEN, NOT_RUN, PASSED, STOPPED, KataRecord

CACHE, KEY = ROOT / ".pytest_cache", "katas/progress"
UNSAVED = "Your progress won't be saved: .pytest_cache can't be written."
SIGNS = {PASSED: "#", FAILED: "x", NOT_RUN: ".", STOPPED: "?"}  # in a bar


class Progress(NamedTuple):
    """The progress in one kata."""

    kata: str
    states: tuple[str, ...]  # of its stages; empty if nothing is known
    words: str
    is_green: bool = False


def bar(states: Iterable[str]) -> str:
    """Return the states of stages as a picture, in `SIGNS`."""
    return f"[{''.join(SIGNS[state] for state in states)}]"


def keep(cache: pytest.Cache, records: Sequence[KataRecord]) -> bool:
    """Put the results of whole runs into pytest's cache; return True if they are."""
    results = dicts_in(cache.get(KEY, None))
    for record in records:
        if record.whole:
            results[record.kata] = {
                "states": [stage.state for stage in record.stages],
                "words": record.words,
                "green": record.state == GREEN,
                "digest": digest(BY_NAME[record.kata]),
            }
    cache.set(KEY, results)
    return bool(cache.get(KEY, None) == results)


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


def of_path(cache: Path = CACHE) -> list[Progress]:
    """Return what pytest's cache knows of each kata, in the order of the path."""
    results: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        text = (cache / "v" / KEY).read_text(encoding="utf-8")
        results = dicts_in(json.loads(text))
    return [progress_in(kata, results.get(kata.name)) for kata in PATH]


def dicts_in(known: object) -> dict[str, Any]:
    """Return what the cache has of each kata, and nothing that has another form."""
    results = known.items() if isinstance(known, dict) else ()
    return {kata: kept for kata, kept in results if isinstance(kept, dict)}


def progress_in(kata: Kata, kept: object) -> Progress:
    """Return the progress in a kata, by what the cache has of it."""
    if not kata.stub.exists():
        return Progress(kata.name, (), "its file is missing")
    match kept:
        case {
            "states": [*states],
            "words": str(words),
            "green": bool(is_green),
            "digest": str(made_with),
        } if all(state in SIGNS for state in states):
            if made_with and made_with == digest(kata):
                return Progress(kata.name, tuple(states), words, is_green)
            return Progress(kata.name, (), "changed since its last run")
    return Progress(kata.name, (), "not run yet")


def written(path: Sequence[Progress]) -> list[str]:
    """Return a line for each kata, how many are done, and the next command."""
    bars = [bar(kata.states) if kata.states else "-" for kata in path]
    names, widest = max(len(kata.kata) for kata in path), max(map(len, bars))
    lines = [
        f"{kata.kata:{names}}  {picture:{widest}}  {kata.words}"
        for kata, picture in zip(path, bars, strict=True)
    ]
    left = [kata.kata for kata in path if not kata.is_green]
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
