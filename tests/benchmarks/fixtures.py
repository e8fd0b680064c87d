"""Benchmarks of the katas, on pytest-benchmark: loaded when an option of that is given.

`tests/<kata>/bench_<kata>.py` holds plain tests with two fixtures:

- `solution`: a file with the functions of the kata: yours, the reference, each
  approach in turn;
- `race`: checks what a contender answers, then times it with the fixture `benchmark`.

Nothing is limited in the process where code is timed, and wrong code isn't timed. So
your code has to pass its whole table first, in a process of its own.
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from math import log
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from textwrap import wrap
from time import get_clock_info, process_time
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import pytest
from kata_kit.katas import BY_NAME, ROOT, Kata, load
from kata_kit.record import KataRecord, value_of

YOURS = "yours"
MOST_ROUNDS = 1_000
# The defaults, unless something else is typed. With these columns and short names a
# table fits into 80 columns; with pytest-benchmark's own default of a second for a
# contender, a kata takes a minute.
DEFAULTS: dict[str, Any] = {
    "columns": ["min", "median", "rounds"],
    "name": "short",
    "max-time": "0.3",
}
# What else runs on the machine doesn't count.
if get_clock_info("process_time").resolution < 1e-6:
    DEFAULTS["timer"] = "time.process_time"

Calls: TypeAlias = "Iterable[tuple[Any, ...]]"
Run: TypeAlias = Callable[[], Any]
Race: TypeAlias = Callable[..., None]

# By kata and contender: the shortest time in seconds for each size n.
TIMES = pytest.StashKey[dict[tuple[str, str], dict[int, float]]]()


class Solution(NamedTuple):
    """A file that has the functions of a kata, and what tables call it."""

    name: str
    path: Path

    def each(self, function: str, calls: Calls) -> Run:
        """Return a function that makes the calls."""
        return each(getattr(load(self.path), function), calls)

    def afresh(self, function: str, calls: Calls) -> Run:
        """Return a function that runs the module, and then makes the calls.

        Nothing was kept or made before.
        """
        code = compile(self.path.read_bytes(), self.path, "exec", dont_inherit=True)
        name = f"{self.path.stem}, afresh"

        def run() -> list[Any]:
            # A dataclass looks for its module there.
            module = sys.modules[name] = ModuleType(name)
            exec(code, vars(module))
            return each(getattr(module, function), calls)()

        return run


def each(function: Any, calls: Calls) -> Callable[[], list[Any]]:
    """Return a function that makes the calls, one after the other."""
    return lambda: [function(*call) for call in calls]


def peer(module: str) -> Any:
    """Return a package for the same game, or skip the benchmark."""
    reason = f'{module.partition(".")[0]} (not installed: pip install -e ".[peers]")'
    return pytest.importorskip(module, reason=reason, exc_type=ImportError)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Set the defaults; refuse somebody else's code, because nothing is limited."""
    config.stash[TIMES] = {}
    if not config.getoption("benchmark_only"):
        return
    if config.getoption("submission"):
        raise pytest.UsageError(
            "--submission with --benchmark-only would run that code "
            "in the process\nof pytest, where nothing is limited; "
            "expected your own code in katas/.\nIf you trust that code, "
            "copy it there, and run\n  pytest katas/<kata> --benchmark-only"
        )
    typed = f"{config.invocation_params.args} {os.getenv('PYTEST_ADDOPTS')}"
    for name, value in DEFAULTS.items():
        if f"--benchmark-{name}" not in typed:
            setattr(config.option, f"benchmark_{name.replace('-', '_')}", value)
    config.option.no_header = config.option.no_header or config.get_verbosity() <= 0


def pytest_benchmark_update_machine_info(machine_info: dict[str, Any]) -> None:
    """Leave out the speed of the clock, by which each run had another machine."""
    for name in ("hz_actual", "hz_actual_friendly"):
        machine_info["cpu"].pop(name, None)


def solutions(kata: Kata) -> dict[str, Path]:
    """Return the files that have the functions of a kata, by their names in tables."""
    approaches = sorted(kata.approaches.glob("*.py"))
    named = {YOURS: kata.stub, "reference": kata.solution}
    return named | {path.stem: path for path in approaches}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a benchmark of solutions for each there is; with --solution none is yours."""
    file = metafunc.definition.path
    if "solution" in metafunc.fixturenames and file.name.startswith("bench_"):
        names = list(solutions(BY_NAME[file.parent.name]))
        none_is_yours = metafunc.config.getoption("solution")
        metafunc.parametrize(
            "solution", names[1:] if none_is_yours else names, indirect=True
        )


@pytest.fixture
def solution(request: pytest.FixtureRequest) -> Solution:
    """One of the solutions of the kata; yours if it passes the table."""
    name, kata = request.param, BY_NAME[request.path.parent.name]
    path = solutions(kata)[name]
    if name == YOURS:
        if wrong := what_is_wrong(kata):
            pytest.skip(f"your {kata.name}, which doesn't pass its table yet ({wrong})")
        sys.path.append(str(path.parent))  # It may import its neighbours.
    return Solution(name, path)


@cache
def what_is_wrong(kata: Kata) -> str:
    """Return why your code isn't timed; empty if it passes its table."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", str(kata.tests), "-pno:cacheprovider"]
    with TemporaryDirectory() as folder:
        file = Path(folder, "record.json")
        command.append(f"--record={file}")
        run = subprocess.run(command, cwd=ROOT, env=kept, capture_output=True)
        if run.returncode == 0:
            return ""
        if not file.exists():
            return "it couldn't be run"
        data = json.loads(file.read_text(encoding="utf-8"))[0]
        record: KataRecord = value_of(KataRecord, data)
        return record.words


@pytest.fixture
def race(request: pytest.FixtureRequest, benchmark: Any) -> Race:
    """Time a contender: `race(group, name, run, right)`.

    `group` is what is timed, with a size as in "n= 100" where it grows; `name` is the
    contender's. `run` is timed; `read` gets the answers, which have to be the `right`
    ones, out of its result.
    """
    config, kata = request.config, request.path.parent.name

    def timed(
        group: str, name: str, run: Run, right: list[Any], read: Any = list
    ) -> None:
        benchmark.group, benchmark.name = f"{kata}: {group}", name
        began = process_time()
        result = run()
        first = max(process_time() - began, 1e-6)
        if (answers := read(result)) != right:
            pytest.fail(
                f"{name}: expected {right!r:.60}, got {answers!r:.60}", pytrace=False
            )
        most = float(config.getoption("benchmark_max_time"))
        fewest = config.getoption("benchmark_min_rounds") if first < most else 1
        benchmark.pedantic(run, rounds=min(MOST_ROUNDS, max(fewest, int(most / first))))
        size = re.search(r"n= *(\d+)", group)
        if size and benchmark.stats:
            times = config.stash[TIMES].setdefault((kata, name), {})
            times[int(size[1])] = benchmark.stats.stats.min

    return timed


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print below pytest-benchmark's tables how times grow, and who wasn't timed."""
    growth = defaultdict[str, list[str]](list)
    for (kata, name), times in config.stash[TIMES].items():
        if len(times) > 1:
            (n, few), (m, many) = sorted(times.items())[-2:]
            growth[kata].append(f"{name} n^{log(many / few, m / n):.1f}")
    lines = [f"growth of {kata}: {', '.join(words)}" for kata, words in growth.items()]
    for report in terminalreporter.stats.get("skipped", ()):
        line = f"not timed: {report.longrepr[2].removeprefix('Skipped: ')}"
        if "/bench_" in report.nodeid and line not in lines:
            lines.append(line)
    for line in lines:
        for part in wrap(line, get_terminal_size().columns, subsequent_indent="  "):
            terminalreporter.write_line(part)
