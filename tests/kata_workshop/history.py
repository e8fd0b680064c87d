"""The states of an evening, kept for its day, so that a restart goes on."""

import json
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from kata_kit.plain import made
from kata_kit.record import KataRecord
from kata_report.cohort import Step, bar


def now() -> datetime:
    return datetime.now()


def minutes_since(at: str) -> float:
    """Return how many minutes ago a step was."""
    return (now() - datetime.fromisoformat(at)).total_seconds() / 60


class History:
    """The steps of everybody, a line of JSON for each in a file, if there is one."""

    def __init__(self, kept: Path | None, folder: Path) -> None:
        where = f"{now():%Y-%m-%d} {folder.resolve()}"
        digest = sha256(where.encode("utf-8", "surrogateescape")).hexdigest()
        self._file = kept and kept / f"evening-{digest}"
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
