"""The text of a benchmark run: who was how fast, who grows how, and who was left out.

pytest-benchmark has a table, too. Its legend is 113 columns wide, its names are those of tests,
and it has no place for contenders that did not take part. It is shown as well when it is asked
for, with `-v`, `--benchmark-columns` or `--benchmark-histogram`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from textwrap import wrap

WIDTH = 80
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


@dataclass(frozen=True)
class Timing:
    """What came of one contender in one group.

    Attributes:
        contender: its name.
        median: the median of the rounds, in seconds.
        rounds: how many there were.
    """

    contender: str
    median: float
    rounds: int


def speed_lines(title: str, timings: Sequence[Timing]) -> Iterator[str]:
    r"""Yield the table of one group: the fastest first, with its ratio to each.

    >>> print(*speed_lines("n=3", [Timing("a", 0.003, 5), Timing("b", 0.001, 9)]), sep="\n")
    n=3
    contender                                   median     ratio  rounds
    b                                          1.00 ms      1.00       9
    a                                          3.00 ms      3.00       5
    """
    yield title[:WIDTH]
    yield f"{'contender':38}{'median':>12}{'ratio':>10}{'rounds':>8}"
    ranked = sorted(timings, key=lambda timing: timing.median)
    for timing in ranked:
        ratio = timing.median / ranked[0].median
        shown = f"{ratio:10.2f}" if ratio < 100 else f"{ratio:10,.0f}"
        yield f"{timing.contender[:37]:38}{duration(timing.median):>12}{shown}{timing.rounds:>8}"


def growth_lines(title: str, medians: Mapping[str, Mapping[int, float]]) -> Iterator[str]:
    r"""Yield the table of one series: a row for each contender, a column for each size.

    The exponent is that of the last two sizes of a contender: 2.00 means that twice the size takes
    four times as long.

    >>> print(*growth_lines("lines", {"a": {10: 1e-6, 100: 1e-4}}), sep="\n")
    lines
    contender                   n=10    n=100   exponent
    a                        1.00 us   100 us       2.00
    """
    sizes = sorted({size for row in medians.values() for size in row})
    yield title[:WIDTH]
    yield f"{'contender':23}" + "".join(f"{f'n={n}':>9}" for n in sizes) + f"{'exponent':>11}"
    for name, row in medians.items():
        cells = "".join(f"{duration(row[n]) if n in row else '-':>9}" for n in sizes)
        yield f"{name[:22]:23}{cells}{_exponent(row):>11}"


def duration(seconds: float) -> str:
    """Return a time with its unit, in three digits.

    >>> duration(0.0012345), duration(0.0000005), duration(12.3)
    ('1.23 ms', '500 ns', '12.3 s')
    """
    factor, unit = next(((f, u) for f, u in UNITS if seconds >= f), UNITS[-1])
    value = seconds / factor
    digits = 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:.{digits}f} {unit}"


def left_out_lines(reasons: Mapping[str, str]) -> Iterator[str]:
    """Yield who did not take part, and why.

    >>> list(left_out_lines({"yours": "not started"}))
    ['left out: yours (not started)']
    """
    for name, reason in reasons.items():
        yield from wrap(f"left out: {name} ({reason})", WIDTH, subsequent_indent="  ")


def _exponent(row: Mapping[int, float]) -> str:
    """How a time grows between the last two sizes."""
    if len(row) < 2:
        return "-"
    (small, before), (large, after) = sorted(row.items())[-2:]
    return f"{log(after / before) / log(large / small):.2f}"
