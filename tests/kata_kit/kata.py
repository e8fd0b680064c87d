"""The fixture `kata`: the functions of the code under test, as a test calls them.

    assert kata.is_solved(board) == 1

Most tests are rows of a table, for which `Case.check` of `kata_tables.rows` says this.
Types are compared as well as values. If they differ, the comparison raises `Wrong`,
with everything that a learner should know.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import partial, partialmethod
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from kata_tables.calls import Call
from kata_tables.wrong import ABSENT, ACCEPTED, LOADING, Wrong

from kata_kit import record
from kata_kit.answers import Answer, Answers, Batch, Distinct, Refusal
from kata_kit.code import Code, Ended
from kata_kit.console import MOST_PRINTED
from kata_kit.own import PlayingOn
from kata_kit.values import (
    answer,
    arguments_after,
    items_taken,
    message_of,
    outcome_key,
)
from kata_kit.watch import TimeIsUp

if TYPE_CHECKING:
    from kata_kit.cost import Cost
    from kata_kit.session import Session

Kind = TypeVar("Kind", bound=Answers)


class Functions:
    """The functions of the code under test, as one test calls them."""

    def __init__(self, code: Code) -> None:
        self._code = code
        if code.printer:
            code.printer.left = MOST_PRINTED

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_"):
            raise AttributeError(name)
        return Function(self._code, name)

    def __repr__(self) -> str:
        return f"<kata {self._code.path.stem}>"


@dataclass(eq=False)
class Function:
    """One function of the code under test."""

    code: Code
    name: str

    def __call__(self, *arguments: object, wanted: str = "answer") -> Answer:
        """Call it; the answer can be compared with `==`."""
        return self._compared(Answer, wanted, [arguments])

    # The arguments after the call, or how many items of a `OneShot` were taken.
    arguments_after = partialmethod(__call__, wanted="arguments")
    taken = partialmethod(__call__, wanted="taken")

    def each(self, batch: Batch, wanted: str = "answer") -> Answers:
        """Call it for each tuple of arguments; a list compares with the answers."""
        return self._compared(Answers, wanted, batch)

    # As `each`, from a caller as in `kata_kit.own`.
    own = partialmethod(each, wanted="own")

    def distinct(self, batch: Batch) -> Distinct:
        """Call it for each tuple of arguments; the answer is the set of all answers."""
        return self._compared(Distinct, "answer", batch)

    def _compared(self, kind: type[Kind], wanted: str, batch: Batch) -> Kind:
        return kind(self.name, wanted, batch, self.outcomes(wanted, batch))

    def refusal(self, *arguments: object) -> Refusal:
        """Call it, and return the message of the `ValueError` that it has to raise.

        Raises:
            Wrong: if it answers, or raises something else.
        """
        (outcome,) = self.outcomes("answer", [arguments])
        call = Call(self.name, arguments, ValueError, outcome)
        if isinstance(outcome, ValueError):
            return Refusal(call, message_of(outcome))
        key = self.name, ACCEPTED, outcome_key(None, outcome)
        if isinstance(outcome, BaseException):
            raise Wrong(call, "refusal", outcome, kind=record.EXCEPTION, key=key)
        raise Wrong(call, ACCEPTED, kind=ACCEPTED, key=key)

    def session(
        self, typed: Any, *arguments: object, only: re.Pattern[str] | None = None
    ) -> Session:
        """Call it with typed lines to read; only what matches `only` is compared."""
        from kata_kit.session import Session  # Needed only by the console games.

        call = Call(self.name, arguments, typed=tuple(typed))
        return Session(self.code, self.get(call), call, only)

    def _cost(self, calls: Any, what: str) -> Cost:
        from kata_kit.cost import Cost  # Needed only in the stages about cost.

        self.get(Call(self.name))
        return Cost(self.code, self.name, what, calls)

    # By size, calls and their right answers; see `kata_kit.cost`.
    steps = partialmethod(_cost, what="steps")
    memory = partialmethod(_cost, what="memory")

    def calls(self, *arguments: object, answer: object, what: str = "calls") -> Cost:
        """Count what one call costs."""
        return self._cost({1: [(arguments, answer)]}, what)

    lines = partialmethod(calls, what="lines")

    def get(self, call: Call) -> Any:
        """Return the function of the file; skip the test if the time is up.

        Raises:
            Wrong: if the file can't be loaded, or has no such function.
        """
        if self.code.is_lost:
            pytest.skip(
                "not run: an earlier call took too long, or left a thread running"
            )
        if self.code.left <= 0:
            seconds = f"{self.code.total:g} s"
            pytest.skip(f"not run: the earlier calls took {seconds} in all")
        try:
            module = self.code.module
        except (Exception, SystemExit, TimeIsUp, Ended) as error:
            raise Wrong(call, LOADING, error, key=LOADING) from None
        function = getattr(module, self.name, None)
        if not callable(function):
            raise Wrong(call, ABSENT, key=(self.name, ABSENT))
        return function

    def outcomes(self, wanted: str, batch: Batch) -> list[Any]:
        """Make calls; return the part of each that's wanted, or its exception."""
        function = self.get(Call(self.name, *batch[:1]))
        random.seed(0)  # Every run has the same random numbers.
        if wanted == "own":
            # It makes its arguments itself, so as to play on with one list.
            return self.code.make_calls(PlayingOn(function), batch)
        ask = {"arguments": arguments_after, "taken": items_taken}.get(wanted, answer)
        return self.code.make_calls(partial(ask, function), batch)
