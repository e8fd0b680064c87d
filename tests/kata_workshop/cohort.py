"""A whole workshop: one `KataRecord` for each participant and kata.

Names and texts stand here as they came: names of participants are any unicode text, with control
characters and markup in them. Whoever shows them escapes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kata_kit.record import BROKEN, GREEN, MISSING, NOT_STARTED, STOPPED, KataRecord, counted

# What the signs of a bar mean: a word for the style sheet, and words for people.
SIGNS = {
    "#": ("passes", "passes"),
    "x": ("fails", "fails"),
    ".": ("idle", "not run"),
    "!": ("broken", "cannot be loaded"),
    "?": ("stopped", "stopped"),
    "-": ("idle", "no file"),
}

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

    @property
    def participants(self) -> tuple[str, ...]:
        """The names, in the order of the records."""
        return tuple(dict.fromkeys(record.participant for record in self.records))

    def of(self, participant: str) -> tuple[KataRecord, ...]:
        """The records of one participant, in the order of the katas."""
        return tuple(r for r in self.records if r.participant == participant)

    def about(self, kata: str) -> tuple[KataRecord, ...]:
        """The records of one kata, in the order of the participants."""
        return tuple(r for r in self.records if r.kata == kata)

    def green(self, kata: str) -> int:
        """How many are green in a kata."""
        return sum(record.state == GREEN for record in self.about(kata))

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
    if record.state in (BROKEN, NOT_STARTED):
        signs = "." * len(signs)
    if record.state in (BROKEN, STOPPED):
        signs = signs.replace(".", "!" if record.state == BROKEN else "?", 1)
    return f"[{signs}]"


def ordered(records: Iterable[KataRecord], katas: Iterable[str]) -> tuple[KataRecord, ...]:
    """The records by person: most green katas, most passing stages, the name; then by kata."""
    given, path, green, stages = list(records), list(katas), Counter[str](), Counter[str]()
    for record in given:
        green[record.participant] += record.state == GREEN
        stages[record.participant] += record.passed_stages

    def place(record: KataRecord) -> tuple[int, int, str, str, int]:
        name = record.participant
        return -green[name], -stages[name], name.casefold(), name, path.index(record.kata)

    return tuple(sorted(given, key=place))
