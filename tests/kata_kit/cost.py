"""What calls of the code under test cost, and how that is compared with what they may cost.

    assert kata.negamax.calls(0, 0, answer=0) <= 54_994
    assert kata.is_solved.steps({n: boards(n) for n in (16, 32, 64)}) <= Growth(2.4, "cell")

It is counted, as `kata_worker.counting` says, when it is compared: the bound says how
far to count. A wrong answer costs nothing, so the answer of a counted call is compared
as well.
"""

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple, TypeAlias

from kata_tables.answers import same
from kata_tables.arguments import Call, Growth
from kata_tables.drawing import text

from kata_kit.incoming import Trouble
from kata_kit.request import CallFailed, Code, Mismatch, Told, portable

TIMES = (
    2  # what is allowed, the count ends with several sizes, so that the growth is seen
)

# What is wrong, in a headline, and what is counted, in a sentence.
EACH = "lines of your code, each as often as it runs"
WORDS = {
    "calls": ("makes too many calls", "calls of a function while it runs already"),
    "lines": ("runs too many lines", EACH),
    "steps": ("works too much on large boards", f"{EACH}, and cells that are read"),
    "own steps": (
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


class Count(NamedTuple):
    """What a call costs: so much, or more than that."""

    number: int
    more: bool
    call: Call

    def __str__(self) -> str:
        return f"{'more than ' * self.more}{self.number:,}"

    def share(self, units: int) -> str:
        """The count for one unit of a board."""
        return f"{'more than ' * self.more}{self.number / units:,.1f}"


class Cost:
    """What calls cost, to be compared with a number or, over several sizes n, with a `Growth`."""

    def __init__(self, code: Code, function: str, what: str, calls: Calls) -> None:
        self._code, self._function, self._what = code, function, what
        self._unit = what.removeprefix("own ")
        every = ((n, one) for n, of_a_size in calls.items() for one in of_a_size)
        self._calls = [
            (n, Call(function, arguments, right)) for n, (arguments, right) in every
        ]

    @property
    def number(self) -> int:
        """What it costs, however much that is."""
        return list(self._dearest([None] * len(self._calls)).values())[-1].number

    def __le__(self, allowed: int | Growth) -> bool:
        headline, counted = WORDS[self._what]
        headline, drawn, problems = f"{self._function} {headline}", "", list[str]()
        if isinstance(allowed, int):
            dearest = self._dearest([allowed])
            headline += f": more than {allowed:,}"
            holds = not dearest[1].more
        else:
            limits = [allowed.most(n) for n, _ in self._calls]
            dearest = self._dearest([limit and TIMES * limit for limit in limits])
            problems, drawn = (
                self._problems(dearest, allowed),
                self._drawn(dearest, allowed),
            )
            holds = not problems
        if not holds:
            lines = headline, *problems, f"{self._unit}: {counted}"
            told = Told(lines, text(drawn.split("\n") if drawn else ()))
            self._code.mismatch = Mismatch(
                list(dearest.values())[-1].call, "cost", told=told
            )
        return holds

    def _problems(self, dearest: Mapping[int, Count], allowed: Growth) -> list[str]:
        (n, last), problems, most = (
            list(dearest.items())[-1],
            [],
            allowed.most(max(dearest)),
        )
        found = growth([(n, count.number + count.more) for n, count in dearest.items()])
        if found > allowed.exponent:
            grow = "grows" if self._what == "memory" else "grow"
            how = f"{'faster than' if last.more else 'as'} n^{found:.1f}"
            problems.append(
                f"{self._unit} {grow} {how}; allowed: n^{allowed.exponent:g}"
            )
        if last.more or (most is not None and last.number > most):
            share = f"{last.share(allowed.units(n))}; allowed: {allowed.share}"
            problems.append(f"{self._unit} for a {allowed.unit}: {share}")
        return problems

    def _dearest(self, limits: Sequence[int | None]) -> dict[int, Count]:
        """The count of each size that was come to."""
        batch = zip(
            limits, portable([call.arguments for _, call in self._calls]), strict=True
        )
        outcomes = self._code.ask(self._function, self._what, list(batch))
        dearest: dict[int, Count] = {}
        # The last one may have stopped early.
        for (n, call), outcome in zip(self._calls, outcomes, strict=False):
            if isinstance(outcome, Trouble):
                raise CallFailed(call, outcome)
            number, more, got = outcome
            if not more and not same(call.expected, got):
                self._code.mismatch = Mismatch(call._replace(got=got), "cost")
                raise AssertionError(
                    f"{self._function} gave a wrong answer while it was counted"
                )
            if n not in dearest or number > dearest[n].number or more:
                dearest[n] = Count(number, more, call)
        return dearest

    def _drawn(self, dearest: Mapping[int, Count], allowed: Growth) -> str:
        rows = [("n", self._unit, f"for a {allowed.unit}")]
        rows += [
            (str(n), str(one), one.share(allowed.units(n)))
            for n, one in dearest.items()
        ]
        columns = zip(*rows, strict=True)
        wide = [
            [cell.rjust(max(map(len, column))) for cell in column] for column in columns
        ]
        return "\n".join(map("   ".join, zip(*wide, strict=True)))


def growth(points: Sequence[tuple[int, int]]) -> float:
    """The exponent of the growth from a quarter of the last size to the last size.

    Over a factor of four the steps in which sets and dicts grow make no difference, nor
    does what a first call sets up. A single size does not grow.

    >>> growth([(8, 1000), (16, 100), (32, 150), (64, 1600)])
    2.0
    """
    last_n, last = points[-1]
    n, number = next(point for point in points if 4 * point[0] >= last_n)
    return log(max(last, 1) / max(number, 1)) / log(last_n / n) if n < last_n else 0.0
