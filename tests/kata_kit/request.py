"""Records of what is asked of the code under test, and of what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple, TypeAlias

from kata_tables.calls import Call

from kata_kit.record import Count, Failure

FEWEST_WRONG = 2  # answers that are a pattern

Batch: TypeAlias = Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Trouble:
    """A call, or the loading of the file, that did not end in an answer."""

    kind: str  # one of the keys of `kata_kit.messages.MESSAGES`
    type: str = ""  # of the exception, if there was one
    message: str = ""  # its message, or what belongs to the kind
    file: str = ""  # the learner's
    line: int = 0  # from 1 on
    source: str = ""  # that line
    column: int = 0  # of the expression, from 1 on
    end: int = 0  # the column behind the expression
    inside: str = ""  # the call of the function that it happened in
    callers: str = ""  # those on the way there, a line each, the nearest one first
    takes: str = ""  # the parameters, for a call with others
    refusal: bool = False  # The exception is a `ValueError`.
    at_load: bool = False  # The file was being loaded.
    # For a call that took too long:
    busy: bool = False  # It used up processor time, and did not wait.
    running: str = ""  # the lines of the file that were running
    recursed: bool = False  # A function that was running had called itself.
    endless: bool = False  # One of these lines is in a loop that may have no end.

    @property
    def is_raised(self) -> bool:
        """True if an exception came where an answer should have come."""
        return self.kind in ("exception", "recursion") and not self.at_load


@dataclass
class Transcript:
    """The outcome of a session."""

    text: str  # what the program showed, and the lines that it read
    typed: Sequence[tuple[int, str]]  # these, by their places; "" is the end of input
    asked: Sequence[object]  # the arguments of each call of a scripted player
    ended: Trouble | None  # what ended the program, if it did not return


class Counted(NamedTuple):
    """The outcome of a call that was counted."""

    number: int
    stopped: bool  # The call costs more than that.
    answer: Any


class Loaded(NamedTuple):
    """The outcome of loading a file."""

    functions: list[str]
    held: list[str]  # what the system guards


@dataclass
class Request:
    """Calls of one function, what came of each, and what a test found."""

    function: str
    wanted: str  # as `kata_worker.calls.asker` has it, "session", or one of `COUNTED`
    batch: Batch  # the arguments of each call
    # For each call an answer or a `Trouble`; fewer, if the process ended.
    outcomes: list[Any] = field(default_factory=list)
    printed: str = ""
    seconds: float = inf  # the processor time that the process says it took
    is_done: bool = False  # the process came to the end of it
    right: Sequence[object] = ()  # answers, as soon as a test has compared
    wrong: int = 0  # calls that a test found something wrong about
    lacks: str = ""  # in the message of a `ValueError`
    together: bool = False  # Only the set of all answers counts.
    # Tells whether another session went the same way.
    alike: Callable[[Transcript], bool] | None = None


class Mismatch(NamedTuple):
    """A comparison that came out unequal, or could not be made."""

    call: Call
    # "answer", "arguments", "taken", "refusal", "session", "cost", "memory", or of a
    # counted call the answer: "counted"
    about: str
    trouble: Trouble | None = None  # in place of an answer
    many: Count | None = None  # of a test that makes many calls
    told: Failure | None = None  # what is wrong with a session, or a cost


class CallFailed(Exception):
    """A call did not end in an answer."""

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(mismatch)
        self.mismatch = mismatch
        self.trouble: Any = mismatch.trouble
