"""What a workshop can talk about: hard cases and shared beliefs.

The terminal and the report draw the same numbers, so they are counted here once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kata_kit.record import FAILED, GREEN, RED, CaseRecord, KataRecord

from kata_workshop.cohort import Cohort


@dataclass(frozen=True)
class HardCase:
    """A case of a table, by how many got it wrong."""

    kata: str
    stage: str
    title: str
    wrong: tuple[str, ...]  # who got it wrong
    tried: int  # how many people's code was asked
    text: str  # what most of them read, with the board; it names a file of one of them
    alike: tuple[str, ...] = ()  # further cases that the same people got wrong

    @property
    def headline(self) -> str:
        """The first line of the text."""
        return self.text.partition("\n")[0]


@dataclass(frozen=True)
class Held:
    """A misconception, as `kata_kit.record.Belief` has it, with who holds it."""

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


def hard_cases(cohort: Cohort) -> list[HardCase]:
    """The cases that somebody got wrong: what most got wrong comes first.

    Cases of one kata that the same people got wrong are one entry. Nobody counts whose function
    is not written or whose file cannot be loaded.
    """
    found = [case for kata in cohort.katas for case in _hard_cases(cohort.about(kata))]
    return sorted(found, key=lambda case: -len(case.wrong))  # Stable: else as in the table.


def beliefs(cohort: Cohort) -> list[Held]:
    """The misconceptions that were recognised, by how many hold them."""
    holders = defaultdict(list)
    for record in cohort.records:
        if record.misconception:
            belief = record.misconception
            holders[record.kata, belief.name, belief.text].append(record.participant)
    held = [Held(*belief, tuple(names)) for belief, names in holders.items()]
    return sorted(held, key=lambda one: (-len(one.participants), one.kata, one.name))


def _hard_cases(records: Iterable[KataRecord]) -> Iterable[HardCase]:
    ran = [record for record in records if record.state in (GREEN, RED)]
    # A case is known by its stage, title and function: some rows are about several functions.
    # Whoever failed it in two tests got it wrong once.
    wrong: dict[tuple[str, str, str], dict[str, CaseRecord]] = defaultdict(dict)
    unwritten = defaultdict(set)
    for record in ran:
        for failure in record.failures:
            key = failure.stage, failure.title, failure.function
            if failure.status == FAILED:
                wrong[key].setdefault(record.participant, failure)
            else:
                unwritten[key].add(record.participant)
    by_people = defaultdict(list)
    for key, failures in wrong.items():
        by_people[tuple(failures)].append(key)
    for people, (first, *others) in by_people.items():
        tried = len(ran) - len(unwritten[first].difference(people))
        read = Counter(failure.headline for failure in wrong[first].values())
        shown = max(wrong[first].values(), key=lambda failure: read[failure.headline])
        alike = tuple(title for _, title, _ in others)
        yield HardCase(ran[0].kata, *first[:2], people, tried, shown.text, alike)
