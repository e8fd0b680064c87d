"""The screen of a workshop: it takes the place of what pytest prints."""

import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import product
from pathlib import Path
from time import monotonic, process_time

import pytest
from kata_kit import layout
from kata_kit.katas import PATH
from kata_kit.plain import made
from kata_kit.record import MISSING, NOT_RUN, KataRecord, counted
from kata_report import matrix
from kata_report.cohort import NOTHING, Cohort, ordered
from kata_report.report import write as write_report

from kata_workshop.run import TERMS, Terms, not_run, stages_of


class Screen:
    """Takes in the records of the files that are meant, and writes all of the output."""

    def __init__(
        self,
        config: pytest.Config,
        reports: Mapping[str, Path],
        isolation: Iterable[str],
    ) -> None:
        self._config, self._reports, self._isolation = config, reports, tuple(isolation)
        self._records: dict[tuple[str, str], KataRecord] = {}
        self._errors: list[str] = []
        self._unchanged = 0
        self._began = (
            monotonic() - process_time()
        )  # Until here it has worked without a pause.
        self._started = f"{datetime.now():%Y-%m-%d %H:%M}"
        self.is_terminal = sys.stdout.isatty()
        self.is_coloured = self.is_terminal and not os.environ.get("NO_COLOR")
        self.begin(config.stash[TERMS])

    def begin(self, terms: Terms) -> None:
        """Take in which files are meant; records of others are forgotten."""
        self._named, self._gathering, self._meant = (
            terms.named,
            terms.gathering,
            terms.meant,
        )
        self._chosen = {one.cell for one in self._meant}
        self._records = {
            cell: r for cell, r in self._records.items() if cell in self._chosen
        }

    def take(self, record: KataRecord) -> None:
        """Take in what came of one file."""
        self._records[record.participant, record.kata] = record

    def pytest_sessionstart(self) -> None:
        """Say what is under test, and what holds."""
        head = [
            f"under test: {self._gathering.title} (Python {platform.python_version()})"
        ]
        head += [f"isolation: {line}" for line in self._isolation]
        if passed := self._gathering.passed_over:
            head.append(f"passed over: {', '.join(passed)}")
        write(line for text in head for line in matrix.wrapped(text))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        """Note which files are meant, after `-k` and the like."""
        chosen = set(ids)
        self._chosen = {one.cell for one in self._meant if one.node_id in chosen}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the same, where no other process collects."""
        self.pytest_xdist_node_collection_finished(
            item.nodeid for item in session.items
        )

    def pytest_collectreport(
        self, report: pytest.CollectReport | pytest.TestReport
    ) -> None:
        """Keep an error: without it the matrix would be wrong in silence."""
        if report.failed:
            self._errors.append(f"error:\n{report.longrepr}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in a record, and show how far the run is: the next line overwrites this one."""
        if not hasattr(report, "workshop"):
            self.pytest_collectreport(report)
            return
        self.take(made(KataRecord, report.workshop))
        self._unchanged += report.unchanged
        if self.is_terminal:
            told = f"{len(self._records)} of {len(self._chosen)}"
            write([f"\r\x1b[K{told}, {self.seconds:.0f} s"], end="")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write everything, and settle the exit code."""
        cohort = self.cohort()
        written, problems = self.report(cohort)
        cohort = replace(
            cohort, seconds=self.seconds
        )  # Reports take their time as well.
        if self.is_terminal:
            write(["\r\x1b[K"], end="")
        write(matrix.screen(cohort, self._config.get_verbosity() > 0, self.is_coloured))
        unreadable, chosen = self._gathering.unreadable, len(self._chosen)
        notes = [matrix.wrapped(f"cannot be read: {text}") for text in unreadable]
        notes += [
            [*map(layout.on_one_line, error.splitlines())] for error in self._errors
        ]
        if self._unchanged:
            count = f"{self._unchanged} of {counted(chosen, 'file')}"
            notes.append(
                [f"as in an earlier run: {count} (--cache-clear runs all of them)"]
            )
        if chosen < len(self._meant):
            notes.append([f"chosen: {chosen} of {len(self._meant)} files"])
        if not cohort.complete:
            notes.append(
                [f"the run was ended early: {len(self._records)} of {chosen} are told"]
            )
        write(line for note in notes for line in ("", *note))
        ended = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ended or self._config.getoption("watch"):
            whole = (
                cohort.all_green
                and cohort.complete
                and not (unreadable or self._errors)
            )
            session.exitstatus = pytest.ExitCode(not whole)
        write([*written, *problems])
        if problems:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def report(self, cohort: Cohort) -> tuple[list[str], list[str]]:
        """Write the reports that are asked for; a line for each that is, and that cannot be."""
        written, problems = [], []
        for typed, path in self._reports.items():
            try:
                write_report(path, cohort)
                written.append(f"report: {typed}")
            except OSError as error:
                problems.append(
                    f"error: --report={typed}: cannot be written: {error.strerror}"
                )
        return written, problems

    @property
    def seconds(self) -> float:
        """How long the run has taken, by the clock."""
        return round(monotonic() - self._began, 3)

    def cohort(self, live: bool = False) -> Cohort:
        """What came of the workshop so far."""
        some = len(self._chosen) < len(self._meant)
        names = (
            {name for name, _ in self._chosen} if some else self._gathering.participants
        )
        meant = {*self._named, *(kata for _, kata in self._chosen)}
        katas = {
            kata.name: tuple(stages_of(kata)) for kata in PATH if kata.name in meant
        }
        records = list(self._all(names, katas, live))
        unknown = NOT_RUN if not live else ""  # Where a run was ended early.
        begun = {
            one.kata
            for one in records
            if one.state not in NOTHING or one.state == unknown
        }
        # What was typed is shown even if nobody has begun.
        wanted = self._named or begun or list(katas)[:1]
        shown = {kata: stages for kata, stages in katas.items() if kata in wanted}
        of_these = ordered((one for one in records if one.kata in shown), shown)
        how = self._isolation, platform.python_version(), self._started, self.seconds
        complete = len(self._records) == len(self._chosen)
        return Cohort(self._gathering.typed, shown, of_these, *how, complete, live)

    def _all(
        self, names: Iterable[str], katas: Iterable[str], live: bool
    ) -> Iterator[KataRecord]:
        """The records that were told, and those of all other cells."""
        there = {one.cell for one in self._meant}
        for name, kata in product(names, katas):
            state, words = MISSING, "not chosen" if (name, kata) in there else "no file"
            if (name, kata) in self._chosen:
                words = "not run yet" if live else "not run: the run was ended early"
                state = NOT_RUN
            record = self._records.get((name, kata)) or not_run(kata, state, words)
            yield replace(record, participant=name)


def write(text: Iterable[str], end: str = "\n") -> None:
    """Print lines, as far as the terminal knows their characters, and if it is still there."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError):
        for line in text:
            print(
                line.rstrip().encode(encoding, "backslashreplace").decode(encoding),
                end=end,
            )
        sys.stdout.flush()
