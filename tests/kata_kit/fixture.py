"""The fixture `kata`: the functions of the code under test, as a test calls them.

    assert kata.is_solved(board) == 1

A call runs in another process. Its answer is compared in its types, too. A comparison that fails
is remembered, so that the report can say what was expected and draw the board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pytest

from kata_kit.arguments import Call, Made, Typed
from kata_kit.process import Reply, Trouble
from kata_kit.values import same

if TYPE_CHECKING:
    from kata_kit.cost import Cost, Costs
    from kata_kit.session import Session, Told


class Callee(Protocol):
    """Whatever runs the code under test: `UnderTest`, or `InProcess` for a debugger."""

    def call(self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]]) -> Reply:
        """Call a function once for each tuple of arguments."""

    def count(
        self,
        function: str,
        what: str,
        most: Sequence[int | None],
        batch: Sequence[tuple[Any, ...]],
    ) -> Reply:
        """Count what calls cost."""


class Request(NamedTuple):
    """Calls that were made at once, and what came of each; as `UnderTest.call` has them.

    Attributes:
        wrong: whether a test found something wrong about it.
        lacks: what the message of the `ValueError` should have quoted, and does not.
    """

    function: str
    wanted: str
    batch: Sequence[tuple[Any, ...]]
    outcomes: Sequence[object]
    wrong: bool = False
    lacks: str = ""


class CallFailed(Exception):
    """A call did not end in an answer.

    Attributes:
        call: the call, and
        trouble: what came of it.
        drawn: the end of the transcript, if it was a session.
    """

    def __init__(self, call: Call, trouble: Trouble, drawn: str = "") -> None:
        super().__init__(trouble.kind)
        self.call = call
        self.trouble = trouble
        self.drawn = drawn


@dataclass(frozen=True)
class Mismatch:
    """A comparison that came out unequal.

    Attributes:
        call: the call, what was expected, and what came.
        about: "answer", "arguments", "taken", "refusal", "session" or "cost".
        trouble: why there was no answer, for one call of many or for a session.
        wrong: how many of the calls are wrong,
        done: of how many that were made, and
        total: of how many that were to be made.
        told: what to say of a session, or of what a call costs.
    """

    call: Call
    about: str
    trouble: Trouble | None = None
    wrong: int = 1
    done: int = 1
    total: int = 1
    told: Told | None = None


class Kata:
    """The code under test of one kata, for one test."""

    def __init__(self, name: str, callee: Callee) -> None:
        self._name = name
        self._callee = callee
        self.kata_mismatch: Mismatch | None = None
        self.kata_printed = ""
        self.kata_requests: list[Request] = []
        self.kata_is_cost = False  # Whether the last request was about cost.

    def __getattr__(self, name: str) -> Function:
        if name.startswith("_"):
            raise AttributeError(name)
        return Function(self, name)

    def kata_ask(
        self, function: str, wanted: str, batch: Sequence[tuple[object, ...]]
    ) -> list[object]:
        """Call a function of the code under test; see `UnderTest.call`."""
        portable = [tuple(map(_portable, arguments)) for arguments in batch]
        reply = self._callee.call(function, wanted, portable)
        self.kata_is_cost = False
        self.kata_requests.append(Request(function, wanted, portable, list(reply.outcomes)))
        return self._outcomes(reply)

    def kata_count(
        self, what: str, most: Sequence[int | None], calls: Sequence[Call]
    ) -> list[tuple[int, bool]]:
        """Count what calls of one function cost.

        Args:
            what: what is counted; see `kata_worker.counting`.
            most: for each call how far to count; None for no end.
            calls: the calls.

        Returns:
            For each call what it costs, and whether it costs more than that. A call that costs
            more is the last one.

        Raises:
            CallFailed: a call did not end in an answer.
        """
        batch = [tuple(map(_portable, call.arguments)) for call in calls]
        self.kata_is_cost = True  # It is not an answer, so it is not kept.
        reply = self._callee.count(calls[0].function, what, most, batch)
        found: list[Any] = []
        for call, outcome in zip(calls, self._outcomes(reply), strict=False):
            if isinstance(outcome, Trouble):
                raise CallFailed(call, outcome)
            found.append(outcome)
        return found

    def _outcomes(self, reply: Reply) -> list[object]:
        self.kata_printed = reply.printed
        if reply.printed:
            print(reply.printed, end="")  # pytest shows it, or with -s the terminal does
        first = reply.outcomes[0] if reply.outcomes else None
        if isinstance(first, Trouble) and first.kind == "not run":
            pytest.skip(first.message)
        return reply.outcomes

    def kata_hold(self, call: Call, typed: Typed, only: re.Pattern[str] | None) -> Session:
        """Call a function of the code under test with lines that are typed for it."""
        from kata_kit.session import Session, drawn  # Needed by the console games only.

        (outcome,) = self.kata_ask(call.function, "session", [(typed, *call.arguments)])
        printed, self.kata_printed = self.kata_printed, ""  # The transcript shows it.
        if isinstance(outcome, Trouble):
            raise CallFailed(call, outcome, drawn(printed) if printed else "")
        return Session(call, outcome, only, self._remember)

    def _remember(self, call: Call, trouble: Trouble | None, told: Told) -> None:
        self.kata_mismatch = Mismatch(call, "session", trouble, told=told)

    def __repr__(self) -> str:
        return f"<kata {self._name}>"


class Function:
    """One function of the code under test."""

    def __init__(self, kata: Kata, name: str) -> None:
        self._kata = kata
        self._name = name

    def __call__(self, *arguments: object) -> Answer:
        """Call it; the answer can be compared with `==`."""
        return self._answer("answer", arguments)

    def arguments_after(self, *arguments: object) -> Answer:
        """Call it; the answer is the tuple of its arguments as they are after the call."""
        return self._answer("arguments", arguments)

    def taken(self, *arguments: object) -> Answer:
        """Call it; the answer is the number of items that were taken from `one_shot` arguments."""
        return self._answer("taken", arguments)

    def each(self, batch: Sequence[tuple[object, ...]]) -> Answers:
        """Call it for each tuple of arguments; the answers can be compared with a list."""
        outcomes = self._kata.kata_ask(self._name, "answer", batch)
        return Answers(self._kata, self._name, list(batch), outcomes)

    def distinct(self, batch: Sequence[tuple[object, ...]]) -> Answer:
        """Call it for each tuple of arguments; the answer is the set of all answers."""
        outcomes = self._kata.kata_ask(self._name, "answer", batch)
        for arguments, outcome in zip(batch, outcomes, strict=False):
            if isinstance(outcome, Trouble):
                raise CallFailed(Call(self._name, arguments, None, None), outcome)
        try:
            answers: object = set(outcomes)
        except TypeError:  # What cannot be in a set is no right answer.
            answers = outcomes
        return Answer(self._kata, "answer", Call(self._name, batch[0], None, answers))

    def refusal(self, *arguments: object) -> Refusal:
        """Call it; it must raise a `ValueError`, whose message can be searched with `in`."""
        (outcome,) = self._kata.kata_ask(self._name, "refusal", [arguments])
        call = Call(self._name, arguments, ValueError, outcome)
        if isinstance(outcome, Trouble):
            if outcome.refusal and not outcome.at_load:
                return Refusal(self._kata, call, outcome.message)
            raise CallFailed(call, outcome)
        self._kata.kata_mismatch = Mismatch(call, "refusal")
        raise AssertionError(f"{self._name} did not raise a ValueError")

    def session(
        self, typed: object, *arguments: object, only: re.Pattern[str] | None = None
    ) -> Session:
        """Call it and have it read the typed lines, and then the end of the input.

        Args:
            typed: a list of the lines; `CTRL_C` among them is an interrupt from the keyboard.
            arguments: the arguments of the call.
            only: the lines of the transcript that are to be compared.
        """
        if not isinstance(typed, list):
            raise ValueError(f"expected a list of typed lines, got {typed!r:.80}")
        call = Call(self._name, arguments, None, None, tuple(typed))
        return self._kata.kata_hold(call, Typed(typed), only)

    def calls(self, *arguments: object) -> Cost:
        """The calls of functions in the code under test from within themselves."""
        return self._cost("calls", arguments)

    def lines(self, *arguments: object) -> Cost:
        """The lines of the code under test that a call of it runs."""
        return self._cost("lines", arguments)

    def steps(self, calls: Mapping[int, Sequence[tuple[object, ...]]]) -> Costs:
        """The lines that run and the cells that are read, by size; see `kata_kit.cost.Costs`."""
        return self._costs("steps", calls)

    def memory(self, calls: Mapping[int, Sequence[tuple[object, ...]]]) -> Costs:
        """The most bytes that are held at once, by size; see `kata_kit.cost.Costs`."""
        return self._costs("memory", calls)

    def _cost(self, what: str, arguments: tuple[object, ...]) -> Cost:
        from kata_kit.cost import Cost  # Needed in the stages about cost only.

        return Cost(self._kata, self._name, what, arguments)

    def _costs(self, what: str, calls: Mapping[int, Sequence[tuple[object, ...]]]) -> Costs:
        from kata_kit.cost import Costs

        return Costs(self._kata, self._name, what, calls)

    def _answer(self, wanted: str, arguments: tuple[object, ...]) -> Answer:
        (outcome,) = self._kata.kata_ask(self._name, wanted, [arguments])
        if isinstance(outcome, Trouble):
            raise CallFailed(Call(self._name, arguments, None, None), outcome)
        return Answer(self._kata, wanted, Call(self._name, arguments, None, outcome))


class Answer:
    """The answer of one call."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, kata: Kata, about: str, call: Call) -> None:
        self._kata = kata
        self._about = about
        self._call = call

    def __eq__(self, expected: object) -> bool:
        if same(expected, self._call.got):
            return True
        call = Call(self._call.function, self._call.arguments, expected, self._call.got)
        self._kata.kata_mismatch = Mismatch(call, self._about)
        return False

    def __repr__(self) -> str:
        return repr(self._call.got)


class Answers:
    """The answers of a batch of calls."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        kata: Kata,
        function: str,
        batch: list[tuple[object, ...]],
        outcomes: list[object],
    ) -> None:
        self._kata = kata
        self._function = function
        self._batch = batch
        self._outcomes = outcomes

    @property
    def values(self) -> list[object]:
        """The answers as plain values, to make the next calls of; None where there is none."""
        known = [None if isinstance(value, Trouble) else value for value in self._outcomes]
        return known + [None] * (len(self._batch) - len(known))

    def __eq__(self, expected: object) -> bool:
        if not isinstance(expected, list) or len(expected) != len(self._batch):
            raise ValueError(f"expected a list of {len(self._batch)} answers, got {expected!r:.80}")
        wrong = [
            number
            for number, (right, got) in enumerate(zip(expected, self._outcomes))  # noqa: B905
            if not same(right, got)
        ]
        missing = len(self._batch) - len(self._outcomes)
        if not wrong and not missing:
            return True
        first = wrong[0] if wrong else len(self._outcomes)
        got = self._outcomes[first] if wrong else None
        self._kata.kata_mismatch = Mismatch(
            Call(self._function, self._batch[first], expected[first], got),
            "answer",
            trouble=got if isinstance(got, Trouble) else None,
            wrong=len(wrong),
            done=len(self._outcomes),
            total=len(self._batch),
        )
        return False

    def __repr__(self) -> str:
        return f"<the answers of {len(self._batch)} calls>"


class Refusal:
    """The message of the `ValueError` that a call raised."""

    def __init__(self, kata: Kata, call: Call, message: str) -> None:
        self._kata = kata
        self._call = call
        self._message = message

    def __contains__(self, quotes: str) -> bool:
        if self._message.strip() and quotes in self._message:
            return True
        call = Call(self._call.function, self._call.arguments, quotes, self._message)
        self._kata.kata_mismatch = Mismatch(call, "refusal")
        return False

    def __repr__(self) -> str:
        return repr(self._message)


def _portable(argument: object) -> object:
    """An argument as it goes over the pipe."""
    return argument.recipe if isinstance(argument, Made) else argument


# Fewer wrong answers are not a pattern.
FEWEST_WRONG = 2


@dataclass
class Asked:
    """What the tests of a kata asked, to recognise a misconception afterwards.

    Attributes:
        requests: the calls, in order, with what came of them.
        wrong: how many answers were found wrong.
    """

    requests: list[Request] = field(default_factory=list)
    wrong: int = 0

    def take(self, kata: Kata, *, failed: bool) -> None:
        """Take in what a test asked; one that failed did so in its last request."""
        requests, mismatch = kata.kata_requests, kata.kata_mismatch
        if failed and not kata.kata_is_cost:
            self.wrong += mismatch.wrong if mismatch else 1
            quotes = mismatch.call.expected if mismatch and mismatch.about == "refusal" else ""
            lacks = quotes if isinstance(quotes, str) else ""
            requests[-1:] = [one._replace(wrong=True, lacks=lacks) for one in requests[-1:]]
        self.requests += requests

    @property
    def tells_something(self) -> bool:
        """Whether there are enough wrong answers to look for what is behind them."""
        return self.wrong >= FEWEST_WRONG
