"""Records of a case, a stage and a kata, from the test to every reader of them.

Nothing reads the text that is written of a `Failure`. A `CaseRecord` travels with
pytest's report of its test; `tally` sums up those of one kata.
"""

from dataclasses import dataclass

from kata_tables.drawing import EMPTY, Drawing

# How a case ends; `BROKEN` and `NOT_RUN` are also states of a kata.
PASSED = "passed"
FAILED = "failed"
NOT_WRITTEN = "not written"  # its function is still to be written
BROKEN = "broken"  # the file cannot be loaded
LOCKED = "locked"  # an earlier stage fails
NOT_RUN = "not run"  # the limits were used up, or nobody waited for the kata
FAILURES = (FAILED, NOT_WRITTEN, BROKEN)

# The states of a kata, the best first.
GREEN = "green"
RED = "red"  # at least one case failed
STOPPED = "stopped"  # the limits ended the run before it could tell anything else
NOT_STARTED = "not started"  # nothing passes, because nothing is written
MISSING = "missing"  # there is no file; only in a workshop
STATES = (GREEN, RED, BROKEN, STOPPED, NOT_RUN, NOT_STARTED, MISSING)

LONGEST_HEADLINE = 80  # characters; what came, if it is longer, has a line of its own

OWN_TESTS = "your own tests"  # the stage of the tests that a learner writes

# The kinds of mistakes that no answer tells, with "_" for each space.
CHANGED = "the_argument_is_changed"
SHARED = "answers_share_a_list"
UNASKED = "not_asked"  # no such function, or no time left for all calls
BEFORE = "it_depends_on_the_calls_before"
COST = "the_same_work_is_done_again"
ACCEPTED = "accepted"  # nothing stops bad input
EXCEPTION = "another_exception"
MESSAGE = "the_message_alone"
EXCHANGED = "the_column_comes_first"
FROM_ONE = "rows_and_columns_from_one"


@dataclass(frozen=True)
class Place:
    """A line of the learner's file."""

    file: str  # as messages name it
    line: int = 0  # 0 for the file as a whole
    text: str = ""
    column: int = 0  # of what failed in it, from 1 on; 0 for the whole line
    end: int = 0  # the column behind it
    inside: str = ""  # the call of the learner's function that it happened in
    callers: tuple[str, ...] = ()  # the lines on the way there, the nearest one first


@dataclass(frozen=True)
class Count:
    """The number of wrong calls of a test."""

    wrong: int
    made: int
    total: int  # that were to be made


@dataclass(frozen=True)
class Failure:
    """The facts of a failed case; each reader writes them in its own way."""

    headline: str  # "expected 1 (X wins), got -1 (unfinished)"
    kind: str = ""  # of the mistake, if no answer tells it
    neutral: str = ""  # the headline without a text or a name of the code under test
    message: tuple[str, ...] = ()  # the further lines of an exception's message
    place: Place | None = None
    # In words, such as "1 (X wins)"; empty where the headline or the drawing says it.
    expected: str = ""
    got: str = ""
    sentences: tuple[str, ...] = ()  # further ones, about what came and what helps
    count: Count | None = None  # for a test that makes many calls
    drawing: Drawing = EMPTY
    question: str = ""  # what the test file asks about it, for a wall
    call: str = ""  # can be pasted
    typed: str = ""  # the lines that were typed, of a session
    printed: tuple[str, ...] = ()  # the first lines of what the code printed
    unprinted: int = 0  # how many more lines it printed
    why: str = ""  # why the case is there
    is_long: bool = False  # What came is too long for the headline.
    why_helps: bool = True  # False where something else says what is wrong
    source: str = ""  # where it was published
    trace: tuple[str, ...] = ()  # with `--trace-case`


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
class Belief:
    """The misconception that explains all wrong answers."""

    name: str  # with "_" for each space
    text: str  # what the learner is told about it; a line is a paragraph


@dataclass(frozen=True)
class KataRecord:
    """The record of one person's code for one kata."""

    kata: str
    file: str  # under test, as messages name it; in a workshop from its folder on
    state: str  # one of `STATES`
    words: str  # the state in words
    stages: tuple[StageRecord, ...] = ()  # in order, as the failures are
    failures: tuple[CaseRecord, ...] = ()
    misconception: Belief | None = None
    whole: bool = True  # no case was left out by the way in which pytest was called
    # In a workshop:
    participant: str = ""
    seconds: float = 0.0  # how long the run took by the clock
    verdict: str = ""  # what the participant reads in a terminal of 80 columns
    code: str = ""  # if it is green, and short enough for a wall

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(stage.state for stage in self.stages)

    @property
    def first_stage(self) -> str:
        """The first stage that does not pass; "" if all do."""
        left = [stage.name for stage in self.stages if stage.state != PASSED]
        return left[0] if left else ""

    @property
    def passed_stages(self) -> int:
        return self.states.count(PASSED)


def counted(count: int, what: str) -> str:
    """Return a number with its noun: "1 case", "2 cases"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
