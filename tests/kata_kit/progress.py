"""What is done of the path, for `pytest --progress`, and what helps on: the hints of a statement.

Of the last run of a kata pytest's cache keeps the bar, the words, whether it is green,
and a digest of its code and table: with others it is stale.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.layout import wrapped
from kata_kit.record import GREEN, KataRecord
from kata_kit.sources import code

KEY = "katas/progress"  # in pytest's cache
_HINT = re.compile(
    r"<details><summary>Hint \d+</summary>\n\n(.+?)\n</details>", re.DOTALL
)


def digest(path: Path, kata: KataFiles) -> str:
    """What tells one content of a file and its table from another."""
    hashed, table = hashlib.sha256(), ROOT / kata.table
    for file in (path, table, table.with_name("table.txt")):
        with suppress(ValueError):  # A missing file is as good as an empty one.
            hashed.update(code(file))
    return hashed.hexdigest()


def keep(cache: Any, records: Sequence[KataRecord], facts: Mapping[str, Any]) -> None:
    """Put the records of whole runs into pytest's cache, beside what is known of other katas."""
    known = cache.get(KEY, None)
    results = known if isinstance(known, dict) else {}
    for one in (record for record in records if record.whole):
        # The file may have been saved since it was loaded: the digest is that of what
        # ran.
        results[one.kata] = [
            one.bar,
            one.words,
            one.state == GREEN,
            facts[one.kata]["digest"],
        ]
        cache.set(KEY, results)


def shown(config: pytest.Config) -> list[str]:
    known: object = None
    if config.pluginmanager.has_plugin(
        "cacheprovider"
    ):  # Not with `-p no:cacheprovider`.
        with suppress(OSError, ValueError):
            file = config.rootpath / config.getini("cache_dir") / "v" / KEY
            known = json.loads(file.read_text(encoding="utf-8"))
    states = {kata.name: _state(kata, known) for kata in PATH}
    names, bars = max(map(len, BY_NAME)), max(len(bar) for bar, _, _ in states.values())
    lines = [
        f"{name:{names}}  {bar:{bars}}  {words}"
        for name, (bar, words, _) in states.items()
    ]
    left = [name for name, (_, _, green) in states.items() if not green]
    done = len(PATH) - len(left)
    lines.append(f"{done} of {len(PATH)} katas {'is' if done == 1 else 'are'} done")
    return [*lines, *(f"next: pytest katas/{name}" for name in left[:1])]


def _state(kata: KataFiles, known: object) -> tuple[str, str, bool]:
    result = known.get(kata.name) if isinstance(known, dict) else None
    if (
        not isinstance(result, list) or len(result) != 4
    ):  # Not run, or by another version.
        return "-", "not run yet", False
    bar, words, green, made_with = result
    if made_with != digest(ROOT / kata.stub, kata):
        return "-", "changed since its last run", False
    return str(bar), str(words), green is True


def hints(kata: KataFiles) -> list[str]:
    """The hints of a kata, from gentle to explicit, as they stand in its statement."""
    return _HINT.findall((ROOT / kata.statement).read_text(encoding="utf-8"))


def first_hints(kata: KataFiles, count: int) -> list[str]:
    """The lines for the terminal: the first hints, and how many there are."""
    every, lines = hints(kata), list[str]()
    for number, hint in enumerate(every[:count], start=1):
        lines += ["", f"hint {number} of {len(every)} for {kata.name}:"]
        for line in hint.splitlines():
            is_code = line.startswith("    ")  # It is not folded.
            lines += (
                [f"  {line}"]
                if is_code
                else wrapped(line, "  ", "  ")
                if line
                else [""]
            )
    if count > len(every):
        lines += ["", f"There are no more than {len(every)} hints for {kata.name}."]
    return lines
