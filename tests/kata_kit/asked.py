"""What a test asks of the code under test, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import pytest
from kata_tables.arguments import Call, Made

from kata_kit.incoming import Transcript, Trouble
from kata_kit.process import Batch, Most, Reply
from kata_kit.values import same


class Callee(Protocol):
    """Whatever runs the code under test: `UnderTest`, or `InProcess` for a debugger."""

    def call(self, function: str, wanted: str, batch: Batch) -> Reply:
        """Call a function once for each tuple of arguments."""

    def count(self, function: str, what: str, most: Most, batch: Batch) -> Reply:
        """Count what calls cost."""


class Request(NamedTuple):
    """Calls that were made at once, and what came of each; as `UnderTest.call` has them."""

    function: str
    wanted: str
    batch: Batch
    outcomes: Sequence[object]
    right: Sequence[object] = ()  # what is right for each call, as soon as a test has compared
    wrong: int = 0  # how many calls a test found something wrong about
    lacks: str = ""  # what the message of the `ValueError` should have quoted, and does not
    together: bool = False  # whether only the set of all answers counts
    # Whether another program's session went the same way, if it is compared.
    alike: Callable[[Transcript], bool] | None = None


class CallFailed(Exception):
    """A call did not end in an answer; of a session the end of the transcript is drawn."""

    def __init__(self, call: Call, trouble: Trouble, drawn: str = "") -> None:
        super().__init__(trouble.kind)
        self.call = call
        self.trouble = trouble
        self.drawn = drawn


@dataclass(frozen=True)
class Told:
    """What a learner reads of a session, or of what a call costs, that is not as it should be."""

    sentences: tuple[str, ...]  # what is wrong, behind a `Trouble` what was expected
    drawn: str  # the end of the transcript, or the table of counts


@dataclass(frozen=True)
class Mismatch:
    """A comparison that came out unequal."""

    call: Call  # the call, what was expected, and what came
    about: str  # "answer", "arguments", "taken", "refusal", "session" or "cost"
    trouble: Trouble | None = None  # why there was no answer, for one call of many or for a session
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
        self.printed = ""  # in the last request
        self.requests: list[Request] = []
        self.is_cost = False  # The last request was about cost, and is not among them.

    def ask(self, function: str, wanted: str, batch: Sequence[tuple[object, ...]]) -> list[object]:
        """Call a function of the code under test; see `UnderTest.call`."""
        portable = [tuple(map(_portable, arguments)) for arguments in batch]
        reply = self.callee.call(function, wanted, portable)
        self.is_cost = False
        self.requests.append(Request(function, wanted, portable, list(reply.outcomes)))
        if reply.printed and len(batch) == 1:  # Of thousands of calls nobody can read it.
            print(f"{self._head}{reply.printed}", end="")  # With -s the terminal shows it.
            self._head = ""
        return self._outcomes(reply)

    def again(self, run: Callable[..., Any]) -> None:
        """Make the call that had a wrong answer once more, in a debugger's `run`."""
        assert self.mismatch is not None
        request, one = self.requests[-1], self.arguments(self.mismatch.call)
        wanted = "session" if request.wanted == "session" else "answer"
        self.callee.again(request.function, wanted, one, run)  # type: ignore[attr-defined]

    def is_right_alone(self, call: Call) -> bool:
        """Whether a call whose answer is wrong has the right one if no other comes before it."""
        alone = getattr(self.callee, "alone", None)  # A debugger has one process.
        arguments = tuple(map(_portable, call.arguments))
        return alone is not None and same(call.expected, alone(call.function, arguments))

    def arguments(self, call: Call) -> tuple[Any, ...]:
        """The arguments of a call in the last request, as they go over the pipe."""
        batch = self.requests[-1].batch
        return batch[0] if len(batch) == 1 else tuple(map(_portable, call.arguments))

    def count(self, what: str, most: Most, calls: Sequence[Call]) -> list[tuple[int, bool, object]]:
        """Count what calls of one function cost; see `kata_worker.counting` for what.

        Returns:
            For each call what it costs, whether it costs more than that, and its answer. A call
            that costs more is the last one, and has no answer.

        Raises:
            CallFailed: a call did not end in an answer.
        """
        batch = [tuple(map(_portable, call.arguments)) for call in calls]
        self.is_cost = True
        reply = self.callee.count(calls[0].function, what, most, batch)
        found: list[Any] = []
        for call, outcome in zip(calls, self._outcomes(reply), strict=False):
            if isinstance(outcome, Trouble):
                raise CallFailed(call, outcome)
            found.append(outcome)
        return found

    def judge(self, number: int, **found: Any) -> None:
        """Take in what a test found about a request: fields of `Request`."""
        self.requests[number] = self.requests[number]._replace(**found)

    def _outcomes(self, reply: Reply) -> list[object]:
        self.printed = reply.printed
        first = reply.outcomes[0] if reply.outcomes else None
        if isinstance(first, Trouble) and first.kind == "not run":
            pytest.skip(first.message)
        return reply.outcomes

    def remember(self, call: Call, trouble: Trouble | None, told: Told) -> None:
        """Take in that a session went another way than it should."""
        self.mismatch = Mismatch(call, "session", trouble, told=told)


def _portable(argument: object) -> object:
    """An argument as it goes over the pipe."""
    return argument.recipe if isinstance(argument, Made) else argument


# Fewer wrong answers are not a pattern.
FEWEST_WRONG = 2


@dataclass
class Asked:
    """What the tests of a kata asked, to recognise a misconception afterwards."""

    requests: list[Request] = field(default_factory=list)  # in order

    def take(self, code: Code, *, failed: bool) -> None:
        """Take in what a test asked; one that failed without an answer did so at the end."""
        if failed and not code.is_cost and not any(one.wrong for one in code.requests):
            code.judge(-1, wrong=1)
        self.requests += code.requests

    @property
    def telling(self) -> list[Request]:
        """The calls that tell a misconception; none if too few of them are wrong.

        A first draft checks no input. So bad input counts only if nothing else is wrong.
        """
        judged = [one for one in self.requests if one.right or one.wrong or one.wanted == "session"]
        good = [one for one in judged if one.wanted != "refusal"]
        requests = good if any(one.wrong for one in good) else self.requests
        return requests if sum(one.wrong for one in requests) >= FEWEST_WRONG else []
