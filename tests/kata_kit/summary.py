"""The end of a run: the failures, a line for each kata, and what to do next."""

import platform
from collections.abc import Generator, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from kata_kit import choosing, hints, layout, options, progress, writing
from kata_kit.paths import kata_at
from kata_kit.record import (
    BEFORE,
    BROKEN,
    GREEN,
    NOT_STARTED,
    STOPPED,
    CaseRecord,
    KataRecord,
)
from kata_kit.sources import Source, YourCode
from kata_kit.tally import Records
from kata_kit.writing import Line

UNKEPT = "Your progress is not kept: .pytest_cache cannot be written."


class Summary(Records):
    """Writes the head and the end of a run about one person's code."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        super().__init__()
        self._config, self._source = config, source
        self._yours = isinstance(source, YourCode)
        self._told_alone = False  # whether there was a command for one case
        self._more = False  # whether something failed that pytest tells itself
        self._verbose = config.get_verbosity() > 0
        self._keeps = not options.do_without_cache(config)
        of_katas = [kata_at(Path(one.partition("::")[0])) for one in config.args]
        self._has_head = config.get_verbosity() >= 0 and any(of_katas)
        self._quiet = not self._verbose and all(of_katas)
        if self._quiet:  # The head of pytest helps nobody find a mistake.
            config.option.no_header = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        plugins = self._config.pluginmanager
        self._terminal: Any = plugins.get_plugin("terminalreporter")
        if self._terminal and self._quiet:  # The file that one edits is another one.
            self._terminal.showfspath = False
        if self._terminal and self._has_head:
            if self._terminal.isatty and plugins.has_plugin("dsession"):
                self._write([""])  # pytest-xdist has begun a line.
            seconds = self._config.getoption("kata_timeout")
            detail = f"(Python {platform.python_version()}, {seconds:g} s a call)"
            self._write(layout.folded(f"under test: {self._source.title}", detail))
            if self._yours and not self._keeps:
                self._write([UNKEPT])

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: Any
    ) -> Generator[None, None, None]:
        """Write the failures of katas here, and leave the others to pytest."""
        stats: dict[str, list[object]] = terminalreporter.stats
        failed = stats.get("failed", [])
        others = [report for report in failed if not hasattr(report, "kata")]
        self._more = bool(others or stats.get("error"))
        if failed:
            stats["failed"] = others
        try:
            return (yield)
        finally:
            if failed:
                stats["failed"] = failed
            if records := self.all():
                self._write_all(records)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep the results of whole runs of your own code, for `--progress`."""
        # A run that the limits stopped is no success, also if nothing failed before.
        stopped = any(record.state == STOPPED for record in self.all())
        if stopped and not options.debugging(self._config):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        cache = getattr(self._config, "cache", None)  # None if its plugin is left out.
        if self._yours and self._keeps and cache is not None:
            progress.keep(cache, self)

    def _write(self, lines: Iterable[str | Line], style: str = "") -> None:
        for line in lines:
            text, marks = (line, style) if isinstance(line, str) else line
            self._terminal.write_line(text, **dict.fromkeys(marks.split(), True))

    def _write_all(self, records: Sequence[KataRecord]) -> None:
        for record in records:
            if record.state != NOT_STARTED:
                self._write_failures(record)
            if record.misconception:
                self._write(["", *writing.perhaps(record.misconception)])
        self._terminal.write_sep("=", "katas", bold=True)
        self._write_states(records)
        self._write(self._next(records), "bold")
        left = [record for record in records if record.state != GREEN]
        if left and (number := self._config.getoption("hints")):
            self._write(hints.shown(left[0], number))

    def _write_states(self, records: Sequence[KataRecord]) -> None:
        """Write a line for each kata: its name, its stages, and where one stands."""
        bars = {record.kata: writing.bar(record.states) for record in records}
        names, widest = max(map(len, bars)), max(map(len, bars.values()))
        for record in records:
            self._terminal.write(f"{record.kata:{names}}  ")
            style = writing.style_of(record)
            self._terminal.write(f"{bars[record.kata]:{widest}}", **{style: True})
            room = layout.width() - names - widest - 4
            is_short = layout.columns(record.words) <= room
            below = layout.wrapped(record.words, "  ", "  ")
            self._write([f"  {record.words}"] if is_short else ["", *below])

    def _write_failures(self, record: KataRecord) -> None:
        """Write the first failure whole, in your code that of each stage."""
        is_each = self._verbose or self._yours
        stages = groupby(record.failures, lambda case: is_each and case.stage)
        for first, *others in (list(cases) for _, cases in stages):
            title = f"{record.kata}: {first.stage}"
            self._terminal.write_sep("=", title, red=True, bold=True)
            self._write_first(first)
            if first.status == BROKEN:
                return
            self._write(writing.also_failing(first, others, self._verbose))

    def _write_first(self, case: CaseRecord) -> None:
        assert case.failure is not None
        # A file that cannot be loaded is not about the case.
        title = case.title if case.status != BROKEN else ""
        self._write(writing.wrong(title, case.failure))
        self._write(writing.asked(case.failure))
        titles = {one.title for one in self.cases[case.kata]}
        is_alone = self._config.getoption("case") and len(titles) == 1
        is_told = self._told_alone or is_alone
        if case.failure.call and self._yours and not is_told:
            self._told_alone = True
            if case.failure.kind == BEFORE:
                return  # Alone it passes.
            command = self._command(case.kata)
            room = layout.width() - len(f"alone: {command} ")
            option = choosing.option(case.title, titles, room)
            self._write(layout.folded("alone:", f"{command} {option}"))

    def _next(self, records: Sequence[KataRecord]) -> list[str]:
        for record in records:
            if record.failures:
                then = [f"then: {self._command(record.kata)}"] if self._yours else []
                return [*writing.next_step(record), *then]
        if self._more:
            return ["next: fix the failures that are shown first"]
        for record in records:
            if record.state != GREEN or not record.whole:
                return [f"next: run all of it: {self._command(record.kata)}"]
        if not self._yours:
            return []
        path = progress.of_path(progress.folder(self._config))
        done = [one.kata for one in path if one.is_green]
        return writing.after_green([record.kata for record in records], done)

    def _command(self, kata: str) -> str:
        return f"pytest {self._source.option}katas/{kata}"
