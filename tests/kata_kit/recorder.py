"""Keeps the calls of one kata with what came of them, to recognise a misconception afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kata_kit.kata import Callee
from kata_kit.process import Reply

# Fewer wrong answers are no pattern.
FEWEST_WRONG = 2


class Request(NamedTuple):
    """Calls that were made at once, and what came of each; as `UnderTest.call` has them."""

    function: str
    wanted: str
    batch: Sequence[tuple[Any, ...]]
    outcomes: Sequence[object]


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

    def call(self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]]) -> Reply:
        """As `UnderTest.call`."""
        reply = self._callee.call(function, wanted, batch)
        self.requests.append(Request(function, wanted, batch, list(reply.outcomes)))
        return reply

    @property
    def tells_something(self) -> bool:
        """Whether there are enough wrong answers to look for what is behind them."""
        return self.wrong >= FEWEST_WRONG
