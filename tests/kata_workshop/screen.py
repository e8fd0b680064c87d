"""The screen of a workshop: it takes the place of what pytest prints."""

import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from kata_kit.katas import PATH, KataFiles
from kata_kit.record import MISSING, NOT_RUN, KataRecord, counted
from kata_kit.sources import COLLECT
from kata_report import matrix
from kata_report.cohort import NOTHING, Cohort, Step, ordered
from kata_report.report import write as write_report

from kata_workshop.kept import minutes_since
from kata_workshop.run import TERMS, Terms, not_run, stages_of

CLEAR_LINE, CLEAR_SCREEN = "\r\x1b[K", "\x1b[2J\x1b[H"


class Screen:
    """Takes in the records of the files that are meant, and writes all output."""

    def __init__(
        self,
        config: pytest.Config,
        reports: Mapping[str, Path],
        isolation: Iterable[str],
    ) -> None:
        self._reports = reports
        self._isolation = tuple(isolation)
        self._records: dict[tuple[str, str], KataRecord] = {}
        self._errors: list[str] = []
        self._cause = ""  # why the run was ended early
        self._minute = 0  # the last one that was told
        self._began = monotonic()
        self._started = f"{datetime.now():%Y-%m-%d %H:%M}"
        self.history: Sequence[Step] = ()
        self.is_terminal = sys.stdout.isatty()
        self.is_coloured = self.is_terminal and not os.environ.get("NO_COLOR")
        self.begin(config.stash[TERMS])

    def go_on(self, history: Sequence[Step]) -> None:
        """Take in the history of an evening, which may have begun before this run."""
        self.history = history
        if history:
            self._started = history[0].at
            self._began -= 60 * minutes_since(self._started)

    def begin(self, terms: Terms) -> None:
        """Take in which files are meant; records of others are forgotten."""
        self._terms, self._gathering = terms, terms.gathering
        self._meant = {one.cell for one in terms.meant}
        self._chosen = set(self._meant)
        self._records = {
            cell: one for cell, one in self._records.items() if cell in self._chosen
        }

    def take(self, record: KataRecord) -> None:
        """Take in what came of one file."""
        self._records[record.participant, record.kata] = record

    def pytest_sessionstart(self) -> None:
        version = platform.python_version()
        head = [f"under test: {self._gathering.title} (Python {version})"]
        head += [f"isolation: {line}" for line in self._isolation]
        write(line for text in head for line in matrix.wrapped(text))

    def pytest_collection_finish(self, session: Any) -> None:
        self._chosen = {item.one.cell for item in session.items}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the error of a plugin; what came of the file is told by its record."""
        if report.failed and report.when != "call":
            self._errors.append(str(report.longrepr))

    def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
        """Note who ended the run: pytest, a plugin, or a signal."""
        self._cause = str(excinfo.value) or "Ctrl-C"

    def pytest_internalerror(self, excrepr: Any) -> None:
        self._cause = "an error of the harness or of a plugin"
        self._errors.append(str(excrepr))

    def show_progress(self) -> None:
        """Show how far the run is: over the last line, or into a file once a minute."""
        told = f"{len(self._records)} of {len(self._chosen)}, {self.seconds:.0f} s"
        if self.is_terminal:
            write([f"{CLEAR_LINE}{told}"], end="")
        elif self.minute > self._minute:
            self._minute = self.minute
            write([told])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._cause = self._cause or str(session.shouldfail or session.shouldstop or "")
        cohort = self.cohort()
        written, problems = self.report(cohort)
        if self.is_terminal:
            write([CLEAR_LINE], end="")
        write(matrix.screen(cohort, self.is_coloured))
        for note in filter(None, self._notes(cohort)):
            write(["", *(line for text in note for line in matrix.wrapped(text))])
        ended = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if ended or self._gathering.live:
            wrong = self._gathering.not_run or self._errors or not cohort.complete
            is_red = wrong or not cohort.all_green
            session.exitstatus = pytest.ExitCode(int(bool(is_red)))
        write([*written, *problems])
        if problems:
            session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def report(self, cohort: Cohort) -> tuple[list[str], list[str]]:
        """Write the reports; return a line for each that is, and that cannot be."""
        written, problems = [], []
        for typed, path in self._reports.items():
            try:
                write_report(path, cohort)
                written.append(f"report: {typed}")
            except OSError as error:
                why = f"cannot be written: {error.strerror}"
                problems.append(f"error: --report={typed}: {why}")
        return written, problems

    @property
    def seconds(self) -> float:
        """How long the run has taken, by the clock."""
        return round(monotonic() - self._began, 3)

    @property
    def minute(self) -> int:
        return int(self.seconds // 60)

    def cohort(self, live: bool = False) -> Cohort:
        """Return what came of the workshop so far."""
        names = self._gathering.participants
        if len(self._chosen) < len(self._meant):
            names = sorted({name for name, _ in self._chosen})
        katas = {kata.name: tuple(stages_of(kata)) for kata in self._shown()}
        records = [self._record(*cell, live) for cell in product(names, katas)]
        return Cohort(
            self._gathering.shown,
            katas,
            ordered(records, katas),
            self._isolation,
            platform.python_version(),
            self._started,
            self.seconds,
            complete=len(self._records) == len(self._chosen),
            live=live,
            anonymous=self._gathering.is_anonymous,
            history=tuple(self.history),
            names=self._gathering.expected,
        )

    def _shown(self) -> list[KataFiles]:
        """Return the katas that were typed, or that somebody may have begun."""
        begun = {one.kata for one in self._records.values() if one.state not in NOTHING}
        unknown = {kata for _, kata in self._chosen - self._records.keys()}
        shown = set(self._terms.named) or begun | unknown
        chosen = {kata for _, kata in self._chosen}
        first = [kata for kata in PATH if kata.name in chosen][:1]
        return [kata for kata in PATH if kata.name in shown] or first

    def _record(self, name: str, kata: str, live: bool) -> KataRecord:
        cell = name, kata
        if cell in self._records:
            return self._records[cell]
        state, words = MISSING, "no file"
        if cell in self._chosen:
            state = NOT_RUN
            words = "not run yet" if live else "not run: the run was ended early"
        elif cell in self._meant:
            words = "not chosen"
        return replace(not_run(kata, state, words), participant=name)

    def _notes(self, cohort: Cohort) -> Iterator[list[str]]:
        gathering = self._gathering
        told, chosen = len(self._records), len(self._chosen)
        if odd := gathering.not_run:
            otherwise = f"what is handed in otherwise is read by: {COLLECT} FOLDER"
            yield [*(f"not run: {text}" for text in odd), otherwise]
        about = {
            "not on the roster": gathering.strangers,
            "on the roster, without a file": gathering.absent,
        }
        named = [f"{what}: {', '.join(who)}" for what, who in about.items() if who]
        yield [*gathering.roster.odd, *named]
        for error in self._errors:
            is_hidden = gathering.is_anonymous
            words = "(without --anonymous it is shown)" if is_hidden else error
            yield ["error:", *words.splitlines()]
        there = {one.node_id for one in self._terms.meant}
        if unchanged := len(self._terms.unchanged & there):
            count = f"{unchanged} of {counted(chosen, 'file')}"
            yield [f"as in an earlier run: {count} (--cache-clear runs all of them)"]
        if chosen < len(self._meant):
            yield [f"chosen: {chosen} of {len(self._meant)} files"]
        if not cohort.complete:
            cause = f" ({self._cause})" if self._cause else ""
            yield [f"the run was ended early: {told} of {chosen} are told{cause}"]


def write(text: Iterable[str], end: str = "\n") -> None:
    """Print lines in the characters that the terminal knows, if it is still there."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError):
        for line in text:
            known = line.rstrip().encode(encoding, "backslashreplace").decode(encoding)
            print(known, end=end)
        sys.stdout.flush()
