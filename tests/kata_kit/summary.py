"""What the terminal shows: what is under test, the failures, a line for each kata, what is next."""

import platform
from collections.abc import Generator, Iterable, Sequence
from typing import Any

import pytest

from kata_kit import layout, options, progress
from kata_kit.katas import BY_NAME, PATH, ROOT
from kata_kit.record import (
    BROKEN,
    GREEN,
    NOT_STARTED,
    NOT_WRITTEN,
    STOPPED,
    CaseRecord,
    KataRecord,
    Records,
    counted,
)
from kata_kit.sources import Source, YourCode

MOST_LINES = 4  # of the failures behind the first one of a stage (all with -v)
LONGEST_HEADLINE = 400  # characters


class Summary(Records):
    """Writes the end of the run."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        super().__init__()
        self._config, self._source = config, source
        self._yours = isinstance(source, YourCode)
        self._told = False  # Whether there was a command for one case.
        self._more = False  # Whether something failed that pytest tells itself.
        self._verbose = config.get_verbosity() > 0
        self._quiet = not self._verbose and all(map(_is_table, config.args))
        if self._quiet:
            config.option.no_header = (
                True  # It helps nobody find a mistake; -v shows it.
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        config = self._config
        reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
        if not reporter:
            return
        if self._quiet:
            reporter.showfspath = False  # The file that a learner edits is another one.
        if config.get_verbosity() >= 0 and any(map(_is_table, config.args)):
            seconds = config.getoption("kata_timeout")
            detail = f"(Python {platform.python_version()}, {seconds:g} s a call)"
            self._terminal = reporter
            self._tell(layout.folded(f"under test: {self._source.title}", detail))

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
            self._terminal = terminalreporter
            if records := self.all():
                self._write(records)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep the results of whole runs of your own code, for `--progress`."""
        records, cache = self.all(), getattr(self._config, "cache", None)
        # A run that was stopped by the limits is not a success, also if nothing failed
        # before.
        stopped = any(record.state == STOPPED for record in records)
        if stopped and not options.debugging(self._config):
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        if self._yours and cache is not None:  # It is, with `-p no:cacheprovider`.
            progress.keep(cache, records, self.facts)

    def _tell(self, lines: Iterable[str], **markup: bool) -> None:
        for line in lines:
            self._terminal.write_line(line, **markup)

    def _write(self, records: Sequence[KataRecord]) -> None:
        for record in records:
            if record.state != NOT_STARTED:
                self._write_failures(record)
            if belief := record.misconception:
                name = belief.name.replace("_", " ")
                self._tell(["", f"perhaps: {name}"], yellow=True, bold=True)
                for paragraph in belief.text.splitlines():
                    self._tell(layout.wrapped(paragraph, "  ", "  "))
        self._terminal.write_sep("=", "katas", bold=True)
        names = max(len(record.kata) for record in records)
        bars = max(len(record.bar) for record in records)
        for record in records:
            colour = (
                "green"
                if record.state == GREEN
                else "red"
                if record.failures
                else "yellow"
            )
            self._terminal.write(f"{record.kata:{names}}  ")
            self._terminal.write(f"{record.bar:{bars}}", **{colour: True})
            beside = names + bars + 4 + layout.columns(record.words) <= layout.width()
            below = layout.wrapped(record.words, "  ", "  ")
            self._tell([f"  {record.words}"] if beside else ["", *below])
        self._tell(self._next(records), bold=True)
        count, left = (
            self._config.getoption("hints"),
            [r for r in records if r.state != GREEN],
        )
        if count and left:
            self._tell(progress.first_hints(BY_NAME[left[0].kata], count))

    def _write_failures(self, record: KataRecord) -> None:
        """Write the first failure whole, in your code that of each stage; of the others a line."""
        stages = [
            [one for one in record.failures if one.stage == it.name]
            for it in record.stages
        ]
        if not (self._verbose or self._yours):
            stages = [list(record.failures)]
        for first, *others in filter(None, stages):
            self._terminal.write_sep(
                "=", f"{record.kata}: {first.stage}", red=True, bold=True
            )
            _, *rest = first.text.splitlines()
            if (
                first.status != BROKEN
            ):  # A file that cannot be loaded is not about the case.
                self._tell(layout.wrapped(first.title, further="  "), bold=True)
            self._tell(_headline(first.headline), red=True)
            above = (
                rest.index("") if "" in rest else len(rest)
            )  # There it is said what is wrong.
            for number, line in enumerate(rest):
                why = line.startswith(("why: ", "from: "))
                place = line.startswith(" ") or line.rpartition(":")[2].isdigit()
                prose = why or (number < above and not place)
                self._tell(
                    layout.wrapped(line, "", " " * (5 if why else 2))
                    if prose
                    else [line]
                )
            if (
                "" in rest
                and self._yours
                and not (self._told or self._config.getoption("case"))
            ):
                self._told = True  # There is a call, and this runs it alone.
                command = self._command(first.kata)
                titles = {one.title for one in self.cases[first.kata]}
                room = layout.width() - len(f"alone: {command} ")
                case = options.case(first.title, titles, room)
                self._tell(layout.folded("alone:", f"{command} {case}"))
            if first.status == BROKEN:
                return
            if others:
                self._tell(["", "also failing:"], bold=True)
                self._tell(self._in_a_line(first.headline, others))

    def _in_a_line(self, headline: str, others: Sequence[CaseRecord]) -> list[str]:
        """A line for each further failure, and one for those that say the same."""
        if self._verbose:
            every = (f"{case.title}: {case.headline}" for case in others)
            return [
                part for line in every for part in layout.wrapped(line, "  ", "    ")
            ]
        told = [case for case in others if case.headline != headline]
        lines = [f"{case.title}: {case.headline}" for case in told[:MOST_LINES]]
        if alike := len(others) - len(told):
            lines.append(f"{counted(alike, 'more case')} in the same way")
        if len(told) > MOST_LINES:
            lines.append(f"{len(told) - MOST_LINES} more (-v shows them)")
        return [layout.short(f"  {line}", layout.width()) for line in lines]

    def _next(self, records: Sequence[KataRecord]) -> list[str]:
        for record in records:
            for first in record.failures[:1]:
                verb = "write" if first.status == NOT_WRITTEN else "fix"
                what = f"{verb} {first.function} in" if first.function else verb
                again = [f"then: {self._command(record.kata)}"] * self._yours
                return [*layout.folded(f"next: {what}", record.file), *again]
        if self._more:
            return ["next: fix the failures that are shown first"]
        for record in records:
            if record.state != GREEN or not record.whole:
                return [f"next: run all of it: {self._command(record.kata)}"]
        return _after_green([record.kata for record in records]) if self._yours else []

    def _command(self, kata: str) -> str:
        return f"pytest {self._source.option}katas/{kata}"


def _after_green(katas: Sequence[str]) -> list[str]:
    """What to read when all is green, and which kata comes next."""
    lines, last = list[str](), BY_NAME[katas[-1]]
    if len(katas) == 1:
        approaches = f"solutions/approaches/{last.name}/"
        others = any((ROOT / approaches).glob("*.py"))
        look = f"look: {last.solution}"
        lines = layout.folded(look, f"and {approaches}") if others else [look]
        lines.append(f'more: "Going further" in {last.statement}')
    for following in PATH[PATH.index(last) + 1 :]:
        return [
            *lines,
            f"next: read {following.statement}",
            f"then: pytest katas/{following.name}",
        ]
    return [*lines, "next: compare with the references in solutions/"]


def _is_table(argument: str) -> bool:
    path = argument.partition("::")[0].replace("\\", "/")
    return any(
        path.endswith(kata.table) or f"/katas/{kata.name}/" in path for kata in PATH
    )


def _headline(line: str) -> list[str]:
    """A headline in the width of the terminal; what came stands below what was expected."""
    line = layout.cut(line, LONGEST_HEADLINE)
    expected, got, came = line.partition(", got ")
    if len(line) <= layout.width() or not got:
        return layout.wrapped(line, further="  ")
    return [
        *layout.wrapped(f"{expected},", further="  "),
        *layout.wrapped(f"got {came}", "", "  "),
    ]
