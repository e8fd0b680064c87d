"""What the terminal shows: what is under test, the failures, a line for each kata, what is next."""

from __future__ import annotations

import platform
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from shlex import quote
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import pytest

from kata_kit import progress, show
from kata_kit.katas import BY_NAME, PATH, ROOT
from kata_kit.told import OWN_TESTS, Facts
from kata_kit.whose import References, Source, YourCode

# Of the failures behind the first one of a stage, so many get a line each (all with -v).
MOST_LINES = 4

# Of a headline, so many characters are shown.
LONGEST_HEADLINE = 400


@dataclass
class StageResult:
    """The tests of one stage that were reported, by status."""

    name: str
    tests: list[Facts] = field(default_factory=list)

    def count(self, *statuses: str) -> int:
        """How many tests have one of the statuses."""
        return sum(test.status in statuses for test in self.tests)

    @property
    def failures(self) -> list[Facts]:
        """The tests that failed, in order."""
        return [test for test in self.tests if test.status in ("failed", "broken", "not written")]

    @property
    def sign(self) -> str:
        """The stage in the bar of its kata."""
        if self.failures:
            return "x"
        return "#" if self.count("passed") == len(self.tests) else "."


@dataclass
class KataResult:
    """The stages of one kata that were reported, in order."""

    name: str
    file: str
    stages: dict[str, StageResult] = field(default_factory=dict)

    @property
    def failing(self) -> StageResult | None:
        """The first stage that fails."""
        return next((stage for stage in self.stages.values() if stage.failures), None)

    @property
    def bar(self) -> str:
        """A sign for each stage: # passes, x fails, . not run."""
        return "[" + "".join(stage.sign for stage in self.stages.values()) + "]"

    @property
    def green(self) -> bool:
        """Whether all that was reported passed."""
        return all(stage.sign == "#" for stage in self.stages.values())

    @property
    def whole(self) -> bool:
        """Whether the run was about all of the kata's table."""
        tests = [test for stage in self.stages.values() for test in stage.tests]
        return all(test.whole for test in tests) and any(test.stage != OWN_TESTS for test in tests)

    @property
    def untouched(self) -> bool:
        """Whether nothing passes because nothing is written."""
        first = self.failing
        passed = any(stage.count("passed") for stage in self.stages.values())
        return first is not None and first.failures[0].status == "not written" and not passed

    @property
    def words(self) -> str:
        """The state of the kata in words."""
        if self.untouched:
            return "not started"
        failing = self.failing
        if failing:
            first = failing.failures[0]
            if first.status in ("broken", "not written"):
                return first.headline.replace(f" {self.file}", "")
            wrong, total = len(failing.failures), len(failing.tests)
            return f"{failing.name}: {wrong} of {total} {_plural('case', total)} {_fail(wrong)}"
        if not self.green:
            return "not all of it was run"
        if not self.whole:
            return "passes, but not all of it was run"
        count = len(self.stages)
        return f"all {count} stages pass" if count > 1 else f"{next(iter(self.stages))}: passes"


class Summary:
    """Collects the reports of katas' tests and writes the end of the run."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        self._config = config
        self._source = source
        self._katas: dict[str, KataResult] = {}
        self._misconceptions: dict[str, dict[str, str]] = {}
        self._more = False  # Whether something failed that pytest tells itself.
        self._quiet = not self._verbose and self._only_katas()
        if self._quiet:
            # Versions, folders and plugins help nobody find a mistake; -v shows them.
            config.option.no_header = True

    @property
    def _verbose(self) -> bool:
        return bool(self._config.get_verbosity() > 0)

    def _only_katas(self) -> bool:
        return all(_is_table(argument) for argument in self._config.args)

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
            for line in _folded(f"under test: {self._source.title}", detail):
                reporter.write_line(line)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in the facts of a report."""
        misconception = getattr(report, "kata_misconception", None)
        if misconception:
            self._misconceptions[misconception["kata"]] = misconception
        plain = getattr(report, "kata", None)
        if plain is None:
            return
        facts = Facts(**plain)
        result = self._katas.setdefault(facts.kata, KataResult(facts.kata, facts.file))
        stage = result.stages.setdefault(facts.stage, StageResult(facts.stage))
        stage.tests.append(facts)

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
            if self._katas:
                self._write(terminalreporter)

    def pytest_sessionfinish(self) -> None:
        """Keep the results of whole runs of your own code, for `--progress`."""
        whole = {
            name: result
            for name, result in self._katas.items()
            if result.whole and isinstance(self._source, YourCode)
        }
        cache = getattr(self._config, "cache", None)  # None with `-p no:cacheprovider`
        if whole and cache is not None:
            kept = {name: _as_progress(result) for name, result in whole.items()}
            cache.set(progress.KEY, progress.store(kept, cache.get(progress.KEY, None)))

    def _write(self, terminal: Any) -> None:
        results = sorted(self._katas.values(), key=lambda result: _place(result.name))
        for result in results:
            self._write_failures(terminal, result)
            self._write_misconception(terminal, result)
        terminal.write_sep("=", "katas", bold=True)
        width = max(len(result.name) for result in results)
        bars = max(len(result.bar) for result in results)
        for result in results:
            colour = "green" if result.green else "red" if result.failing else "yellow"
            terminal.write(f"{result.name:{width}}  ")
            terminal.write(f"{result.bar:{bars}}", **{colour: True})
            terminal.write_line(_cut(f"  {result.words}", width + 2 + bars))
        for line in self._next(results):
            terminal.write_line(line, bold=True)
        for line in self._hints(results):
            terminal.write_line(line)

    def _write_failures(self, terminal: Any, result: KataResult) -> None:
        if result.untouched:
            return
        for stage in result.stages.values():
            if not stage.failures:
                continue
            first, *others = stage.failures
            terminal.write_sep("=", f"{result.name}: {stage.name}", red=True, bold=True)
            broken = first.status == "broken"
            if not broken:  # A file that cannot be loaded is no matter of the case.
                for part in _filled(first.title):
                    terminal.write_line(part, bold=True)
            headline, *rest = first.text.splitlines()
            for part in _headline(headline):
                terminal.write_line(part, red=True)
            for line in rest:
                for part in _wrapped(line):
                    terminal.write_line(part)
            if broken:
                return
            self._write_others(terminal, headline, others)

    def _write_misconception(self, terminal: Any, result: KataResult) -> None:
        """Write what seems to be behind the wrong answers, if it was recognised."""
        found = self._misconceptions.get(result.name)
        if found is None:
            return
        terminal.write_line("")
        terminal.write_line(f"perhaps: {found['name'].replace('_', ' ')}", yellow=True, bold=True)
        width = get_terminal_size().columns
        for paragraph in found["text"].splitlines():
            for line in wrap(paragraph, width, initial_indent="  ", subsequent_indent="  "):
                terminal.write_line(line)

    def _hints(self, results: Sequence[KataResult]) -> list[str]:
        """The hints that were asked for, for the first kata that is not green."""
        count = self._config.getoption("hints")
        open_ones = [result for result in results if not result.green]
        if count is None or not open_ones:
            return []
        from kata_kit.hints import first_hints  # Needed with the option only.

        return first_hints(BY_NAME[open_ones[0].name], count)

    def _write_others(self, terminal: Any, headline: str, others: Sequence[Facts]) -> None:
        """Write a line for each further failure, and one for those that say the same."""
        alike = [facts for facts in others if facts.headline == headline]
        different = [facts for facts in others if facts.headline != headline]
        if self._verbose:
            alike, different = [], list(others)
        shown = different if self._verbose else different[:MOST_LINES]
        lines = [f"{facts.title}: {facts.headline}" for facts in shown]
        if alike:
            lines.append(f"{len(alike)} more {_plural('case', len(alike))} in the same way")
        if len(different) > len(shown):
            lines.append(f"{len(different) - len(shown)} more (-v shows them)")
        if lines:
            terminal.write_line("")
            terminal.write_line("these fail, too:", bold=True)
        for line in lines:
            terminal.write_line(_cut(f"  {line}"))

    def _next(self, results: Sequence[KataResult]) -> list[str]:
        """The line or two that say what to do now."""
        red = next((result for result in results if result.failing), None)
        if red and red.failing:
            first = red.failing.failures[0]
            verb = "write" if first.status == "not written" else "mend"
            what = f"{verb} {first.function} in" if first.function else verb
            return [*_folded(f"next: {what}", red.file), *self._again(red)]
        if self._more:
            return ["next: mend the failures that are shown first"]
        partial = next((result for result in results if not (result.green and result.whole)), None)
        if partial:
            return [f"next: run all of it: {self._command(partial.name)}"]
        return self._after_green(results)

    def _again(self, result: KataResult) -> list[str]:
        if not isinstance(self._source, YourCode):
            return []
        return [f"then: {self._command(result.name)}"]

    def _after_green(self, results: Sequence[KataResult]) -> list[str]:
        if not isinstance(self._source, YourCode):
            return []
        lines = _other_ways(results[0].name) if len(results) == 1 else []
        last = max(_place(result.name) for result in results)
        if last + 1 < len(PATH):
            following = PATH[last + 1]
            return [
                *lines,
                f"next: read {following.statement}",
                f"then: pytest katas/{following.name}",
            ]
        return [*lines, "next: compare with the references in solutions/"]

    def _command(self, kata: str) -> str:
        option = getattr(self._config.option, "submission", None)
        if option:
            return f"pytest --submission={quote(option)} katas/{kata}"
        if isinstance(self._source, References):
            return f"pytest --solution katas/{kata}"
        return f"pytest katas/{kata}"


def _as_progress(result: KataResult) -> progress.Result:
    kata = BY_NAME[result.name]
    return progress.Result(
        bar=result.bar,
        words=result.words,
        green=result.green,
        digest=progress.digest(ROOT / kata.stub),
        table=progress.digest(ROOT / kata.table),
    )


def _other_ways(kata: str) -> list[str]:
    """Where to look when a kata is green: the reference, other approaches, ideas to go on."""
    approaches = f"solutions/approaches/{kata}/"
    look = f"look: {BY_NAME[kata].solution}"
    others = any((ROOT / approaches).glob("*.py"))
    return [
        *(_folded(look, f"and {approaches}") if others else [look]),
        f'more: "Going further" in {BY_NAME[kata].statement}',
    ]


def _is_table(argument: str) -> bool:
    path = argument.partition("::")[0].replace("\\", "/")
    return any(path.endswith(kata.table) or f"/katas/{kata.name}/" in path for kata in PATH)


def _folded(line: str, rest: str) -> list[str]:
    """One line, or two where the terminal is too narrow for it."""
    if len(line) + 1 + len(rest) <= get_terminal_size().columns:
        return [f"{line} {rest}"]
    return [line, f"      {rest}"]


def _wrapped(line: str) -> list[str]:
    """A line of prose in the width of the terminal; any other line as it is."""
    if not line.startswith(("why: ", "from: ")):
        return [line]
    return wrap(line, get_terminal_size().columns, subsequent_indent=" " * 5)


def _headline(line: str) -> list[str]:
    """A headline in the width of the terminal; what came stands below what was expected."""
    line = show.cut(line, LONGEST_HEADLINE)
    expected, got, came = line.partition(", got ")
    if len(line) <= get_terminal_size().columns or not got:
        return _filled(line)
    return [*_filled(f"{expected},"), *_filled(f"got {came}")]


def _filled(line: str) -> list[str]:
    """A line in the width of the terminal, with what goes on below set in."""
    width = get_terminal_size().columns
    path = line.partition(" ")[0]  # A path stays whole, because it is there to be copied.
    return wrap(
        line,
        width,
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=len(path) <= width,
    ) or [line]


def _cut(line: str, taken: int = 0) -> str:
    """A line without what does not fit behind `taken` columns of the terminal."""
    width = get_terminal_size().columns - taken
    return line if len(line) <= width else line[: max(width - 3, 0)] + "..."


def _place(kata: str) -> int:
    return list(BY_NAME).index(kata)


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _fail(count: int) -> str:
    return "fails" if count == 1 else "fail"
