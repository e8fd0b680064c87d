"""Records of files that have not changed, kept from one run to the next as JSON in pytest's cache.

A record is found by all that it depends on: the file and what it could import from
beside it, the table, the harness, Python, pytest, the limits. A stranger's code must
not write itself a verdict there: where the kernel does not keep it from writing
(`kata_worker.kernel`), nothing is kept.
"""

import json
import os
import platform
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import time
from typing import Any

import pytest
from kata_kit.katas import PATH, ROOT, KataFiles, references
from kata_kit.plain import made
from kata_kit.process import Limits
from kata_kit.record import BROKEN, GREEN, RED, KataRecord
from kata_kit.sources import LARGEST

from kata_workshop.participants import Submitted

# What the kernel has to guard: `kata_worker.guard` returns these names.
NO_WRITING = {"files", "emptying"}

# Of what stands beside a file, no more than this is read; a record of more is not kept.
MOST_FILES, MOST_BYTES = 500, 20 * LARGEST

LONGEST_SECONDS = 14 * 24 * 3600  # that a record is kept

# The packages below `tests/` that make a verdict, beside the room of the kata.
WORTH = (GREEN, RED, BROKEN)  # The states of what no limit ended.
HARNESS = ("installed", "kata_kit", "kata_tables", "kata_worker")


def key(one: Submitted, limits: Limits) -> str:
    """What the record of a file depends on; empty if that is too much to read."""
    try:
        beside = _beside(one)
    except (OSError, ValueError):
        return ""
    parts = [_harness(one.kata), repr(limits), one.packed or str(one.file), *beside]
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def get(folder: Path | None, key: str) -> KataRecord | None:
    """The record that was kept; None if there is none that is whole."""
    if folder and key:
        with suppress(OSError, ValueError):
            found: KataRecord = made(
                KataRecord, json.loads((folder / key).read_bytes())
            )
            return found if found.state in WORTH else None
    return None


def put(folder: Path | None, key: str, record: KataRecord) -> None:
    """Keep a record; what a limit of the workshop ended is not worth it."""
    if folder and key and record.state in WORTH:
        with suppress(OSError):  # A full disk, a folder that only others may write.
            (folder / key).write_text(json.dumps(asdict(record)), encoding="utf-8")


def place(config: pytest.Config, held: Collection[str]) -> Path | None:
    """Where this run keeps records: nowhere without a cache, or where code could write there."""
    store: Any = getattr(config, "cache", None)
    if store is None or not NO_WRITING.issubset(held):
        return None
    folder: Path = store.mkdir("katas")
    for old in folder.iterdir():
        if old.stat().st_mtime < time() - LONGEST_SECONDS:
            old.unlink(missing_ok=True)
    return folder


def _beside(one: Submitted) -> list[str]:
    """What is in the file and in those beside it; of files for other katas, in those it names."""
    # Beside a file that is all of its own stand the files of others.
    there = [one.file] if one.own == one.file else _files(one.file.parent)
    files = list(islice(there, MOST_FILES + 1))
    if (
        len(files) > MOST_FILES
        or sum(file.stat().st_size for file in files) > MOST_BYTES
    ):
        raise ValueError("too much to read")
    texts = {file.relative_to(one.file.parent): file.read_bytes() for file in files}
    others = {kata.name for kata in PATH if kata != one.kata}
    ours = b"\n".join(text for path, text in texts.items() if path.stem not in others)
    return [
        f"{path}:{sha256(text).hexdigest()}"
        for path, text in texts.items()
        if path.stem not in others or path.stem.encode() in ours
    ]


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder, but not those of Python's, of git, of an environment."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if not name.startswith((".", "__"))
        )
        if "pyvenv.cfg" in names:
            folders.clear()
        yield from (
            path for name in sorted(names) if (path := Path(root, name)).is_file()
        )


@cache
def _harness(kata: KataFiles) -> str:
    """What is in the files that make a verdict, and which Python runs them."""
    files = [
        ROOT / "conftest.py",
        ROOT / "pyproject.toml",
        *map(Path, references(kata).values()),
    ]
    files += [Path(__file__).with_name(name) for name in ("child.py", "run.py")]
    for part in (*HARNESS, kata.name):
        files += _files(ROOT / "tests" / part)
    digests = [sha256(file.read_bytes()).hexdigest() for file in files]
    return "\0".join([sys.version, platform.machine(), pytest.__version__, *digests])
