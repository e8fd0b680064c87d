"""Sum up how a kata's cases ended, from the reports of a run."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from kata_kit.katas import BY_NAME
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
    CaseRecord,
    KataRecord,
    Misconception,
    StageRecord,
)


class Records:
    """Takes in the reports of a run, and sums them up for each kata."""

    def __init__(self) -> None:
        self.cases = defaultdict[str, list[CaseRecord]](list)  # of each kata
        # Of each kata, as the hooks attach them to a report
        self.facts = defaultdict[str, dict[str, Any]](dict)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if case := getattr(report, "kata", None):
            self.cases[case.kata].append(case)
        if facts := getattr(report, "kata_run", None):
            self.facts[facts["kata"]] |= facts

    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, str] | None:
        """Count tests that are locked or weren't run on their own, without a sign."""
        case = getattr(report, "kata", None)
        if case and case.status in (LOCKED, NOT_RUN):
            return case.status, "", case.status.upper()
        return None

    def all(self) -> list[KataRecord]:
        """Return the record of each kata that ran, in the order of the path."""
        order = [kata for kata in BY_NAME if kata in self.cases]
        return [sum_up(self.cases[kata], self.facts[kata]) for kata in order]


def sum_up(cases: Sequence[CaseRecord], facts: Mapping[str, Any]) -> KataRecord:
    """Return a kata's record from its cases, of which there's at least one."""
    table: Mapping[str, int] = facts.get("table", {})
    # A stage keeps its place, also when tests of it ran at two times.
    by_stage: dict[str, list[CaseRecord]] = {stage: [] for stage in table}
    for case in cases:
        by_stage.setdefault(case.stage, []).append(case)
    stages = [stage_of(name, table.get(name, 0), by_stage[name]) for name in by_stage]
    every = chain.from_iterable(by_stage.values())
    failing = [case for case in every if case.status in FAILURES]
    whole = bool(table) and all(len(by_stage[name]) >= table[name] for name in table)
    known = facts.get("misconception")
    misconception = known and Misconception(**known)
    if failing and not misconception:
        # Needed only if something is wrong.
        from kata_kit.misconceptions import by_kinds

        stage = failing[0].stage
        misconception = by_kinds(by_stage[stage], table.get(stage, 0))
    is_stopped = any(case.status in (LOCKED, NOT_RUN) for case in cases)
    state, words = state_of(stages, failing, is_stopped=is_stopped, whole=whole)
    return KataRecord(
        cases[0].kata,
        facts["file"],
        state,
        words,
        stages=tuple(stages),
        failures=tuple(failing),
        misconception=misconception,
        whole=whole,
    )


def stage_of(name: str, expected: int, cases: Sequence[CaseRecord]) -> StageRecord:
    """Return a stage's record from its cases."""
    statuses = [case.status for case in cases]
    passed, locked = statuses.count(PASSED), statuses.count(LOCKED)
    failed = sum(status in FAILURES for status in statuses)
    not_run = max(expected, len(cases)) - passed - failed - locked
    return StageRecord(name, passed, failed, locked, not_run)


def state_of(
    stages: Sequence[StageRecord],
    failures: Sequence[CaseRecord],
    *,
    is_stopped: bool,
    whole: bool = True,
) -> tuple[str, str]:
    """Return the state of a kata, and the words for it."""
    if failures:
        first, stage = failures[0], next(stage for stage in stages if stage.failed)
        if first.status == NOT_WRITTEN and not any(stage.passed for stage in stages):
            return NOT_STARTED, "not started"
        if first.status != FAILED:
            return (BROKEN if first.status == BROKEN else RED), first.headline
        ran = stage.passed + stage.failed
        cases = f"{stage.failed} of {ran} cases" if ran > 1 else "1 case"
        words = f"{stage.name}: {cases} fail{'s' if stage.failed == 1 else ''}"
        return RED, f"{words}; {stage.not_run} not run" if stage.not_run else words
    if is_stopped:
        return STOPPED, "not all of it was run"
    if not whole:
        return GREEN, "passes, but not all of it was run"
    if len(stages) == 1:
        return GREEN, f"{stages[0].name}: passes"
    return GREEN, f"all {len(stages)} stages pass"
