"""`python -m katas merge` believes nothing of a part, and leaves out what is odd."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kata_kit.katas import PATH
from kata_kit.record import GREEN, MISSING, RED, Belief, KataRecord, StageRecord
from kata_report import merge
from kata_report.cohort import Cohort, Step
from kata_report.report import VERSION, as_json
from repository.cohorts import cohort, failure, person
from repository.fuzz import with_strange_values

WINNER, COORDINATES = PATH[0].name, PATH[1].name


def record(who: str, state: str = RED, kata: str = WINNER, **more: Any) -> KataRecord:
    """Return a record with a bit of everything in it."""
    if state == RED:
        more["failures"] = (failure("a", f"got {who}"),)
        more["misconception"] = Belief("all_is_one", "Your code seems ...")
    return person(who, state, kata=kata, bar="#x", **more)


# Merges cohorts, or texts; returns the exit code, what is said, and the report.
Merge = Callable[..., tuple[int, str, Cohort]]


@pytest.fixture
def merge_(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Merge:
    """Return what merges parts."""

    def merged(*parts: Cohort | str) -> tuple[int, str, Cohort]:
        paths = []
        for number, part in enumerate(parts, 1):
            paths.append(tmp_path / f"part{number}.json")
            text = as_json(part) if isinstance(part, Cohort) else part
            paths[-1].write_text(text, encoding="utf-8", errors="surrogatepass")
        reports = [f"--report={tmp_path}/all.{end}" for end in ("json", "html")]
        code = merge.main([*map(str, paths), *reports])
        return code, "".join(capsys.readouterr()), merge.read(tmp_path / "all.json")

    return merged


def test_parts_by_people_and_by_katas_are_one_cohort(merge_):
    one = cohort(
        record("ada"),
        record("朱 明", GREEN, code="as long as may be" * 9_000),
        isolation=("a", "b"),
        python="3.13.1",
        seconds=2.5,
        history=(Step("ada", COORDINATES, "2025-01-31 20:00", RED, "[#x]"),),
        names={"ada": "Ada Lovelace"},
    )
    code, said, merged = merge_(one)
    assert (code, merged) == (0, one)
    assert said.startswith("1 part, 2 participants, 1 kata\nreport: ")
    two = cohort(
        record("ada", GREEN, COORDINATES),
        record("cy", RED, COORDINATES),
        record("ada", MISSING),
        folder="more",
        isolation=("a",),
        python="3.10.2",
        started="2025-01-31 12:00",
        complete=False,
        seconds=2.5,
    )
    code, _, both = merge_(one, two)
    assert code == 0
    states = {who: [one.state for one in mine] for who, mine in both.by_person.items()}
    assert states == {
        "ada": [RED, GREEN],
        "cy": [MISSING, RED],
        "朱 明": [GREEN, MISSING],
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


def test_whoever_is_in_two_parts_is_named(merge_):
    first = cohort(record("ada"), record("bob"))
    again = record("ada", seconds=9.0, verdict="F in 9 s")
    code, said, both = merge_(first, cohort(again, record("bob", GREEN)))
    states = {one.participant: one.state for one in both.records}
    assert states == {"ada": RED, "bob": RED, "bob (part2)": GREEN}
    assert code == 1
    assert said.splitlines()[:2] == [
        "ada is in part1 and in part2, and counts once",
        "bob is in part1 and in part2, and differs: bob (part2)",
    ]


def test_a_table_of_another_size_is_told(merge_):
    larger = StageRecord("one", passed=1), StageRecord("two", failed=16)
    second = cohort(record("bob", stages=larger), record("cy", stages=larger))
    code, said, _ = merge_(cohort(record("ada")), second)
    told = f"part2: the table of {WINNER} has 17 cases, in part1 it has 2"
    assert (code, said.splitlines()[0]) == (1, told)


def test_whoever_is_on_the_roster_is_one_however_the_folder_is_spelt(merge_):
    absent = record("linus", MISSING)
    first = cohort(record("Anna"), absent, names={"Anna": "A", "linus": "L"})
    step = Step("LINUS", WINNER, "2025-01-31 20:00", RED, "[#x]")
    here = record("anna", MISSING), record("LINUS"), record("ANNA")
    names = {"anna": "A", "LINUS": "L"}
    _, _, both = merge_(first, cohort(*here, names=names, history=(step,)))
    # Somebody who is not on it is not taken for somebody who is.
    states = [(one.participant, one.state) for one in both.records]
    assert states == [("ANNA", RED), ("Anna", RED), ("linus", RED)]  # by name
    assert both.names == {"Anna": "A", "linus": "L"}
    assert both.history == (replace(step, participant="linus"),)
    two = cohort(record("anna"), record("Anna", GREEN), names={"anna": "A"})
    _, said, both = merge_(cohort(record("Anna"), names={"Anna": "A"}), two)
    assert said.startswith("Anna is in part1 and in part2, and differs: Anna (part2)")
    assert {*both.participants} == {"Anna", "Anna (part2)", "anna"}


ADA = cohort(person("ada", GREEN))
BOB = json.loads(as_json(cohort(person("bob", RED, failure("a")))))


def test_a_part_that_is_refused_concerns_itself_alone(merge_, monkeypatch):
    monkeypatch.setattr(merge, "MOST_CELLS", 300)
    (record,) = BOB["records"]
    text = json.dumps(BOB)
    many = [{**record, "participant": f"bob{number}"} for number in range(300)]
    katas = BOB["katas"] | {f"kata{number}": [] for number in range(100)}
    refused = {
        "{": "not JSON",
        "[" * 100_000: "not JSON",
        text.replace('"one"', '"other"'): "the stages of first are other, two",
    }
    for odd, why in (
        ({"version": 1}, f"of version {VERSION}, got 1; run this part again"),
        ({"records": [{**record, "code": " " * 200_001}]}, "at most 200,000 charact"),
        ({"katas": katas}, "expected at most 100 katas"),
        ({"records": many}, "300 files, got 301 participants by 1"),
        ({"anonymous": True}, "part2: expected a part with names, got an anonymous"),
        ({"isolation": 5}, "isolation: expected a list, got 5"),
        ({"records": [{**record, "seconds": -1}]}, "0 or more, got -1"),
        ({"records": [{**record, "seconds": 1e16}]}, "0 or more, got 1e+16"),
        ({"names": {"bob": 5}}, "names: expected a text, got 5"),
        ({"records": [{**record, "kata": "other"}]}, "not those of its kata"),
        ({"katas": {"first": []}, "records": [{**record, "stages": []}]}, "not those"),
        ({"records": [{**record, "state": "fine"}]}, "got 'fine'"),
    ):
        refused[json.dumps({**BOB, **odd})] = why
    for part, why in refused.items():
        code, said, all_of_it = merge_(ADA, part, text.replace("first", "second"))
        assert (code, {*all_of_it.participants}) == (1, {"ada", "bob"})
        assert said.startswith("left out: part2")
        assert why in said


def test_nothing_is_written_where_no_part_is_left(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(merge, "LARGEST", 1)
    (tmp_path / "part.json").write_text("{}")
    page = tmp_path / "page.html"
    assert merge.main([f"{tmp_path}/part.json", f"--report={page}"]) == 2
    assert capsys.readouterr().err.startswith("error: part.json: larger than")
    assert not page.exists()
    assert merge.main([f"{tmp_path}/part.json", f"--report={tmp_path}/part.json"]) == 2
    assert capsys.readouterr().err.startswith("error: --report=")
    assert (tmp_path / "part.json").read_text() == "{}"


def test_no_control_character_of_a_part_is_let_through(merge_, tmp_path):
    def strange(value):
        if isinstance(value, dict):
            fixed = ("version", "state", "status", "started")
            return {k: v if k in fixed else strange(v) for k, v in value.items()}
        if isinstance(value, list):
            return [strange(one) for one in value]
        return f"\x1b]0;{value}\x9b\r\n" if isinstance(value, str) else value

    part = strange(BOB)
    part["katas"] = {strange(kata): stages for kata, stages in part["katas"].items()}
    part["names"] = {"\x1b]0;": "\x9b"}
    code, said, both = merge_(ADA, json.dumps(part))
    assert (code, len(both.participants)) == (0, 2)
    written = (tmp_path / "all.json").read_text(encoding="utf-8")
    for text in (said, written):
        assert text.replace("\n", "").isprintable()
    assert "\\\\x1b" in written


def test_no_json_ends_the_command(merge_):
    dice = random.Random(21)
    for _ in range(200):
        text = json.dumps(with_strange_values(BOB, dice))
        if dice.random() < 0.2:
            text = text[: dice.randrange(len(text))]
        code, said, all_of_it = merge_(ADA, text)
        assert code in (0, 1)
        assert "ada" in all_of_it.participants
        assert said.replace("\n", "").isprintable()
