"""Hand back what came of a run to the program that started it: the loop.

The file is JSON: the fields of `Handed`. While the run goes on, a log grows beside it:
a line of JSON for each test that starts, and for each that has ended.

Stages that were green and slow run last, so that the others are told at once.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from kata_kit.attempt import ATTEMPT
from kata_kit.plain import made
from kata_kit.record import PASSED, CaseRecord, KataRecord
from kata_kit.tally import Records

SLOW = 2.0  # seconds of a stage, or of a test, by the clock
KEY = "katas/slow"  # in pytest's cache: of each kata the stages that run last


class Other(NamedTuple):
    """A test or a file that failed without a record, as pytest tells it."""

    title: str
    text: str


class Slowest(NamedTuple):
    """The test that took longest, if that was long."""

    title: str = ""
    seconds: float = 0.0


class Handed(NamedTuple):
    """What came of a run, or of its beginning."""

    records: Sequence[KataRecord] = ()
    others: Sequence[Other] = ()
    slowest: Slowest = Slowest()
    stage: str = ""  # of the test that it is at
    title: str = ""


class Handback(Records):
    """Writes what came of the run to a file, at its end, and how far it is."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._others: list[Other] = []
        self._slowest = Slowest()
        # Of the stages of each kata.
        self._seconds = defaultdict[tuple[str, str], float](float)
        log_of(file).unlink(missing_ok=True)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        slow = _known(config)

        def is_slow(item: pytest.Item) -> bool:
            attempt = item.stash.get(ATTEMPT, None)
            return bool(attempt and attempt.stage in slow.get(attempt.kata.name, ()))

        items.sort(key=is_slow)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if attempt := item.stash.get(ATTEMPT, None):
            self._log({"stage": attempt.stage, "title": attempt.title})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        super().pytest_runtest_logreport(report)
        if case := getattr(report, "kata", None):
            self._log({"case": asdict(case), "facts": self.facts[case.kata]})
            self._seconds[case.kata, case.stage] += report.duration
            if report.duration > max(SLOW, self._slowest.seconds):
                self._slowest = Slowest(case.title, report.duration)
        elif report.failed:
            self.pytest_collectreport(report)

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._others.append(Other(report.nodeid, report.longreprtext))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        records = self.all()
        if cache := getattr(session.config, "cache", None):
            slow = {one.kata: self._slow(one) for one in records if one.whole}
            cache.set(KEY, _known(session.config) | slow)
        plain = [asdict(record) for record in records]
        values = {"records": plain, "others": self._others, "slowest": self._slowest}
        self._file.write_text(json.dumps(values), encoding="utf-8")
        log_of(self._file).unlink(missing_ok=True)

    def _slow(self, record: KataRecord) -> list[str]:
        green = [stage.name for stage in record.stages if stage.state == PASSED]
        return [stage for stage in green if self._seconds[record.kata, stage] > SLOW]

    def _log(self, values: dict[str, Any]) -> None:
        with log_of(self._file).open("a", encoding="utf-8") as log:
            log.write(f"{json.dumps(values)}\n")


def _known(config: pytest.Config) -> dict[str, Any]:
    cache: Any = getattr(config, "cache", None)  # None with `-p no:cacheprovider`.
    known = cache.get(KEY, {}) if cache else {}
    return known if isinstance(known, dict) else {}  # Anybody can write the cache.


def log_of(file: Path) -> Path:
    """Return the file that grows while a run goes on."""
    return file.with_name(f"{file.name}.log")


def read(file: Path) -> Handed | None:
    """Return what a run handed back; None if it ended before it could."""
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    records = [made(KataRecord, record) for record in values["records"]]
    others = [Other(*other) for other in values["others"]]
    return Handed(records, others, Slowest(*values["slowest"]))


def so_far(file: Path) -> Handed:
    """Return how far a run is that writes to a file in the end."""
    known, at = Records(), dict[str, Any]()
    with suppress(OSError, ValueError):  # The last line may not be whole yet.
        for line in log_of(file).read_text(encoding="utf-8").splitlines():
            values = json.loads(line)
            if "case" in values:
                case = made(CaseRecord, values["case"])
                known.cases[case.kata].append(case)
                known.facts[case.kata] = values["facts"]
            else:
                at = values
    return Handed(known.all(), **at)
