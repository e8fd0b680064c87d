"""What the terminal shows: what is under test, the failures, a line for each kata, what is next."""

from __future__ import annotations

import platform
from collections.abc import Generator, Iterable, Sequence
from shlex import quote
from typing import Any

import pytest

from kata_kit import choosing, layout, progress
from kata_kit.katas import BY_NAME, PATH, ROOT
from kata_kit.options import debugging
from kata_kit.record import (
    BROKEN,
    GREEN,
    NOT_STARTED,
    NOT_WRITTEN,
    STOPPED,
    Belief,
    CaseRecord,
    KataRecord,
    counted,
    sum_up,
)
from kata_kit.whose import References, Source, YourCode

# Of the failures behind the first one of a stage, so many get a line each (all with -v).
MOST_LINES = 4

# Of a headline, so many characters are shown.
LONGEST_HEADLINE = 400


class Records:
    """Takes in what the reports of a run say, and sums it up for each kata."""

    def __init__(self) -> None:
        self._cases: dict[str, list[CaseRecord]] = {}
        self._runs: dict[str, dict[str, Any]] = {}
        self._beliefs: dict[str, Belief] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        belief = getattr(report, "kata_belief", None)
        if belief:
            self._beliefs[belief["kata"]] = Belief(belief["name"], belief["text"])
        plain = getattr(report, "kata", None)
        if plain:
            case, run = CaseRecord(**plain), report.kata_run
            self._cases.setdefault(case.kata, []).append(case)
            known = self._runs.setdefault(case.kata, run)
            known["table"] = known["table"] or run["table"]
            known["digest"] = known["digest"] or run["digest"]

    def all(self) -> list[KataRecord]:
        """The record of each kata, in the order of the path."""
        known = [(kata, self._runs[kata]) for kata in BY_NAME if kata in self._cases]
        return [
            sum_up(run["file"], self._cases[kata], run["table"], self._beliefs.get(kata))
            for kata, run in known
        ]


class Summary(Records):
    """Writes the end of the run."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        super().__init__()
        self._config = config
        self._source = source
        self._told = False  # Whether there was a command for one case.
        self._more = False  # Whether something failed that pytest tells itself.
        self._verbose = config.get_verbosity() > 0
        self._quiet = not self._verbose and all(map(_is_table, config.args))
        if self._quiet:
            # Versions, folders and plugins help nobody find a mistake; -v shows them.
            config.option.no_header = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Say what is under test."""
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None:
            return
        if self._quiet:
            reporter.showfspath = False  # The file that a learner edits is another one.
        if self._config.get_verbosity() >= 0 and any(map(_is_table, self._config.args)):
            seconds = self._config.getoption("kata_timeout")
            detail = f"(Python {platform.python_version()}, {seconds:g} s a call)"
            for line in layout.folded(f"under test: {self._source.title}", detail):
                reporter.write_line(line)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
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
            records = self.all()
            if records:
                self._write(records)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep the results of whole runs of your own code, for `--progress`."""
        # A run that was stopped by the limits is not a success, also if nothing failed before.
        stopped = any(record.state == STOPPED for record in self.all())
        if stopped and not debugging(self._config) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        cache = getattr(self._config, "cache", None)  # None with `-p no:cacheprovider`
        if isinstance(self._source, YourCode) and cache is not None:
            whole = [record for record in self.all() if record.whole]
            progress.keep(cache, whole, {kata: run["digest"] for kata, run in self._runs.items()})

    def _tell(self, lines: Iterable[str], **markup: bool) -> None:
        for line in lines:
            self._terminal.write_line(line, **markup)

    def _write(self, records: Sequence[KataRecord]) -> None:
        for record in records:
            if record.state != NOT_STARTED:
                self._write_failures(record)
            if record.misconception:
                name = record.misconception.name.replace("_", " ")
                self._tell(["", f"perhaps: {name}"], yellow=True, bold=True)
                for paragraph in record.misconception.text.splitlines():
                    self._tell(layout.wrapped(paragraph, "  ", "  "))
        self._terminal.write_sep("=", "katas", bold=True)
        names = max(len(record.kata) for record in records)
        bars = max(len(record.bar) for record in records)
        for record in records:
            colour = "green" if record.state == GREEN else "red" if record.failures else "yellow"
            self._terminal.write(f"{record.kata:{names}}  ")
            self._terminal.write(f"{record.bar:{bars}}", **{colour: True})
            room = layout.width() - names - 2 - bars
            beside = layout.columns(f"  {record.words}") <= room
            below = layout.wrapped(record.words, "  ", "  ")
            self._tell([f"  {record.words}"] if beside else ["", *below])
        self._tell(self._next(records), bold=True)
        self._tell(self._hints(records))

    def _write_failures(self, record: KataRecord) -> None:
        """Write the first failure of each stage whole, and of the others a line.

        Where nobody asked for all stages, only the very first one is whole: it stays on the screen.
        """
        stages = [[one for one in record.failures if one.stage == it.name] for it in record.stages]
        if not self._verbose and not isinstance(self._source, YourCode):
            stages = [list(record.failures)]
        for first, *others in filter(None, stages):
            self._terminal.write_sep("=", f"{record.kata}: {first.stage}", red=True, bold=True)
            headline, *rest = first.text.splitlines()
            if first.status != BROKEN:  # A file that cannot be loaded is not about the case.
                self._tell(layout.wrapped(first.title, further="  "), bold=True)
            self._tell(_headline(headline), red=True)
            above = rest.index("") if "" in rest else len(rest)  # There it is said what is wrong.
            for number, line in enumerate(rest):
                why = line.startswith(("why: ", "from: "))
                place = line.startswith(" ") or line.rpartition(":")[2].isdigit()
                prose = why or (number < above and not place)
                self._tell(layout.wrapped(line, "", " " * (5 if why else 2)) if prose else [line])
            if "" in rest:  # There is a call.
                self._tell(self._alone(first))
            if first.status == BROKEN:
                return
            lines = self._in_a_line(headline, others)
            if lines:
                self._tell([""])
                self._tell(["also failing:"], bold=True)
                self._tell(lines)

    def _alone(self, case: CaseRecord) -> list[str]:
        """What runs the first failure alone."""
        alone = self._told or self._config.getoption("case")
        if alone or not isinstance(self._source, YourCode):
            return []
        self._told = True
        command = self._command(case.kata)
        titles = {one.title for one in self._cases[case.kata]}
        room = layout.width() - len(f"alone: {command} ")
        return layout.folded("alone:", f"{command} {choosing.option(case.title, titles, room)}")

    def _in_a_line(self, headline: str, others: Sequence[CaseRecord]) -> list[str]:
        """A line for each further failure, and one for those that say the same."""
        if self._verbose:
            every = (f"{case.title}: {case.headline}" for case in others)
            return [part for line in every for part in layout.wrapped(line, "  ", "    ")]
        told = [case for case in others if case.headline != headline]
        lines = [f"{case.title}: {case.headline}" for case in told[:MOST_LINES]]
        if alike := len(others) - len(told):
            lines.append(f"{counted(alike, 'more case')} in the same way")
        if len(told) > MOST_LINES:
            lines.append(f"{len(told) - MOST_LINES} more (-v shows them)")
        return [layout.short(f"  {line}", layout.width()) for line in lines]

    def _hints(self, records: Sequence[KataRecord]) -> list[str]:
        count = self._config.getoption("hints")
        first = next((record for record in records if record.state != GREEN), None)
        if count is None or first is None:
            return []
        from kata_kit.clues import first_hints  # Needed with the option only.

        return first_hints(BY_NAME[first.kata], count)

    def _next(self, records: Sequence[KataRecord]) -> list[str]:
        """The line or two that say what to do now."""
        yours = isinstance(self._source, YourCode)
        red = next((record for record in records if record.failures), None)
        if red:
            first = red.failures[0]
            verb = "write" if first.status == NOT_WRITTEN else "fix"
            what = f"{verb} {first.function} in" if first.function else verb
            again = [f"then: {self._command(red.kata)}"] if yours else []
            return [*layout.folded(f"next: {what}", red.file), *again]
        if self._more:
            return ["next: fix the failures that are shown first"]
        part = next((one for one in records if one.state != GREEN or not one.whole), None)
        if part:
            return [f"next: run all of it: {self._command(part.kata)}"]
        return _after_green([record.kata for record in records]) if yours else []

    def _command(self, kata: str) -> str:
        option = getattr(self._config.option, "submission", None)
        if option:
            return f"pytest --submission={quote(option)} katas/{kata}"
        if isinstance(self._source, References):
            return f"pytest --solution katas/{kata}"
        return f"pytest katas/{kata}"


def _after_green(katas: Sequence[str]) -> list[str]:
    """What to read when all is green, and which kata comes next."""
    lines = _other_ways(katas[0]) if len(katas) == 1 else []
    last = max(map(list(BY_NAME).index, katas))
    if last + 1 == len(PATH):
        return [*lines, "next: compare with the references in solutions/"]
    following = PATH[last + 1]
    return [*lines, f"next: read {following.statement}", f"then: pytest katas/{following.name}"]


def _other_ways(kata: str) -> list[str]:
    """Where to look when a kata is green: the reference, other approaches, ideas to go on."""
    approaches = f"solutions/approaches/{kata}/"
    look = f"look: {BY_NAME[kata].solution}"
    others = any((ROOT / approaches).glob("*.py"))
    return [
        *(layout.folded(look, f"and {approaches}") if others else [look]),
        f'more: "Going further" in {BY_NAME[kata].statement}',
    ]


def _is_table(argument: str) -> bool:
    path = argument.partition("::")[0].replace("\\", "/")
    return any(path.endswith(kata.table) or f"/katas/{kata.name}/" in path for kata in PATH)


def _headline(line: str) -> list[str]:
    """A headline in the width of the terminal; what came stands below what was expected."""
    line = layout.cut(line, LONGEST_HEADLINE)
    expected, got, came = line.partition(", got ")
    if len(line) <= layout.width() or not got:
        return layout.wrapped(line, further="  ")
    return [*layout.wrapped(f"{expected},", further="  "), *layout.wrapped(f"got {came}", "", "  ")]
