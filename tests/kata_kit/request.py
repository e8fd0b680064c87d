"""Requests of a test to the code under test, and what came of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias

import pytest
from kata_tables.answers import same
from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, text
from kata_worker import COUNTED

from kata_kit import layout
from kata_kit.record import Count
from kata_kit.replies import Transcript, Trouble

Batch: TypeAlias = Sequence[tuple[Any, ...]]

FEWEST_WRONG = 2  # answers that are a pattern
# So often a call is made again, and to notice chance.
FEW, MANY = 4, 40
# The kinds of trouble instead of which an answer should come.
RAISED = ("exception", "recursion")


@dataclass
class Request:
    """Calls of one function, what came of each, and what a test found."""

    function: str
    wanted: str  # as `kata_worker.calls.asker` has it, "session", or one of `COUNTED`
    batch: Batch  # the arguments of each call, as they are sent
    # For each call an answer or a `Trouble`; fewer, if the process ended.
    outcomes: list[Any] = field(default_factory=list)
    printed: str = ""
    right: Sequence[object] = ()  # answers, as soon as a test has compared
    wrong: int = 0  # calls that a test found something wrong about
    lacks: str = ""  # in the message of a `ValueError`
    together: bool = False  # Only the set of all answers counts.
    # Tells whether another session went the same way.
    alike: Callable[[Transcript], bool] | None = None


class Callee(Protocol):
    """Runs the code under test: `UnderTest`, or `InProcess` for a debugger."""

    def call(self, function: str, wanted: str, batch: Batch) -> Request: ...


class CallFailed(Exception):
    """A call that did not end in an answer; the drawing is of its session."""

    def __init__(
        self, call: Call, trouble: Trouble, drawing: Drawing | None = None
    ) -> None:
        super().__init__(trouble.kind)
        self.call, self.trouble, self.drawing = call, trouble, drawing


class Told(NamedTuple):
    """The sentences about a session, or a cost, that is not as it should be."""

    sentences: tuple[str, ...]
    drawing: Drawing
    kind: str = ""  # see `kata_kit.kinds`


class Mismatch(NamedTuple):
    """A comparison that came out unequal."""

    call: Call
    about: str  # "answer", "arguments", "taken", "refusal", "session", "cost", "memory"
    trouble: Trouble | None = None  # in place of an answer
    many: Count | None = None  # of a test that makes many calls
    told: Told | None = None


class Alone(NamedTuple):
    """The outcome of a call that was made again in processes of its own."""

    is_right: bool = False  # where the answer was wrong behind other calls
    varying: tuple[Any, ...] = ()  # two outcomes that chance made different


class Code:
    """The code under test of one kata, as one test asks it."""

    def __init__(self, callee: Callee, title: str = "") -> None:
        self.callee = callee
        self._head = f"\n{title}, printed:\n" if title else ""
        self.mismatch: Mismatch | None = None  # the last one
        self.requests: list[Request] = []  # but those about cost
        self.printed = ""  # by the last one
        self.is_cost = False  # whether the last one was about cost

    def ask(self, function: str, wanted: str, batch: Batch) -> list[Any]:
        """Have a function called for each tuple of arguments; see `Request`."""
        request = self.callee.call(function, wanted, portable(batch))
        self.is_cost, self.printed = wanted in COUNTED, request.printed
        if not self.is_cost:
            self.requests.append(request)
            # Of thousands of calls nobody can read it; with `-s` it is in the terminal.
            if len(batch) == 1 and request.printed:
                print(f"{self._head}{request.printed}", end="")
                self._head = ""
        first = next(iter(request.outcomes), None)
        if isinstance(first, Trouble) and first.kind == "not run":
            pytest.skip(first.message)
        return request.outcomes

    def ask_alone(self, call: Call, trouble: Trouble | None) -> Alone:
        """Have the call of the first failure made where no call comes before it.

        If that is different, two more processes with other seeds tell if it is chance.
        """
        callee: Any = self.callee
        if not getattr(callee, "may_ask_alone", False):  # A debugger has one process.
            return Alone()
        calls_before = callee.calls - 1
        (arguments,) = portable([call.arguments])

        def answers(times: int, seed: int) -> list[Any]:
            outcomes = callee.alone(call.function, [arguments] * times, seed)
            # Others say that the time was up, or that the process ended.
            return [
                one
                for one in outcomes
                if not isinstance(one, Trouble) or one.kind in RAISED
            ]

        got = trouble or call.got
        if _are_alike([got, *answers(FEW, seed=1)]):
            return Alone()
        one, other = answers(MANY, seed=0), answers(MANY, seed=1)
        for pair in zip(one, other, strict=False):
            if not _are_alike(pair):
                return Alone(varying=pair)
        is_right = bool(one) and same(call.expected, one[0])
        return Alone(is_right=is_right and calls_before > 0)

    def arguments(self, call: Call) -> tuple[Any, ...]:
        """Return the arguments of a call in the last request, as they were sent."""
        batch = self.requests[-1].batch
        return batch[0] if len(batch) == 1 else portable([call.arguments])[0]

    def remember(self, call: Call, trouble: Trouble | None, told: Told) -> None:
        """Take in that a session went another way than it should."""
        self.mismatch = Mismatch(call, "session", trouble, told=told)

    def tell(self, call: Call, sentence: str, about: str) -> None:
        """Take in what is wrong about many calls that each were right."""
        self.remember(call, None, Told((sentence,), text([about])))

    def end(self, *, failed: bool) -> list[Request]:
        """Return the requests of a test; if none was found wrong, the last one is."""
        if failed and not self.is_cost and not any(one.wrong for one in self.requests):
            self.requests[-1].wrong = 1
        return self.requests


def _are_alike(outcomes: Sequence[object]) -> bool:
    shown = {
        one.type if isinstance(one, Trouble) else layout.source(one) for one in outcomes
    }
    return len(shown) == 1


def portable(batch: Batch) -> Batch:
    """Return arguments as they are sent: of what is `Made` there, the recipe."""
    return [
        tuple([getattr(one, "recipe", one) for one in arguments]) for arguments in batch
    ]


def telling(requests: Sequence[Request]) -> Sequence[Request]:
    """Return the calls that tell a misconception; none if too few of them are wrong.

    A first draft checks no input, so bad input counts if nothing else is wrong.
    """
    good = [one for one in requests if one.wanted != "refusal" and _is_judged(one)]
    found = good if any(one.wrong for one in good) else requests
    return found if sum(one.wrong for one in found) >= FEWEST_WRONG else []


def _is_judged(request: Request) -> bool:
    return bool(request.right or request.wrong or request.wanted == "session")
