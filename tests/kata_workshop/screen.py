"""The screen of a workshop: it takes the place of what pytest prints."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import product
from pathlib import Path
from time import monotonic

import pytest
from kata_kit import layout
from kata_kit.katas import PATH
from kata_kit.record import MISSING, STOPPED, KataRecord

from kata_workshop import matrix
from kata_workshop.cohort import Cohort, ordered
from kata_workshop.isolation import lines
from kata_workshop.run import MEANT, not_run, stages_of


class Screen:
    """Takes in the records of the files that are meant, and writes all of the output."""

    def __init__(self, config: pytest.Config, reports: Mapping[str, Path]) -> None:
        self._config, self._reports = config, reports
        self._submitted, self._terms = config.stash[MEANT]
        self._chosen, self._gathering = self._submitted, self._terms.gathering
        self._records: dict[tuple[str, str], KataRecord] = {}
        self._errors = [f"cannot be read: {text}" for text in self._gathering.unreadable]
        self._began, self._started = monotonic(), f"{datetime.now():%Y-%m-%d %H:%M}"
        self._isolation: list[str] = []
        self._live = sys.stdout.isatty()

    def pytest_sessionstart(self) -> None:
        """Say what is under test, and what holds."""
        self._isolation = lines(self._terms.limits)
        head = [f"under test: {self._gathering.title} (Python {platform.python_version()})"]
        head += [f"isolation: {line}" for line in self._isolation]
        if self._gathering.passed_over:
            head.append(f"passed over: {', '.join(self._gathering.passed_over)}")
        _write(line for text in head for line in matrix.wrapped(text))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note which files are meant, after `-k` and the like."""
        self._choose(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        """Note the same, where other processes collect."""
        self._choose(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep an error of the collection: without it the matrix would be wrong in silence."""
        if report.failed:
            self._errors.append(f"error:\n{report.longrepr}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in a record, and show how far the run is: the next line overwrites this one."""
        plain = getattr(report, "workshop", None)
        if plain is not None:
            record = KataRecord.from_dict(plain)
            self._records[record.participant, record.kata] = record
            if self._live:
                told = f"{len(self._records)} of {len(self._chosen)}"
                print(f"\r\x1b[K{told}, {monotonic() - self._began:.0f} s", end="", flush=True)
        elif report.failed:
            self._errors.append(f"error:\n{report.longrepr}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write everything, and settle the exit code."""
        if self._live:
            print("\r\x1b[K", end="")
        cohort = self.cohort()
        coloured = self._live and not os.environ.get("NO_COLOR")
        _write(matrix.screen(cohort, self._config.get_verbosity() > 0, coloured))
        for error in self._errors:
            _write(["", *map(layout.on_one_line, error.splitlines())])
        if len(self._chosen) < len(self._submitted):
            _write(["", f"chosen: {len(self._chosen)} of {len(self._submitted)} files"])
        if not cohort.complete:
            count = f"{len(self._records)} of {len(self._chosen)}"
            _write(["", f"the run was ended early: {count} are told"])
        if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            whole = cohort.all_green and cohort.complete and not self._errors
            session.exitstatus = pytest.ExitCode(not whole)
        for typed, path in self._reports.items():
            from kata_workshop.report import write  # Needed for reports only.

            try:
                write(path, cohort)
                _write([f"report: {typed}"])
            except OSError as error:
                _write([f"error: --report={typed}: cannot be written: {error.strerror}"])
                session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def cohort(self) -> Cohort:
        """What came of the workshop so far."""
        names = self._gathering.participants
        if len(self._chosen) < len(self._submitted):
            names = list(dict.fromkeys(one.participant for one in self._chosen))
        meant = {one.kata for one in self._chosen}
        katas = {kata.name: tuple(stages_of(kata)) for kata in PATH if kata in meant}
        return Cohort(
            folder=self._gathering.typed,
            katas=katas,
            records=ordered(self._all(names, katas), katas),
            isolation=tuple(self._isolation),
            python=platform.python_version(),
            started=self._started,
            seconds=round(monotonic() - self._began, 3),
            complete=len(self._records) == len(self._chosen),
        )

    def _all(self, names: Iterable[str], katas: Iterable[str]) -> Iterator[KataRecord]:
        """The records that were told, and those of all other cells."""
        chosen = {(one.participant, one.kata.name) for one in self._chosen}
        there = {(one.participant, one.kata.name) for one in self._submitted}
        for name, kata in product(names, katas):
            record = self._records.get((name, kata))
            if record is None and (name, kata) in chosen:
                record = not_run(kata, STOPPED, "not run: the run was ended early")
            elif record is None:
                words = "not chosen" if (name, kata) in there else "no file"
                record = not_run(kata, MISSING, words)
            yield replace(record, participant=name)

    def _choose(self, ids: Iterable[str]) -> None:
        chosen = set(ids)
        self._chosen = [one for one in self._submitted if one.node_id in chosen]


def _write(text: Iterable[str]) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    for line in text:
        print(line.rstrip().encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()
