"""Keeps the calls of one kata with what came of them, to recognise a misconception afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kata_kit.fixture import Callee, Mismatch
from kata_kit.process import Reply

# Fewer wrong answers are no pattern.
FEWEST_WRONG = 2


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


class Recorder:
    """Passes calls on to the code under test, and keeps them.

    Attributes:
        requests: the calls, in order.
        wrong: how many answers were found wrong.
    """

    def __init__(self, callee: Callee) -> None:
        self._callee = callee
        self.requests: list[Request] = []
        self.wrong = 0
        self._is_cost = False  # Whether the last request was about cost.

    def call(self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]]) -> Reply:
        """As `UnderTest.call`."""
        reply = self._callee.call(function, wanted, batch)
        self._is_cost = False
        self.requests.append(Request(function, wanted, batch, list(reply.outcomes)))
        return reply

    def count(
        self,
        function: str,
        what: str,
        most: Sequence[int | None],
        batch: Sequence[tuple[Any, ...]],
    ) -> Reply:
        """As `UnderTest.count`. What a call costs is no answer, so it is not kept."""
        self._is_cost = True
        return self._callee.count(function, what, most, batch)

    def note_wrong(self, mismatch: Mismatch | None) -> None:
        """Note that a test failed, which made the last request, unless it was about cost.

        Args:
            mismatch: the comparison that came out unequal; None if the call ended in no answer.
        """
        if self._is_cost:
            return
        self.wrong += mismatch.wrong if mismatch else 1
        quotes = mismatch.call.expected if mismatch and mismatch.about == "refusal" else ""
        if self.requests:
            lacks = quotes if isinstance(quotes, str) else ""
            self.requests[-1] = self.requests[-1]._replace(wrong=True, lacks=lacks)

    @property
    def tells_something(self) -> bool:
        """Whether there are enough wrong answers to look for what is behind them."""
        return self.wrong >= FEWEST_WRONG
