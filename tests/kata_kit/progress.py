"""The path of katas with what is done, for `pytest --progress`: from the last runs, without one.

The results stand in pytest's cache. One that was made with other code than is there now is stale,
and said to be: the file's digest is kept with it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.record import GREEN, KataRecord

# Where pytest's cache keeps a value of this name.
KEY = "katas/progress"


@dataclass(frozen=True)
class Result:
    """The last whole run of a kata.

    Attributes:
        bar: a sign for each stage, as the summary draws it.
        words: the state in words.
        green: whether all stages passed.
        digest: of the file that was under test.
        table: the digest of the test file.
    """

    bar: str
    words: str
    green: bool
    digest: str
    table: str


def digest(path: Path) -> str:
    """What tells one content of a file from another; empty if there is none that can be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def shown(config: pytest.Config) -> list[str]:
    """The lines of `--progress`."""
    if not config.pluginmanager.has_plugin("cacheprovider"):  # -p no:cacheprovider
        return path_lines({})
    return path_lines(read(config.rootpath / config.getini("cache_dir")))


def keep(cache: Any, records: Iterable[KataRecord], digests: Mapping[str, str]) -> None:
    """Put the records of whole runs into pytest's cache, beside what is known of other katas.

    Args:
        cache: the cache.
        records: the records.
        digests: by kata, that of the file when it was loaded; it may have been saved since.
    """
    results = {one.kata: asdict(_result(one, digests[one.kata])) for one in records}
    if results:
        known = _entries(cache.get(KEY, None))
        cache.set(KEY, {name: one for name, one in known.items() if name in BY_NAME} | results)


def _result(record: KataRecord, file: str) -> Result:
    green = record.state == GREEN
    return Result(record.bar, record.words, green, file, _digest_of_table(BY_NAME[record.kata]))


def _digest_of_table(kata: KataFiles) -> str:
    table = ROOT / kata.table
    return digest(table) + digest(table.with_name("table.txt"))


def read(cache: Path) -> dict[str, Result]:
    """The results in a cache folder; none if it was deleted or cannot be read."""
    try:
        known = json.loads((cache / "v" / KEY).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    results = {}
    for name, entry in _entries(known).items():
        try:
            results[name] = Result(**entry)  # type: ignore[arg-type]
        except TypeError:  # Written by another version.
            continue
    return results


def path_lines(results: Mapping[str, Result]) -> list[str]:
    """The path for the terminal: a line for each kata, and what comes next."""
    width = max(map(len, BY_NAME))
    bars = [result.bar for result in results.values()]
    bar_width = max(map(len, bars), default=1)
    lines = []
    for kata in PATH:
        bar, words = _state(kata, results.get(kata.name))
        lines.append(f"{kata.name:{width}}  {bar:{bar_width}}  {words}")
    done = [kata for kata in PATH if _done(kata, results.get(kata.name))]
    lines.append(f"{len(done)} of {len(PATH)} katas are done")
    following = next((kata for kata in PATH if kata not in done), None)
    if following:
        lines.append(f"next: pytest katas/{following.name}")
    return lines


def _done(kata: KataFiles, result: Result | None) -> bool:
    return result is not None and result.green and not _stale(kata, result)


def _stale(kata: KataFiles, result: Result) -> bool:
    now = digest(ROOT / kata.stub), _digest_of_table(kata)
    return now != (result.digest, result.table)


def _state(kata: KataFiles, result: Result | None) -> tuple[str, str]:
    if result is None:
        return "-", "not run yet"
    if _stale(kata, result):
        return "-", "changed since its last run"
    return result.bar, result.words


def _entries(known: object) -> dict[str, dict[str, object]]:
    if not isinstance(known, dict):
        return {}
    return {name: entry for name, entry in known.items() if isinstance(entry, dict)}
