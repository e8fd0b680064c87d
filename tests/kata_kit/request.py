"""What a test asks of the code under test, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

import pytest
from kata_tables.answers import same
from kata_tables.arguments import Call
from kata_tables.drawing import Drawing

from kata_kit.incoming import COUNTED, Transcript, Trouble

Batch: TypeAlias = Sequence[tuple[Any, ...]]

FEWEST_WRONG = 2  # answers that are a pattern


@dataclass
class Request:
    """Calls of a function that were made at once, what came of each, and what a test found."""

    function: str
    wanted: str  # as `kata_worker.calls.asker` has it; or "session", or of `incoming.COUNTED`
    batch: Batch  # for each call its arguments, as they go over the pipe; or how far to count, too
    # For each call an answer or a `Trouble`; fewer, if the process ended or too many
    # were wrong.
    outcomes: list[Any] = field(default_factory=list)
    printed: str = ""
    right: Sequence[
        object
    ] = ()  # what is right for each call, as soon as a test has compared
    wrong: int = 0  # how many calls a test found something wrong about
    lacks: str = (
        ""  # what the message of the `ValueError` should have quoted, and does not
    )
    together: bool = False  # whether only the set of all answers counts
    alike: Callable[[Transcript], bool] | None = (
        None  # whether another session went the same way
    )


class Callee(Protocol):
    """Whatever runs the code under test: `UnderTest`, or `InProcess` for a debugger."""

    def call(self, function: str, wanted: str, batch: Batch) -> Request: ...


class CallFailed(Exception):
    """A call did not end in an answer; of a session the end of the transcript is drawn."""

    def __init__(
        self, call: Call, trouble: Trouble, drawing: Drawing | None = None
    ) -> None:
        super().__init__(trouble.kind)
        self.call, self.trouble, self.drawing = call, trouble, drawing


class Told(NamedTuple):
    """What a learner reads of a session, or of what a call costs, that is not as it should be."""

    sentences: tuple[str, ...]  # what is wrong, behind a `Trouble` what was expected
    drawing: Drawing  # the end of the transcript, or the table of counts


class Mismatch(NamedTuple):
    """A comparison that came out unequal."""

    call: Call  # the call, what was expected, and what came
    about: str  # "answer", "arguments", "taken", "refusal", "session" or "cost"
    trouble: Trouble | None = (
        None  # why there was no answer, for one call of many or for a session
    )
    wrong: int = 1  # how many of the calls are wrong,
    done: int = 1  # of how many that were made
    total: int = 1  # of how many that were to be made
    told: Told | None = None  # what to say of a session, or of what a call costs


class Code:
    """The code under test of one kata, as one test asks it."""

    def __init__(self, callee: Callee, title: str = "") -> None:
        self.callee = callee
        self._head = f"\n{title}, printed:\n" if title else ""
        self.mismatch: Mismatch | None = None  # the last one
        self.requests: list[Request] = []
        self.printed, self.is_cost = (
            "",
            False,
        )  # Of the last one; about cost, it is not kept.

    def ask(self, function: str, wanted: str, batch: Batch) -> list[Any]:
        """Have a function called for each tuple of arguments; see `Request`."""
        request = self.callee.call(function, wanted, portable(batch))
        self.is_cost, self.printed = wanted in COUNTED, request.printed
        if not self.is_cost:
            self.requests.append(request)
            if (
                request.printed and len(batch) == 1
            ):  # Of thousands of calls nobody can read it.
                print(
                    f"{self._head}{request.printed}", end=""
                )  # With -s the terminal shows it.
                self._head = ""
        first = next(iter(request.outcomes), None)
        if isinstance(first, Trouble) and first.kind == "not run":
            pytest.skip(first.message)
        return request.outcomes

    def is_right_alone(self, call: Call) -> bool:
        """Whether a call whose answer is wrong has the right one if no other comes before it."""
        alone = getattr(self.callee, "alone", None)  # A debugger has one process.
        (arguments,) = portable([call.arguments])
        return alone is not None and same(
            call.expected, alone(call.function, arguments)
        )

    def arguments(self, call: Call) -> tuple[Any, ...]:
        """The arguments of a call in the last request, as they go over the pipe."""
        batch = self.requests[-1].batch
        return batch[0] if len(batch) == 1 else portable([call.arguments])[0]

    def remember(self, call: Call, trouble: Trouble | None, told: Told) -> None:
        """Take in that a session went another way than it should."""
        self.mismatch = Mismatch(call, "session", trouble, told=told)

    def end(self, *, failed: bool) -> list[Request]:
        """The requests of a test; one that failed and compared no answers did so at the end."""
        if failed and not self.is_cost and not any(one.wrong for one in self.requests):
            self.requests[-1].wrong = 1
        return self.requests


def portable(batch: Batch) -> Batch:
    """The arguments of calls as they go over the pipe: of what is `Made` there, the recipe."""
    return [
        tuple([getattr(one, "recipe", one) for one in arguments]) for arguments in batch
    ]


def telling(requests: Sequence[Request]) -> Sequence[Request]:
    """The calls that tell a misconception; none if too few of them are wrong."""
    # A first draft checks no input. So bad input counts only if nothing else is wrong.
    judged = [
        one for one in requests if one.right or one.wrong or one.wanted == "session"
    ]
    good = [one for one in judged if one.wanted != "refusal"]
    found = good if any(one.wrong for one in good) else requests
    return found if sum(one.wrong for one in found) >= FEWEST_WRONG else []
