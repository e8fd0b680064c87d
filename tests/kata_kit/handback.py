"""Hand back what came of a run to the program that started it: the loop.

The file is JSON: `records`, one `KataRecord` for each kata, and `others`, the tests and
files that failed without a record, such as a learner's own tests.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kata_kit.plain import made
from kata_kit.record import KataRecord
from kata_kit.tally import Records


class Other(NamedTuple):
    """A test that failed in a way that pytest tells."""

    title: str
    text: str


class Handed(NamedTuple):
    """The record of a run."""

    records: Sequence[KataRecord]
    others: Sequence[Other]


class Handback(Records):
    """Writes what came of the run to a file, at its end."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._others: list[Other] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        super().pytest_runtest_logreport(report)
        if report.failed and not hasattr(report, "kata"):
            self._take(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._take(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        records = [asdict(record) for record in self.all()]
        values = {"records": records, "others": self._others}
        self._file.write_text(json.dumps(values), encoding="utf-8")

    def _take(self, report: Any) -> None:
        self._others.append(Other(report.nodeid, report.longreprtext))


def read(file: Path) -> Handed | None:
    """Return what a run handed back; None if it ended before it could."""
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    records = [made(KataRecord, record) for record in values["records"]]
    return Handed(records, [Other(*other) for other in values["others"]])
