"""Records of a case, a stage and a kata: what every reader of a run gets.

A `CaseRecord` travels with pytest's report of its test; `tally` sums up those of one
kata in a `KataRecord`. `--record=FILE` writes them as JSON, and the pages, the loop and
an evening read them. Nothing ever parses the text of a `Failure`.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from kata_tables.drawing import EMPTY, Drawing

# How a case ends; `BROKEN` and `NOT_RUN` are also states of a kata.
PASSED = "passed"
FAILED = "failed"
NOT_WRITTEN = "not written"  # its function is still to be written
BROKEN = "broken"  # the file can't be loaded
LOCKED = "locked"  # an earlier stage fails
NOT_RUN = "not run"  # time was used up, or somebody stopped the run
FAILURES = (FAILED, NOT_WRITTEN, BROKEN)

# The states of a kata, the best first.
GREEN = "green"
RED = "red"  # at least one case failed
STOPPED = "stopped"  # time ran out before a case could fail
NOT_STARTED = "not started"  # nothing passes, because nothing is written
STATES = (GREEN, RED, BROKEN, STOPPED, NOT_RUN, NOT_STARTED)

hints_of: Any = cache(get_type_hints)

OWN_TESTS = "your own tests"  # the stage of the tests that a learner writes

# The kinds of mistakes that no answer shows
# (beside `kata_tables.wrong.ACCEPTED`)
CHANGED = "the argument is changed"
SHARED = "answers share a list"
BEFORE = "it depends on earlier calls"
VARYING = "it depends on chance"
EXCEPTION = "another exception"  # in place of a ValueError
MESSAGE = "the message"  # of the ValueError leaves something out


@dataclass(frozen=True)
class Failure:
    """What a learner should know of a failed case; each reader shows it its own way."""

    headline: str  # "expected 1 (X wins), got -1 (unfinished)"
    details: tuple[str, ...] = ()  # below it: more about what is wrong, and what helps
    traceback: tuple[str, ...] = ()  # of an exception, as Python shows it
    kind: str = ""  # of the mistake, if no answer shows it
    error: str = ""  # the type of the exception that came instead of an answer
    # In words, such as "1 (X wins)"; empty if there's no answer to compare.
    expected: str = ""
    got: str = ""
    drawing: Drawing = EMPTY
    question: str = ""  # what the test file asks about it, for a wall
    call: str = ""  # can be pasted
    typed: str = ""  # the lines that were typed, of a session
    why: str = ""  # why the case is there


@dataclass(frozen=True)
class CaseRecord:
    """The record of one case."""

    kata: str
    stage: str
    title: str
    status: str
    function: str = ""  # that failed, or that the row is about
    failure: Failure | None = None

    @property
    def headline(self) -> str:
        """The sentence that stands for the failure in a list."""
        return self.failure.headline if self.failure else ""


@dataclass(frozen=True)
class StageRecord:
    """The number of cases of a stage that ended in each way."""

    name: str
    passed: int = 0
    failed: int = 0
    locked: int = 0
    not_run: int = 0

    @property
    def total(self) -> int:
        return self.passed + self.failed + self.locked + self.not_run

    @property
    def state(self) -> str:
        """`PASSED` as a whole, `FAILED` in part, or `NOT_RUN`."""
        if self.failed:
            return FAILED
        return PASSED if self.passed and self.passed == self.total else NOT_RUN


@dataclass(frozen=True)
class Misconception:
    """What explains all wrong answers; a run shows it after `perhaps:`."""

    name: str
    text: str  # what the learner reads about it; a line is a paragraph


@dataclass(frozen=True)
class KataRecord:
    """The record of one person's code for one kata."""

    kata: str
    file: str  # under test, as messages name it
    state: str  # one of `STATES`
    words: str  # the state in words
    stages: tuple[StageRecord, ...] = ()  # in order, as the failures are
    failures: tuple[CaseRecord, ...] = ()
    misconception: Misconception | None = None
    whole: bool = True  # no case was left out by the way in which pytest was called

    @property
    def states(self) -> list[str]:
        """The states of the stages, which a bar shows."""
        return [stage.state for stage in self.stages]

    @property
    def first_stage(self) -> str:
        """The first stage that doesn't pass; "" if all do."""
        left = [stage.name for stage in self.stages if stage.state != PASSED]
        return left[0] if left else ""


def failure_lines(failure: Failure) -> list[str]:
    """Return a failure as lines, below its headline."""
    lines = [*failure.details, *failure.traceback]
    if failure.got and failure.got not in failure.headline:
        lines += [f"expected: {failure.expected}", f"got:      {failure.got}"]
    elif failure.expected and failure.expected not in failure.headline:
        lines.append(f"expected: {failure.expected}")
    if drawn := failure.drawing.lines():
        lines += ["", *(f"    {row}".rstrip() for row in drawn)]
    if failure.call:
        lines += ["", *failure.call.split("\n")]
    reasons = {"typed": failure.typed, "why": failure.why}
    return lines + [f"{name}: {fact}" for name, fact in reasons.items() if fact]


def as_json(records: Sequence[KataRecord]) -> str:
    """Return records as JSON."""
    return json.dumps([asdict(record) for record in records])


def value_of(
    kind: Any, data: Any, check: Callable[[Any], Any] = lambda part: part
) -> Any:
    """Return JSON as a value of a type.

    Args:
        kind: a text, a number, a tuple, a dataclass, or one of them or None.
        data: what `json.loads` or `asdict` has returned.
        check: returns each part, or what is to stand in its place, or refuses it.

    Raises:
        KeyError: if it has a part that the type hasn't.
        TypeError: if it lacks a part.
        ValueError: if it's something else.

    >>> value_of(tuple[Misconception, ...], [{"name": "a", "text": "b"}])
    (Misconception(name='a', text='b'),)
    """
    data = check(data)
    kinds = get_args(kind)
    if kind in (str, bool, int) and type(data) is kind:
        return data
    if is_dataclass(kind) and isinstance(data, dict):
        kinds = hints_of(kind)
        parts = {name: value_of(kinds[name], data[name], check) for name in data}
        make: Any = kind
        return make(**parts)
    if get_origin(kind) is tuple and isinstance(data, (list, tuple)):
        each = kinds[:1] * len(data) if kinds[-1] is Ellipsis else kinds
        pairs = zip(each, data, strict=True)
        return tuple([value_of(part, value, check) for part, value in pairs])
    if type(None) in kinds:
        return None if data is None else value_of(kinds[0], data, check)
    raise ValueError(f"expected {kind}, got {type(data).__name__}")


def counted(count: int, what: str) -> str:
    """Return a number with its noun: "1 case", "2 cases"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
