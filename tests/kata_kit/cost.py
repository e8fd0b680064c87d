"""The cost of calls of the code under test, compared with a bound.

    assert kata.negamax.calls(0, 0, answer=0) <= 54_994
    assert kata.is_solved.steps({n: boards(n) for n in (16, 32)}) <= Growth(2.4, "cell")

It's counted when it's compared: beyond the bound nothing more is counted, but memory is
measured to the end of a call. A wrong answer costs nothing, so the answer of a counted
call is compared as well. Each call is made in the file loaded anew, because an answer
that was kept costs nothing either.
"""

from collections.abc import Mapping, Sequence
from math import inf, log
from typing import Any, NamedTuple, TypeAlias

from kata_tables.arguments import made
from kata_tables.calls import Call, Growth, same
from kata_tables.drawing import text
from kata_tables.wrong import COST, LOADING, Wrong

from kata_kit.code import Code
from kata_kit.counting import Counter, TooMuch, reading
from kata_kit.katas import ROOT
from kata_kit.values import plain

# With several sizes the count ends at so many times the bound: the growth is seen.
TIMES = 2
SLOWER = 4  # times slower, while lines are counted

# The headline, and what is counted
EACH = "lines of your code, each counted whenever it runs"
WORDS = {
    "calls": ("makes too many calls", "recursive calls"),
    "lines": ("runs too many lines", EACH),
    "steps": (
        "does too much work on large boards",
        f"{EACH}, and items read from lists",
    ),
    "memory": (
        "needs too much memory on large boards",
        "bytes that are held at the same time",
    ),
}

# By size, the arguments of calls and their right answers
Calls: TypeAlias = Mapping[int, Sequence[tuple[tuple[object, ...], object]]]


class Count(NamedTuple):
    """The cost of a call: a number, or more than that."""

    number: int
    more: bool
    call: Call

    def figure(self, units: int = 1) -> str:
        """Return the count, or the one for each of so many units of a board."""
        number = f"{self.number / units:,.1f}" if units > 1 else f"{self.number:,}"
        return f"more than {number}" if self.more else number


class Cost:
    """The cost of calls, to compare with a number or, by size, with a `Growth`."""

    def __init__(self, code: Code, function: str, what: str, calls: Calls) -> None:
        self._code, self._function, self._what = code, function, what
        self._calls = [
            (n, Call(function, arguments, right))
            for n, of_a_size in calls.items()
            for arguments, right in of_a_size
        ]

    @property
    def number(self) -> int:
        """The cost of the last size, however high it is."""
        *_, last = self._dearest([inf] * len(self._calls)).values()
        return last.number

    def __le__(self, allowed: int | Growth) -> bool:
        if isinstance(allowed, int):
            # A number is a bound for one call.
            dearest = self._dearest([allowed])
            problems, drawn = list[str](), list[str]()
            holds, most = not dearest[1].more, f": more than {allowed:,}"
        else:
            limits = [allowed.most(n) for n, _ in self._calls]
            dearest = self._dearest(
                [TIMES * limit if limit else inf for limit in limits]
            )
            problems = self._problems(dearest, allowed)
            drawn = self._drawn(dearest, allowed)
            holds, most = not problems, ""
        if holds:
            return True
        headline, counted = WORDS[self._what]
        *_, last = dearest.values()
        raise Wrong(
            last.call,
            "memory" if self._what == "memory" else COST,
            headline=f"{self._function} {headline}{most}",
            details=(*problems, f"{self._what}: {counted}"),
            drawing=text(drawn),
            key=(self._function, COST),
        )

    def _problems(self, dearest: Mapping[int, Count], allowed: Growth) -> list[str]:
        *_, (n, last) = dearest.items()
        problems = []
        exponent = growth([(n, cost.number + cost.more) for n, cost in dearest.items()])
        if exponent > allowed.exponent:
            grow = "grows" if self._what == "memory" else "grow"
            how = "faster than" if last.more else "as"
            bound = f"allowed: n^{allowed.exponent:g}"
            problems.append(f"{self._what} {grow} {how} n^{exponent:.1f}; {bound}")
        most = allowed.most(n)
        if last.more or (most is not None and last.number > most):
            each = last.figure(allowed.units(n))
            bound = f"allowed: {allowed.share}"
            problems.append(f"{self._what} per {allowed.unit}: {each}; {bound}")
        return problems

    def _dearest(self, limits: Sequence[float]) -> dict[int, Count]:
        """Count the calls up to these limits; return the costliest of each size."""
        dearest: dict[int, Count] = {}
        for limit, (n, call) in zip(limits, self._calls, strict=True):
            cost = self._counted(call, limit)
            if n not in dearest or cost[:2] > dearest[n][:2]:
                dearest[n] = cost
            if cost.more:
                break  # Larger boards cost more.
        return dearest

    def _counted(self, call: Call, limit: float) -> Count:
        """Make a call in the freshly loaded file, and count it.

        Raises:
            Wrong: if it gives a wrong answer, or none.
        """
        files = (self._code.own, str(ROOT / "solutions"))
        counter = Counter(self._what, files, limit)
        function = self._function_anew(call, counter)
        arguments = made(call.arguments)
        seconds = SLOWER * self._code.seconds

        def ask() -> Any:
            return plain(counter.call(function, *arguments))

        try:
            answer = self._code.call(ask, seconds=seconds)
        except TooMuch:
            return Count(int(limit), True, call)
        if isinstance(answer, BaseException):
            name = type(answer).__name__
            raise Wrong(call, "answer", answer, key=(self._function, name))
        if not same(call.expected, answer):
            key = self._function, repr(answer)
            raise Wrong(call._replace(got=answer), "answer", key=key)
        return Count(counter.number, False, call)

    def _function_anew(self, call: Call, counter: Counter) -> Any:
        code = self._code

        def load() -> dict[str, Any]:
            names = vars(code.load())
            if self._what != "steps":
                return names
            return reading(str(code.path), code.source, counter.count)

        names = code.call(load)
        if isinstance(names, BaseException):
            raise Wrong(call, LOADING, names, key=LOADING)
        return names[self._function]

    def _drawn(self, dearest: Mapping[int, Count], allowed: Growth) -> list[str]:
        rows = [("n", self._what, f"per {allowed.unit}")]
        for n, cost in dearest.items():
            rows.append((str(n), cost.figure(), cost.figure(allowed.units(n))))
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
