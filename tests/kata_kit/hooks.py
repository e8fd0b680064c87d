"""The hooks of pytest: they wire, the other modules work.

- before collection, arguments that name a kata become test files (`paths`);
- a test gets the fixture `kata`, which calls the code under test in another process (`fixture`);
- a test whose stage is locked is not run (`stages`);
- a failure becomes a text for the learner (`told`), shown at the end (`summary`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Generator, Sequence
from dataclasses import asdict
from functools import cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kata_kit.fixture import Callee, Kata, Mismatch
from kata_kit.katas import BY_NAME, ROOT, KataFiles, references
from kata_kit.paths import find, select
from kata_kit.process import Limits, Process
from kata_kit.record import FAILED, LOCKED, NOT_RUN, OWN_TESTS, PASSED, CaseRecord
from kata_kit.recorder import Recorder
from kata_kit.stages import Locks, in_order, stage_of
from kata_kit.summary import Summary
from kata_kit.told import Teller, relative, title_of
from kata_kit.under_test import UnderTest
from kata_kit.whose import References, Source, Submission, YourCode, choose

if TYPE_CHECKING:
    from kata_kit.in_process import InProcess

SOURCE = pytest.StashKey[Source]()
LOCKS = pytest.StashKey[Locks]()
RUNNING = pytest.StashKey["Running"]()
KATA = pytest.StashKey[Kata]()
REASON = pytest.StashKey[str]()
LAST = pytest.StashKey[bool]()
IN_PART = pytest.StashKey[set[str]]()

# All sources but the folder of a workshop.
ONE_PERSONS = (YourCode, References, Submission)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the katas."""
    group = parser.getgroup("katas")
    group.addoption(
        "--solution",
        action="store_true",
        help="Run the tests against the reference solutions.",
    )
    group.addoption(
        "--submission",
        metavar="PATH",
        help="Run the tests against that file, that folder of <kata>.py files, or everybody's "
        "files in a folder: <participant>/<kata>.py, <participant>/<kata>/<kata>.py, clones, or "
        "<participant>__<kata>.py. Write it with '=': --submission=PATH.",
    )
    group.addoption(
        "--report",
        metavar="FILE",
        action="append",
        default=[],
        help="With everybody's files: write a report, a page for people (FILE.html) or a file for "
        "programs (FILE.json). May be given more than once.",
    )
    group.addoption(
        "--anonymous",
        action="store_true",
        help="With everybody's files: show animals for names, drawn by lot.",
    )
    group.addoption(
        "--all-stages",
        action="store_true",
        help="Run every stage, also those after a stage that fails.",
    )
    group.addoption(
        "--hints",
        metavar="N",
        type=_number_of_hints,
        help="Show the first N hints for the first kata that is not green. Write it with '=': "
        "--hints=1.",
    )
    group.addoption(
        "--progress",
        action="store_true",
        help="Show the path of katas, what is done and what comes next, and run nothing.",
    )
    group.addoption(
        "--kata-timeout",
        metavar="SECONDS",
        type=_seconds,
        default=Limits.seconds,
        help="How long one call may take (default: %(default)g).",
    )
    group.addoption(
        "--kata-total",
        metavar="SECONDS",
        type=_seconds,
        help="How long all calls of a kata may take together (default: 12 times --kata-timeout, "
        f"at least {Limits.total_seconds:g}).",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Show the path instead of a run, if that is asked for."""
    if not config.getoption("progress"):
        return None
    from kata_kit import progress  # Needed here only.

    if config.pluginmanager.has_plugin("cacheprovider"):
        results = progress.read(config.rootpath / config.getini("cache_dir"))
    else:  # -p no:cacheprovider
        results = {}
    print("\n".join(progress.path_lines(results)))
    return 0


def pytest_configure(config: pytest.Config) -> None:
    """Settle what is under test and which test files are meant."""
    config.addinivalue_line("markers", "stage(name): the stage of a kata that a test belongs to.")
    here = config.invocation_params.dir
    try:
        source = choose(
            solution=config.getoption("solution"),
            submission=config.getoption("submission"),
            here=here,
        )
        _replace_arguments(config, source, here)
        _check_options(config, source)
        if config.getoption("benchmark_only", False):
            from kata_kit.benchmarks.plugin import set_up as set_up_benchmarks

            set_up_benchmarks(config, source, _limits(config))
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    yours = isinstance(source, YourCode)
    config.stash[SOURCE] = source
    config.stash[IN_PART] = {
        entry.name
        for path, separator, _ in (argument.partition("::") for argument in config.args)
        if separator and (entry := _kata_at(Path(here, path)))
    }
    config.stash[LOCKS] = Locks(everything=not yours or config.getoption("all_stages"))
    config.stash[RUNNING] = Running(config, source)
    if not yours:
        # A green run of the references must not make `--lf` forget what failed in your code.
        config.pluginmanager.unregister(name="lfplugin")
    if config.pluginmanager.has_plugin("dsession") or getattr(config.option, "dist", "") == "load":
        # The stages of a kata are told by one process.
        config.option.dist = "loadfile"
    if not isinstance(source, ONE_PERSONS):
        from kata_workshop.plugin import set_up  # 20 ms that one person's code does without.

        set_up(config, source, _whole_tables(config), _limits(config))
    elif not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config, source), "kata-summary")


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what still runs."""
    if RUNNING in config.stash:
        config.stash[RUNNING].close()


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Let a learner's own tests import the code beside them."""
    folder = str(module_path.parent)
    if module_path.resolve().is_relative_to(ROOT / "katas") and folder not in sys.path:
        sys.path.append(folder)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the stages of a kata run in their order, also when a plugin shuffles."""
    items[:] = in_order(items)


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Note which katas run in part."""
    for item in items:
        entry = _kata_of(item)
        if entry:
            item.config.stash[IN_PART].add(entry.name)


@pytest.fixture
def kata(request: pytest.FixtureRequest) -> Kata:
    """The functions of the code under test: `kata.is_solved(board)`."""
    entry = _kata_of(request.node)
    if entry is None:
        raise pytest.UsageError(
            f"{request.path}: the fixture `kata` is for tests in katas/<kata>/ and tests/"
        )
    running = request.config.stash[RUNNING]
    fixture = Kata(entry.name, running.callee(entry))
    request.node.stash[KATA] = fixture
    return fixture


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Note which test is the last one of its kata; report a locked one without running it."""
    entry, stage = _kata_of(item), stage_of(item)
    if entry:
        # For the file of --junitxml, which is read without the terminal.
        item.user_properties += [
            ("kata", entry.name),
            ("stage", stage or OWN_TESTS),
            ("case", title_of(item)),
        ]
    item.stash[LAST] = nextitem is None or _kata_of(nextitem) != entry
    # The last one of a file takes pytest's own way, which tears down what those before set up;
    # so do all with --junitxml, which takes the properties from the report of the teardown.
    last = nextitem is None or nextitem.parent is not item.parent
    if entry is None or stage is None or last or item.config.getoption("xmlpath", None):
        return None
    reason = item.config.stash[LOCKS].reason(entry.name, stage)
    if reason is None:
        return None
    path, line, name = item.location
    report = pytest.TestReport(
        item.nodeid,
        item.location,
        keywords={name: 1},
        outcome="skipped",
        longrepr=(path, (line or 0) + 1, reason),
        when="setup",
    )
    _attach(report, item, entry, LOCKED, reason)
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose stage is locked."""
    stage, entry = stage_of(item), _kata_of(item)
    if stage is None or entry is None:
        return
    reason = item.config.stash[LOCKS].reason(entry.name, stage)
    if reason is not None:
        item.stash[REASON] = reason
        pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give the report of a kata's test its text, and the facts for the summary."""
    entry, fixture = _kata_of(item), item.stash.get(KATA, None)
    running = item.config.stash[RUNNING]
    if entry and call.when == "setup" and REASON in item.stash:
        report = yield
        path, line, _ = item.location  # The skip was raised in this file, which is no news.
        report.longrepr = (path, (line or 0) + 1, item.stash[REASON])
        _attach(report, item, entry, LOCKED, item.stash[REASON])
        return report
    if entry and call.when == "teardown" and item.stash.get(LAST, False):
        report = yield
        report.kata_belief = running.misconception(entry)  # type: ignore[attr-defined]
        return report
    if entry is None or fixture is None or call.when != "call":
        return (yield)
    status, text, function = PASSED, "", ""
    if call.excinfo and call.excinfo.errisinstance(pytest.skip.Exception):
        status = NOT_RUN
    elif call.excinfo:
        teller = Teller(item, fixture, running.label(entry), running.limits.memory)
        told = teller.tell(call.excinfo.value)
        if told is None:  # The test itself is wrong: pytest shows where.
            return (yield)
        status, text, function = told
        if status == FAILED:
            running.note_wrong(fixture.kata_mismatch)
        call.excinfo = _without_traceback(call.excinfo, text)
    report = yield
    if text:
        report.longrepr = text
    stage = stage_of(item)
    if stage is not None:
        item.config.stash[LOCKS].note(entry.name, stage, status)
    _attach(report, item, entry, status, text, function)
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Locked tests, and those not run, are counted as such and take no space."""
    status = getattr(report, "kata", {}).get("status", "")
    if status in (LOCKED, NOT_RUN):
        return status, "", status.upper()
    return None


class Running:
    """The code under test that runs: one kata at a time."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        self._source = source
        self._in_process = _debugging(config)
        self._child = config.pluginmanager.get_plugin("kata-child")  # Of a workshop.
        self.limits = _limits(config)
        self._name = ""
        self._callee: UnderTest | InProcess | None = None
        self._recorder: Recorder | None = None

    def label(self, entry: KataFiles) -> str:
        """The file under test as messages name it."""
        return relative(str(self._source.file(entry)))

    def callee(self, entry: KataFiles) -> Callee:
        """What runs a kata's code; the one of the kata before is ended."""
        if self._callee is None or self._recorder is None or self._name != entry.name:
            self.close()
            self._name, self._callee = entry.name, self._make(entry)
            self._recorder = Recorder(self._callee)
        return self._recorder

    def note_wrong(self, mismatch: Mismatch | None) -> None:
        """Note that a test of the kata that runs failed."""
        if self._recorder:
            self._recorder.note_wrong(mismatch)

    def misconception(self, entry: KataFiles) -> dict[str, str] | None:
        """The misconception that is behind all answers of a kata, as plain values."""
        if self._name != entry.name or not (self._recorder and self._recorder.tells_something):
            return None
        from kata_kit.misconceptions import recognise  # Needed when something is wrong only.

        found = recognise(entry, self._recorder.requests)
        return {"kata": entry.name, "name": found.name, "text": found.text} if found else None

    def close(self) -> None:
        """End what runs."""
        if self._callee:
            self._callee.close()
            self._callee = None

    def _make(self, entry: KataFiles) -> UnderTest | InProcess:
        path = self._source.file(entry)
        if self._in_process:
            from kata_kit.in_process import InProcess  # Needed for a debugger only.

            return InProcess(path, entry.name, references(entry))
        start = self._child.start if self._child else _start
        return UnderTest(path, self.limits, lambda: start(path, entry, self.limits))


def _start(path: Path, entry: KataFiles, limits: Limits) -> Process:
    return Process(path, entry.name, limits, ROOT, references(entry))


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {text!r}")
    return seconds


def _number_of_hints(text: str) -> int:
    from kata_kit.hints import number_of_hints  # Needed with the option only.

    return number_of_hints(text)


def _limits(config: pytest.Config) -> Limits:
    seconds = config.getoption("kata_timeout")
    total = config.getoption("kata_total") or max(Limits.total_seconds, 12 * seconds)
    return Limits(seconds, total)


def _replace_arguments(config: pytest.Config, source: Source, here: Path) -> None:
    if config.getoption("doctestmodules", False):
        return  # The doctests of stubs and solutions are asked for by their paths.
    yours = isinstance(source, YourCode)
    typed = [find(argument.partition("::")[0], here) for argument in config.args]
    everything = any(path in (ROOT, ROOT / "katas") for path in typed)
    katas = source.katas() if everything else ()
    # Through a link, the root that pytest sees has another name than the root.
    root = config.rootpath if config.rootpath.resolve() == ROOT else ROOT
    benchmarks = config.getoption("benchmark_only", False)
    config.args[:] = select(config.args, here, root, katas, own_tests=yours, benchmarks=benchmarks)


def _check_options(config: pytest.Config, source: Source) -> None:
    """Refuse options that one person's code has no use for."""
    given = [f"--report={file}" for file in config.getoption("report")]
    given += ["--anonymous"] if config.getoption("anonymous") else []
    if given and isinstance(source, ONE_PERSONS):
        raise ValueError(
            f"{given[0]}: this is about everybody's files; expected\n"
            "  --submission=FOLDER with a folder of participants, got "
            f"{source.title}"
        )


def _whole_tables(config: pytest.Config) -> list[KataFiles]:
    """The katas that the arguments name; a workshop is about nothing less and nothing else."""
    katas = []
    for argument in config.args:
        entry = None if "::" in argument else _kata_at(Path(argument))
        if entry is None:
            raise pytest.UsageError(
                f"--submission={config.getoption('submission')} holds everybody's files;\n"
                f"expected whole katas, such as katas/{next(iter(BY_NAME))}, got\n  {argument}"
            )
        katas.append(entry)
    return katas


def _debugging(config: pytest.Config) -> bool:
    return bool(
        config.getoption("usepdb", False)
        or config.getoption("trace", False)
        or {"pydevd", "debugpy"} & sys.modules.keys()
    )


def _kata_of(item: pytest.Item) -> KataFiles | None:
    return _kata_at(item.path)


@cache
def _kata_at(path: Path) -> KataFiles | None:
    """The kata that a test file belongs to: by its folder in tests/ or katas/."""
    path = path.resolve()
    for folder in (ROOT / "tests", ROOT / "katas"):
        if path.is_relative_to(folder):
            return BY_NAME.get(path.relative_to(folder).parts[0])
    return None


def _attach(
    report: pytest.TestReport,
    item: pytest.Item,
    entry: KataFiles,
    status: str,
    text: str,
    function: str = "",
) -> None:
    case = CaseRecord(
        entry.name, stage_of(item) or OWN_TESTS, title_of(item), status, text, function
    )
    # Plain values, which pytest-xdist can carry from one process to another.
    report.kata = asdict(case)  # type: ignore[attr-defined]
    report.kata_file = item.config.stash[RUNNING].label(entry)  # type: ignore[attr-defined]
    report.kata_in_part = entry.name in item.config.stash[IN_PART]  # type: ignore[attr-defined]


def _without_traceback(
    excinfo: pytest.ExceptionInfo[BaseException], text: str
) -> pytest.ExceptionInfo[BaseException]:
    """The same failure as one that pytest does not draw a traceback of (about 10 ms each)."""
    failure = pytest.fail.Exception(text, pytrace=False)
    return pytest.ExceptionInfo.from_exc_info((type(failure), failure, excinfo.tb))
