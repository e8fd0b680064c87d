"""How fast green code is, as a ratio to the reference: for `--with-speed`.

Both run in processes of the kind that tests run in, with all limits: nobody's code is run in the
process of pytest. The process adds up the processor time of the calls alone. The two take turns,
each time in a fresh process, so that nothing is kept from one round to the next; the ratio is that
of their medians. Code that means to deceive can forge its time, as it runs where it is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import ceil, inf
from statistics import median
from typing import Any

import pytest
from kata_kit.katas import ROOT, references
from kata_kit.process import Process
from kata_kit.values import same

from kata_workshop import results
from kata_workshop.isolation import confinement
from kata_workshop.participants import Gathering, Submitted, on_one_line
from kata_workshop.results import Cohort
from kata_workshop.run import Terms
from kata_workshop.screen import COHORT

ROUNDS = 5
# A round is made this long by asking again, where that is allowed; shorter ones are noise.
ROUND_SECONDS = 0.02
MOST_REPEATS = 200


@dataclass(frozen=True)
class Speed:
    """How fast one participant's code is.

    Attributes:
        participant: who.
        kata: the kata.
        calls: what was timed, as the benchmark names it.
        ratio: how many times as long as the reference it takes; None if it could not be timed.
    """

    participant: str
    kata: str
    calls: str
    ratio: float | None


SPEEDS = pytest.StashKey[list[Speed]]()

# Starts a process for one side of a comparison.
Start = Callable[[], Process]


class Speeds:
    """Times the green code of a workshop when everything has run.

    Args:
        config: the run.
        gathering: everybody's files.
        terms: what is the same for everybody.
    """

    def __init__(self, config: pytest.Config, gathering: Gathering, terms: Terms) -> None:
        self._config = config
        self._gathering = gathering
        self._terms = terms

    def pytest_sessionfinish(self) -> None:
        """Time it, keep the ratios for the reports, and write them."""
        cohort = self._config.stash.get(COHORT, None)
        if cohort is None:
            return
        speeds = measured(cohort, self._gathering.submitted, self._terms)
        self._config.stash[SPEEDS] = speeds
        print("\n".join(["", *lines(cohort, speeds)]))


def measured(cohort: Cohort, submitted: Iterable[Submitted], terms: Terms) -> list[Speed]:
    """The speeds of all green code for katas that have benchmarks; the fastest first."""
    files = {(one.participant, one.kata.name): one for one in submitted}
    green = [o for o in cohort.outcomes if o.state == results.GREEN and has_benchmark(o.kata)]
    speeds = [_speed(files[outcome.participant, outcome.kata], terms) for outcome in green]
    order = [kata.name for kata in cohort.katas]
    return sorted(speeds, key=lambda one: (order.index(one.kata), one.ratio or inf))


def has_benchmark(kata: str) -> bool:
    """Whether there are inputs to time a kata on."""
    return (ROOT / "tests" / "benchmarks" / f"bench_{kata}.py").is_file()


def lines(cohort: Cohort, speeds: Sequence[Speed]) -> list[str]:
    """The speeds for the terminal, and which katas have none."""
    told = ["speed: how many times as long as the reference"]
    for one in speeds:
        ratio = "not timed" if one.ratio is None else f"{one.ratio:.1f}"
        told.append(f"{ratio:>9}  {one.kata}: {on_one_line(one.participant)}")
    without = [kata.name for kata in cohort.katas if not has_benchmark(kata.name)]
    if without:
        told.append(f"no benchmark: {', '.join(without)}")
    return told


def _speed(one: Submitted, terms: Terms) -> Speed:
    """Time one participant's code beside the reference, on the first group of the benchmark."""
    group = import_module(f"benchmarks.bench_{one.kata.name}").GROUPS[0]
    reference = Submitted("", one.kata, ROOT / one.kata.solution, ROOT / one.kata.solution)
    starts = _starter(reference, terms), _starter(one, terms)
    try:
        ratio = _ratio(starts, group, terms)
    except Untimed:
        ratio = None
    return Speed(one.participant, one.kata.name, str(group), ratio)


class Untimed(Exception):
    """Code that could not be timed: an answer is wrong here, or a limit ended it."""


def _ratio(starts: tuple[Start, Start], group: Any, terms: Terms) -> float:
    batch, right = group.made()
    if not all(map(same, right, _asked(starts[1], group.function, "answer", batch, terms))):
        raise Untimed
    once = sum(_asked(starts[0], group.function, "seconds", batch, terms))
    # What begins afresh is asked once: a second answer may be one that was kept.
    repeats = 1 if group.afresh else min(MOST_REPEATS, ceil(ROUND_SECONDS / max(once, 1e-6)))
    rounds: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for start, seconds in zip(starts, rounds, strict=True):
            times = _asked(start, group.function, "seconds", list(batch) * repeats, terms)
            seconds.append(sum(times))
    reference, theirs = map(median, rounds)
    return theirs / max(reference, 1e-9)


def _asked(start: Start, function: str, wanted: str, batch: Any, terms: Terms) -> list[Any]:
    """What a fresh process gives for the calls of a batch.

    Raises:
        Untimed: if one of them has no answer, or an answer is no time where one is wanted.
    """
    process = start()
    try:
        if process.load().loaded is None:
            raise Untimed
        outcomes = process.call(function, wanted, batch, terms.limits.total_seconds).outcomes
    finally:
        process.close()
    if len(outcomes) != len(batch):
        raise Untimed
    if wanted == "seconds" and not all(type(one) is float and 0 <= one < inf for one in outcomes):
        raise Untimed
    return outcomes


def _starter(one: Submitted, terms: Terms) -> Start:
    offered = references(one.kata)
    confined = confinement(one.own, terms.gathering, offered, terms.sandbox)
    return lambda: Process(one.file, one.kata.name, terms.limits, ROOT, offered, confined)
