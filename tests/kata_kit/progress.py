"""The progress on the path, for `pytest --progress` and for the loop.

pytest's cache keeps what came of the last whole run of each kata, with a digest of its
code and table: with another digest it is stale.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.record import GREEN, PASSED
from kata_kit.sources import digest
from kata_kit.tally import Records
from kata_kit.writing import SIGNS, bar

CACHE, KEY = ROOT / ".pytest_cache", "katas/progress"
SLOW = 2.0  # seconds of a stage, by the clock


class Progress(NamedTuple):
    """The progress in one kata."""

    kata: str
    states: tuple[str, ...]  # of its stages; empty if nothing is known
    words: str
    is_green: bool = False


def keep(cache: pytest.Cache, records: Records) -> None:
    """Put what came of whole runs into pytest's cache."""
    results = _dicts(cache.get(KEY, None))
    for record in records.all():
        kata = record.kata
        green = [stage.name for stage in record.stages if stage.state == PASSED]
        if record.whole:
            results[kata] = {
                "states": record.states,
                "words": record.words,
                "green": record.state == GREEN,
                "slow": [one for one in green if records.seconds[kata, one] > SLOW],
                # The file may have been saved since it was loaded: this is what ran.
                "digest": records.facts[kata].get("digest", ""),
            }
    cache.set(KEY, results)


def folder(config: pytest.Config) -> Path:
    """Return the folder of pytest's cache, by its option `cache_dir`."""
    if not config.pluginmanager.has_plugin("cacheprovider"):
        return CACHE
    return Path(config.rootpath, config.getini("cache_dir"))


def slow_stages(cache: Path) -> set[tuple[str, str]]:
    """Return the katas and stages that were green and slow in the last whole run."""
    slow = [(kata, one.get("slow")) for kata, one in _kept(cache).items()]
    every = [(kata, stages) for kata, stages in slow if isinstance(stages, list)]
    return {(kata, str(stage)) for kata, stages in every for stage in stages}


def of_path(cache: Path = CACHE) -> list[Progress]:
    """Return what pytest's cache knows of each kata, in the order of the path."""
    results = _kept(cache)
    return [_progress(kata, results.get(kata.name)) for kata in PATH]


def _kept(cache: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        return _dicts(json.loads((cache / "v" / KEY).read_text(encoding="utf-8")))
    return {}


def _dicts(known: object) -> dict[str, Any]:
    results = known.items() if isinstance(known, dict) else ()
    return {kata: kept for kata, kept in results if isinstance(kept, dict)}


def _progress(kata: KataFiles, kept: object) -> Progress:
    if not (ROOT / kata.stub).exists():
        return Progress(kata.name, (), "its file is missing")
    match kept:
        case {
            "states": [*states],
            "words": str(words),
            "green": bool(is_green),
            "digest": str(made_with),
        } if all(str(state) in SIGNS for state in states):
            if made_with and made_with == digest(kata, ROOT / kata.stub):
                return Progress(kata.name, tuple(states), words, is_green)
            return Progress(kata.name, (), "changed since its last run")
    return Progress(kata.name, (), "not run yet")


def written(path: Sequence[Progress]) -> list[str]:
    """Return a line for each kata, how many are done, and the next command."""
    bars = [bar(one.states) if one.states else "-" for one in path]
    names, widest = max(len(one.kata) for one in path), max(map(len, bars))
    lines = [
        f"{one.kata:{names}}  {picture:{widest}}  {one.words}"
        for one, picture in zip(path, bars, strict=True)
    ]
    left = [one.kata for one in path if not one.is_green]
    done = len(path) - len(left)
    lines.append(f"{done} of {len(path)} katas {'is' if done == 1 else 'are'} done")
    if left:
        lines.append(f"next: pytest katas/{left[0]}")
    return lines
