"""Run one participant's code under the table of one kata; a fault costs one record."""

import traceback
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import monotonic

import pytest
from kata_kit import attempt
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, load
from kata_kit.layout import encodable
from kata_kit.process import Limits
from kata_kit.record import GREEN, NOT_STARTED, STOPPED, KataRecord, StageRecord
from kata_kit.sources import code
from kata_kit.under_test import UnderTest
from kata_report.anonymous import anonymous
from kata_report.cohort import CUT_SHORT

from kata_workshop import kept
from kata_workshop.files import Submitted
from kata_workshop.participants import Gathering

# What stands for what the kernel guards, in the words of `kata_worker.guard`; and what
# is open to the code where the kernel does not.
GUARDED = {
    "seccomp": (
        "no processes, no network, no other process is reached",
        "processes, the network",
    ),
    "files": (
        "no file is opened but Python's, its own and references that it needs",
        "all files",
    ),
    "emptying": ("no file is written", "writing files"),
}

HARNESS_SECONDS = 60.0  # to start, to compare, to recognise, beside the calls
LONGEST_SHOWN = 12_000  # characters of a solution in a report

# katas/WORKSHOP.md says how its image is made.
CONTAINER = "docker run --rm --network=none -v .:/katas:ro katas"


@dataclass(frozen=True)
class Terms:
    """The same for everybody; times are in seconds, by the clock `monotonic`."""

    gathering: Gathering
    limits: Limits  # for what code under test may use
    named: Collection[str] = ()  # the katas that were typed; else it is about all
    participant_total: float = inf  # for all runs of one participant's files
    workshop_total: float = inf  # for the workshop, which has
    began: float = field(default_factory=monotonic)  # on that clock
    spent: dict[str, float] = field(default_factory=dict)  # by the participants
    kept: Path | None = None  # the folder with what came of files that have not changed
    unchanged: set[str] = field(default_factory=set)  # ids of those, as they are found

    @property
    def meant(self) -> list[Submitted]:
        """The files that the run is about."""
        found = self.gathering.submitted
        return [one for one in found if not self.named or one.kata.name in self.named]

    def left(self, participant: str) -> tuple[float, str]:
        """Return how long their next run may take, and the words for a longer one."""
        kata = self.limits.total_seconds + HARNESS_SECONDS
        each = self.participant_total - self.spent.get(participant, 0.0)
        everybody = self.began + self.workshop_total - monotonic()
        return min(
            (kata, f"stopped after {kata:g} s"),
            (each, f"{CUT_SHORT}--participant-total={self.participant_total:g}"),
            (everybody, f"{CUT_SHORT}--workshop-total={self.workshop_total:g}"),
        )


TERMS = pytest.StashKey[Terms]()

# Runs a file in a process, for so many seconds at most; None if they were not enough.
Ask = Callable[[Submitted, Limits, float], KataRecord | None]


def run(one: Submitted, terms: Terms, ask: Ask) -> KataRecord:
    """Run the table of a kata against one participant's file; an error is a record."""
    try:
        record = _known_or_run(one, terms, ask)
    except Exception as error:
        words = f"cannot be read: {type(error).__name__}"
        record = not_run(one.kata.name, STOPPED, words, traceback.format_exc())
    record = replace(record, participant=one.participant)
    return anonymous(record) if terms.gathering.is_anonymous else record


def not_run(kata: str, state: str, words: str, verdict: str = "") -> KataRecord:
    """Return the record of a table that told nothing."""
    counts = stages_of(BY_NAME[kata]).items()
    untold = tuple(StageRecord(name, not_run=count) for name, count in counts)
    return KataRecord(kata, "", state, words, untold, verdict=verdict)


def stages_of(kata: KataFiles) -> Mapping[str, int]:
    """Return the stages of a kata's table, in order, with the number of their tests."""
    return attempt.stages_of(load(ROOT / kata.table))


def _known_or_run(one: Submitted, terms: Terms, ask: Ask) -> KataRecord:
    began, kata = monotonic(), one.kata.name
    key = kept.key(one, terms.limits)
    terms.unchanged.discard(one.node_id)
    if record := kept.get(terms.kept, key):
        terms.unchanged.add(one.node_id)
        return record
    left, too_long = terms.left(one.participant)
    told = not_run(kata, NOT_STARTED, "not started")
    if not one.is_stub:
        told = ask(one, terms.limits, left) or not_run(kata, STOPPED, too_long)
    if not told.stages:
        told = not_run(kata, told.state, told.words, told.verdict)
    file = encodable(one.file.relative_to(one.folder).as_posix())
    seconds = round(monotonic() - began, 3)
    record = replace(told, file=file, seconds=seconds, code=_shown(one, told))
    spent = terms.spent.get(one.participant, 0.0)
    terms.spent[one.participant] = spent + seconds
    if kept.key(one, terms.limits) == key:  # Else it was saved while it ran.
        kept.put(terms.kept, key, record)
    return record


def _shown(one: Submitted, record: KataRecord) -> str:
    """Return the code of a green solution that is short enough for a wall."""
    if record.state == GREEN:
        with suppress(ValueError):
            text = code(one.file, one.own).decode("utf-8-sig")
            return "\n".join(text.splitlines()) if len(text) <= LONGEST_SHOWN else ""
    return ""


def held(limits: Limits) -> Collection[str]:
    """Return what keeps code apart here, as `UnderTest.held`; a process is asked."""
    file = ROOT / PATH[0].solution
    probe = UnderTest(file, PATH[0], limits, file)
    probe.call("", "answer", [])
    probe.close()
    return probe.held


def isolation(limits: Limits, held: Collection[str]) -> list[str]:
    """Return the same for the head of a run, line by line.

    >>> isolation(Limits(), ["RLIMIT_AS", "files", "emptying"])[-2:]
    ['not guarded here: processes, the network', \
'a container guards them: docker run --rm --network=none -v .:/katas:ro katas']
    """
    seconds = f"{limits.seconds:g} s a call, {limits.total_seconds:g} s a kata"
    lines = [f"{seconds}, 20 kB of output a call"]
    lines += [
        f"kernel: {words}" for name, (words, _) in GUARDED.items() if name in held
    ]
    if "RLIMIT_AS" in held:
        lines.append(f"kernel: {limits.memory // 1024**3} GB of memory")
    missing = [words for name, (_, words) in GUARDED.items() if name not in held]
    if missing:
        lines.append(f"not guarded here: {', '.join(missing)}")
        lines.append(f"a container guards them: {CONTAINER}")
    return lines
