"""A whole workshop: one `KataRecord` for each participant and kata, and what can be counted.

Names and texts stand here as they came: names of participants are any unicode text, with control
characters and markup in them. Whoever shows them escapes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_RUN,
    NOT_STARTED,
    STOPPED,
    KataRecord,
    counted,
)

# What the signs of a bar mean: a word for the style sheet, and words for people.
SIGNS = {
    "#": ("passes", "passes"),
    "x": ("fails", "fails"),
    ".": ("idle", "not run"),
    "!": ("broken", "cannot be loaded"),
    "?": ("stopped", "stopped"),
    "-": ("idle", "no file"),
}

# The states of whoever has not begun, and of those of whom it is not known.
NOTHING = (MISSING, NOT_STARTED, NOT_RUN)

# How the words of a record begin for which a budget was too small; the option stands behind.
CUT_SHORT = "cut short by "


@dataclass(frozen=True)
class Cohort:
    """A whole workshop."""

    folder: str  # of the submissions, as it was typed
    katas: Mapping[str, tuple[str, ...]]  # each with its stages, in the order of the path
    records: tuple[KataRecord, ...]  # `ordered`, also for the missing ones
    isolation: tuple[str, ...] = ()  # what kept the code under test apart, a line each
    python: str = ""  # its version, as "3.11.7"
    started: str = ""  # as "2025-01-31 14:05", local time
    seconds: float = 0.0  # how long all of it took, by the clock
    complete: bool = True  # whether every record was waited for; False after Ctrl-C
    live: bool = False  # whether the files are still watched

    @property
    def participants(self) -> tuple[str, ...]:
        """The names, in the order of the records."""
        return tuple(self._by_person)

    @cached_property
    def _by_person(self) -> Mapping[str, list[KataRecord]]:
        found: dict[str, list[KataRecord]] = {}
        for record in self.records:
            found.setdefault(record.participant, []).append(record)
        return found

    def of(self, participant: str) -> tuple[KataRecord, ...]:
        """The records of one participant, in the order of the katas."""
        return tuple(self._by_person[participant])

    def about(self, kata: str) -> tuple[KataRecord, ...]:
        """The records of one kata, in the order of the participants."""
        return tuple(r for r in self.records if r.kata == kata)

    def green(self, kata: str) -> int:
        """How many are green in a kata."""
        return sum(record.state == GREEN for record in self.about(kata))

    @property
    def begun(self) -> list[str]:
        """Who has handed in something that is not a stub."""
        return [name for name in self.participants if _furthest(self.of(name)) is not None]

    @property
    def whereabouts(self) -> str:
        """Where most of those are who have begun, in words; empty if nobody has."""
        places, katas = Counter[str](), list(self.katas)
        for name in self.begun:
            records = self.of(name)
            number = _furthest(records) or 0
            if records[number].state == GREEN and number + 1 < len(katas):
                number += 1
            kata = katas[number]
            signs = bar(records[number]).strip("-[]")
            stage = min(len(signs) - len(signs.lstrip("#")), len(self.katas[kata]) - 1)
            if records[number].state == GREEN:
                places["have done everything"] += 1
            else:
                words = f"are in stage {stage + 1} of kata {number + 1}"
                places[f"{words} ({kata}: {self.katas[kata][stage]})"] += 1
        place, count = places.most_common(1)[0] if places else ("", 0)
        return f"{count} of {len(self.participants)} {place}" if place else ""

    @property
    def all_green(self) -> bool:
        """Whether something was submitted, and all of it is green."""
        return {record.state for record in self.records} - {MISSING, NOT_STARTED} == {GREEN}

    @property
    def cut_short(self) -> list[str]:
        """A line for each budget that was too small: how many files it ended or kept from a run."""
        words = (r.words for r in self.records if r.words.startswith(CUT_SHORT))
        return [f"{text}: {counted(count, 'file')}" for text, count in Counter(words).items()]

    @property
    def legend(self) -> list[tuple[str, str, str]]:
        """The signs that occur in the bars, each with its words."""
        used = {sign for record in self.records for sign in bar(record)}
        return [(sign, *words) for sign, words in SIGNS.items() if sign in used]


def bar(record: KataRecord) -> str:
    """The stages as a picture, in `SIGNS`; where the limits ended a run, there is a "?".

    >>> from kata_kit.record import RED, StageRecord
    >>> stages = StageRecord("one", passed=2), StageRecord("two", 1, 1)
    >>> bar(KataRecord("x", "x.py", RED, "", (*stages, StageRecord("three", not_run=1))))
    '[#x.]'
    >>> bar(KataRecord("x", "x.py", STOPPED, "", (stages[0], StageRecord("two", 1, not_run=1))))
    '[#?]'
    """
    if record.state == MISSING:
        return "-"
    signs = "".join(stage.sign for stage in record.stages)
    if record.state in (BROKEN, NOT_RUN, NOT_STARTED):
        signs = "." * len(signs)
    if record.state in (BROKEN, STOPPED):
        signs = signs.replace(".", "!" if record.state == BROKEN else "?", 1)
    return f"[{signs}]"


def ordered(records: Iterable[KataRecord], katas: Iterable[str]) -> tuple[KataRecord, ...]:
    """The records by name, so that nobody is ranked; then by kata."""
    path = {kata: number for number, kata in enumerate(katas)}
    return tuple(
        sorted(records, key=lambda r: (r.participant.casefold(), r.participant, path[r.kata]))
    )


def begun(katas: Iterable[str], records: Iterable[KataRecord]) -> list[str]:
    """The katas of the evening: those that somebody has begun; the first one if nobody has."""
    found, path = {record.kata for record in records if record.state not in NOTHING}, list(katas)
    return [kata for kata in path if kata in found] or path[:1]


def _furthest(records: Sequence[KataRecord]) -> int | None:
    """The place of the last kata that somebody has begun; None if there is none."""
    begun = [place for place, record in enumerate(records) if record.state not in NOTHING]
    return begun[-1] if begun else None
