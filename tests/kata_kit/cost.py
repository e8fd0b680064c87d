"""What a call of the code under test costs, and how it is compared with what it may cost.

    assert kata.negamax.calls(0, 0) <= 54_994
    assert kata.is_solved.steps({n: boards(n) for n in (16, 32, 64)}) <= Growth(2.4, "cell")

Cost is counted and not timed: `kata_worker.counting` says what is counted, and how. It is counted
when it is compared, because the bound says how far to count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from kata_kit.arguments import Call, Growth
from kata_kit.asked import Code, Mismatch, Told

# With several sizes, the count ends at so many times what is allowed, so that the growth is seen.
TIMES = 2

# What is wrong, in a headline, and what is counted, in a sentence.
WORDS = {
    "calls": ("makes too many calls", "calls of a function while it runs already"),
    "lines": ("runs too many lines", "lines of your code, each as often as it runs"),
    "steps": (
        "works too much on large boards",
        "lines of your code, each as often as it runs, and cells that are read",
    ),
    "memory": ("needs too much memory on large boards", "bytes that are held at the same time"),
}


class Count(NamedTuple):
    """What a call costs: so much, or more than that."""

    number: int
    more: bool

    def __str__(self) -> str:
        return f"more than {self.number:,}" if self.more else f"{self.number:,}"


class Cost:
    """What one call costs, for a comparison with a number."""

    def __init__(self, code: Code, function: str, what: str, arguments: tuple[object, ...]) -> None:
        self._code = code
        self._call = Call(function, arguments, None, None)
        self._what = what

    @property
    def number(self) -> int:
        """What it costs, however much that is."""
        return self._counted(None).number

    def __le__(self, allowed: int) -> bool:
        if not self._counted(allowed).more:
            return True
        headline, counted = WORDS[self._what]
        sentences = (
            f"{self._call.function} {headline}: more than {allowed:,}",
            f"{self._what}: {counted}",
        )
        self._code.mismatch = Mismatch(self._call, "cost", told=Told(sentences, ""))
        return False

    def _counted(self, most: int | None) -> Count:
        ((number, more),) = self._code.count(self._what, [most], [self._call])
        return Count(number, more)


class Costs:
    """What calls on boards of several sizes cost, for a comparison with a `Growth`.

    Args:
        code: the code under test.
        function: its function.
        what: what is counted.
        calls: for each n, from small to large, the arguments of calls on boards of n rows. The
            dearest one stands for the size.
    """

    def __init__(
        self,
        code: Code,
        function: str,
        what: str,
        calls: Mapping[int, Sequence[tuple[object, ...]]],
    ) -> None:
        self._code = code
        self._function = function
        self._what = what
        self._calls = [
            (n, Call(function, arguments, None, None))
            for n, all_of_n in calls.items()
            for arguments in all_of_n
        ]

    def __le__(self, allowed: Growth) -> bool:
        dearest = self._dearest(allowed)
        points = [(n, count.number + count.more) for n, (count, _) in dearest.items()]
        n, (last, call) = list(dearest.items())[-1]
        most = allowed.most(n)
        too_fast = len(points) > 1 and growth(points) > allowed.exponent
        too_much = last.more or (most is not None and last.number > most)
        if not too_fast and not too_much:
            return True
        headline, counted = WORDS[self._what]
        sentences = [f"{self._function} {headline}"]
        if too_fast:
            grow = "grows" if self._what == "memory" else "grow"
            faster = "faster than " if last.more else "as "
            sentences.append(
                f"{self._what} {grow} {faster}n^{growth(points):.1f}; "
                f"allowed: n^{allowed.exponent:g}"
            )
        if too_much:
            sentences.append(
                f"{self._what} for a {allowed.unit}: {share(last, allowed.units(n))}; "
                f"allowed: {allowed.share}"
            )
        sentences.append(f"{self._what}: {counted}")
        told = Told(tuple(sentences), self._drawn(dearest, allowed))
        self._code.mismatch = Mismatch(call, "cost", told=told)
        return False

    def _dearest(self, allowed: Growth) -> dict[int, tuple[Count, Call]]:
        """The count of each size that was come to, with its call."""
        limits = [allowed.most(n) for n, _ in self._calls]
        found = self._code.count(
            self._what,
            [limit and TIMES * limit for limit in limits],
            [call for _, call in self._calls],
        )
        dearest: dict[int, tuple[Count, Call]] = {}
        for (n, call), (number, more) in zip(self._calls, found):  # noqa: B905 - stopped early
            count = Count(number, more)
            if n not in dearest or count.number > dearest[n][0].number or count.more:
                dearest[n] = (count, call)
        return dearest

    def _drawn(self, dearest: Mapping[int, tuple[Count, Call]], allowed: Growth) -> str:
        """The table of sizes and counts."""
        rows = [("n", self._what, f"for a {allowed.unit}")]
        rows += [
            (str(n), str(count), share(count, allowed.units(n)))
            for n, (count, _) in dearest.items()
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "   ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        )


def growth(points: Sequence[tuple[int, int]]) -> float:
    """The exponent of the growth from a quarter of the last size to the last size.

    Smaller sizes do not count, nor does what a first call sets up. Over a factor of four the steps
    in which sets and dicts grow make no difference.

    >>> growth([(8, 1000), (16, 100), (32, 150), (64, 1600)])
    2.0
    """
    last_n, last = points[-1]
    n, number = next(point for point in points if 4 * point[0] >= last_n)
    return log(max(last, 1) / max(number, 1)) / log(last_n / n)


def share(count: Count, units: int) -> str:
    """A count for one unit of a board.

    >>> share(Count(1280, more=False), 256), share(Count(25600, more=True), 256)
    ('5.0', 'more than 100.0')
    """
    return f"{'more than ' if count.more else ''}{count.number / units:,.1f}"
