"""Parts of a cohort become one report, and what is not a part is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kata_collect import merge
from kata_kit.katas import PATH
from kata_kit.record import FAILED, GREEN, MISSING, RED, Belief, CaseRecord, KataRecord, StageRecord
from kata_workshop.cohort import Cohort, ordered
from kata_workshop.report import VERSION, write

FIRST, SECOND = PATH[0].name, PATH[1].name
KATAS = {SECOND: ("lines", "bad input"), FIRST: ("three", "bad input")}


def record(who: str, kata: str, state: str = RED) -> KataRecord:
    """A record with a bit of everything in it."""
    one, two = (StageRecord(name, passed=2) for name in KATAS[kata])
    if state == GREEN:
        return KataRecord(kata, f"{who}.py", GREEN, "", (one, two), participant=who, seconds=1.5)
    if state == MISSING:
        return KataRecord(kata, "", MISSING, "no file", (one, two), participant=who)
    failure = CaseRecord(kata, two.name, "A case", FAILED, f"expected 1, got {who}", "is_solved")
    stages = (one, replace(two, passed=1, failed=1))
    belief = Belief("all_is_one", "Your code seems ...")
    return KataRecord(kata, f"{who}.py", RED, "1", stages, (failure,), belief, True, who, 2.0, "F")


def cohort(*records: KataRecord, **more: Any) -> Cohort:
    """A part in which somebody has no file for some katas."""
    names = dict.fromkeys(one.participant for one in records)
    katas = {kata: KATAS[kata] for kata in KATAS if any(one.kata == kata for one in records)}
    there = {(one.participant, one.kata): one for one in records}
    cells = [there.get((n, k), record(n, k, MISSING)) for n in names for k in katas]
    given = {"folder": "all", "started": "2026-01-31 18:00", "seconds": 2.5, "python": "3.13.1"}
    return Cohort(katas=katas, records=ordered(cells, katas), **{**given, **more})


def merged(folder: Path, *cohorts: Cohort) -> tuple[Cohort, list[str]]:
    """The parts, written and read again, as one."""
    paths = [folder / f"part{number}.json" for number in range(1, len(cohorts) + 1)]
    for path, one in zip(paths, cohorts, strict=True):
        write(path, one)
    return merge.merge([merge.read(path) for path in paths])


def names_of(one: Cohort) -> dict[str, list[str]]:
    """The states by name, in the order of the katas."""
    return {name: [record.state for record in mine] for name, mine in one.by_person.items()}


def test_a_part_is_read_as_it_was_written(tmp_path: Path) -> None:
    one = cohort(record("ada", FIRST), record("ada\x1b\n", FIRST, GREEN), isolation=("no files",))
    assert merged(tmp_path, one) == (one, [])


def test_parts_by_people_and_by_katas_are_one_cohort(tmp_path: Path) -> None:
    one = cohort(record("ada", SECOND), record("bob", SECOND, GREEN), isolation=("a", "b"))
    two = cohort(record("ada", FIRST, GREEN), record("cy", FIRST), isolation=("a",))
    late = replace(two, started="2026-01-31 17:00", complete=False, folder="more", python="3.10.2")
    both, told = merged(tmp_path, one, late)
    assert told == []
    assert list(both.katas) == [FIRST, SECOND]  # As in the path.
    assert names_of(both) == {"ada": [GREEN, RED], "bob": [MISSING, GREEN], "cy": [RED, MISSING]}
    assert (both.folder, both.python) == ("all, more", "3.13.1, 3.10.2")
    assert (both.started, both.seconds, both.complete) == ("2026-01-31 17:00", 5.0, False)
    assert both.isolation == ("a", "b")


def test_who_is_in_two_parts_is_told_and_counts_once_or_twice(tmp_path: Path) -> None:
    ada, bob = record("ada", FIRST), record("bob", FIRST)
    again = replace(ada, seconds=9.0, verdict="F in 9 s")
    both, told = merged(tmp_path, cohort(ada, bob), cohort(again, record("bob", FIRST, GREEN)))
    assert names_of(both) == {"ada": [RED], "bob": [RED], "bob (part2)": [GREEN]}
    assert sorted(told) == [
        "ada is in part1 and in part2, and counts once",
        "bob is in part1 and in part2, and differs: bob (part2)",
    ]


def test_another_table_is_told_and_other_stages_are_refused(tmp_path: Path) -> None:
    ada, bob = record("ada", FIRST), record("bob", FIRST)
    longer = replace(bob, stages=(StageRecord("three", passed=3), bob.stages[1]))
    _, told = merged(tmp_path, cohort(ada), cohort(longer))
    assert told == [f"part2: the table of {FIRST} has 5 cases, in part1 it has 4"]
    new = tuple(replace(stage, name=f"new {stage.name}") for stage in bob.stages)
    other = cohort(replace(bob, stages=new))
    other = replace(other, katas={FIRST: tuple(stage.name for stage in new)})
    with pytest.raises(ValueError, match=f"part2: the stages of {FIRST} are new three, new bad"):
        merged(tmp_path, cohort(ada), other)


def change(*keys: str | int, to: Any = None) -> Callable[[Any], Any]:
    """What puts something else at a place; nothing at all for None."""

    def changed(values: Any) -> Any:
        inner = values
        for key in keys[:-1]:
            inner = inner[key]
        if to is None:
            del inner[keys[-1]]
        else:
            inner[keys[-1]] = to
        return values

    return changed


BAD = {
    "an older version": (change("version", to=1), f"a report of version {VERSION}, got 1; run"),
    "no version": (lambda values: [values], f"a report of version {VERSION}, got None"),
    "no records": (change("records"), "expected a field 'records'"),
    "a field": (change("records", 0, "words"), "report.records[0]: expected a field 'words'"),
    "a record": (change("records", 0, to=[]), "report.records[0]: expected an object, got []"),
    "a list": (change("records", to={}), "report.records: expected a list, got {}"),
    "a text": (change("records", 0, "verdict", to={}), "[0].verdict: expected a text, got {}"),
    "a count": (
        change("records", 0, "stages", 0, "passed", to=True),
        "stages[0].passed: expected a number, 0 or more, got True",
    ),
    "below 0": (change("seconds", to=-1), "report.seconds: expected a number, 0 or more, got -1"),
    "a state": (change("records", 0, "state", to="fine"), "got 'fine'"),
    "a kata": (change("records", 0, "kata", to="chess"), "its stages are not those of its kata"),
    "a stage": (change("katas", 0, "stages", to=["x"]), "its stages are not those of its kata"),
    "katas": (change("katas", to="x"), "katas: expected a list, got 'x'"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_a_part_is_refused(tmp_path: Path, capsys: Any, name: str) -> None:
    spoil, words = BAD[name]
    part, page = tmp_path / "part.json", tmp_path / "page.html"
    write(part, cohort(record("ada", FIRST)))
    part.write_text(json.dumps(spoil(json.loads(part.read_text("utf-8")))), encoding="utf-8")
    assert run(part, page) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: part.json: ")
    assert words in said
    assert not page.exists()


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"version": NaN}', "\ufffe\xff"])
def test_what_is_not_json_is_refused(tmp_path: Path, capsys: Any, text: str) -> None:
    part = tmp_path / "part.json"
    part.write_text(text, encoding="utf-16" if "\xff" in text else "utf-8")
    assert run(part, tmp_path / "page.html") == 2
    assert capsys.readouterr().err.startswith("error: part.json: not JSON: ")


def run(*paths: Path) -> int:
    """Merge into the last one."""
    *parts, report = map(str, paths)
    return merge.main([*parts, f"--report={report}"])


def test_the_command_writes_a_page_and_a_file_for_programs(tmp_path: Path, capsys: Any) -> None:
    parts = [tmp_path / f"{name}.json" for name in ("ada", "bob")]
    for path in parts:
        write(path, cohort(record(f"{path.stem}<b>", FIRST)))
        path.write_text(path.read_text("utf-8").replace("<b>", "<b>\\ud800"), encoding="utf-8")
    page, data = tmp_path / "page.html", tmp_path / "all.json"
    assert merge.main([*map(str, parts), f"--report={page}", f"--report={data}"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "2 parts, 2 participants, 1 kata"
    assert "ada&lt;b&gt;\\ud800" in page.read_text(encoding="utf-8")
    assert run(data, parts[0], page) == 1  # Ada is in both.
