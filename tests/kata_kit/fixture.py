"""The fixture `kata`: the functions of the code under test, as a test calls them.

    assert kata.is_solved(board) == 1

Answers are compared in their types, too; what comes out unequal is remembered.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partialmethod
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import pytest
from kata_tables.calls import Call, Made, quoted, same

from kata_kit.record import Count
from kata_kit.replies import Batch, Transcript, Trouble
from kata_kit.request import Callee, CallFailed, Code, Mismatch

if TYPE_CHECKING:
    from kata_kit.cost import Calls, Cost
    from kata_kit.session import Session


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


FIXTURE = pytest.StashKey[Kata]()
"""Where a test keeps what it asked."""


class Function:
    """One function of the code under test."""

    def __init__(self, code: Code, name: str) -> None:
        self._code, self._name = code, name

    def __call__(self, *arguments: object, wanted: str = "answer") -> Answer:
        """Call it; the answer can be compared with `==`."""
        outcomes = self._answers([arguments], wanted)
        return Answer(self._code, [arguments], outcomes, wanted)

    # The arguments after the call, or how many items of a `OneShot` were taken.
    arguments_after = partialmethod(__call__, wanted="arguments")
    taken = partialmethod(__call__, wanted="taken")

    def each(self, batch: Batch, wanted: str = "answer") -> Answers:
        """Call it for each tuple of arguments; a list compares with the answers."""
        return Answers(self._code, batch, self._code.ask(self._name, wanted, batch))

    # As `each`, from a caller as in `kata_worker.playing_on`.
    own = partialmethod(each, wanted="own")

    def distinct(self, batch: Batch) -> Answer:
        """Call it for each tuple of arguments; the answer is the set of all answers."""
        answers: Any = self._answers(batch, "answer", together=True)
        with suppress(TypeError):  # What cannot be in a set is not a right answer.
            answers = set(answers)
        return Answer(self._code, batch[:1], [answers])

    def refusal(self, *arguments: object) -> Refusal:
        """Call it, and return the message of the `ValueError` that it has to raise."""
        (outcome,) = self._code.ask(self._name, "refusal", [arguments])
        call = Call(self._name, arguments, ValueError, outcome)
        if isinstance(outcome, Trouble):
            if outcome.refusal and not outcome.at_load:
                return Refusal(self._code, call, outcome.message)
            raise CallFailed(call, outcome)
        self._code.mismatch = Mismatch(call, "refusal")
        raise AssertionError(f"{self._name} did not raise a ValueError")

    def session(
        self, typed: Any, *arguments: object, only: re.Pattern[str] | None = None
    ) -> Session:
        """Call it with typed lines to read; only what matches `only` is compared."""
        # Needed by the console games only.
        from kata_kit.session import Session, drawn

        call = Call(self._name, arguments, typed=tuple(typed))
        batch = [({"typed": [*typed]}, *arguments)]
        (outcome,) = self._code.ask(self._name, "session", batch)
        printed, self._code.printed = self._code.printed, ""  # The transcript shows it.
        if isinstance(outcome, Trouble):
            raise CallFailed(call, outcome, drawn(printed) if printed else None)
        assert isinstance(outcome, Transcript)
        session = Session(call, outcome, only, self._code.remember)
        if only and any(isinstance(one, Made) for one in arguments):
            self._code.last.alike = session.alike
        return session

    def _costs(self, what: str, calls: Calls) -> Cost:
        from kata_kit.cost import Cost  # Needed in the stages about cost only.

        return Cost(self._code, self._name, what, calls)

    def _cost(self, what: str, *arguments: object, answer: object) -> Cost:
        return self._costs(what, {1: [(arguments, answer)]})

    # Of one call, and of many by their sizes: see `kata_worker.counting`.
    calls, lines = partialmethod(_cost, "calls"), partialmethod(_cost, "lines")
    steps, memory = partialmethod(_costs, "steps"), partialmethod(_costs, "memory")

    def _answers(
        self, batch: Batch, wanted: str, *, together: bool = False
    ) -> list[object]:
        outcomes = self._code.ask(self._name, wanted, batch)
        self._code.last.together = together
        for arguments, outcome in zip(batch, outcomes, strict=False):
            if isinstance(outcome, Trouble):
                raise CallFailed(Call(self._name, arguments), outcome)
        return outcomes


class Answers:
    """The answers of a batch of calls."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, code: Code, batch: Batch, outcomes: Any, about: str = "answer"
    ) -> None:
        self._code, self._request = code, code.last
        self._batch, self._outcomes, self._about = batch, outcomes, about

    @property
    def values(self) -> list[object]:
        """The answers as plain values, for further calls; None for a failure."""
        pairs = zip_longest(self._batch, self._outcomes)
        return [None if isinstance(got, Trouble) else got for _, got in pairs]

    def __eq__(self, expected: object) -> bool:
        done, total = len(self._outcomes), len(self._batch)
        if not isinstance(expected, list) or len(expected) != total:
            problem = f"expected a list of {total} answers, got {expected!r:.80}"
            raise ValueError(problem)
        pairs = enumerate(zip(expected, self._outcomes, strict=False))
        wrong = [number for number, pair in pairs if not same(*pair)]
        self._request.right = expected
        if not wrong and done == total:
            return True
        self._request.wrong = len(wrong) or 1
        # If none is wrong, the first one that is missing is told of.
        first = wrong[0] if wrong else done
        got = self._outcomes[first] if wrong else None
        call = Call(self._request.function, self._batch[first], expected[first], got)
        trouble = got if isinstance(got, Trouble) else None
        count = Count(len(wrong), done, total)
        self._code.mismatch = Mismatch(call, self._about, trouble, count)
        return False


class Answer(Answers):
    """The answer of one call."""

    def __eq__(self, expected: object) -> bool:
        return super().__eq__([expected])

    def __repr__(self) -> str:
        return repr(self._outcomes[0])


class Refusal:
    """The message of a `ValueError`: `quotes in refusal`, or one of "[1] or [0]"."""

    def __init__(self, code: Code, call: Call, message: str) -> None:
        self._code, self._call, self._message = code, call, message

    def __contains__(self, quotes: str) -> bool:
        if self._message.strip() and quoted(quotes, self._message):
            return True
        self._code.last.lacks = quotes
        call = self._call._replace(expected=quotes, got=self._message)
        self._code.mismatch = Mismatch(call, "refusal")
        return False
