"""Make one report of parts that ran anywhere: `python -m katas merge part*.json`.

The parts are reports for programs. Nothing in them is believed but what this clone
could have made, and a part that is not as expected is left out.
"""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.layout import on_one_line, short, visible
from kata_kit.plain import made
from kata_kit.record import MISSING, STATES, KataRecord, StageRecord, counted
from kata_kit.spelling import Parser

from kata_report.cohort import Cohort, ordered, plain
from kata_report.report import VERSION, targets, write

LARGEST = 200_000_000  # bytes of a part
LONGEST = 200_000  # characters of a text; a board of 100 by 100 writes 33,000
MOST_KATAS, MOST_CELLS = 100, 30_000
OUTCOME = attrgetter("state", "stages", "failures")


def read(path: Path) -> Cohort:
    """Return a part; raise `ValueError` with what is not as expected."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"larger than {LARGEST // 10**6} MB")
        return _cohort(_cleaned(json.loads(path.read_bytes())))
    except Exception as error:  # Of what a part has, anything can be wrong.
        reason = str(error)
        if isinstance(error, (json.JSONDecodeError, UnicodeError, RecursionError)):
            reason = f"not JSON: {reason}"
        raise ValueError(f"{path.name}: {short(reason, 300)}") from None


def _cleaned(value: Any) -> Any:
    """Return a value of JSON with escapes for control characters in its texts."""
    if isinstance(value, dict):
        return {_cleaned(name): _cleaned(one) for name, one in value.items()}
    if isinstance(value, list):
        return list(map(_cleaned, value))
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST:
        got = f"got one of {len(value):,}"
        raise ValueError(f"expected texts of at most {LONGEST:,} characters, {got}")
    return visible(value)


def _cohort(values: Any) -> Cohort:
    version = values.get("version") if isinstance(values, dict) else None
    if version != VERSION:
        raise ValueError(
            f"expected a report of version {VERSION}, got {short(repr(version), 40)}; "
            "run this part again, with the clone that merges"
        )
    cohort: Cohort = made(Cohort, {**values, "live": False}, "report")
    for record in cohort.records:
        where = f"the record of {record.participant!r} for {record.kata!r}"
        if record.state not in STATES:
            raise ValueError(f"{where}: expected one of {STATES}, got {record.state!r}")
        named = tuple(stage.name for stage in record.stages)
        if not named or named != cohort.katas.get(record.kata):
            raise ValueError(f"{where}: its stages are not those of its kata: {named}")
    return cohort


class Merged:
    """The parts as one cohort, and what there is to say about it."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._parts: list[Cohort] = []
        self._katas: dict[str, tuple[str, ...]] = {}
        # By kata, the first part with code for it, and how many cases its table has.
        self._sizes: dict[str, tuple[str, int]] = {}
        self._spelt: dict[str, str] = {}  # everybody on a roster, by their plain handle
        self._first: dict[str, str] = {}  # everybody, with the first part they are in
        self._ran: dict[str, dict[str, KataRecord]] = {}  # their records by kata

    def add(self, name: str, cohort: Cohort) -> None:
        """Add a part; raise `ValueError` if it does not fit to those before it."""
        if cohort.anonymous:
            raise ValueError(
                f"{name}: expected a part with names, got an anonymous one: its "
                "animals are drawn by lot, and are others in each part. Run this part "
                "again, without --anonymous"
            )
        katas = {**cohort.katas, **self._katas}
        for kata, stages in cohort.katas.items():
            if katas[kata] != stages:
                raise ValueError(
                    f"{name}: the stages of {kata} are {', '.join(stages)}; before: "
                    f"{', '.join(katas[kata])}. Run all parts with one version of the "
                    "katas"
                )
        cohort = self._as_spelt(cohort)
        people = len({*self._ran, *cohort.participants})
        if len(katas) > MOST_KATAS or len(katas) * people > MOST_CELLS:
            raise ValueError(
                f"{name}: expected at most {MOST_KATAS} katas and {MOST_CELLS:,} "
                f"files, got {counted(people, 'participant')} by {len(katas)}"
            )
        self._parts.append(cohort)
        self._katas = katas
        self._compare_tables(name, cohort)
        for who, records in cohort.by_person.items():
            ran = {one.kata: one for one in records if one.state != MISSING}
            self._add_person(name, who, ran)

    def _compare_tables(self, part: str, cohort: Cohort) -> None:
        """Note the tables that have more or fewer cases than in the parts before."""
        ran = {one.kata: one for one in cohort.records if one.state != MISSING}
        for kata, record in ran.items():
            size = sum(stage.total for stage in record.stages)
            first, before = self._sizes.setdefault(kata, (part, size))
            if size != before:
                told = f"{part}: the table of {kata} has {size} cases"
                self.told.append(f"{told}, in {first} it has {before}")

    def _as_spelt(self, cohort: Cohort) -> Cohort:
        """Return a part with those on its roster spelt as in the parts before."""
        spelt = dict[str, str]()
        for who in cohort.names:
            before = self._spelt.setdefault(plain(who), who)
            # Of two in one part, each stays who they are.
            spelt[who] = who if before in cohort.participants else before

        def renamed(one: Any) -> Any:
            return replace(one, participant=spelt.get(one.participant, one.participant))

        return replace(
            cohort,
            records=tuple(map(renamed, cohort.records)),
            history=tuple(map(renamed, cohort.history)),
            names={spelt[who]: name for who, name in cohort.names.items()},
        )

    def _add_person(self, part: str, name: str, ran: dict[str, KataRecord]) -> None:
        """Add somebody's records, under a new name if they differ from those before."""
        before = self._ran.get(name, {})
        twice = before.keys() & ran.keys()
        both = f"{name} is in {self._first.get(name)} and in {part}"
        if any(OUTCOME(before[kata]) != OUTCOME(ran[kata]) for kata in twice):
            name = f"{name} ({part})"
            self.told.append(f"{both}, and differs: {name}")
        elif twice:
            self.told.append(f"{both}, and counts once")
        self._first.setdefault(name, part)
        self._ran[name] = ran | self._ran.get(name, {})

    def cohort(self) -> Cohort:
        """Return all of it as one."""
        path = [*BY_NAME, *self._katas]
        katas = {kata: self._katas[kata] for kata in path if kata in self._katas}
        nothing = {
            kata: KataRecord(kata, "", MISSING, "no file", (*map(StageRecord, stages),))
            for kata, stages in katas.items()
        }
        records = (
            replace(one, participant=name)
            for name, ran in self._ran.items()
            for one in (nothing | ran).values()
        )
        parts = self._parts
        isolation = dict.fromkeys(line for one in parts for line in one.isolation)
        return Cohort(
            _joined(one.folder for one in parts),
            katas,
            ordered(records, katas),
            isolation=tuple(isolation),
            python=_joined(one.python for one in parts),
            started=min(one.started for one in parts),
            seconds=round(sum(one.seconds for one in parts), 3),
            complete=all(one.complete for one in parts),
            history=tuple(step for one in parts for step in one.history),
            names={who: name for one in parts for who, name in one.names.items()},
        )


def _joined(texts: Iterable[str]) -> str:
    """Return each text once; a long list is cut."""
    return short(", ".join(dict.fromkeys(texts)), 200)


def main(arguments: Sequence[str]) -> int:
    """Merge; return 1 for something to look at, and 2 when nothing was written."""
    about = "Makes one report of parts, each from pytest with --report=PART.json."
    parser = Parser("python -m katas merge", description=about)
    parser.add_argument("parts", nargs="+", type=Path, metavar="PART.json")
    parser.add_argument("--report", action="append", required=True, metavar="FILE")
    options = parser.parse_args(arguments)
    merged, refused = Merged(), list[str]()
    for path in options.parts:
        try:
            merged.add(path.stem, read(path))
        except ValueError as error:
            refused.append(on_one_line(str(error)))
    try:
        reports = targets(options.report, Path.cwd(), options.parts)
        if len(refused) == len(options.parts):
            raise ValueError("\n".join(refused))
        cohort = merged.cohort()
        for path in reports.values():
            write(path, cohort)
    except (pytest.UsageError, ValueError, OSError) as error:
        print(f"error: {error}\nThere is no new report.", file=sys.stderr)
        return 2
    told = [*merged.told, *(f"left out: {reason}" for reason in refused)]
    parts = counted(len(options.parts) - len(refused), "part")
    people = counted(len(cohort.participants), "participant")
    result = f"{parts}, {people}, {counted(len(cohort.katas), 'kata')}"
    for line in (*told, result, *(f"report: {typed}" for typed in reports)):
        print(on_one_line(line))
    return 1 if told else 0
