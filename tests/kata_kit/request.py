"""What a test asks of the code under test, and what it finds wrong."""

from typing import Any, NamedTuple, Protocol

import pytest
from kata_tables.calls import Call
from kata_tables.drawing import Drawing, text
from kata_worker import COUNTED

from kata_kit.record import Count
from kata_kit.replies import Alone, Batch, Request, Trouble


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
    kind: str = ""  # see `kata_kit.record`


class Mismatch(NamedTuple):
    """A comparison that came out unequal."""

    call: Call
    about: str  # "answer", "arguments", "taken", "refusal", "session", "cost", "memory"
    trouble: Trouble | None = None  # in place of an answer
    many: Count | None = None  # of a test that makes many calls
    told: Told | None = None


class Code:
    """The code under test of one kata, as one test asks it."""

    def __init__(self, callee: Callee, title: str = "") -> None:
        self.callee = callee
        self._head = f"\n{title}, printed:\n" if title else ""
        self.mismatch: Mismatch | None = None  # the last one
        self.requests: list[Request] = []  # but those about cost
        self.last: Any = None  # request, also about cost
        self.is_cost = False  # what the test fails for now, if it does
        self.printed = ""  # by that one

    def ask(self, function: str, wanted: str, batch: Batch) -> list[Any]:
        """Have a function called for each tuple of arguments; see `Request`."""
        self.last = request = self.callee.call(function, wanted, batch)
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
        """Ask as `UnderTest.ask_alone` does; a debugger has one process."""
        ask = getattr(self.callee, "ask_alone", None)
        return ask(call, trouble) if ask else Alone()

    def remember(self, call: Call, trouble: Trouble | None, told: Told) -> None:
        """Take in that a session went another way than it should."""
        self.mismatch = Mismatch(call, "session", trouble, told=told)

    def tell(self, call: Call, sentence: str, about: str) -> None:
        """Take in what is wrong about many calls that each were right."""
        self.remember(call, None, Told((sentence,), text([about])))

    def end(self, *, failed: bool) -> list[Request]:
        """Return the requests of a test; if none was found wrong, the last one is."""
        if failed and not self.is_cost and not any(one.wrong for one in self.requests):
            self.last.wrong = 1
        return self.requests
