"""`python -m katas merge` believes nothing of a part, and leaves out what is odd."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kata_kit.katas import PATH
from kata_kit.record import GREEN, MISSING, RED, Belief, KataRecord
from kata_report import merge
from kata_report.cohort import Cohort, Step
from kata_report.report import VERSION, write
from repository.cohorts import cohort, failure, person
from repository.fuzz import with_strange_values

WINNER, COORDINATES = PATH[0].name, PATH[1].name

# Records, as they are given to the command; the exit code and all that is said.
Merge = Callable[..., tuple[int, str]]


def record(who: str, state: str = RED, kata: str = WINNER, **more: Any) -> KataRecord:
    """Return a record with a bit of everything in it."""
    if state == RED:
        more["failures"] = (failure("a", f"got {who}"),)
        more["misconception"] = Belief("all_is_one", "Your code seems ...")
    return person(who, state, kata=kata, bar="#x", **more)


def merged(folder: Path, *cohorts: Cohort) -> tuple[Cohort, list[str]]:
    """Write the parts, and return them as one when they are read again."""
    found = merge.Merged()
    for number, one in enumerate(cohorts, 1):
        path = folder / f"part{number}.json"
        write(path, one)
        found.add(path.stem, merge.read(path))
    return found.cohort(), found.told


def test_parts_by_people_and_by_katas_are_one_cohort(tmp_path):
    one = cohort(
        record("ada", RED, COORDINATES),
        record("朱 明", GREEN, COORDINATES),
        isolation=("a", "b"),
        python="3.13.1",
        seconds=2.5,
        history=(Step("ada", COORDINATES, "2025-01-31 20:00", RED, "[#x]"),),
        names={"ada": "Ada Lovelace"},
    )
    assert merged(tmp_path, one) == (one, [])
    two = cohort(
        record("ada", GREEN),
        record("cy"),
        folder="more",
        isolation=("a",),
        python="3.10.2",
        started="2025-01-31 12:00",
        complete=False,
        seconds=2.5,
    )
    both, told = merged(tmp_path, one, two)
    assert told == []
    states = {who: [one.state for one in mine] for who, mine in both.by_person.items()}
    assert states == {
        "ada": [GREEN, RED],
        "cy": [RED, MISSING],
        "朱 明": [MISSING, GREEN],
    }
    assert list(both.katas) == [WINNER, COORDINATES]  # As in the path.
    assert replace(both, records=(), katas={}) == replace(
        two,
        folder="the folder, more",
        katas={},
        records=(),
        isolation=("a", "b"),
        python="3.13.1, 3.10.2",
        seconds=5.0,
        history=one.history,
        names=one.names,
    )


def test_whoever_is_in_two_parts_is_named(tmp_path):
    again = record("ada", seconds=9.0, verdict="F in 9 s")
    first = cohort(record("ada"), record("bob"))
    both, told = merged(tmp_path, first, cohort(again, record("bob", GREEN)))
    states = {one.participant: one.state for one in both.records}
    assert states == {"ada": RED, "bob": RED, "bob (part2)": GREEN}
    assert sorted(told) == [
        "ada is in part1 and in part2, and counts once",
        "bob is in part1 and in part2, and differs: bob (part2)",
    ]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Merge:
    """Return what merges a good part, of ada, and others."""
    write(tmp_path / "good.json", cohort(person("ada", GREEN)))

    def run(*parts: str) -> tuple[int, str]:
        paths = [tmp_path / "good.json"]
        for number, text in enumerate(parts):
            paths.append(tmp_path / f"part{number}.json")
            paths[-1].write_text(text, encoding="utf-8", errors="surrogatepass")
        reports = [f"--report={tmp_path}/all.{end}" for end in ("json", "html")]
        code = merge.main([*map(str, paths), *reports])
        return code, "".join(capsys.readouterr())

    return run


def values(tmp_path: Path) -> Any:
    """Return a part with one person, as JSON has it."""
    write(tmp_path / "bob.json", cohort(person("bob", RED, failure("a"))))
    return json.loads((tmp_path / "bob.json").read_text(encoding="utf-8"))


def people(tmp_path: Path) -> set[str]:
    """Return those who are in the report of all parts."""
    records = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))["records"]
    return {one["participant"] for one in records}


def test_a_part_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "part.json"
    with path.open("wb") as part:
        part.truncate(merge.LARGEST + 1)  # The disk has none of it.
    with pytest.raises(ValueError, match="larger than 200 MB"):
        merge.read(path)


def test_a_part_that_is_refused_concerns_itself_alone(run, tmp_path, monkeypatch):
    monkeypatch.setattr(merge, "MOST_CELLS", 300)
    part = values(tmp_path)
    bob = json.dumps(part)
    (record,) = part["records"]
    many = [{**record, "participant": f"bob{number}"} for number in range(300)]
    katas = part["katas"] | {f"kata{number}": [] for number in range(100)}
    refused = {
        "{": "not JSON",
        "[" * 100_000: "not JSON",
        bob.replace('"one"', '"other"'): "the stages of first are other, two",
    }
    for odd, why in (
        ({"version": 1}, f"of version {VERSION}, got 1; run this part again"),
        ({"records": [{**record, "code": " " * 20_001}]}, "at most 20,000 characters"),
        ({"isolation": 5}, "isolation: expected a list, got 5"),
        ({"names": {"bob": 5}}, "names: expected a text, got 5"),
        ({"records": [{**record, "kata": "other"}]}, "not those of its kata"),
        ({"katas": {"first": []}, "records": [{**record, "stages": []}]}, "not those"),
        ({"records": [{**record, "state": "fine"}]}, "got 'fine'"),
        ({"katas": katas}, "expected at most 100 katas"),
        ({"records": many}, "300 files, got 301 participants by 1"),
    ):
        refused[json.dumps({**part, **odd})] = why
    for text, why in refused.items():
        code, said = run(text, bob.replace("first", "second"))
        assert (code, people(tmp_path)) == (1, {"ada", "bob"})
        assert said.startswith("left out: part0")
        assert why in said


def test_nothing_is_written_where_no_part_is_left(tmp_path, capsys):
    (tmp_path / "part.json").write_text("{}")
    page = tmp_path / "page.html"
    assert merge.main([f"{tmp_path}/part.json", f"--report={page}"]) == 2
    assert capsys.readouterr().err.startswith("error: part.json: ")
    assert not page.exists()


def test_no_control_character_of_a_part_is_let_through(run, tmp_path):
    def strange(value: Any) -> Any:
        if isinstance(value, dict):
            fixed = ("version", "state", "status", "started")
            return {k: v if k in fixed else strange(v) for k, v in value.items()}
        if isinstance(value, list):
            return [strange(one) for one in value]
        return f"\x1b]0;{value}\x9b\r\n" if isinstance(value, str) else value

    part = strange(values(tmp_path))
    part["katas"] = {strange(kata): stages for kata, stages in part["katas"].items()}
    part["names"] = {"\x1b]0;": "\x9b"}
    code, said = run(json.dumps(part))
    assert (code, len(people(tmp_path))) == (0, 2)
    written = (tmp_path / "all.json").read_text(encoding="utf-8")
    for text in (said, written):
        assert text.replace("\n", "").isprintable()
    assert "\\\\x1b" in written


def test_no_json_ends_the_command(run, tmp_path):
    dice = random.Random(21)
    for _ in range(200):
        text = json.dumps(with_strange_values(values(tmp_path), dice))
        if dice.random() < 0.2:
            text = text[: dice.randrange(len(text))]
        code, said = run(text)
        assert code in (0, 1)
        assert "ada" in people(tmp_path)
        assert said.replace("\n", "").isprintable()
