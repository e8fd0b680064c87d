"""The path of katas with what is done, for `pytest --progress`: from the last runs, without one.

The results stand in pytest's cache: for each kata the bar, the words, whether it is green, and a
digest. A result that was made with other code or another table than is there now is stale.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.record import GREEN, KataRecord
from kata_kit.whose import code

# Where pytest's cache keeps a value of this name.
KEY = "katas/progress"


def digest(path: Path, kata: KataFiles) -> str:
    """What tells one content of a file and its table from another."""
    hashed = hashlib.sha256()
    table = ROOT / kata.table
    for file in (path, table, table.with_name("table.txt")):
        try:
            hashed.update(code(file))
        except ValueError:  # A missing file is as good as an empty one.
            continue
    return hashed.hexdigest()


def keep(cache: Any, records: Iterable[KataRecord], digests: Mapping[str, str]) -> None:
    """Put the records of whole runs into pytest's cache, beside what is known of other katas.

    The digests are those of the files when they were loaded; they may have been saved since.
    """
    results = {
        one.kata: [one.bar, one.words, one.state == GREEN, digests[one.kata]] for one in records
    }
    if results:
        known = cache.get(KEY, None)
        cache.set(KEY, (known if isinstance(known, dict) else {}) | results)


def shown(config: pytest.Config) -> list[str]:
    """The lines of `--progress`: one for each kata, and what comes next."""
    known = _read(config)
    states = {kata.name: _state(kata, known.get(kata.name)) for kata in PATH}
    names, bars = max(map(len, BY_NAME)), max(len(bar) for bar, _, _ in states.values())
    lines = [f"{name:{names}}  {bar:{bars}}  {words}" for name, (bar, words, _) in states.items()]
    left = [name for name, (_, _, green) in states.items() if not green]
    lines.append(f"{len(PATH) - len(left)} of {len(PATH)} katas are done")
    return [*lines, *(f"next: pytest katas/{name}" for name in left[:1])]


def _state(kata: KataFiles, result: object) -> tuple[str, str, bool]:
    """The bar and the words for a kata, and whether it is done."""
    if not isinstance(result, list) or len(result) != 4:  # Not run, or by another version.
        return "-", "not run yet", False
    bar, words, green, made_with = result
    if made_with != digest(ROOT / kata.stub, kata):
        return "-", "changed since its last run", False
    return str(bar), str(words), green is True


def _read(config: pytest.Config) -> dict[str, object]:
    """The results that are known; none if they were deleted or cannot be read."""
    if not config.pluginmanager.has_plugin("cacheprovider"):  # -p no:cacheprovider
        return {}
    file = config.rootpath / config.getini("cache_dir") / "v" / KEY
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
