"""What a workshop can talk about: hard cases and shared beliefs.

The terminal and the report draw the same numbers, so they are counted here once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kata_kit.record import FAILED, GREEN, RED, CaseRecord, KataRecord

from kata_workshop.cohort import Cohort

# The stage, the title and the function of a case: some rows are about several functions.
Key = tuple[str, str, str]


@dataclass(frozen=True)
class HardCase:
    """A case of a table, by how many got it wrong.

    Attributes:
        kata: its kata.
        stage: its stage.
        title: its name.
        wrong: who got it wrong.
        tried: how many people's code was asked.
        text: what most of them read, with the board; one participant's own, so it names a file
            of theirs.
        alike: the names of further cases that the same people got wrong.
    """

    kata: str
    stage: str
    title: str
    wrong: tuple[str, ...]
    tried: int
    text: str
    alike: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """The first line of the text."""
        return self.text.partition("\n")[0]


@dataclass(frozen=True)
class Held:
    """A misconception, with who holds it.

    Attributes:
        kata: its kata.
        name: its heading, with "_" for each space.
        text: what a participant is told; a line is a paragraph.
        participants: who holds it.
    """

    kata: str
    name: str
    text: str
    participants: tuple[str, ...]


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
    for record in cohort.records:
        if record.misconception:
            key = record.kata, record.misconception.name
            texts[key] = record.misconception.text
            holders.setdefault(key, []).append(record.participant)
    held = [Held(*key, text, tuple(holders[key])) for key, text in texts.items()]
    return sorted(held, key=lambda one: (-len(one.participants), one.kata, one.name))


def _hard_cases(records: Iterable[KataRecord]) -> list[HardCase]:
    ran = [record for record in records if record.state in (GREEN, RED)]
    wrong: dict[Key, list[tuple[str, CaseRecord]]] = {}
    unwritten: Counter[Key] = Counter()
    for record in ran:
        for failure in record.failures:
            key = failure.stage, failure.title, failure.function
            if failure.status == FAILED:
                wrong.setdefault(key, []).append((record.participant, failure))
            else:
                unwritten[key] += 1
    by_people: dict[tuple[str, ...], list[Key]] = {}
    for key, failures in wrong.items():
        by_people.setdefault(tuple(name for name, _ in failures), []).append(key)
    found = []
    for people, (first, *others) in by_people.items():
        shown = _most_read([failure for _, failure in wrong[first]])
        found.append(
            HardCase(
                ran[0].kata,
                first[0],
                first[1],
                people,
                len(ran) - unwritten[first],
                shown.text,
                tuple(title for _, title, _ in others),
            )
        )
    return found


def _most_read(failures: list[CaseRecord]) -> CaseRecord:
    """The failure whose first line most participants read."""
    headline, _ = Counter(failure.headline for failure in failures).most_common(1)[0]
    return next(failure for failure in failures if failure.headline == headline)
