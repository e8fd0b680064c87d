"""Sum up what came of the cases of a kata, from the reports of a run."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from kata_tables.mistakes import checks

from kata_kit import kinds
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.record import (
    BROKEN,
    FAILED,
    FAILURES,
    GREEN,
    LOCKED,
    NOT_RUN,
    NOT_STARTED,
    NOT_WRITTEN,
    PASSED,
    RED,
    STOPPED,
    Belief,
    CaseRecord,
    KataRecord,
    StageRecord,
    counted,
)


class Records:
    """Takes in what the reports of a run say, and sums it up for each kata."""

    def __init__(self) -> None:
        self.cases = defaultdict[str, list[CaseRecord]](list)  # of each kata
        # Of each kata, as the hooks attach them to a report.
        self.facts = defaultdict[str, dict[str, Any]](dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if case := getattr(report, "kata", None):
            self.cases[case.kata].append(case)
        if facts := getattr(report, "kata_run", None):
            known = {name: fact for name, fact in facts.items() if fact}
            self.facts[facts["kata"]] = known | self.facts[facts["kata"]]

    def all(self) -> list[KataRecord]:
        """Return the record of each kata that ran, in the order of the path."""
        order = [kata for kata in BY_NAME if kata in self.cases]
        return [sum_up(self.cases[kata], self.facts[kata]) for kata in order]


def sum_up(cases: Sequence[CaseRecord], facts: Mapping[str, Any]) -> KataRecord:
    """Return the record of a kata by its cases, of which there is at least one."""
    table: Mapping[str, int] = facts.get("table", {})
    # A stage keeps its place, also when tests of it ran at two times.
    by_stage: dict[str, list[CaseRecord]] = {stage: [] for stage in table}
    for case in cases:
        by_stage.setdefault(case.stage, []).append(case)
    stages = [_stage(name, table.get(name, 0), by_stage[name]) for name in by_stage]
    in_order = [case for those in by_stage.values() for case in those]
    failures = [case for case in in_order if case.status in FAILURES]
    belief = facts.get("belief")
    misconception = Belief(**belief) if belief else None
    if failures and not misconception:
        first = failures[0].stage
        listed = checks(ROOT / BY_NAME[cases[0].kata].mistakes)
        # Of a part of a stage, nobody knows which checks are missing.
        is_whole = len(by_stage[first]) >= table.get(first, 0)
        misconception = kinds.belief(by_stage[first], listed if is_whole else ())
    record = KataRecord(
        cases[0].kata,
        facts["file"],
        state="",
        words="",
        stages=tuple(stages),
        failures=tuple(failures),
        misconception=misconception,
        whole=bool(table) and all(len(by_stage[name]) >= table[name] for name in table),
    )
    state, words = _state(record, cases)
    return replace(record, state=state, words=words)


def _stage(name: str, expected: int, cases: Sequence[CaseRecord]) -> StageRecord:
    statuses = [case.status for case in cases]
    passed, locked = statuses.count(PASSED), statuses.count(LOCKED)
    failed = sum(status in FAILURES for status in statuses)
    not_run = max(expected, len(cases)) - passed - failed - locked
    return StageRecord(name, passed, failed, locked, not_run)


def _state(record: KataRecord, cases: Sequence[CaseRecord]) -> tuple[str, str]:
    """Return the state of a kata, and the words for it."""
    if not record.failures:
        return _state_without_failures(record, cases)
    case = record.failures[0]
    if case.status == NOT_WRITTEN and not any(stage.passed for stage in record.stages):
        return NOT_STARTED, "not started"
    if case.status != FAILED:
        state = BROKEN if case.status == BROKEN else RED
        return state, case.headline.replace(f" {record.file}", "")
    stage = next(stage for stage in record.stages if stage.failed)
    fail = "fails" if stage.failed == 1 else "fail"
    ran = counted(stage.passed + stage.failed, "case")
    words = f"{stage.name}: {stage.failed} of {ran} {fail}"
    return RED, f"{words}; {stage.not_run} not run" if stage.not_run else words


def _state_without_failures(
    record: KataRecord, cases: Sequence[CaseRecord]
) -> tuple[str, str]:
    if any(case.status in (LOCKED, NOT_RUN) for case in cases):
        return STOPPED, "not all of it was run"
    if not record.whole:
        return GREEN, "passes, but not all of it was run"
    if len(record.stages) == 1:
        return GREEN, f"{record.stages[0].name}: passes"
    return GREEN, f"all {len(record.stages)} stages pass"
