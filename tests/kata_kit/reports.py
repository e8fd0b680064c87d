"""The hooks about the result of a test: a record for each, on pytest's own report."""

from bdb import BdbQuit
from collections.abc import Generator
from dataclasses import asdict, replace
from typing import Any, NamedTuple

import pytest
from kata_tables.arguments import Call

from kata_kit import writing
from kata_kit.attempt import ATTEMPT, Attempt
from kata_kit.failure import diagnose
from kata_kit.fixture import FIXTURE
from kata_kit.launcher import LAUNCHER, Launcher
from kata_kit.plain import made
from kata_kit.record import FAILED, LOCKED, NOT_RUN, PASSED, CaseRecord, Failure
from kata_kit.request import CallFailed, Code
from kata_kit.stages import LOCKS, number_of, stages_of

LOCKED_BY = pytest.StashKey[str]()  # why a test is locked
LAST = pytest.StashKey[bool]()  # whether a test is the last one of its kata


class Outcome(NamedTuple):
    """The result of a test."""

    status: str
    function: str = ""
    failure: Failure | None = None


class Written:
    """A failure as JUnit and pytest-xdist show it, written when one reads it."""

    def __init__(self, failure: Failure) -> None:
        self._failure = failure

    def __str__(self) -> str:
        return writing.text(self._failure)

    def toterminal(self, terminal: Any) -> None:
        """Write it to a terminal; pytest asks what it shows for this."""
        terminal.line(str(self))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, Any]:
    """Put the record of a kata's test on its report, for `Records`."""
    attempt = item.stash.get(ATTEMPT, None)
    if not attempt:
        return (yield)
    outcome = None
    if call.when == "setup" and item.stash.get(LOCKED_BY, ""):
        outcome = Outcome(LOCKED)
    elif call.when == "call" and FIXTURE in item.stash:
        outcome = _outcome(item, call, attempt)
    report = yield
    launcher = item.config.stash[LAUNCHER]
    if outcome:
        _record(report, outcome, attempt, launcher)
        item.config.stash[LOCKS].note(attempt, outcome.status)
    elif call.when == "teardown" and item.stash.get(LAST, False):
        belief = launcher.belief(attempt.kata)
        report.kata_run = {"kata": attempt.kata.name, "belief": belief}
    return report


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Count locked tests, and those that were not run, as such, and show no sign."""
    record = getattr(report, "kata", None)
    if record and record.status in (LOCKED, NOT_RUN):
        return record.status, "", record.status.upper()
    return None


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report: Any) -> Generator[None, Any, Any]:
    """Turn the record into plain values, which pytest-xdist can carry."""
    data = yield
    if hasattr(report, "kata"):
        data["kata"] = asdict(report.kata)
    return data


@pytest.hookimpl(wrapper=True)
def pytest_report_from_serializable(data: Any) -> Generator[None, Any, Any]:
    """Make the record again of what pytest-xdist carried."""
    report = yield
    if "kata" in data:
        report.kata = made(CaseRecord, data["kata"])
    return report


def _record(
    report: Any, outcome: Outcome, attempt: Attempt, launcher: Launcher
) -> None:
    name = attempt.kata.name
    report.kata = CaseRecord(name, attempt.stage, attempt.title, *outcome)
    report.kata_run = {
        "kata": name,
        "file": attempt.label,
        "table": stages_of(attempt.room),
        "digest": launcher.digest,
    }
    if outcome.failure:
        report.longrepr = Written(outcome.failure)


def _outcome(
    item: pytest.Item, call: pytest.CallInfo[None], attempt: Attempt
) -> Outcome | None:
    """Return what came of a test that ran; None if the test itself is wrong."""
    launcher, code = item.config.stash[LAUNCHER], item.stash[FIXTURE].kata_code
    error = call.excinfo.value if call.excinfo else None
    function = attempt.case.function if attempt.case else ""
    outcome = Outcome(PASSED if error is None else NOT_RUN, function)
    if isinstance(error, BdbQuit):  # At a breakpoint.
        item.session.shouldfail = left = "left the debugger"
        _raise_instead(call, pytest.skip.Exception(left))
    elif error is not None and not isinstance(error, pytest.skip.Exception):
        diagnosis = diagnose(error, attempt, code)
        if diagnosis is None:  # pytest shows where.
            return None
        if isinstance(error, CallFailed) and error.trouble.kind == "interrupted":
            item.session.shouldstop = "stopped by Ctrl-C"  # Without a debugger as well.
        status, failure, function, failed_call = diagnosis
        if status == FAILED and item.config.getoption("trace_case"):
            failure = _traced(failure, launcher, code, failed_call, item.config)
        outcome = Outcome(status, function, failure)
        # To draw a traceback takes 10 ms, and nobody reads it.
        _raise_instead(call, pytest.fail.Exception(failure.headline, pytrace=False))
    failed = outcome.status == FAILED
    launcher.take(code.end(failed=failed), number_of(attempt), failed=failed)
    return outcome


def _raise_instead(call: pytest.CallInfo[None], error: BaseException) -> None:
    assert call.excinfo is not None
    there = type(error), error, call.excinfo.tb
    call.excinfo = pytest.ExceptionInfo.from_exc_info(there)


def _traced(
    failure: Failure, launcher: Launcher, code: Code, call: Call, config: pytest.Config
) -> Failure:
    """Add the lines that ran to the first failure of a run."""
    if launcher.traced:
        return failure
    from kata_kit.debugger import traced  # Needed with the option only.

    launcher.traced = True
    lines = traced(code, call, whole=config.get_verbosity() > 0)
    return replace(failure, trace=tuple(lines))
