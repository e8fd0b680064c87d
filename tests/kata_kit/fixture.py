"""The fixture `kata`: the functions of the code under test, as a test calls them.

    assert kata.is_solved(board) == 1

Answers are compared in their types, too; what comes out unequal is remembered.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, partialmethod
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from kata_tables.calls import Call, Made, quoted, same
from kata_tables.drawing import text
from kata_worker import COUNTED

from kata_kit.record import Count, Failure
from kata_kit.request import (
    Batch,
    CallFailed,
    Mismatch,
    Request,
    Trouble,
)

if TYPE_CHECKING:
    from kata_kit.cost import Calls, Cost
    from kata_kit.session import Session


class Callee(Protocol):
    """Runs the code under test: `UnderTest`, or `InProcess` for a debugger."""

    def call(self, function: str, wanted: str, batch: Batch) -> Request: ...


@dataclass(repr=False)
class Code:
    """The code under test of one kata, as one test asks it."""

    callee: Callee
    title: str = ""  # of the test: it stands once above what the code prints
    mismatch: Mismatch | None = None  # the last one
    requests: list[Request] = field(default_factory=list)  # but those about cost
    last: Any = None  # request, also about cost
    is_cost: bool = False  # what the test fails for now, if it does

    def ask(self, function: str, wanted: str, batch: Batch) -> Request:
        """Have a function called for each tuple of arguments."""
        self.last = request = self.callee.call(function, wanted, batch)
        self.is_cost = wanted in COUNTED
        if not self.is_cost:
            self.requests.append(request)
            # Of thousands of calls nobody can read it; with `-s` it is in the terminal.
            if len(batch) == 1 and request.printed:
                head = f"\n{self.title}, printed:\n" if self.title else ""
                print(f"{head}{request.printed}", end="")
                self.title = ""
        first = next(iter(request.outcomes), None)
        if isinstance(first, Trouble) and first.kind == "not run":
            pytest.skip(first.message)
        return request

    def note(self, mismatch: Mismatch) -> None:
        """Take in a comparison that came out unequal."""
        self.mismatch = mismatch

    def tell(self, call: Call, sentence: str, about: str) -> None:
        """Take in what is wrong about many calls that each were right."""
        told = Failure(sentence, neutral=sentence, drawing=text([about]))
        self.note(Mismatch(call, "session", told=told))

    def end(self, *, failed: bool) -> list[Request]:
        """Return the requests of a test; if none was found wrong, the last one is."""
        if failed and not self.is_cost and not any(one.wrong for one in self.requests):
            self.last.wrong = 1
        return self.requests


CODE = pytest.StashKey[Code]()
"""Where a test keeps what it asked."""


class Kata:
    """The functions of the code under test, as one test calls them."""

    def __init__(self, name: str, callee: Callee, title: str = "") -> None:
        self._name = name
        self.kata_code = Code(callee, title)  # keeps what the test asked

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_"):
            raise AttributeError(name)
        return Function(self.kata_code, name)

    def __repr__(self) -> str:
        return f"<kata {self._name}>"


@dataclass(repr=False)
class Function:
    """One function of the code under test."""

    code: Code
    name: str

    def __call__(self, *arguments: object, wanted: str = "answer") -> Answer:
        """Call it; the answer can be compared with `==`."""
        return Answer(self.code, self._answered([arguments], wanted))

    # The arguments after the call, or how many items of a `OneShot` were taken.
    arguments_after = partialmethod(__call__, wanted="arguments")
    taken = partialmethod(__call__, wanted="taken")

    def each(self, batch: Batch, wanted: str = "answer") -> Answers:
        """Call it for each tuple of arguments; a list compares with the answers."""
        return Answers(self.code, self.code.ask(self.name, wanted, batch))

    # As `each`, from a caller as in `kata_worker.calls.PlayingOn`.
    own = partialmethod(each, wanted="own")

    def distinct(self, batch: Batch) -> Distinct:
        """Call it for each tuple of arguments; the answer is the set of all answers."""
        request = self._answered(batch, "answer")
        request.together = True
        return Distinct(self.code, request)

    def _answered(self, batch: Batch, wanted: str) -> Request:
        """Make calls that all have to end in an answer."""
        request = self.code.ask(self.name, wanted, batch)
        for arguments, outcome in zip(batch, request.outcomes, strict=False):
            if isinstance(outcome, Trouble):
                call = Call(self.name, arguments)
                raise CallFailed(Mismatch(call, "answer", outcome))
        return request

    def refusal(self, *arguments: object) -> Refusal:
        """Call it, and return the message of the `ValueError` that it has to raise."""
        (outcome,) = self.code.ask(self.name, "refusal", [arguments]).outcomes
        call = Call(self.name, arguments, ValueError, outcome)
        if not isinstance(outcome, Trouble):
            self.code.note(Mismatch(call, "refusal"))
            raise AssertionError(f"{self.name} did not raise a ValueError")
        if not outcome.refusal or outcome.at_load:
            raise CallFailed(Mismatch(call, "answer", outcome))
        return Refusal(self.code, call._replace(got=outcome.message))

    def session(
        self, typed: Any, *arguments: object, only: re.Pattern[str] | None = None
    ) -> Session:
        """Call it with typed lines to read; only what matches `only` is compared."""
        # Needed by the console games only.
        from kata_kit.session import Session, drawn

        call = Call(self.name, arguments, typed=tuple(typed))
        batch = [({"typed": [*typed]}, *arguments)]
        request = self.code.ask(self.name, "session", batch)
        (outcome,) = request.outcomes
        if isinstance(outcome, Trouble):
            told = Failure("", drawing=drawn(request.printed))
            raise CallFailed(Mismatch(call, "session", outcome, told=told))
        session = Session(call, outcome, only, self.code.note)
        if only and any(isinstance(one, Made) for one in arguments):
            request.alike = session.alike
        return session

    def _costs(self, what: str, calls: Calls) -> Cost:
        from kata_kit.cost import Cost  # Needed in the stages about cost only.

        ask = partial(self.code.ask, self.name, what)
        return Cost(ask, self.code.note, self.name, what, calls)

    def _cost(self, what: str, *arguments: object, answer: object) -> Cost:
        return self._costs(what, {1: [(arguments, answer)]})

    # Of one call, and of many by their sizes: see `kata_worker.counting`.
    calls, lines = partialmethod(_cost, "calls"), partialmethod(_cost, "lines")
    steps, memory = partialmethod(_costs, "steps"), partialmethod(_costs, "memory")


@dataclass(eq=False, repr=False)
class Answers:
    """The answers of a batch of calls."""

    code: Code
    request: Request

    __hash__ = None  # type: ignore[assignment]

    @property
    def values(self) -> list[object]:
        """The answers as plain values, for further calls; None for a failure."""
        pairs = zip_longest(self.request.batch, self.request.outcomes)
        return [None if isinstance(got, Trouble) else got for _, got in pairs]

    def __eq__(self, expected: object) -> bool:
        total = len(self.request.batch)
        if not isinstance(expected, list) or len(expected) != total:
            problem = f"expected a list of {total} answers, got {expected!r:.80}"
            raise ValueError(problem)
        return self._are(expected, self.request.outcomes)

    def _are(self, expected: list[Any], got: list[Any]) -> bool:
        """Compare answers, and note the first one that is wrong."""
        request, done, total = self.request, len(got), len(expected)
        pairs = enumerate(zip(expected, got, strict=False))
        wrong = [number for number, pair in pairs if not same(*pair)]
        request.right, request.wrong = expected, len(wrong)
        if not wrong:  # Where calls are missing, the last outcome is a `Trouble`.
            return True
        first = wrong[0]
        outcome = got[first]
        arguments = request.batch[first]
        call = Call(request.function, arguments, expected[first], outcome)
        trouble = outcome if isinstance(outcome, Trouble) else None
        about = "answer" if request.wanted == "own" else request.wanted
        count = Count(len(wrong), done, total)
        self.code.note(Mismatch(call, about, trouble, count))
        return False


class Answer(Answers):
    """The answer of one call."""

    def __eq__(self, expected: object) -> bool:
        return self._are([expected], self.request.outcomes)

    def __repr__(self) -> str:
        return repr(self.request.outcomes[0])


class Distinct(Answers):
    """The set of the answers of a batch."""

    def __eq__(self, expected: object) -> bool:
        got: Any = self.request.outcomes
        with suppress(TypeError):  # What cannot be in a set is not a right answer.
            got = set(got)
        return self._are([expected], [got])


@dataclass(repr=False)
class Refusal:
    """The message of a `ValueError`: `quotes in refusal`, or one of "[1] or [0]"."""

    code: Code
    call: Call

    def __contains__(self, quotes: str) -> bool:
        message = str(self.call.got)
        if message.strip() and quoted(quotes, message):
            return True
        self.code.last.lacks = quotes
        self.code.note(Mismatch(self.call._replace(expected=quotes), "refusal"))
        return False
