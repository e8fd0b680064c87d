"""The hooks of pytest: they wire, the other modules work."""

import sys
from bdb import BdbQuit
from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import before_conftests
import pytest

from kata_kit import options, paths, progress
from kata_kit.failure import Teller, title_of
from kata_kit.fixture import Kata
from kata_kit.katas import ROOT
from kata_kit.launcher import Launcher
from kata_kit.paths import kata_at
from kata_kit.record import FAILED, LOCKED, NOT_RUN, OWN_TESTS, PASSED, CaseRecord
from kata_kit.sources import Source, YourCode, choose
from kata_kit.stages import Locks, in_order, stage_of, stages_of
from kata_kit.summary import Summary

LOCKS = pytest.StashKey[Locks]()
RUNNING = pytest.StashKey[Launcher]()
LAST = pytest.StashKey[bool]()  # whether a test is the last one of its kata


def pytest_addoption(
    parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager
) -> None:
    config = pluginmanager.get_plugin("pytestconfig")
    options.add(parser, config.invocation_params.args if config else ())


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    if config.getoption("progress"):
        print("\n".join(progress.shown(config)))
        return 0
    return None


def pytest_configure(config: pytest.Config) -> None:
    """Settle what is under test and which test files are meant."""
    config.addinivalue_line(
        "markers", "stage(name): the stage of a kata that a test belongs to."
    )
    typed = config.invocation_params
    before_conftests.refuse(typed.args, config.rootpath, typed.dir)
    try:
        source = _choose(config, typed.dir)
        paths.replace_arguments(config, source)
        if source.is_one_persons:
            options.refuse_for_one(config, source.title)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    options.take_text(config)
    yours = isinstance(source, YourCode)
    config.stash[LOCKS] = Locks(everything=not yours or config.getoption("all_stages"))
    config.stash[RUNNING] = Launcher(config, source)
    config.add_cleanup(config.stash[RUNNING].close)
    if not yours:
        # A green run of the references must not make `--lf` forget what failed in your
        # code.
        config.pluginmanager.unregister(name="lfplugin")
    if (
        config.pluginmanager.has_plugin("dsession")
        or getattr(config.option, "dist", "") == "load"
    ):
        config.option.dist = "loadfile"  # The stages of a kata are told by one process.
    if not source.is_one_persons:
        from kata_workshop.set_up import (
            set_up,
        )  # 20 ms that one person's code does without.

        set_up(config, source, paths.whole_katas(config), options.limits(config))
    elif not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config, source), "kata-summary")


def _choose(config: pytest.Config, here: Path) -> Source:
    """Choose what is under test from the options; raises as `sources.choose` does."""
    typed = config.getoption("submission")
    one = choose(solution=config.getoption("solution"), submission=typed, here=here)
    if typed and Path(here, typed).is_dir():
        from kata_workshop import participants  # One person's file does without.

        if one is None:
            folder = Path(here, typed).resolve()
            return participants.gather(folder, typed, config.getoption("watch"))
        participants.refuse_nearly_right(Path(here, typed), typed)
    assert one is not None
    return one


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Let a learner's own tests import the code beside them."""
    folder = str(module_path.parent)
    if module_path.resolve().is_relative_to(ROOT / "katas") and folder not in sys.path:
        sys.path.append(folder)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Choose cases by their names; stages run in their order, also when a plugin shuffles."""
    try:
        options.choose(config, items)
    except pytest.UsageError as error:
        if not hasattr(config, "workerinput"):
            raise
        # pytest-xdist cannot carry the error.
        config.workeroutput["problem"] = str(error)  # type: ignore[attr-defined]
        items.clear()
    items[:] = in_order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Say why no process of pytest-xdist has chosen a case: the first says it for all."""
    problem = getattr(node, "workeroutput", {}).get("problem")
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    if problem and reporter and node.gateway.id == "gw0":
        reporter.write_line(f"ERROR: {problem}", red=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have `--pdb` stop in the learner's code."""
    plugins = session.config.pluginmanager
    if theirs := plugins.unregister(name="pdbinvoke"):
        from kata_kit.debugger import Debugger  # Needed with the option only.

        plugins.register(Debugger(session.config, theirs), "kata-debugger")


@pytest.fixture
def kata(request: pytest.FixtureRequest) -> Kata:
    """The functions of the code under test: `kata.is_solved(board)`."""
    if entry := kata_at(request.path):
        made = request.config.stash[RUNNING].fixture(entry, title_of(request.node))
        request.node.funcargs["kata"] = (
            made  # Also where a test asks for it by its name.
        )
        return made
    elsewhere = (
        f"{request.path}: the fixture `kata` is for tests in katas/<kata>/ and tests/"
    )
    raise pytest.UsageError(elsewhere)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose stage is locked, and tell JUnit's file what it is about."""
    if entry := kata_at(item.path):
        stage = stage_of(item) or OWN_TESTS
        item.user_properties += (
            ("kata", entry.name),
            ("stage", stage),
            ("case", title_of(item)),
        )
    if reason := _why_locked(item):
        item.add_marker(pytest.mark.skip(reason=reason))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    item.stash[LAST] = nextitem is None or kata_at(nextitem.path) != kata_at(item.path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, Any]:
    """Give the report of a kata's test its text, and what `Records` takes in: plain values."""
    entry, running, told = kata_at(item.path), item.config.stash[RUNNING], None
    fixture = getattr(item, "funcargs", {}).get("kata")
    if entry and call.when == "setup" and (reason := _why_locked(item)):
        told = LOCKED, reason, ""
    if entry and call.when == "call" and isinstance(fixture, Kata):
        told = _told(item, call, fixture, running.label(entry))
    report = yield
    if entry and told:
        status, text, _ = told
        stage = stage_of(item)
        if status != LOCKED:
            report.longrepr = text or report.longrepr
        if stage:
            item.config.stash[LOCKS].note(entry.name, stage, status)
        report.kata = asdict(
            CaseRecord(entry.name, stage or OWN_TESTS, title_of(item), *told)
        )
        table = stages_of(getattr(item, "module", None))
        report.kata_run = {
            "kata": entry.name,
            "file": running.label(entry),
            "table": table,
        }
        report.kata_run["digest"] = running.digest
    elif entry and call.when == "teardown" and item.stash.get(LAST, False):
        report.kata_run = {"kata": entry.name, "belief": running.belief(entry)}
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Locked tests, and those not run, are counted as such and take no space."""
    status = getattr(report, "kata", {}).get("status", "")
    return (status, "", status.upper()) if status in (LOCKED, NOT_RUN) else None


def _told(
    item: pytest.Item, call: pytest.CallInfo[None], fixture: Kata, label: str
) -> tuple[str, str, str] | None:
    """The status of a test, its text and the function; None if the test itself is wrong."""
    config, running = item.config, item.config.stash[RUNNING]
    error = instead = call.excinfo.value if call.excinfo else None
    told = PASSED if error is None else NOT_RUN, "", ""
    if isinstance(error, BdbQuit):  # At a breakpoint.
        item.session.shouldfail = left = "left the debugger"
        instead = pytest.skip.Exception(left)
    elif error is not None and not isinstance(error, pytest.skip.Exception):
        teller = Teller(item, fixture.kata_code, label)
        found = teller.tell(error)
        if found is None:  # pytest shows where.
            return None
        status, text, function = found
        if status == FAILED and config.getoption("trace_case") and not running.traced:
            from kata_kit.debugger import traced  # Needed with the option only.

            running.traced = True
            lines = traced(
                fixture.kata_code, teller.call, whole=config.get_verbosity() > 0
            )
            text = "\n".join([text, *lines])
        told, instead = (
            (status, text, function),
            pytest.fail.Exception(text, pytrace=False),
        )
    if call.excinfo and instead and instead is not error:
        there = (
            type(instead),
            instead,
            call.excinfo.tb,
        )  # To draw a traceback takes 10 ms.
        call.excinfo = pytest.ExceptionInfo.from_exc_info(there)
    running.requests += fixture.kata_code.end(failed=told[0] == FAILED)
    return told


def _why_locked(item: pytest.Item) -> str | None:
    stage, entry = stage_of(item), kata_at(item.path)
    return (
        item.config.stash[LOCKS].reason(entry.name, stage) if stage and entry else None
    )
