"""The hooks of pytest: they wire, the other modules work.

- before collection, arguments that name a kata become test files (`paths`);
- a test gets the fixture `kata`, which calls the code under test in another process (`fixture`);
- a test whose stage is locked is not run (`stages`);
- a failure becomes a text for the learner (`told`), shown at the end (`summary`).
"""

from __future__ import annotations

import sys
from bdb import BdbQuit
from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import before_conftests
import pytest

from kata_kit import choosing, options, paths
from kata_kit.asked import CallFailed
from kata_kit.fixture import KATA, Kata
from kata_kit.katas import ROOT, KataFiles
from kata_kit.record import FAILED, LOCKED, NOT_RUN, OWN_TESTS, PASSED, CaseRecord
from kata_kit.running import Running
from kata_kit.stages import Locks, in_order, stage_of, stages_of
from kata_kit.summary import Summary
from kata_kit.told import Teller, title_of
from kata_kit.whose import Source, YourCode, choose

LOCKS = pytest.StashKey[Locks]()
RUNNING = pytest.StashKey[Running]()
REASON = pytest.StashKey[str]()
LAST = pytest.StashKey[bool]()
PROBLEM_TOLD = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the options of the katas."""
    options.add(parser)
    config = pluginmanager.get_plugin("pytestconfig")
    options.suggest(parser, config.invocation_params.args if config else ())


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Show the path instead of a run, if that is asked for."""
    if not config.getoption("progress"):
        return None
    from kata_kit import progress  # Needed here only.

    print("\n".join(progress.shown(config)))
    return 0


def pytest_configure(config: pytest.Config) -> None:
    """Settle what is under test and which test files are meant."""
    config.addinivalue_line("markers", "stage(name): the stage of a kata that a test belongs to.")
    before_conftests.refuse(
        config.invocation_params.args, config.rootpath, config.invocation_params.dir
    )
    try:
        source = _choose(config)
        paths.replace_arguments(config, source)
        if source.is_one_persons:
            options.refuse_for_one(config, source.title)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    choosing.take_text(config)
    yours = isinstance(source, YourCode)
    config.stash[LOCKS] = Locks(everything=not yours or config.getoption("all_stages"))
    config.stash[RUNNING] = Running(config, source)
    if not yours:
        # A green run of the references must not make `--lf` forget what failed in your code.
        config.pluginmanager.unregister(name="lfplugin")
    if config.pluginmanager.has_plugin("dsession") or getattr(config.option, "dist", "") == "load":
        # The stages of a kata are told by one process.
        config.option.dist = "loadfile"
    if not source.is_one_persons:
        from kata_workshop.set_up import set_up  # 20 ms that one person's code does without.

        set_up(config, source, paths.whole_katas(config), options.limits(config))
    elif not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config, source), "kata-summary")


def _choose(config: pytest.Config) -> Source:
    """Choose what is under test from the options; raises as `whose.choose` does."""
    typed, here = config.getoption("submission"), config.invocation_params.dir
    one = choose(solution=config.getoption("solution"), submission=typed, here=here)
    if one is None:
        from kata_workshop.participants import gather  # One person's code does without.

        return gather(Path(here, typed).resolve(), typed, config.getoption("watch"))
    if typed and Path(here, typed).is_dir():
        from kata_workshop.participants import refuse_nearly_right

        refuse_nearly_right(Path(here, typed), typed)
    return one


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
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose cases by their names; stages run in their order, also when a plugin shuffles."""
    try:
        choosing.choose(config, items)
    except pytest.UsageError as error:
        if not hasattr(config, "workerinput"):
            raise
        # pytest-xdist cannot carry the error.
        config.workeroutput["problem"] = str(error)  # type: ignore[attr-defined]
        items.clear()
    items[:] = in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Say once why no process of pytest-xdist has chosen a case."""
    problem = getattr(node, "workeroutput", {}).get("problem")
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    if problem and reporter and not node.config.stash.setdefault(PROBLEM_TOLD, False):
        node.config.stash[PROBLEM_TOLD] = True
        reporter.write_line(f"ERROR: {problem}", red=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have `--pdb` stop in the learner's code."""
    theirs = session.config.pluginmanager.unregister(name="pdbinvoke")
    if theirs:
        from kata_kit.debugger import Debugger  # Needed with the option only.

        debugger = Debugger(session.config, theirs)
        session.config.pluginmanager.register(debugger, "kata-debugger")


@pytest.fixture
def kata(request: pytest.FixtureRequest) -> Kata:
    """The functions of the code under test: `kata.is_solved(board)`."""
    entry = _kata_of(request.node)
    if entry is None:
        raise pytest.UsageError(
            f"{request.path}: the fixture `kata` is for tests in katas/<kata>/ and tests/"
        )
    fixture = request.config.stash[RUNNING].fixture(entry, title_of(request.node))
    request.node.stash[KATA] = fixture
    return fixture


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Note which test is the last one of its kata, and tell JUnit's file what it is about."""
    entry = _kata_of(item)
    if entry:
        stage = stage_of(item) or OWN_TESTS
        told = ("kata", entry.name), ("stage", stage), ("case", title_of(item))
        item.user_properties += told
    item.stash[LAST] = nextitem is None or _kata_of(nextitem) != entry


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
    """Give the report of a kata's test its text, and its record for the summary."""
    entry, fixture = _kata_of(item), item.stash.get(KATA, None)
    running = item.config.stash[RUNNING]
    if entry and call.when == "setup" and REASON in item.stash:
        report = yield
        path, line, _ = item.location  # The skip was raised in this file, which is not news.
        report.longrepr = (path, (line or 0) + 1, item.stash[REASON])
        _attach(report, item, entry, LOCKED, item.stash[REASON])
        return report
    if entry and call.when == "teardown" and item.stash.get(LAST, False):
        report = yield
        report.kata_belief = running.belief(entry)  # type: ignore[attr-defined]
        return report
    if entry is None or fixture is None or call.when != "call":
        return (yield)
    status, text, function = PASSED, "", ""
    if call.excinfo and call.excinfo.errisinstance(BdbQuit):  # At a breakpoint.
        item.session.shouldfail = left = "left the debugger"
        status = NOT_RUN
        call.excinfo = _without_traceback(call.excinfo, pytest.skip.Exception(left))
    elif call.excinfo and call.excinfo.errisinstance(pytest.skip.Exception):
        status = NOT_RUN
    elif call.excinfo:
        teller = Teller(item, fixture.kata_code, running.label(entry), running.limits.memory)
        told = teller.tell(call.excinfo.value)
        if told is None:  # The test itself is wrong: pytest shows where.
            return (yield)
        status, text, function = told
        if status == FAILED and item.config.getoption("trace_case") and not running.traced:
            running.traced = True
            text += _traced(fixture, call.excinfo.value, item.config)
        call.excinfo = _without_traceback(call.excinfo, pytest.fail.Exception(text, pytrace=False))
    running.note(fixture, status)
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


def _traced(fixture: Kata, error: BaseException, config: pytest.Config) -> str:
    from kata_kit.debugger import traced  # Needed with the option only.

    code = fixture.kata_code
    call = error.call if isinstance(error, CallFailed) else code.mismatch and code.mismatch.call
    lines = traced(code, call, whole=config.get_verbosity() > 0) if call else []
    return "".join(f"\n{line}" for line in lines)


def _kata_of(item: pytest.Item) -> KataFiles | None:
    return paths.kata_at(item.path)


def _attach(report: pytest.TestReport, item: pytest.Item, entry: KataFiles, *told: str) -> None:
    stage, running = stage_of(item) or OWN_TESTS, item.config.stash[RUNNING]
    case = CaseRecord(entry.name, stage, title_of(item), *told)  # Its status, text and function.
    # Plain values, which pytest-xdist can carry from one process to another.
    report.kata = asdict(case)  # type: ignore[attr-defined]
    report.kata_run = {  # type: ignore[attr-defined]
        "file": running.label(entry),
        "digest": running.digest,
        "table": stages_of(getattr(item, "module", None)),
    }


def _without_traceback(
    excinfo: pytest.ExceptionInfo[BaseException], instead: BaseException
) -> pytest.ExceptionInfo[BaseException]:
    """Another exception in its place, which pytest does not draw a traceback of (10 ms each)."""
    return pytest.ExceptionInfo.from_exc_info((type(instead), instead, excinfo.tb))
