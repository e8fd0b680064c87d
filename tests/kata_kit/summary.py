"""The head and the end of a run: failures, a line for each kata, what to do next."""

import os
import re
from collections.abc import Generator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from kata_kit import hints, progress
from kata_kit.katas import BY_NAME, relative
from kata_kit.layout import columns, short, width, wrapped
from kata_kit.options import case_option
from kata_kit.record import (
    BEFORE,
    BROKEN,
    GREEN,
    NOT_STARTED,
    NOT_WRITTEN,
    STOPPED,
    CaseRecord,
    KataRecord,
    Misconception,
    as_json,
)
from kata_kit.reports import Text
from kata_kit.run import Source
from kata_kit.tally import Records

MEANING = re.compile(r" \([^()]*\)(?=,|$)")  # of an answer: 1 (X wins)
MOST_LINES = 4  # of the failures after the first one of a stage; all with -v


class Summary(Records):
    """Writes the head and the end of a run."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        super().__init__()
        self._config, self._source = config, source
        self._verbose = config.get_verbosity() > 0
        self._record = record_file(config)
        self._in_loop = config.option.in_loop  # There a key is pressed for a command.
        self._is_saved, self._records = True, list[KataRecord]()

    def pytest_report_header(self) -> str:
        seconds = self._config.option.kata_timeout
        return f"under test: {self._source.title} ({seconds:g} s a call)"

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Save how your own code did, for `--progress` and for `--record`."""
        self._records = records = self.all()
        # A run that was stopped by the limits isn't a success.
        stopped = any(record.state == STOPPED for record in records)
        if session.exitstatus == pytest.ExitCode.OK and stopped:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        cache = getattr(self._config, "cache", None)
        if self._source.is_yours and cache and records:
            place = progress.folder(self._config)
            self._is_saved = progress.keep(cache, records, place)
        if self._record:
            self._record.write_text(as_json(records), encoding="utf-8")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: Any
    ) -> Generator[None, None, None]:
        """Have pytest show the first failure of each stage whole; write the end."""
        failed = terminalreporter.stats.get("failed", [])
        reports = [report for report in failed if hasattr(report, "kata")]
        for record in self._records:
            if not self._verbose or record.state == NOT_STARTED:
                self._shorten(record, [r for r in reports if r.kata in record.failures])
        yield
        if self._records:
            self._write_end(terminalreporter, self._records)

    def _shorten(self, record: KataRecord, reports: list[Any]) -> None:
        """Leave a whole failure for each stage, whose text mentions the others."""
        reports.sort(key=lambda report: record.failures.index(report.kata))
        is_yours = self._source.is_yours
        groups = groupby(reports, lambda report: is_yours and report.kata.stage)
        for _, (first, *others) in groups:
            for report in others:
                report._pdbshown = True  # pytest's own mark: it isn't shown again
            if record.state == NOT_STARTED:
                first._pdbshown = True
            elif isinstance(first.longrepr, Text):
                cases = [report.kata for report in others]
                first.longrepr.more[:] = self._more(first.kata, cases)

    def _more(self, first: CaseRecord, others: Sequence[CaseRecord]) -> list[str]:
        """Return the command for a case on its own, and a line for each failure."""
        lines = []
        kind = first.failure.kind if first.failure else ""
        titles = {case.title for case in self.cases[first.kata]}
        is_alone = first.status != BROKEN and kind != BEFORE
        if self._source.is_yours and len(titles) > 1 and is_alone:
            option = case_option(first.title)
            lines.append(f"alone: pytest katas/{first.kata} {option}")
        if others:
            lines += ["", "also failing:"]
        different = [case for case in others if case.headline != first.headline]
        for case in different[:MOST_LINES]:
            lines.append(fitting(f"  {case.title}: {case.headline}"))
        if more := len(others) - len(different[:MOST_LINES]):
            key = "v" if self._in_loop else "-v"
            lines.append(f"  {more} more ({key} shows {'it' if more == 1 else 'them'})")
        return lines

    def _write_end(self, terminal: Any, records: Sequence[KataRecord]) -> None:
        terminal.write_sep("=", "katas", bold=True)
        for record in records:
            if record.misconception:
                for line, style in perhaps(record.misconception):
                    terminal.write_line(line, **style)
        lines = progress.kata_lines(records)
        for record, line in zip(records, lines, strict=True):
            terminal.write_line(line, **{colour(record): True})
        has_failed = {"failed", "error"} & terminal.stats.keys()
        steps, command = self._next(records, has_failed=bool(has_failed))
        if command and not self._in_loop:
            steps.append(f"then: {command}")
        for step in steps:
            for line in wrapped(step, further="      "):
                terminal.write_line(line, bold=True)
        if not self._is_saved:
            terminal.write_line(progress.UNSAVED)
        left = [record for record in records if record.state != GREEN]
        if left and (number := self._config.option.hints):
            for line in hints.hint_lines(left[0], number):
                terminal.write_line(line)

    def _next(
        self, records: Sequence[KataRecord], *, has_failed: bool
    ) -> tuple[list[str], str]:
        """Return what to do next, and the command for it."""
        for record in records:
            if record.failures:
                is_yours = self._source.is_yours
                command = self._command(record.kata) if is_yours else ""
                return [next_step(record)], command
        if has_failed:
            return ["next: fix the failures above"], ""
        for record in records:
            if record.state != GREEN or not record.whole:
                return [f"next: run the whole kata: {self._command(record.kata)}"], ""
        if not self._source.is_yours:
            return [], ""
        path = progress.of_path(progress.folder(self._config))
        done = [known.kata for known in path if known.state == GREEN]
        return after_green([record.kata for record in records], done)

    def _command(self, kata: str) -> str:
        return f"pytest {self._source.option}katas/{kata}"


def record_file(config: pytest.Config) -> Path | None:
    """Return the file that `--record` names, if it can be written."""
    if not config.option.record:
        return None
    file = Path(config.invocation_params.dir, config.option.record)
    place = file if file.exists() else file.parent
    if file.is_dir() or not os.access(place, os.W_OK):
        raise pytest.UsageError(f"--record={config.option.record} can't be written")
    return file


def fitting(line: str) -> str:
    """Return a line that fits: first what an answer means goes, and then the end."""
    is_long = columns(line) > width()
    return short(MEANING.sub("", line) if is_long else line, width())


def perhaps(misconception: Misconception) -> list[tuple[str, dict[str, bool]]]:
    """Return the misconception that explains the failures, as lines with styles."""
    lines = [(f"perhaps: {misconception.name}", {"bold": True, "yellow": True})]
    for paragraph in misconception.text.splitlines():
        lines += [(line, {}) for line in wrapped(paragraph, "  ", "  ")]
    return [*lines, ("", {})]


def colour(record: KataRecord) -> str:
    """Return the colour of a kata's bar."""
    if record.state == GREEN:
        return "green"
    return "red" if record.failures else "yellow"


def next_step(record: KataRecord) -> str:
    """Return what to do about the first failure of a kata."""
    first = record.failures[0]
    verb = "write" if first.status == NOT_WRITTEN else "fix"
    what = f"{first.function} in {record.file}" if first.function else record.file
    return f"next: {verb} {what}"


def after_green(katas: Sequence[str], done: Sequence[str]) -> tuple[list[str], str]:
    """Return what to read when these katas are green, and the command for the next."""
    lines = to_compare(katas[0]) if len(katas) == 1 else []
    name = progress.following(katas[-1], [*katas, *done])
    if not name:
        return [*lines, "next: compare with the references in solutions/"], ""
    read = f"next: read {relative(BY_NAME[name].statement)}"
    return [*lines, read], f"pytest katas/{name}"


def to_compare(name: str) -> list[str]:
    """Return where other solutions of a kata are, and what more there's to do."""
    kata = BY_NAME[name]
    look = f"look: {relative(kata.solution)}"
    if any(kata.approaches.glob("*.py")):
        look += f" and {relative(kata.approaches)}/"
    return [look, f'more: "Going further" in {relative(kata.statement)}']
