"""What a workshop can talk about: hard cases, shared beliefs, and whose code works alike.

The terminal and the report draw the same numbers, so they are counted here once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from kata_workshop.results import GREEN, Cohort, Failure, Growth, Outcome

# Exponents that differ by less are the same growth: a count of n * n + n is none of n ** 2.1.
SAME_GROWTH = 0.25
# So are numbers that differ by fewer doublings.
SAME_COUNT = 1.0


@dataclass(frozen=True)
class HardCase:
    """A case of a table, by how many got it wrong.

    Attributes:
        kata: its kata.
        stage: its stage.
        title: its name.
        wrong: who got it wrong.
        tried: how many people's code was asked.
        headline: what most of them read, and
        text: all of it, with the board; one participant's own, so it names a file of theirs.
        alike: the names of further cases that the same people got wrong.
    """

    kata: str
    stage: str
    title: str
    wrong: tuple[str, ...]
    tried: int
    headline: str
    text: str
    alike: tuple[str, ...] = ()


@dataclass(frozen=True)
class Held:
    """A misconception, with who holds it.

    Attributes:
        kata: its kata.
        name: its file's name without `.py`; "_" stands for a space.
        text: what a participant is told; a line is a paragraph.
        participants: who holds it.
    """

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


@dataclass(frozen=True)
class Measure:
    """What was counted for the members of a group.

    Attributes:
        exponent: the e of n ** e that the counts grow with between the two largest sizes n, of
            the middle one of the group, rounded to one digit; None for a count without sizes.
        n: the largest size; None for a count without sizes.
        least: the smallest count of a member, at that size, and
        most: the largest one.
    """

    exponent: float | None
    n: int | None
    least: int
    most: int


@dataclass(frozen=True)
class Group:
    """Participants whose code for a kata passes, and whose counted work is alike.

    Attributes:
        kata: the kata.
        measures: by what was counted, what it came to.
        participants: who is in it.
        like: the repository's own solutions that are in it, too: the reference or another
            approach, as "solutions/approaches/tictactoe_perft/symmetry_classes.py".
    """

    kata: str
    measures: Mapping[str, Measure]
    participants: tuple[str, ...]
    like: tuple[str, ...] = ()


def hard_cases(cohort: Cohort) -> list[HardCase]:
    """The cases that somebody got wrong: what most got wrong comes first.

    Cases of one kata that the same people got wrong are one entry. Nobody counts whose function
    is not written or whose file cannot be loaded.
    """
    found = [case for kata in cohort.katas for case in _hard_cases(cohort.about(kata.name))]
    return sorted(found, key=lambda case: -len(case.wrong))  # Stable: else as in the table.


def beliefs(cohort: Cohort) -> list[Held]:
    """The misconceptions that were recognised, by how many hold them."""
    texts: dict[tuple[str, str], str] = {}
    holders: dict[tuple[str, str], list[str]] = {}
    for outcome in cohort.outcomes:
        if outcome.misconception:
            key = outcome.kata, outcome.misconception.name
            texts[key] = outcome.misconception.text
            holders.setdefault(key, []).append(outcome.participant)
    held = [Held(*key, text, tuple(holders[key])) for key, text in texts.items()]
    return sorted(held, key=lambda one: (-len(one.participants), one.kata, one.name))


def groups(cohort: Cohort) -> list[Group]:
    """Who solved a kata in a way that costs alike; the largest group of each kata comes first.

    A kata whose table counts nothing has no groups, and neither has code that is wrong: what a
    wrong answer costs tells nothing.
    """
    return [
        group
        for kata in cohort.katas
        for group in _groups(
            [
                *cohort.about(kata.name),
                *(outcome for outcome in cohort.yardsticks if outcome.kata == kata.name),
            ]
        )
    ]


def exponent(growth: Growth) -> float | None:
    """The e of n ** e between the two largest sizes; None if there are no two to compare.

    >>> exponent([[16, 300], [32, 1200], [64, 4800]])
    2.0
    """
    points = sorted((n, count) for n, count in growth if n > 0 and count > 0)
    if len(points) < 2 or points[-1][0] == points[-2][0]:
        return None
    (n, few), (m, many) = points[-2:]
    return log(many / few) / log(m / n)


def _hard_cases(outcomes: Iterable[Outcome]) -> list[HardCase]:
    ran = [outcome for outcome in outcomes if outcome.ran]
    wrong: dict[tuple[str, str], list[tuple[str, Failure]]] = {}
    unwritten: Counter[tuple[str, str]] = Counter()
    for outcome in ran:
        for failure in outcome.failures:
            key = failure.stage, failure.title
            if failure.status == "failed":
                wrong.setdefault(key, []).append((outcome.participant, failure))
            else:
                unwritten[key] += 1
    by_people: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for key, failures in wrong.items():
        by_people.setdefault(tuple(name for name, _ in failures), []).append(key)
    found = []
    for people, (first, *others) in by_people.items():
        shown = _most_read([failure for _, failure in wrong[first]])
        found.append(
            HardCase(
                ran[0].kata,
                *first,
                people,
                len(ran) - unwritten[first],
                shown.headline,
                shown.text,
                tuple(title for _, title in others),
            )
        )
    return found


def _most_read(failures: list[Failure]) -> Failure:
    """The failure whose first line most participants read."""
    headline, _ = Counter(failure.headline for failure in failures).most_common(1)[0]
    return next(failure for failure in failures if failure.headline == headline)


def _groups(outcomes: Iterable[Outcome]) -> list[Group]:
    """The groups of one kata."""
    counted = [outcome for outcome in outcomes if outcome.state == GREEN and outcome.counts]
    names = sorted({name for outcome in counted for name in outcome.counts})
    places = [_places([outcome.counts.get(name) for outcome in counted]) for name in names]
    members: dict[tuple[int, ...], list[Outcome]] = {}
    for outcome, place in zip(counted, zip(*places, strict=True), strict=True):
        members.setdefault(place, []).append(outcome)
    groups = [_group(alike, names) for alike in members.values()]
    return sorted(
        (group for group in groups if group.participants),
        key=lambda group: len(group.participants),
        reverse=True,
    )


def _places(counts: Sequence[int | Growth | None]) -> list[int]:
    """For each count the number of its group: those in a row, without a wide gap, are one."""
    values = [None if count is None else _height(count) for count in counts]
    gap = SAME_GROWTH if any(isinstance(count, list) for count in counts) else SAME_COUNT
    known = sorted({value for value in values if value is not None})
    group = dict.fromkeys(known[:1], 0)
    for before, value in pairwise(known):
        group[value] = group[before] + (value - before > gap)
    return [-1 if value is None else group[value] for value in values]


def _height(count: int | Growth) -> float | None:
    """What is compared: the exponent, or the logarithm of a number, in doublings."""
    if isinstance(count, list):
        return exponent(count)
    return log(max(count, 1), 2)


def _group(alike: list[Outcome], names: Iterable[str]) -> Group:
    people = [outcome for outcome in alike if outcome.participant]
    counts = {name: [o.counts[name] for o in people if name in o.counts] for name in names}
    return Group(
        alike[0].kata,
        {name: _measure(values) for name, values in counts.items() if values},
        tuple(outcome.participant for outcome in people),
        tuple(outcome.file for outcome in alike if not outcome.participant),
    )


def _measure(counts: Sequence[int | Growth]) -> Measure:
    numbers = [count for count in counts if isinstance(count, int)]
    growths = [count for count in counts if not isinstance(count, int)]
    exponents = sorted(e for e in map(exponent, growths) if e is not None)
    if not exponents:
        return Measure(None, None, min(numbers, default=0), max(numbers, default=0))
    n = max(size for growth in growths for size, _ in growth)
    at_n = [count for growth in growths for size, count in growth if size == n]
    return Measure(round(exponents[len(exponents) // 2], 1), n, min(at_n), max(at_n))
