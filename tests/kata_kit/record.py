"""What came of a case, a stage and a kata: one record, from the test to every report of it.

A `CaseRecord` is made where a test ends and travels with pytest's report of it, as plain values.
A `KataRecord` sums up those of one kata. The summary, the progress, JUnit's properties, a workshop
and its reports all read these; nobody has words of their own for the same thing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

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

# What stands for the stage of the tests that a learner writes.
OWN_TESTS = "your own tests"


@dataclass(frozen=True)
class CaseRecord:
    """What came of one case."""

    kata: str
    stage: str
    title: str  # the name of the case, or the first line of its test's docstring
    status: str  # one of the words above
    text: str = ""  # what a learner reads of a failure; its first line stands for it in a list
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
        """The stage in a bar: # passes, x fails, . not run."""
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
    # In a workshop: whose code it is, how long the run took by the clock, and what the participant
    # reads in a terminal of 80 columns.
    participant: str = ""
    seconds: float = 0.0
    verdict: str = ""

    @property
    def bar(self) -> str:
        """A sign for each stage: # passes, x fails, . not run."""
        return f"[{''.join(stage.sign for stage in self.stages)}]"

    @property
    def passed_stages(self) -> int:
        return sum(stage.sign == "#" for stage in self.stages)

    def as_dict(self) -> dict[str, Any]:
        """Plain values: dicts, lists, strings, numbers, None."""
        values: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> KataRecord:
        """The record of which `as_dict` made the values.

        Raises:
            ValueError: for a state that is not one of `STATES`.
            TypeError: if a field is missing or unknown.
        """
        if values["state"] not in STATES:
            raise ValueError(f"expected one of {STATES}, got the state {values['state']!r}")
        belief = values["misconception"]
        made = {
            "stages": tuple(StageRecord(**stage) for stage in values["stages"]),
            "failures": tuple(CaseRecord(**failure) for failure in values["failures"]),
            "misconception": Belief(**belief) if belief else None,
        }
        return cls(**{**values, **made})


def sum_up(
    file: str,
    cases: Sequence[CaseRecord],
    table: Mapping[str, int],
    misconception: Belief | None = None,
) -> KataRecord:
    """The record of a kata of which these cases were told; at least one.

    The table is that of its stages with the number of their cases: what was not told is left out
    by the way in which pytest was called.
    """
    stages = tuple(_stages(cases, table))
    # A stage keeps its place, also when tests of it ran at two times.
    order = [stage.name for stage in stages]
    failures = [case for case in cases if case.status in FAILURES]
    failures.sort(key=lambda case: order.index(case.stage))
    told = Counter(case.stage for case in cases)
    whole = bool(table) and all(told[stage] >= number for stage, number in table.items())
    state, words = _state(file, cases, stages, failures, whole)
    return KataRecord(
        cases[0].kata, file, state, words, stages, tuple(failures), misconception, whole
    )


def _stages(cases: Sequence[CaseRecord], table: Mapping[str, int]) -> Iterator[StageRecord]:
    for name in dict.fromkeys([*table, *(case.stage for case in cases)]):
        statuses = [case.status for case in cases if case.stage == name]
        failed = sum(status in FAILURES for status in statuses)
        passed, locked = statuses.count(PASSED), statuses.count(LOCKED)
        total = max(table.get(name, 0), len(statuses))
        yield StageRecord(name, passed, failed, locked, total - passed - failed - locked)


def _state(
    file: str,
    cases: Sequence[CaseRecord],
    stages: Sequence[StageRecord],
    failures: Sequence[CaseRecord],
    whole: bool,
) -> tuple[str, str]:
    if failures:
        first = failures[0]
        if first.status == NOT_WRITTEN and not any(stage.passed for stage in stages):
            return NOT_STARTED, "not started"
        if first.status in (BROKEN, NOT_WRITTEN):
            state = BROKEN if first.status == BROKEN else RED
            return state, first.headline.replace(f" {file}", "")
        stage = next(stage for stage in stages if stage.failed)
        fail = "fails" if stage.failed == 1 else "fail"
        words = f"{stage.failed} of {counted(stage.passed + stage.failed, 'case')} {fail}"
        rest = f"; {stage.not_run} not run" if stage.not_run else ""
        return RED, f"{stage.name}: {words}{rest}"
    if any(case.status in (LOCKED, NOT_RUN) for case in cases):
        return STOPPED, "not all of it was run"
    if not whole:
        return GREEN, "passes, but not all of it was run"
    if len(stages) == 1:
        return GREEN, f"{stages[0].name}: passes"
    return GREEN, f"all {len(stages)} stages pass"


def counted(count: int, what: str) -> str:
    """A number with its word.

    >>> counted(1, "kata"), counted(2, "kata")
    ('1 kata', '2 katas')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
