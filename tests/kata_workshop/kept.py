"""What earlier runs knew, kept in pytest's cache as JSON.

Records of files that have not changed are found by all that they depend on. A
stranger's code must not write itself a verdict there: where the kernel does not keep it
from writing (`kata_worker.kernel`), nothing is kept. The states of an evening are kept
for its day, so that a restart goes on.
"""

import json
import platform
import sys
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import time
from typing import Any

import pytest
from kata_kit.katas import ROOT
from kata_kit.plain import made
from kata_kit.process import Limits
from kata_kit.record import BROKEN, GREEN, NOT_STARTED, RED, KataRecord
from kata_kit.sources import digest, files
from kata_report.cohort import Step, bar

from kata_workshop.files import Submitted

# What the kernel has to guard: `kata_worker.guard` returns these names.
NO_WRITING = {"files", "emptying"}

LONGEST_SECONDS = 14 * 24 * 3600  # that a record is kept

WORTH = (GREEN, RED, BROKEN, NOT_STARTED)  # The states of what no limit ended.


def key(one: Submitted, limits: Limits) -> str:
    """Return what the record of a file depends on; "" if that is too much to read."""
    read = digest(one.kata, one.file, one.own)
    parts = [read, _harness(), repr(limits), str(one.file)]
    return _hashed("\0".join(parts)) if read else ""


def get(folder: Path | None, key: str) -> KataRecord | None:
    """Return the record that was kept; None if there is none that is whole."""
    if folder and key:
        with suppress(OSError, ValueError):
            values = json.loads((folder / key).read_bytes())
            found: KataRecord = made(KataRecord, values)
            return found if found.state in WORTH else None
    return None


def put(folder: Path | None, key: str, record: KataRecord) -> None:
    """Keep a record; what a limit of the workshop ended is not worth it."""
    if folder and key and record.state in WORTH:
        with suppress(OSError):  # A full disk, a folder that only others may write.
            (folder / key).write_text(json.dumps(asdict(record)), encoding="utf-8")


def place(config: pytest.Config, held: Collection[str]) -> Path | None:
    """Return where this run keeps records; None without a cache that is guarded."""
    store: Any = getattr(config, "cache", None)
    if store is None or not NO_WRITING.issubset(held):
        return None
    try:
        folder: Path = store.mkdir("katas")
    except OSError:  # Only others may write there.
        return None
    for old in folder.iterdir():
        if old.stat().st_mtime < time() - LONGEST_SECONDS:
            old.unlink(missing_ok=True)
    return folder


@cache
def _harness() -> str:
    """Return the digest of what makes a verdict, beside the table and the code."""
    versions = f"{sys.version} {platform.machine()} {pytest.__version__}"
    whole = sha256(versions.encode())
    for file in (ROOT / "conftest.py", ROOT / "pyproject.toml", *files(ROOT / "tests")):
        whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def now() -> datetime:
    return datetime.now()


def minutes_since(at: str) -> float:
    """Return how many minutes ago a step was."""
    return (now() - datetime.fromisoformat(at)).total_seconds() / 60


class History:
    """The steps of everybody, a line of JSON for each in a file, if there is one."""

    def __init__(self, kept: Path | None, folder: Path) -> None:
        evening = _hashed(f"{now():%Y-%m-%d} {folder.resolve()}")
        self._file = kept and kept / f"evening-{evening}"
        self.steps = self._read()
        self._last = {(step.participant, step.kata): step for step in self.steps}

    def add(self, record: KataRecord) -> None:
        """Add what came of a file, if it is another state than before."""
        cell, at = (record.participant, record.kata), f"{now():%Y-%m-%d %H:%M}"
        step = Step(*cell, at, record.state, bar(record))
        before = self._last.get(cell)
        if before and (before.state, before.bar) == (step.state, step.bar):
            return
        self._last[cell] = step
        self.steps.append(step)
        if self._file:
            with suppress(OSError), self._file.open("a", encoding="utf-8") as file:
                print(json.dumps(asdict(step)), file=file)

    def _read(self) -> list[Step]:
        lines, steps = list[str](), list[Step]()
        if self._file:
            with suppress(OSError):
                lines = self._file.read_text("utf-8", "replace").splitlines()
        for line in lines:
            with suppress(ValueError):  # It may not be whole.
                step: Step = made(Step, json.loads(line))
                minutes_since(step.at)  # It is a time.
                steps.append(step)
        return steps
