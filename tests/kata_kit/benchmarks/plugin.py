"""The hooks of a benchmark run, on top of pytest-benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from textwrap import wrap
from time import get_clock_info, perf_counter
from typing import Any, NoReturn

import pytest

from kata_kit.benchmarks.contest import YOURS, Contender, Entry, Group, LeftOut, contender
from kata_kit.benchmarks.proof import Proof
from kata_kit.benchmarks.tables import WIDTH, Timing, growth_lines, left_out_lines, speed_lines
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.process import Limits
from kata_kit.whose import References, Source, Submission, YourCode

FOLDER = Path("tests", "benchmarks")

# A second for each contender, which is pytest-benchmark's own default, makes a minute for a kata.
SECONDS = 0.3
# A contender whose rounds are long is given this many times as much, and has fewer rounds then.
PATIENCE = 5
MOST_ROUNDS = 1_000


def set_up(config: pytest.Config, source: Source, limits: Limits) -> None:
    """Turn a run into one of benchmarks.

    Args:
        config: of the run; its arguments are tables of katas, or benchmarks.
        source: what "yours" is.
        limits: what your code may use while it is proven.

    Raises:
        ValueError: for processes side by side, everybody's files, or a kata without benchmarks.
    """
    if getattr(config.option, "numprocesses", None) or hasattr(config, "workerinput"):
        raise ValueError("--benchmark-only and -n: contenders on two processors disturb each other")
    if not isinstance(source, (YourCode, References, Submission)):
        raise ValueError("--benchmark-only: expected one person's code, got everybody's files")
    without: set[str] = set()
    config.args[:] = _benchmarks(config.args, without)
    option = config.option
    option.no_header = option.no_header or config.get_verbosity() <= 0
    option.benchmark_quiet = not (
        option.benchmark_columns or option.benchmark_histogram or config.get_verbosity() > 0
    )
    option.benchmark_columns = option.benchmark_columns or ["median", "rounds"]
    if not _given(config, "--benchmark-timer") and get_clock_info("process_time").resolution < 1e-6:
        # What else runs on the machine does not count.
        option.benchmark_timer = "time.process_time"
    config.pluginmanager.register(
        Benchmarks(config, source, limits, sorted(without)), "kata-benchmarks"
    )


def _benchmarks(arguments: Sequence[str], without: set[str]) -> list[str]:
    """The benchmarks for the tables of katas; what is no table stays.

    Args:
        arguments: paths of test files.
        without: takes in the names of katas that have no benchmarks.
    """
    tables = {kata.table: kata for kata in PATH}
    chosen = []
    for argument in arguments:
        kata = tables.get(_from_root(argument))
        if kata is None:
            chosen.append(argument)
        elif "::" in argument:
            raise ValueError(
                f"--benchmark-only: expected katas/{kata.name}, and -k to choose, got\n  {argument}"
            )
        elif benchmark_of(kata).is_file():
            chosen.append(str(benchmark_of(kata)))
        else:
            without.add(kata.name)
    if without and not chosen:
        there = "\n  ".join(kata.name for kata in PATH if benchmark_of(kata).is_file())
        raise ValueError(f"{', '.join(without)}: no benchmarks. These have:\n  {there}")
    return chosen


def _from_root(argument: str) -> str:
    path = Path(argument.partition("::")[0]).resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""


def benchmark_of(kata: KataFiles) -> Path:
    """The benchmarks of a kata."""
    return ROOT / FOLDER / f"bench_{kata.name}.py"


class Benchmarks:
    """Proves and times the contenders, and writes the tables."""

    def __init__(
        self, config: pytest.Config, source: Source, limits: Limits, without: list[str]
    ) -> None:
        self._source = source
        self._limits = limits
        self._without = without
        given = _given(config, "--benchmark-max-time")
        self._seconds = float(config.getoption("benchmark_max_time")) if given else SECONDS
        self._fewest = int(config.getoption("benchmark_min_rounds"))
        self._timings: dict[str, dict[str, list[Timing]]] = {}
        self._growth: dict[str, dict[str, dict[str, dict[int, float]]]] = {}
        self._left_out: dict[str, dict[str, str]] = {}
        self._prove = cache(self._proof)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """With --solution nothing is yours."""
        if isinstance(self._source, References):
            items[:] = [item for item in items if _name_of(item) != YOURS]

    @pytest.fixture
    def race(self, request: pytest.FixtureRequest, benchmark: Any) -> Race:
        """Times one contender of one group: `race(group, name)`."""
        kata = BY_NAME[request.path.stem.removeprefix("bench_")]
        return Race(self, kata, benchmark)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Write the tables of each kata."""
        for kata in sorted({*self._timings, *self._left_out}, key=list(BY_NAME).index):
            terminalreporter.write_sep("=", f"benchmarks: {kata}", bold=True)
            for line in self._lines(kata):
                terminalreporter.write_line(line)
        if self._without:
            terminalreporter.write_line("")
            for line in wrap(f"without benchmarks: {', '.join(self._without)}", WIDTH):
                terminalreporter.write_line(line)

    def _lines(self, kata: str) -> list[str]:
        lines = [*left_out_lines(self._left_out.get(kata, {}))]
        for title, timings in self._timings.get(kata, {}).items():
            lines += ["", *speed_lines(title, timings)]
        for title, medians in self._growth.get(kata, {}).items():
            if len({size for row in medians.values() for size in row}) > 1:
                lines += ["", *growth_lines(f"growth: {title}", medians)]
        return lines

    def contender(self, kata: KataFiles, group: Group, name: str) -> Contender:
        """A contender, if it may take part.

        Raises:
            LeftOut: if it is your code and not proven right.
        """
        if name != YOURS:
            return contender(kata.name, group, name)
        proof = self._prove(kata)
        if isinstance(proof, LeftOut):
            raise proof
        proof.inputs(group)
        return contender(kata.name, group, name, proof.path)

    def _proof(self, kata: KataFiles) -> Proof | LeftOut:
        """The proof that your code passes the table, or why it is left out; made once."""
        proof = Proof(kata, self._source, self._limits)
        try:
            proof.table()
        except LeftOut as reason:
            return reason
        return proof

    def rounds(self, first: float) -> int:
        """How many rounds a contender gets whose first one took so many seconds."""
        most = max(1, int(PATIENCE * self._seconds / first))
        return min(most, MOST_ROUNDS, max(self._fewest, int(self._seconds / first)))

    def note(self, kata: KataFiles, group: Group, timing: Timing) -> None:
        """Keep what came of a contender."""
        title = f"{kata.name}: {group}"
        self._timings.setdefault(kata.name, {}).setdefault(title, []).append(timing)
        if group.series:
            series = self._growth.setdefault(kata.name, {}).setdefault(group.series, {})
            series.setdefault(timing.contender, {})[group.size] = timing.median

    def leave_out(self, kata: KataFiles, group: Group, name: str, reason: LeftOut) -> None:
        """Keep why a contender did not take part; once if it is the same for all groups."""
        whole = isinstance(self._prove(kata), LeftOut) if name == YOURS else True
        label = name if whole else f"{name}, {group}"
        self._left_out.setdefault(kata.name, {})[label] = str(reason)


class Race:
    """Times one contender."""

    def __init__(self, benchmarks: Benchmarks, kata: KataFiles, benchmark: Any) -> None:
        self._benchmarks = benchmarks
        self._kata = kata
        self._benchmark = benchmark

    def __call__(self, group: Group, name: str) -> None:
        """Time a contender on a group, if its answers are right.

        The first round is not among those that count: its answers are compared, and its time says
        how many rounds there will be.
        """
        try:
            entry = self._benchmarks.contender(self._kata, group, name).enter(group)
            first = _tried(entry)
        except LeftOut as reason:
            self._leave_out(group, name, reason)
        except Exception as error:
            if name != YOURS:
                raise
            # It was right in the process where it was proven, and is not in this one.
            self._leave_out(group, name, LeftOut(f"{type(error).__name__}: {error}"))
        benchmark = self._benchmark
        benchmark.group, benchmark.name = f"{self._kata.name}: {group}", name
        benchmark.pedantic(entry.run, rounds=self._benchmarks.rounds(first))
        stats = benchmark.stats.stats
        self._benchmarks.note(self._kata, group, Timing(name, stats.median, stats.rounds))

    def _leave_out(self, group: Group, name: str, reason: LeftOut) -> NoReturn:
        self._benchmarks.leave_out(self._kata, group, name, reason)
        pytest.skip(f"{name} is left out: {reason}")


def _tried(entry: Entry) -> float:
    """Run a contender once, compare its answers, and return the seconds that it took."""
    began = perf_counter()
    result = entry.run()
    seconds = perf_counter() - began
    entry.check(result)
    return max(seconds, 1e-9)


def _name_of(item: pytest.Item) -> str:
    callspec = getattr(item, "callspec", None)
    return str(callspec.params.get("name")) if callspec else ""


def _given(config: pytest.Config, option: str) -> bool:
    return any(word.startswith(option) for word in config.invocation_params.args)
