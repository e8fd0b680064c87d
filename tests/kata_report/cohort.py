"""A whole workshop: a `KataRecord` for each participant and kata, and what is counted.

Names are any text, with control characters and markup: who shows them escapes them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from unicodedata import normalize

from kata_kit import writing
from kata_kit.record import (
    BROKEN,
    FAILED,
    GREEN,
    MISSING,
    NOT_RUN,
    NOT_STARTED,
    PASSED,
    RED,
    STOPPED,
    KataRecord,
    counted,
)

# Where a run ended, and in place of a bar: signs of this report alone.
ENDED = {BROKEN: "!", STOPPED: "?"}
NO_FILE = "-"

SIGNS = {
    writing.SIGNS[PASSED]: "passes",
    writing.SIGNS[FAILED]: "fails",
    writing.SIGNS[NOT_RUN]: "not run",
    ENDED[BROKEN]: "cannot be loaded",
    ENDED[STOPPED]: "stopped",
    NO_FILE: "no file",
}

# The states of code that is not begun, or of which nothing is known.
NOTHING = (MISSING, NOT_STARTED, NOT_RUN)

# The states of code that is not right.
FAILING = (RED, BROKEN, STOPPED)

# The words of a record for which a budget was too small; the option stands behind.
CUT_SHORT = "cut short by "


@dataclass(frozen=True)
class Step:
    """A state that somebody's code for a kata came to in an evening, and when."""

    participant: str
    kata: str
    at: str  # local time, as "2025-01-31 20:41"
    state: str
    bar: str

    @property
    def passing(self) -> int:
        """The number of stages that pass."""
        return self.bar.count(writing.SIGNS[PASSED])


@dataclass(frozen=True)
class Cohort:
    """A whole workshop."""

    folder: str  # of the submissions, as it was typed
    # Each kata with its stages, in the order of the path.
    katas: Mapping[str, tuple[str, ...]]
    records: tuple[KataRecord, ...]  # `ordered`, also for the missing ones
    isolation: tuple[str, ...] = ()  # what kept the code under test apart, a line each
    python: str = ""  # its version, as "3.11.7"
    started: str = ""  # as "2025-01-31 14:05", local time
    seconds: float = 0.0  # how long all of it took, by the clock
    complete: bool = True  # False after Ctrl-C
    live: bool = False  # whether the files are still watched
    anonymous: bool = False  # whether animals, drawn by lot, stand for names
    history: tuple[Step, ...] = ()  # of an evening, in the order of time
    # By participant, as the roster has them.
    names: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def by_person(self) -> Mapping[str, list[KataRecord]]:
        """The records of each participant, in the order of the katas."""
        found = defaultdict[str, list[KataRecord]](list)
        for record in self.records:
            found[record.participant].append(record)
        return found

    @property
    def participants(self) -> tuple[str, ...]:
        return tuple(self.by_person)

    # What is counted

    def about(self, kata: str) -> list[KataRecord]:
        """Return the records of one kata, in the order of the participants."""
        return [record for record in self.records if record.kata == kata]

    def green(self, kata: str) -> int:
        """Return how many people are done with a kata."""
        return sum(record.state == GREEN for record in self.about(kata))

    def failing(self, kata: str) -> int:
        """Return how many people's code for a kata is not right."""
        return sum(record.state in FAILING for record in self.about(kata))

    @property
    def worst(self) -> str:
        """The kata that most people fail; "" if nobody fails any."""
        kata = max(self.katas, key=self.failing)
        return kata if self.failing(kata) else ""

    @property
    def begun(self) -> list[str]:
        """Everybody who has handed in something that is not a stub."""
        begun = {one.participant for one in self.records if one.state not in NOTHING}
        return [name for name in self.participants if name in begun]

    @property
    def all_green(self) -> bool:
        """True if something was submitted, and all of it is green."""
        states = {record.state for record in self.records}
        return states - {MISSING, NOT_STARTED} == {GREEN}

    @property
    def cut_short(self) -> list[str]:
        """A line for each budget that was too small, with how many files it cut."""
        words = Counter(one.words for one in self.records if _is_cut(one))
        return [f"{text}: {counted(words[text], 'file')}" for text in words]

    @property
    def legend(self) -> list[tuple[str, str]]:
        """The signs that occur in the bars, each with its words."""
        used = set("".join(map(bar, self.records)))
        return [(sign, words) for sign, words in SIGNS.items() if sign in used]

    # Where people are

    @property
    def whereabouts(self) -> str:
        """Where most of those are of whom it is known; empty if it is of nobody."""
        places = Counter(map(self._place, self.by_person.values()))
        del places[""]
        if not places:
            return ""
        # Of two that are as many, one by its words: names change nothing.
        place = min(places, key=lambda place: (-places[place], place))
        return f"{places[place]} of {len(self.participants)} {place}"

    def _place(self, records: Sequence[KataRecord]) -> str:
        """Return somebody's stage: of the last kata begun, or of one that is not done.

        It is "" if nobody can know.
        """
        numbered = list(enumerate(records, 1))
        begun = [number for number, one in numbered if one.state not in NOTHING]
        if not begun or any(map(_is_cut, records)):
            return ""
        for number, one in numbered[begun[-1] - 1 :] + numbered:
            if one.state != GREEN:
                names = [stage.name for stage in one.stages]
                stage = names.index(one.first_stage or names[-1])
                where = f"{one.kata}: {self.katas[one.kata][stage]}"
                return f"are in stage {stage + 1} of kata {number} ({where})"
        return "have done everything"

    @cached_property
    def stuck_first(self) -> list[str]:
        """Everybody: who fails, then who is not done, and who last moved long ago."""

        def place(name: str) -> tuple[bool, bool, str]:
            states = {record.state for record in self.by_person[name]}
            is_well = states.isdisjoint(FAILING)
            return is_well, states == {GREEN}, self.moved.get(name, "")

        return sorted(self.participants, key=place)

    # How they got there

    @cached_property
    def steps(self) -> Mapping[tuple[str, str], list[Step]]:
        """The history of each participant and kata, from the first try on."""
        found = defaultdict[tuple[str, str], list[Step]](list)
        for step in self.history:
            if step.state not in NOTHING:
                found[step.participant, step.kata].append(step)
        return found

    @cached_property
    def moved(self) -> Mapping[str, str]:
        """When each participant last came further: a first try, or one more stage."""
        found = dict[str, str]()
        for (name, _), steps in self.steps.items():
            first = max(steps, key=lambda step: step.passing)
            found[name] = max(first.at, found.get(name, ""))
        return found

    def way(self, record: KataRecord) -> str:
        """Return how a state was reached, as "first red, green at 20:41"."""
        steps = self.steps.get((record.participant, record.kata))
        if not steps:
            return ""
        first, last = steps[0], steps[-1]
        before = f"first {first.state}, " if last is not first else ""
        state = last.state
        if state == RED and last.passing:
            state = f"{last.passing} of {len(record.stages)}"
        return f"{before}{state} at {last.at.removeprefix(self.started[:11])}"


def _is_cut(record: KataRecord) -> bool:
    return record.words.startswith(CUT_SHORT)


def bar(record: KataRecord) -> str:
    """Return the stages as a picture, in `SIGNS`."""
    if record.state == MISSING:
        return NO_FILE
    nothing_ran = record.state in (BROKEN, NOT_RUN, NOT_STARTED)
    states = [NOT_RUN] * len(record.stages) if nothing_ran else record.states
    not_run = writing.SIGNS[NOT_RUN]
    return writing.bar(states).replace(not_run, ENDED.get(record.state, not_run), 1)


def plain(handle: str) -> str:
    """Return a handle as it is compared: systems write names in several ways."""
    return normalize("NFC", handle).casefold()


def ordered(
    records: Iterable[KataRecord], katas: Iterable[str]
) -> tuple[KataRecord, ...]:
    """Return the records by name, so that nobody is ranked; then by kata."""
    path = list(katas)

    def place(one: KataRecord) -> tuple[str, str, int]:
        return one.participant.casefold(), one.participant, path.index(one.kata)

    return tuple(sorted(records, key=place))
