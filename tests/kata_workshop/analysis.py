"""What a workshop can talk about: hard cases and shared beliefs.

The terminal and the report draw the same numbers, so they are counted here once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kata_workshop.results import Cohort, Failure, Outcome


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
