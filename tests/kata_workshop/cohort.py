"""A whole workshop: one `KataRecord` for each participant and kata, and what can be counted.

Names and texts stand here as they came: names of participants are any unicode text, with control
characters and markup in them. Whoever shows them escapes them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kata_kit.record import (
    BROKEN,
    FAILED,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    CaseRecord,
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
