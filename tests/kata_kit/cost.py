"""Count the cost of calls of the code under test, and compare it with a bound.

    assert kata.negamax.calls(0, 0, answer=0) <= 54_994
    assert kata.is_solved.steps({n: boards(n) for n in (16, 32)}) <= Growth(2.4, "cell")

It is counted when it is compared: the bound says how far to count. A wrong answer costs
nothing, so the answer of a counted call is compared as well.
"""

from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import NamedTuple, TypeAlias

from kata_tables.calls import Call, Growth, same
from kata_tables.drawing import text

from kata_kit.record import COST, Failure
from kata_kit.request import Batch, CallFailed, Counted, Mismatch, Request, Trouble

# With several sizes the count ends at so many times the bound: the growth is seen.
TIMES = 2

# The headline, and what is counted.
EACH = "lines of your code, each as often as it runs"
WORDS = {
    "calls": ("makes too many calls", "calls of a function while it runs already"),
    "lines": ("runs too many lines", EACH),
    "steps": (
        "works too much on large boards",
        f"{EACH}, and items read from lists",
    ),
    "memory": (
        "needs too much memory on large boards",
        "bytes that are held at the same time",
    ),
}

# By size, the arguments of calls and their right answers.
Calls: TypeAlias = Mapping[int, Sequence[tuple[tuple[object, ...], object]]]
Ask: TypeAlias = Callable[[Batch], Request]
Note: TypeAlias = Callable[[Mismatch], None]


class Dearest(NamedTuple):
    """The cost of a call: a number, or more than that."""

    number: int
    more: bool
    call: Call

    def written(self, units: int = 1) -> str:
        """Return the count, or the one for each of so many units of a board."""
        number = f"{self.number / units:,.1f}" if units > 1 else f"{self.number:,}"
        return f"more than {number}" if self.more else number


class Cost:
    """The cost of calls, for comparison with a number or, by size, a `Growth`."""

    def __init__(
        self, ask: Ask, note: Note, function: str, what: str, calls: Calls
    ) -> None:
        self._ask, self._note = ask, note
        self._function, self._what = function, what
        self._calls = [
            (n, Call(function, arguments, right))
            for n, of_a_size in calls.items()
            for arguments, right in of_a_size
        ]

    @property
    def number(self) -> int:
        """The cost of the last size, however high it is."""
        *_, last = self._dearest([None] * len(self._calls)).values()
        return last.number

    def __le__(self, allowed: int | Growth) -> bool:
        headline, counted = WORDS[self._what]
        headline = f"{self._function} {headline}"
        problems, drawn = list[str](), list[str]()
        if isinstance(allowed, int):
            headline += f": more than {allowed:,}"
            dearest = self._dearest([allowed])
            (only,) = dearest.values()  # A number is a bound for one call.
            holds = not only.more
        else:
            limits = [allowed.most(n) for n, _ in self._calls]
            dearest = self._dearest([limit and TIMES * limit for limit in limits])
            problems = self._problems(dearest, allowed)
            drawn = self._drawn(dearest, allowed)
            holds = not problems
        if not holds:
            is_memory = self._what == "memory"
            told = Failure(
                headline,
                kind="" if is_memory else COST,
                neutral=headline,
                sentences=(*problems, f"{self._what}: {counted}"),
                drawing=text(drawn),
            )
            *_, last = dearest.values()
            about = "memory" if is_memory else "cost"
            self._note(Mismatch(last.call, about, told=told))
        return holds

    def _problems(self, dearest: Mapping[int, Dearest], allowed: Growth) -> list[str]:
        *_, (n, last) = dearest.items()
        problems = []
        found = growth([(n, count.number + count.more) for n, count in dearest.items()])
        if found > allowed.exponent:
            grow = "grows" if self._what == "memory" else "grow"
            how = "faster than" if last.more else "as"
            problems.append(
                f"{self._what} {grow} {how} n^{found:.1f};"
                f" allowed: n^{allowed.exponent:g}"
            )
        most = allowed.most(n)
        if last.more or (most is not None and last.number > most):
            problems.append(
                f"{self._what} for a {allowed.unit}: {last.written(allowed.units(n))};"
                f" allowed: {allowed.share}"
            )
        return problems

    def _dearest(self, limits: Sequence[int | None]) -> dict[int, Dearest]:
        """Count the calls up to these limits; return the dearest of each size."""
        batch = [
            (limit, *call.arguments)
            for limit, (_, call) in zip(limits, self._calls, strict=True)
        ]
        outcomes = self._ask(batch).outcomes
        dearest: dict[int, Dearest] = {}
        # The last one may have stopped early.
        for (n, call), outcome in zip(self._calls, outcomes, strict=False):
            counted = self._counted(call, outcome)
            if n not in dearest or counted[:2] > dearest[n][:2]:
                dearest[n] = counted
        return dearest

    def _counted(self, call: Call, outcome: object) -> Dearest:
        if isinstance(outcome, Trouble):
            raise CallFailed(Mismatch(call, "answer", outcome))
        assert isinstance(outcome, Counted)
        if not outcome.stopped and not same(call.expected, outcome.answer):
            self._note(Mismatch(call._replace(got=outcome.answer), "counted"))
            raise AssertionError(f"{self._function} gave a wrong answer")
        return Dearest(outcome.number, outcome.stopped, call)

    def _drawn(self, dearest: Mapping[int, Dearest], allowed: Growth) -> list[str]:
        rows = [("n", self._what, f"for a {allowed.unit}")]
        for n, one in dearest.items():
            rows.append((str(n), one.written(), one.written(allowed.units(n))))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return ["   ".join(map(str.rjust, row, widths)) for row in rows]


def growth(points: Sequence[tuple[int, int]]) -> float:
    """Return the exponent of the growth from a quarter of the last size to the last.

    Over a factor of four the steps in which sets and dicts grow make no difference.

    >>> growth([(8, 1000), (16, 100), (32, 150), (64, 1600)])
    2.0
    """
    last_n, last = points[-1]
    n, number = next(point for point in points if 4 * point[0] >= last_n)
    if n == last_n:
        return 0.0
    return log(max(last, 1) / max(number, 1)) / log(last_n / n)
