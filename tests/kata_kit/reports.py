"""The hooks about one test: it is locked or runs, and its report gets a record."""

from bdb import BdbQuit
from collections.abc import Generator
from dataclasses import asdict, dataclass, replace
from typing import Any

import pytest

from kata_kit import writing
from kata_kit.attempt import ATTEMPT, Attempt
from kata_kit.failure import diagnose
from kata_kit.fixture import CODE, Kata
from kata_kit.launcher import RUN
from kata_kit.plain import made
from kata_kit.record import (
    FAILED,
    LOCKED,
    NOT_RUN,
    PASSED,
    CaseRecord,
    Failure,
)

RECORD = pytest.StashKey[CaseRecord]()


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
    stash = request.node.stash
    if RUN not in stash:
        problem = "the fixture `kata` is for tests in katas/<kata>/ and tests/"
        raise pytest.UsageError(f"{request.path}: {problem}")
    attempt, callee = stash[ATTEMPT], stash[RUN].callee
    functions = Kata(attempt.kata.name, callee, attempt.title)
    stash[CODE] = functions.kata_code
    return functions


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if run := item.stash.get(RUN, None):
        attempt = item.stash[ATTEMPT]
        if reason := run.reason(attempt):
            item.stash[RECORD] = _record(attempt, LOCKED)
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Item) -> Generator[None, Any, Any]:
    """Note what came of a test, and raise the headline of a failure in its place."""
    try:
        result = yield
    except BaseException as error:
        if CODE in pyfuncitem.stash:
            _take_in(pyfuncitem, error)
        raise
    if CODE in pyfuncitem.stash:
        _note(pyfuncitem, PASSED)
    return result


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the code of a kata behind its last test."""
    run = item.stash.get(RUN, None)
    if run and not (nextitem and nextitem.stash.get(RUN, None) is run):
        run.end()


def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> pytest.TestReport | None:
    """Put the record of a kata's test on its report, for `Records`."""
    run, record = item.stash.get(RUN, None), item.stash.get(RECORD, None)
    if not run:
        return None
    report: Any = pytest.TestReport.from_item_and_call(item, call)
    if record:
        del item.stash[RECORD]  # It stands on one report.
        report.kata = record
        if record.failure:
            report.longrepr = Written(record.failure)
    if record or "belief" in run.facts:
        report.kata_run = run.facts
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


def _take_in(item: pytest.Item, error: BaseException) -> None:
    """Note why a test ended; if the code is why, raise the headline in its place."""
    code = item.stash[CODE]
    if isinstance(error, pytest.skip.Exception):
        _note(item, NOT_RUN)
    elif isinstance(error, BdbQuit):  # At a breakpoint.
        _note(item, NOT_RUN)
        item.session.shouldfail = left = "left the debugger"
        raise pytest.skip.Exception(left) from None
    elif diagnosis := diagnose(error, item.stash[ATTEMPT], code):
        status, function, failure, (call, _, trouble, *_) = diagnosis
        if trouble and trouble.kind == "interrupted":
            item.session.shouldstop = "stopped by Ctrl-C"  # Without a debugger as well.
        if status == FAILED and item.config.option.trace_case:
            from kata_kit.debugger import traced  # Needed with the option only.

            item.config.option.trace_case = False  # It is for the first one of a run.
            failure = replace(failure, trace=tuple(traced(code, call, failure)))
        _note(item, status, function, failure)
        # To draw a traceback takes 10 ms, and nobody reads it.
        raise pytest.fail.Exception(failure.headline, pytrace=False) from None


def _note(item: pytest.Item, status: str, *found: Any) -> None:
    """Keep the record of a test, and what it asked."""
    attempt = item.stash[ATTEMPT]
    requests = item.stash[CODE].end(failed=status == FAILED)
    item.stash[RUN].take(attempt, status, requests)
    item.stash[RECORD] = _record(attempt, status, *found)


def _record(
    attempt: Attempt, status: str, function: str = "", failure: Failure | None = None
) -> CaseRecord:
    """Return the record of a case; the function is that of its row, if none failed."""
    if attempt.case and not failure:
        function = attempt.case.function
    kata = attempt.kata.name
    return CaseRecord(kata, attempt.stage, attempt.title, status, function, failure)
