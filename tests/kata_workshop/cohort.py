"""A whole workshop: one `KataRecord` for each participant and kata.

Names and texts stand here as they came: names of participants are any unicode text, with control
characters and markup in them. Whoever shows them escapes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    STOPPED,
    KataRecord,
    plain,
)


@dataclass(frozen=True)
class KataStages:
    """A kata of the workshop, with the names of its stages in order."""

    name: str
    stages: tuple[str, ...]


@dataclass(frozen=True)
class Cohort:
    """A whole workshop.

    Attributes:
        folder: the folder of the submissions, as it was typed.
        katas: the katas, in the order of the path.
        records: one for each participant and kata, also for the missing ones, sorted: whoever
            has most done comes first, then by name; the katas in the order of the path.
        isolation: what kept the code under test apart, a line for each layer.
        python: the version that everything ran with, as "3.11.7".
        started: when the run began, as "2025-01-31 14:05", local time.
        seconds: how long all of it took, by the clock.
        complete: whether every record was waited for; False after Ctrl-C.
    """

    folder: str
    katas: tuple[KataStages, ...]
    records: tuple[KataRecord, ...]
    isolation: tuple[str, ...] = ()
    python: str = ""
    started: str = ""
    seconds: float = 0.0
    complete: bool = True

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

    @property
    def green(self) -> bool:
        """Whether something was submitted, and all of it is green."""
        return {record.state for record in self.records} - {MISSING, NOT_STARTED} == {GREEN}

    def as_dict(self) -> dict[str, Any]:
        """Plain values only: dicts, lists, strings, numbers, booleans, None."""
        values: dict[str, Any] = plain(asdict(self))
        for record, told in zip(self.records, values["records"], strict=True):
            told["bar"] = bar(record)
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Cohort:
        """The cohort of which `as_dict` made the values; raises as `KataRecord.from_dict` does."""
        untold = [{k: v for k, v in one.items() if k != "bar"} for one in values["records"]]
        made = {
            "katas": tuple(KataStages(k["name"], tuple(k["stages"])) for k in values["katas"]),
            "records": tuple(map(KataRecord.from_dict, untold)),
            "isolation": tuple(values["isolation"]),
        }
        return cls(**{**values, **made})


def bar(record: KataRecord) -> str:
    """The stages as a picture: # passes, x fails, . not run.

    A file that cannot be loaded has a "!" first; where the limits ended a run, there is a "?".

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


def encodable(text: str) -> str:
    r"""The text with escapes for what has no UTF-8, such as bytes of a file's name that had none.

    >>> encodable("a\udcff")
    'a\\udcff'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def ordered(records: Iterable[KataRecord], katas: Sequence[str]) -> tuple[KataRecord, ...]:
    """The records in the order of a `Cohort`.

    Most done is: most green katas, then most passing stages.
    """
    by_name: dict[str, list[KataRecord]] = {}
    for record in records:
        by_name.setdefault(record.participant, []).append(record)

    def place(name: str) -> tuple[int, int, str, str]:
        green = sum(record.state == GREEN for record in by_name[name])
        stages = sum(record.passed_stages for record in by_name[name])
        return -green, -stages, name.casefold(), name

    return tuple(
        record
        for name in sorted(by_name, key=place)
        for record in sorted(by_name[name], key=lambda record: katas.index(record.kata))
    )
