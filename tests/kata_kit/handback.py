"""Hand back what comes of a run to the program that started it: the loop.

The file grows by a line of JSON for each test that starts, and for each that has ended.
Stages that were green and slow run last, so that the others are told at once.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kata_kit import progress
from kata_kit.attempt import ATTEMPT
from kata_kit.plain import made
from kata_kit.record import CaseRecord, KataRecord
from kata_kit.tally import Records


@dataclass
class Handed:
    """The outcome of a run, or of its beginning."""

    records: list[KataRecord] = field(default_factory=list)
    # The tests and files that failed without a record, each with what pytest tells.
    others: list[tuple[str, str]] = field(default_factory=list)
    now: str = ""  # the stage and the title of the test that it is at


class Handback(Records):
    """Writes to a file what comes of each test of a run."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file.open("w", encoding="utf-8", buffering=1)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        slow = progress.slow_stages(progress.folder(config))

        def is_slow(item: pytest.Item) -> bool:
            attempt = item.stash.get(ATTEMPT, None)
            return bool(attempt and (attempt.kata.name, attempt.stage) in slow)

        items.sort(key=is_slow)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if attempt := item.stash.get(ATTEMPT, None):
            self._tell("now", f"{attempt.stage}: {attempt.title}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        super().pytest_runtest_logreport(report)
        if facts := getattr(report, "kata_run", None):
            self._tell("facts", self.facts[facts["kata"]])
        if case := getattr(report, "kata", None):
            self._tell("case", asdict(case))
        elif report.failed:
            self.pytest_collectreport(report)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._tell("other", [report.nodeid, report.longreprtext])

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        self._file.close()

    def _tell(self, what: str, value: object) -> None:
        self._file.write(f"{json.dumps([what, value])}\n")


def read(file: Path) -> Handed:
    """Return what a run has handed back up to now."""
    handed, known = Handed(), Records()
    with suppress(OSError, ValueError):  # The last line may not be whole yet.
        for line in file.read_text(encoding="utf-8").splitlines():
            match json.loads(line):
                case ["now", str(now)]:
                    handed.now = now
                case ["facts", facts]:
                    known.facts[facts["kata"]] = facts
                case ["case", values]:
                    case = made(CaseRecord, values)
                    known.cases[case.kata].append(case)
                case ["other", [title, text]]:
                    handed.others.append((title, text))
    handed.records = known.all()
    return handed
