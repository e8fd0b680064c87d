"""What to talk about after a workshop: hard cases, beliefs, people who fail alike."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from kata_kit.katas import BY_NAME, ROOT, load
from kata_kit.record import FAILED, GREEN, RED, UNASKED, Belief, Failure
from kata_tables.rows import REFUSED

from kata_report.cohort import Cohort


@dataclass(frozen=True)
class HardCase:
    """A case of a table, or one call of many that a test makes, by who got it wrong."""

    kata: str
    stage: str
    title: str
    # Who got it wrong; of many calls, whose first wrong one it was.
    wrong: tuple[str, ...]
    tried: int  # how many people's code was asked
    failure: Failure  # what most of them read, without the place in a file
    alike: tuple[str, ...] = ()  # further cases that the same people got wrong

    @property
    def titles(self) -> tuple[str, ...]:
        return (self.title, *self.alike)


@dataclass(frozen=True)
class Held:
    """A misconception, as `kata_kit.record.Belief` has it, with who holds it."""

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


@dataclass(frozen=True)
class Alike:
    """People who get exactly the same cases wrong, by a mistake without a name."""

    kata: str
    participants: tuple[str, ...]
    count: int  # of the cases
    case: HardCase  # one of them, which as few others as possible get wrong
    only: tuple[str, ...]  # the cases that nobody else gets wrong, by any call


Entry = TypeVar("Entry", HardCase, Held, Alike)


def first_of_each(found: Iterable[Entry], most: int) -> list[Entry]:
    """Return so many entries of each kata."""
    katas = groupby(found, key=lambda one: one.kata)
    return [one for _, entries in katas for one in islice(entries, most)]


def beliefs(cohort: Cohort) -> list[Held]:
    """Return the misconceptions, by kata, then by how many hold them."""
    found = list[Held]()
    for kata in cohort.katas:
        holders = defaultdict[Belief, list[str]](list)
        for record in cohort.about(kata):
            if record.misconception:
                holders[record.misconception].append(record.participant)
        held = [Held(kata, one.name, one.text, tuple(holders[one])) for one in holders]
        found += sorted(held, key=lambda one: (-len(one.participants), one.name))
    return found


def alike(cohort: Cohort) -> list[Alike]:
    """Return the groups of people who get the same hard cases wrong: by kata, by size.

    Whoever holds a misconception is left out: that has a name.
    """
    found = list[Alike]()
    for kata in cohort.katas:
        of_kata = _of_kata(cohort, kata)
        missed = defaultdict[str, set[str]](set)  # who got a case wrong, by its title
        for case in of_kata:
            for title in case.titles:
                missed[title].update(case.wrong)
        groups = defaultdict[tuple[HardCase, ...], list[str]](list)
        for record in cohort.about(kata):
            name = record.participant
            if not record.misconception:
                theirs = [one for one in of_kata if name in one.wrong]
                groups[tuple(theirs)].append(name)
        for wrong, people in sorted(groups.items(), key=lambda one: -len(one[1])):
            if wrong and len(people) > 1:
                rarest = min(wrong, key=lambda case: len(missed[case.title]))
                titles = [title for case in wrong for title in case.titles]
                only = tuple(one for one in titles if missed[one] == {*people})
                found.append(Alike(kata, tuple(people), len(titles), rarest, only))
    return found


def topics(cohort: Cohort, most: int) -> list[HardCase]:
    """Return so many hard cases of a kata at most, in the order to talk about them.

    The next one reaches most people whom no topic has reached. When everybody has been
    reached, it begins again. A case is left out if all its people have had a topic of
    its kata.
    """
    cases = hard_cases(cohort)
    found, reached = list[HardCase](), set[str]()
    told = defaultdict[str, set[str]](set)  # who has had a topic, by kata
    while True:
        counts = Counter(topic.kata for topic in found)
        left = [case for case in cases if counts[case.kata] < most]
        new = {case: set(case.wrong) - told[case.kata] for case in left}
        left = [case for case in left if new[case]]
        if not left:
            return found
        if all(new[case] <= reached for case in left):
            reached.clear()
        # Of several, the one that fewest people have had already; then the first.
        case = min(left, key=lambda one: (-len(new[one] - reached), len(one.wrong)))
        found.append(case)
        reached.update(case.wrong)
        told[case.kata].update(case.wrong)


def next_topic(cohort: Cohort) -> str:
    """Return what to talk about next, and why."""
    for case in topics(cohort, most=1)[:1]:
        miss = "miss the same" if len(case.wrong) > 1 else "misses a"
        words = f"{len(case.wrong)} of {case.tried} {miss} case of {case.kata}"
        return f"{words}: {case.title}. {case.failure.why}".rstrip()
    if sum(map(cohort.green, cohort.katas)) > 1:
        return "Nobody misses a case: compare two green solutions that differ."
    if (cohort.complete or cohort.live) and not cohort.begun:
        return "Nobody has begun: run the first test together."
    return ""


def hard_cases(cohort: Cohort) -> list[HardCase]:
    """Return the cases that somebody got wrong: by kata, what most got wrong first.

    Rows of the table stand before tests of many boards. Cases of one kata that the same
    people got wrong are one entry. Nobody counts whose code was not asked: without the
    function, with a file that cannot be loaded, or when its time was up. Bad input is
    left out: most of it is about the words of a message.
    """
    return [case for kata in cohort.katas for case in _of_kata(cohort, kata)]


class Asked(NamedTuple):
    """What tells one case from another; they stand in the order of the table.

    Some rows are about several functions. Of a test that makes many calls, the first
    wrong call is known.
    """

    place: int  # in the table; behind all rows for a test of many calls
    stage: str
    title: str
    function: str
    call: str


def _of_kata(cohort: Cohort, kata: str) -> list[HardCase]:
    """Return the cases of one kata, those that the same people got wrong as one."""
    ran = [one for one in cohort.about(kata) if one.state in (GREEN, RED)]
    rows, bad_input = _table(kata)
    # Of each case, who got it wrong, and how; whoever failed it twice counts once.
    wrong = defaultdict[Asked, dict[str, Failure]](dict)
    unasked = defaultdict[tuple[str, str], set[str]](set)
    # Of a stage that ran in part, nobody knows which cases passed.
    in_part = defaultdict[str, set[str]](set)
    for record in ran:
        for stage in record.stages:
            if stage.locked or stage.not_run:
                in_part[stage.name].add(record.participant)
        for case in record.failures:
            failure = case.failure
            if case.status != FAILED or not failure or failure.kind == UNASKED:
                unasked[case.title, case.function].add(record.participant)
            elif case.stage != bad_input:
                place = rows.get(case.title, len(rows))
                call = "" if case.title in rows else failure.call
                asked = Asked(place, case.stage, case.title, case.function, call)
                wrong[asked].setdefault(record.participant, failure)
    by_people = defaultdict[tuple[str, ...], list[Asked]](list)
    for asked in sorted(wrong):  # Never by names.
        by_people[tuple(wrong[asked])].append(asked)
    found = []
    for people, (asked, *others) in by_people.items():
        without = unasked[asked.title, asked.function] | in_part[asked.stage]
        without |= unasked[asked.title, ""]  # The file could not be loaded.
        tried = len(ran) - len(without.difference(people))
        also = tuple(dict.fromkeys(one.title for one in others))
        shown = _most_read([*wrong[asked].values()])
        found.append(
            HardCase(kata, asked.stage, asked.title, people, tried, shown, also)
        )
    return sorted(found, key=lambda one: (one.title not in rows, -len(one.wrong)))


def _most_read(failures: Sequence[Failure]) -> Failure:
    headlines = [one.headline for one in failures]
    shown = max(failures, key=lambda one: (headlines.count(one.headline), one.headline))
    return replace(shown, place=None)


@cache
def _table(kata: str) -> tuple[dict[str, int], str]:
    """Return the places of a kata's rows, and its last stage if it is of bad input."""
    if kata not in BY_NAME:  # A report of another clone may be about one.
        return {}, ""
    table = load(ROOT / BY_NAME[kata].table).TABLE
    places = {row.values[0].name: place for place, row in enumerate(table.rows)}
    refused = [row for row in table.rows if row.values[0].about == REFUSED]
    last = table.stages[-1]
    is_bad = last in {mark.args[0] for row in refused for mark in row.marks}
    return places, last if is_bad else ""
