"""The screen of a workshop: it takes the place of what pytest prints."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from time import monotonic
from typing import TextIO

import pytest
from kata_kit import layout
from kata_kit.katas import KataFiles
from kata_kit.record import MISSING, STOPPED, KataRecord, StageRecord

from kata_workshop import matrix
from kata_workshop.cohort import Cohort, KataStages, ordered
from kata_workshop.isolation import lines
from kata_workshop.participants import Gathering
from kata_workshop.run import Terms, stages_of

# What the last run of this process came to, for reports: `config.stash[COHORT]`.
COHORT = pytest.StashKey[Cohort]()


class Screen:
    """Takes in the records, and writes all of the output.

    Args:
        config: the run.
        gathering: everybody's files.
        katas: the katas that the run is about.
        terms: what is the same for everybody.
    """

    def __init__(
        self,
        config: pytest.Config,
        gathering: Gathering,
        katas: Sequence[KataFiles],
        terms: Terms,
    ) -> None:
        self._config = config
        self._gathering = gathering
        self._katas = katas
        self._terms = terms
        self._outcomes: dict[tuple[str, str], KataRecord] = {}
        self._errors: list[str] = []
        self._started = datetime.now()
        self._began = monotonic()
        self._total = sum(1 for one in gathering.submitted if one.kata in katas)
        self._isolation: list[str] = []
        self._out: TextIO = sys.stdout
        self._live = self._out.isatty()

    def pytest_sessionstart(self) -> None:
        """Say what is under test, and what holds."""
        self._isolation = lines(self._terms.limits)
        head = [
            f"under test: {self._gathering.title} (Python {platform.python_version()})",
            *(f"isolation: {line}" for line in self._isolation),
        ]
        over = self._gathering.passed_over
        if over:
            head.append(f"passed over: {', '.join(over)}")
        self._write(matrix.folded(head))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep an error of the collection: without it the matrix would be wrong in silence."""
        if report.failed:
            self._errors.append(str(report.longrepr))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in an record."""
        plain = getattr(report, "workshop", None)
        if plain is not None:
            record = KataRecord.from_dict(plain)
            self._outcomes[record.participant, record.kata] = record
            self._progress()
        elif report.failed:
            self._errors.append(str(report.longrepr))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write everything, and settle the exit code."""
        if self._config.option.collectonly:
            return
        self._clear()
        cohort = self.cohort()
        self._config.stash[COHORT] = cohort
        paint = matrix.coloured if self._live and not os.environ.get("NO_COLOR") else matrix.plain
        self._write(matrix.screen(cohort, self._config.get_verbosity() > 0, paint))
        for error in self._errors:
            self._write(["", "error:", *map(layout.on_one_line, error.splitlines())])
        if not cohort.complete:
            count = f"{len(self._outcomes)} of {self._total}"
            self._write(["", f"the run was ended early: {count} are told"])
        if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            whole = cohort.green and cohort.complete and not self._errors
            session.exitstatus = pytest.ExitCode(not whole)

    def cohort(self) -> Cohort:
        """What came of the workshop so far."""
        names = [kata.name for kata in self._katas]
        return Cohort(
            folder=self._gathering.typed,
            katas=tuple(KataStages(k.name, tuple(stages_of(k))) for k in self._katas),
            records=ordered(self._all(), names),
            isolation=tuple(self._isolation),
            python=platform.python_version(),
            started=f"{self._started:%Y-%m-%d %H:%M}",
            seconds=round(monotonic() - self._began, 3),
            complete=len(self._outcomes) == self._total,
        )

    def _all(self) -> Iterator[KataRecord]:
        """The records that were told, and those of missing files."""
        yield from self._outcomes.values()
        told = self._outcomes.keys()
        there = {(one.participant, one.kata.name) for one in self._gathering.submitted}
        for name in self._gathering.participants:
            for kata in self._katas:
                if (name, kata.name) in told:
                    continue
                stages = tuple(StageRecord(s, not_run=n) for s, n in stages_of(kata).items())
                state = MISSING
                words = "no file"
                if (name, kata.name) in there:
                    state, words = STOPPED, "not run: the run was ended early"
                yield KataRecord(kata.name, "", state, words, stages, participant=name)

    def _progress(self) -> None:
        """Show how far the run is, in a line that the next one overwrites."""
        if self._live:
            done, seconds = len(self._outcomes), monotonic() - self._began
            self._out.write(f"\r\x1b[K{done} of {self._total}, {seconds:.0f} s")
            self._out.flush()

    def _clear(self) -> None:
        if self._live:
            self._out.write("\r\x1b[K")

    def _write(self, text: Sequence[str]) -> None:
        encoding = self._out.encoding or "utf-8"
        for line in text:
            printable = line.rstrip().encode(encoding, "backslashreplace").decode(encoding)
            self._out.write(f"{printable}\n")
        self._out.flush()
