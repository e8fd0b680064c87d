"""The hooks about one test: it is locked or runs, and its report gets a record."""

from bdb import BdbQuit
from collections.abc import Generator
from dataclasses import asdict, dataclass, replace
from typing import Any

import pytest

from kata_kit import writing
from kata_kit.attempt import ATTEMPT, Attempt
from kata_kit.failure import diagnose
from kata_kit.fixture import FIXTURE, Kata
from kata_kit.launcher import LAUNCHER
from kata_kit.plain import made
from kata_kit.record import (
    FAILED,
    LOCKED,
    NOT_RUN,
    PASSED,
    CaseRecord,
    Failure,
)
from kata_kit.request import CallFailed

LOCKED_BY = pytest.StashKey[str]()  # why a test is locked
LAST = pytest.StashKey[bool]()  # whether a test is the last one of its kata


@dataclass
class Written:
    """A failure as JUnit and pytest-xdist show it, written when one reads it."""

    failure: Failure

    def __str__(self) -> str:
        return writing.text(self.failure)

    def toterminal(self, terminal: Any) -> None:
        """Write it to a terminal; pytest asks what it shows for this."""
        terminal.line(str(self))


@pytest.fixture
def kata(request: pytest.FixtureRequest) -> Kata:
    """Give a test the functions of the code under test: `kata.is_solved(board)`."""
    if attempt := request.node.stash.get(ATTEMPT, None):
        functions = request.config.stash[LAUNCHER].fixture(attempt)
        request.node.stash[FIXTURE] = functions
        return functions
    raise pytest.UsageError(
        f"{request.path}: the fixture `kata` is for tests in katas/<kata>/ and tests/"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if attempt := item.stash.get(ATTEMPT, None):
        item.stash[LOCKED_BY] = reason = item.config.stash[LAUNCHER].reason(attempt)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Note which test is the last one of its kata."""
    if here := item.stash.get(ATTEMPT, None):
        following = nextitem and nextitem.stash.get(ATTEMPT, None)
        item.stash[LAST] = not (following and following.kata is here.kata)


def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> pytest.TestReport | None:
    """Put the record of a kata's test on its report, for `Records`."""
    attempt = item.stash.get(ATTEMPT, None)
    if not attempt:
        return None
    record = None
    if call.when == "setup" and item.stash.get(LOCKED_BY, ""):
        record = _record(attempt, LOCKED)
    elif call.when == "call" and FIXTURE in item.stash:
        record = _ended(item, call, attempt)
    report: Any = pytest.TestReport.from_item_and_call(item, call)
    launcher = item.config.stash[LAUNCHER]
    if record:
        report.kata = record
        report.kata_run = {
            "kata": record.kata,
            "file": attempt.label,
            "table": attempt.stages,
            "digest": launcher.digest,
        }
        if record.failure:
            report.longrepr = Written(record.failure)
    elif call.when == "teardown" and item.stash.get(LAST, False):
        belief = launcher.belief(attempt.kata)
        report.kata_run = {"kata": attempt.kata.name, "belief": belief}
    return report  # type: ignore[no-any-return]


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Count locked tests, and those that were not run, as such, and show no sign."""
    record = getattr(report, "kata", None)
    if record and record.status in (LOCKED, NOT_RUN):
        return record.status, "", record.status.upper()
    return None


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report: Any) -> Generator[None, Any, Any]:
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


def _record(attempt: Attempt, status: str, *more: Any) -> CaseRecord:
    kata = attempt.kata.name
    return CaseRecord(kata, attempt.stage, attempt.title, status, *more)


def _ended(
    item: pytest.Item, call: pytest.CallInfo[None], attempt: Attempt
) -> CaseRecord | None:
    """Return the record of a test that ran; None if the test itself is wrong."""
    config, code = item.config, item.stash[FIXTURE].kata_code
    error = call.excinfo.value if call.excinfo else None
    status = PASSED if error is None else NOT_RUN
    function = attempt.case.function if attempt.case else ""
    failure, launcher = None, config.stash[LAUNCHER]
    if isinstance(error, BdbQuit):  # At a breakpoint.
        item.session.shouldfail = left = "left the debugger"
        _raise_instead(call, pytest.skip.Exception(left))
    elif error is not None and not isinstance(error, pytest.skip.Exception):
        diagnosis = diagnose(error, attempt, code)
        if diagnosis is None:  # pytest shows where.
            return None
        if isinstance(error, CallFailed) and error.trouble.kind == "interrupted":
            item.session.shouldstop = "stopped by Ctrl-C"  # Without a debugger as well.
        status, failure, function, wrong = diagnosis
        is_traced = status == FAILED and config.getoption("trace_case")
        if is_traced and not launcher.traced:  # The first one of a run.
            from kata_kit.debugger import traced  # Needed with the option only.

            launcher.traced = True
            failure = replace(failure, trace=tuple(traced(code, wrong)))
        # To draw a traceback takes 10 ms, and nobody reads it.
        _raise_instead(call, pytest.fail.Exception(failure.headline, pytrace=False))
    requests = code.end(failed=status == FAILED)
    launcher.take(attempt, status, requests)
    return _record(attempt, status, function, failure)


def _raise_instead(call: pytest.CallInfo[None], error: BaseException) -> None:
    assert call.excinfo is not None
    there = type(error), error, call.excinfo.tb
    call.excinfo = pytest.ExceptionInfo.from_exc_info(there)
