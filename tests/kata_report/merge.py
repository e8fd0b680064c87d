"""Parts of a cohort that ran anywhere as one report: `python -m katas merge part*.json`.

The parts are reports for programs. Nothing in them is believed but what this clone
could have made.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from operator import attrgetter
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.layout import on_one_line, short
from kata_kit.plain import made
from kata_kit.record import MISSING, STATES, KataRecord, StageRecord, counted

from kata_report.cohort import Cohort, ordered
from kata_report.report import VERSION, targets, write

WHAT = "Makes one report of parts, each from pytest --submission=FOLDER --report=PART.json."

Part = tuple[str, Cohort]  # with the name of its file, without the ending
OUTCOME = attrgetter("state", "stages", "failures")


@dataclass(frozen=True)
class _Kata:
    name: str
    stages: tuple[str, ...]


def read(path: Path) -> Part:
    """Read a part; raises `ValueError` with what is not as expected, and `OSError`."""
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: not JSON: {error}") from None
    version = values.get("version") if isinstance(values, dict) else None
    if version != VERSION:
        raise ValueError(
            f"{path.name}: expected a report of version {VERSION}, got {short(repr(version), 40)}; "
            "run this part again, with the clone that merges"
        )
    try:
        katas = made(tuple[_Kata, ...], values.get("katas"), "katas")
        by_name = {one.name: one.stages for one in katas}
        cohort: Cohort = made(
            Cohort, {**values, "katas": by_name, "live": False}, "report"
        )
        for record in cohort.records:
            where = f"the record of {record.participant!r} for {record.kata!r}"
            if record.state not in STATES:
                raise ValueError(
                    f"{where}: expected one of {STATES}, got {record.state!r}"
                )
            named = tuple(stage.name for stage in record.stages)
            if named != by_name.get(record.kata):
                raise ValueError(
                    f"{where}: its stages are not those of its kata: {named}"
                )
    except ValueError as error:
        raise ValueError(
            f"{path.name}: {short(on_one_line(str(error)), 300)}"
        ) from None
    return path.stem, cohort


def merge(parts: Sequence[Part]) -> tuple[Cohort, list[str]]:
    """One cohort of several, and what there is to say about it.

    Raises ValueError if the tables of two parts have other stages.
    """
    told: list[str] = []
    cells: dict[tuple[str, str], KataRecord] = {}
    # With the first part that has each: participants; of katas the stages, and their
    # cases.
    people: dict[str, str] = {}
    tables: dict[str, tuple[str, tuple[str, ...]]] = {}
    cases: dict[str, tuple[str, list[int]]] = {}
    for part, cohort in parts:
        for kata, stages in cohort.katas.items():
            other, known = tables.setdefault(kata, (part, stages))
            if known != stages:
                raise ValueError(
                    f"{part}: the stages of {kata} are {', '.join(stages)}; in {other}: "
                    f"{', '.join(known)}. Run all parts with one version of the katas"
                )
        ran = [one for one in cohort.records if one.state != MISSING]
        for kata, record in {one.kata: one for one in ran}.items():
            counts = [stage.total for stage in record.stages]
            other, before = cases.setdefault(kata, (part, counts))
            if before != counts:
                numbers = f"has {sum(counts)} cases, in {other} it has {sum(before)}"
                told.append(f"{part}: the table of {kata} {numbers}")
        for name, records in cohort.by_person.items():
            mine = [one for one in records if one.state != MISSING]
            twice = [
                (one, cells[name, one.kata])
                for one in mine
                if (name, one.kata) in cells
            ]
            both, new = f"{name} is in {people.get(name)} and in {part}", name
            if any(OUTCOME(one) != OUTCOME(other) for one, other in twice):
                new = f"{name} ({part})"
                told.append(f"{both}, and differs: {new}")
            elif twice:
                told.append(f"{both}, and counts once")
            people.setdefault(new, part)
            for one in mine:
                cells.setdefault((new, one.kata), replace(one, participant=new))
    path = [*BY_NAME, *tables]
    katas = {kata: tables[kata][1] for kata in sorted(tables, key=path.index)}
    for name, kata in product(people, katas):
        nothing = tuple(map(StageRecord, katas[kata]))
        missing = KataRecord(kata, "", MISSING, "no file", nothing, participant=name)
        cells.setdefault((name, kata), missing)
    cohorts = [cohort for _, cohort in parts]
    return Cohort(
        _joined(one.folder for one in cohorts),
        katas,
        ordered(cells.values(), katas),
        isolation=tuple(
            dict.fromkeys(line for one in cohorts for line in one.isolation)
        ),
        python=_joined(one.python for one in cohorts),
        started=min(one.started for one in cohorts),
        seconds=round(sum(one.seconds for one in cohorts), 3),
        complete=all(one.complete for one in cohorts),
    ), told


def _joined(texts: Iterable[str]) -> str:
    """Each text once; a long list is cut."""
    return short(", ".join(dict.fromkeys(texts)), 200)


def main(arguments: Sequence[str]) -> int:
    """Merge; the exit code is 1 for something to look at, and 2 when nothing was written."""
    parser = argparse.ArgumentParser("python -m katas merge", description=WHAT)
    parser.add_argument("parts", nargs="+", type=Path, metavar="PART.json")
    parser.add_argument("--report", action="append", required=True, metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        reports = targets(options.report, Path.cwd())
        cohort, told = merge([read(path) for path in options.parts])
        for path in reports.values():
            write(path, cohort)
    except (pytest.UsageError, ValueError, OSError) as error:
        print(f"error: {error}\nThere is no new report.", file=sys.stderr)
        return 2
    people, katas = counted(len(cohort.participants), "participant"), len(cohort.katas)
    result = (
        f"{counted(len(options.parts), 'part')}, {people}, {counted(katas, 'kata')}"
    )
    print(
        *map(on_one_line, told),
        result,
        *(f"report: {typed}" for typed in reports),
        sep="\n",
    )
    return 1 if told else 0
