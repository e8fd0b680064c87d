"""What came of a case, a stage and a kata: one record, from the test to every report of it.

A `CaseRecord` travels with pytest's report of its test. A `KataRecord` sums up those of
one kata, for the summary, the progress, a workshop and its reports.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from kata_kit.katas import BY_NAME

# How a case ends.
PASSED = "passed"
FAILED = "failed"
NOT_WRITTEN = "not written"  # its function is still to be written
BROKEN = "broken"  # the file cannot be loaded; also the state of such a kata
LOCKED = "locked"  # an earlier stage fails
NOT_RUN = "not run"  # the limits were used up; also the state of a kata that nobody waited for
FAILURES = (FAILED, NOT_WRITTEN, BROKEN)

# The states of a kata beside `BROKEN`, the best first.
GREEN = "green"  # every case passed
RED = "red"  # at least one case failed
STOPPED = "stopped"  # the limits ended the run before it could tell anything else
NOT_STARTED = "not started"  # nothing passes, because nothing is written
MISSING = "missing"  # there is no file; only in a workshop
STATES = (GREEN, RED, BROKEN, STOPPED, NOT_RUN, NOT_STARTED, MISSING)

OWN_TESTS = "your own tests"  # stands for the stage of the tests that a learner writes


@dataclass(frozen=True)
class CaseRecord:
    """What came of one case."""

    kata: str
    stage: str
    title: str  # the name of the case, or the first line of its test's docstring
    status: str  # one of the words above
    text: str = (
        ""  # what a learner reads of a failure; its first line stands for it in a list
    )
    function: str = ""  # that failed, if it was one

    @property
    def headline(self) -> str:
        return self.text.partition("\n")[0]


@dataclass(frozen=True)
class StageRecord:
    """How many cases of a stage ended in which way."""

    name: str
    passed: int = 0
    failed: int = 0
    locked: int = 0
    not_run: int = 0

    @property
    def total(self) -> int:
        return self.passed + self.failed + self.locked + self.not_run

    @property
    def sign(self) -> str:
        if self.failed:
            return "x"
        return "#" if self.passed and self.passed == self.total else "."


@dataclass(frozen=True)
class Belief:
    """The misconception that explains all wrong answers."""

    name: str  # the heading of its section in `mistakes.md`, with "_" for each space
    text: str  # what the learner is told about it; a line is a paragraph


@dataclass(frozen=True)
class KataRecord:
    """What came of one person's code for one kata."""

    kata: str
    file: str  # under test, as messages name it; in a workshop from its folder on
    state: str  # one of `STATES`
    words: str  # the state in words
    stages: tuple[StageRecord, ...] = ()  # in order, as the failures are
    failures: tuple[CaseRecord, ...] = ()
    misconception: Belief | None = None
    whole: bool = True  # no case was left out by the way in which pytest was called
    participant: str = ""  # in a workshop, whose code it is,
    seconds: float = 0.0  # how long the run took by the clock,
    verdict: str = ""  # and what the participant reads in a terminal of 80 columns

    @property
    def bar(self) -> str:
        """A sign for each stage: # passes, x fails, . not run."""
        return f"[{''.join(stage.sign for stage in self.stages)}]"

    @property
    def passed_stages(self) -> int:
        return sum(stage.sign == "#" for stage in self.stages)


class Records:
    """Takes in what the reports of a run say, and sums it up for each kata."""

    def __init__(self) -> None:
        self.cases = defaultdict[str, list[CaseRecord]](list)  # of each kata
        self.facts = defaultdict[str, dict[str, Any]](
            dict
        )  # as the hooks attach them to a report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if case := getattr(report, "kata", None):
            self.cases[case["kata"]].append(CaseRecord(**case))
        if facts := getattr(report, "kata_run", None):
            known = {name: fact for name, fact in facts.items() if fact}
            self.facts[facts["kata"]] = known | self.facts[facts["kata"]]

    def all(self) -> list[KataRecord]:
        order = [kata for kata in BY_NAME if kata in self.cases]
        return [sum_up(self.cases[kata], self.facts[kata]) for kata in order]


def sum_up(cases: Sequence[CaseRecord], facts: Mapping[str, Any]) -> KataRecord:
    """The record of a kata of which these cases were told, of those in the table; at least one."""
    table, belief = facts.get("table", {}), facts.get("belief")
    # A stage keeps its place, also when tests of it ran at two times.
    told: dict[str, list[CaseRecord]] = {stage: [] for stage in table}
    for case in cases:
        told.setdefault(case.stage, []).append(case)
    stages = []
    for name in told:
        ended = [
            FAILED if case.status in FAILURES else case.status for case in told[name]
        ]
        passed, failed, locked = map(ended.count, (PASSED, FAILED, LOCKED))
        not_run = max(table.get(name, 0), len(ended)) - passed - failed - locked
        stages.append(StageRecord(name, passed, failed, locked, not_run))
    failures = tuple(
        case for name in told for case in told[name] if case.status in FAILURES
    )
    whole = bool(table) and all(
        len(told[stage]) >= count for stage, count in table.items()
    )
    belief = belief and Belief(**belief)
    record = KataRecord(
        cases[0].kata, facts["file"], "", "", (*stages,), failures, belief, whole
    )
    state, words = _state(record, cases)
    return replace(record, state=state, words=words)


def _state(record: KataRecord, cases: Sequence[CaseRecord]) -> tuple[str, str]:
    if not record.failures:
        if any(case.status in (LOCKED, NOT_RUN) for case in cases):
            return STOPPED, "not all of it was run"
        if not record.whole:
            return GREEN, "passes, but not all of it was run"
        first, *others = record.stages
        return (
            GREEN,
            f"all {1 + len(others)} stages pass" if others else f"{first.name}: passes",
        )
    case = record.failures[0]
    if case.status == NOT_WRITTEN and not any(stage.passed for stage in record.stages):
        return NOT_STARTED, "not started"
    if case.status != FAILED:
        state = BROKEN if case.status == BROKEN else RED
        return state, case.headline.replace(f" {record.file}", "")
    stage = next(stage for stage in record.stages if stage.failed)
    fail = "fails" if stage.failed == 1 else "fail"
    words = f"{stage.failed} of {counted(stage.passed + stage.failed, 'case')} {fail}"
    return RED, f"{stage.name}: {words}" + f"; {stage.not_run} not run" * bool(
        stage.not_run
    )


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
