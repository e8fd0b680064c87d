"""A workshop in more than one run: a live evening, records that are kept, parts that are merged."""

import shutil
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from time import monotonic, time
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit.katas import PATH, load
from kata_kit.process import Limits
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    KataRecord,
)
from kata_report import merge
from kata_report.cohort import Cohort
from kata_report.report import VERSION, write
from kata_workshop import evening, kept
from kata_workshop import run as running
from kata_workshop.kept import NO_WRITING
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering, Submitted
from kata_workshop.run import TERMS, Terms
from kata_workshop.screen import Screen
from repository.cohorts import cohort, failure, person
from repository.cohorts import write as save

WINNER, COORDINATES = PATH[0].name, PATH[1].name
Patch = pytest.MonkeyPatch
STATES = {
    "stub": NOT_STARTED,
    "green": GREEN,
    "red": RED,
    "broken": BROKEN,
    "slow": STOPPED,
}


def judged(one: Submitted) -> KataRecord:
    """A record with the state that is written in the file."""
    state = STATES[one.file.read_text().split()[0]]
    return person(
        one.participant, state, kata=one.kata.name, bar="##" if state == GREEN else "#x"
    )


# A live evening


class Room:
    """An evening that has begun with an empty folder, and what the facilitator sees."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.page, self.ran = folder, folder / ".r.html", list[str]()
        terms = Terms(Gathering(folder, "all", live=True), Limits())
        option = SimpleNamespace(numprocesses=1)
        config: Any = SimpleNamespace(stash={TERMS: terms}, option=option)
        self.screen = Screen(config, {"r.html": self.page}, ())
        self.live = evening.Evening(config, self.screen)

    def run(self, one: Submitted, terms: Terms) -> KataRecord:
        self.ran.append(one.participant)
        return judged(one)

    def turn(self, **saved: str) -> list[str]:
        """Save files, look once more, and wait for what is run; whose it is."""
        for who, text in saved.items():
            (self.folder / f"{who}__{WINNER}.py").write_text(text)
        self.ran.clear()
        self.live.turn()
        wait(self.live._under_way.values())
        self.live.turn()
        return self.ran

    @property
    def lines(self) -> list[str]:
        return list(self.live.lines(self.screen.cohort(live=True)))

    @property
    def states(self) -> dict[str, str]:
        return {one.participant: one.state for one in self.screen.cohort().records}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: Patch) -> Room:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(evening, "REPORT_SECONDS", 0.0)
    made = Room(tmp_path)
    monkeypatch.setattr(evening, "run", made.run)
    assert made.turn() == []
    assert "0 of 0 have begun" in made.lines
    return made


def test_only_what_has_changed_is_run(room: Room) -> None:
    assert room.turn(ada="red", bob="red") == ["ada", "bob"]
    assert room.turn() == []
    assert room.turn(ada="green", cy="red", bob="red") == ["ada", "cy"]
    assert room.states == {"ada": GREEN, "bob": RED, "cy": RED}
    (room.folder / f"ada__{WINNER}.py").unlink()
    assert room.turn() == []
    assert room.states == {"bob": RED, "cy": RED}


def test_the_facilitator_sees_where_people_are(room: Room, monkeypatch: Patch) -> None:
    (room.folder / "eve").mkdir()
    room.turn(ada="red", bob="red", cy="broken")
    assert room.lines[1:] == [
        "3 of 4 have begun",
        "not yet: eve",
        "2 of 4 are in stage 2 of kata 1 (tictactoe_winner: any size)",
        f"cannot be loaded: cy ({WINNER})",
    ]
    assert room.turn(cy="green") == ["cy"]
    assert "cannot be loaded" not in "".join(room.lines)
    # Who has not moved is told in the terminal and not on the page.
    later = monotonic() + 660
    monkeypatch.setattr(evening, "monotonic", lambda: later)
    room.turn(bob="red but another")
    assert "no change for ten minutes: ada (11 min)" in room.lines
    assert 'class="live"' in room.page.read_text()
    assert "ten minutes" not in room.page.read_text()


def test_what_is_wrong_is_told_until_it_is_right_and_does_not_end_the_evening(
    room: Room,
) -> None:
    assert room.turn(ada="no such state", bob="red") == ["ada", "bob"]
    assert f"submissions::ada::{WINNER}: KeyError('no')" in room.lines
    room.turn(ada="green")
    assert "KeyError" not in "".join(room.lines)
    second = room.folder / "ada" / f"{WINNER}.py"
    save(second, "green")
    assert room.turn() == []
    assert "expected one file of a participant for a kata, got two" in "\n".join(
        room.lines
    )
    second.unlink()
    room.turn()
    assert "got two" not in "\n".join(room.lines)


def test_whoever_comes_later_gets_an_animal_and_the_others_keep_theirs(
    room: Room,
) -> None:
    terms = room.live._terms
    hidden = replace(terms.gathering, aliases=Aliases([], "lot"))
    room.live._terms = replace(terms, gathering=hidden)
    room.turn(bob="red")
    (animal,) = room.states
    room.turn(ada="green")
    assert room.states.pop(animal) == RED
    assert len({*room.states, animal, "ada", "bob"}) == 4


def test_katas_that_nobody_has_begun_are_not_shown_unless_they_were_named(
    room: Room,
) -> None:
    other = room.folder / f"ada__{COORDINATES}.py"
    other.write_text("stub")
    room.turn(ada="stub")
    assert list(room.screen.cohort().katas) == [WINNER]  # Something has to be.
    other.write_text("red")
    room.turn()
    assert list(room.screen.cohort().katas) == [COORDINATES]
    room.screen.begin(replace(room.live._terms, named=[WINNER, COORDINATES]))
    assert list(room.screen.cohort().katas) == [WINNER, COORDINATES]


# Records that are kept


@pytest.fixture
def mine(tmp_path: Path) -> Submitted:
    """Ada's file, with a helper and a file for another kata beside it."""
    for name in (WINNER, COORDINATES, "helper"):
        save(tmp_path / "all" / "ada" / f"{name}.py", "red")
    return Gathering(tmp_path / "all", "all").submitted[0]


def test_a_record_depends_on_all_of_it(
    mine: Submitted, tmp_path: Path, monkeypatch: Patch
) -> None:
    keys = [kept.key(mine, Limits()), kept.key(mine, Limits(6))]
    with monkeypatch.context() as patch:
        patch.setattr(kept, "_harness", lambda kata: "another")
        keys.append(kept.key(mine, Limits()))
    importing = f"import {COORDINATES}"
    saved = (
        ("helper", "green"),
        (WINNER, "green"),
        (WINNER, importing),
        (COORDINATES, "green"),
    )
    for name, text in saved:
        mine.file.with_name(f"{name}.py").write_text(text)
        keys.append(kept.key(mine, Limits()))
    assert len(set(keys)) == len(keys)
    mine.file.write_text("green")
    save(mine.file.parent / ".venv" / "x.py", "")
    # What is not imported does not count, nor an environment.
    assert kept.key(mine, Limits()) == keys[4]
    save(mine.file.parent / "env" / "pyvenv.cfg", "")
    keys.append(kept.key(mine, Limits()))
    save(mine.file.parent / "env" / "lib" / "x.py", "")
    assert kept.key(mine, Limits()) == keys[-1]
    # What was in a ZIP is found again wherever it is unpacked.
    zipped = set[str]()
    for name in ("one", "two"):
        own = shutil.copytree(mine.own, tmp_path / name)
        packed = replace(mine, file=own / mine.file.name, own=own, packed="x.zip/ada")
        zipped.add(kept.key(packed, Limits()))
    assert len(zipped - {*keys}) == 1
    assert kept._harness(PATH[0]) == kept._harness(PATH[0]) != kept._harness(PATH[1])


def test_a_record_that_is_not_whole_is_none(tmp_path: Path, mine: Submitted) -> None:
    record = judged(mine)
    kept.put(tmp_path, "key", record)
    assert kept.get(tmp_path, "key") == record
    whole = (tmp_path / "key").read_text()
    long = whole.replace(f'"seconds": {record.seconds}', f'"seconds": {10**400}')
    assert long != whole
    for text in (whole[:-1], "", "[]", whole.replace(record.state, "fine"), long):
        (tmp_path / "key").write_text(text)
        assert kept.get(tmp_path, "key") is None


def test_a_table_is_loaded_once_and_whole_by_all_threads(tmp_path: Path) -> None:
    table = tmp_path / "room" / "test_slow.py"
    save(table, "import time\ntime.sleep(0.2)\nTABLE = object()\n")
    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(lambda path: load(path).TABLE, [table] * 2))) == 1


def test_nothing_is_kept_where_code_could_write_it(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    cache: Any = SimpleNamespace(cache=SimpleNamespace(mkdir=lambda name: tmp_path))
    (tmp_path / "old").touch()
    assert kept.place(cache, [*NO_WRITING, "seccomp"]) == tmp_path
    for part in NO_WRITING:
        assert kept.place(cache, [part, "seccomp"]) is None
    nothing: Any = SimpleNamespace()  # As with -p no:cacheprovider.
    assert kept.place(nothing, NO_WRITING) is None
    assert (tmp_path / "old").exists()
    later = time() + kept.LONGEST_SECONDS + 60
    monkeypatch.setattr(kept, "time", lambda: later)
    kept.place(cache, NO_WRITING)
    assert not (tmp_path / "old").exists()


@pytest.mark.parametrize(
    ("state", "runs"), [("red", 1), ("slow", 2), ("green but saved", 2)]
)
def test_a_file_is_run_once_if_it_came_to_an_end_and_was_not_saved_meanwhile(
    tmp_path: Path, mine: Submitted, monkeypatch: Patch, state: str, runs: int
) -> None:
    ran = []

    def run(one: Submitted, *others: object) -> KataRecord:
        ran.append(one)
        if "saved" in state:
            one.file.write_text(f"{state} {len(ran)}")
        return judged(one)

    monkeypatch.setattr(running, "_run", run)
    terms = Terms(Gathering(mine.file.parents[1], "all"), Limits(), kept=tmp_path)
    told = []
    for _ in range(2):
        mine.file.write_text(state)
        told.append(running.run(mine, terms))
    assert (len(ran), terms.unchanged) == (runs, {mine.node_id} if runs == 1 else set())
    assert [one.state for one in told] == [STATES[state.split()[0]]] * 2
    assert {one.file for one in told} == {f"ada/{WINNER}.py"}
    hidden = replace(terms.gathering, aliases=Aliases(["ada"], "lot"))
    (animal,) = hidden.participants
    again = running.run(hidden.submitted[0], replace(terms, gathering=hidden))
    assert (again.participant, again.file) == (animal, f"{animal}/{WINNER}.py")


# Parts that are merged


def record(who: str, state: str = RED, kata: str = WINNER, **more: Any) -> KataRecord:
    """A record with a bit of everything in it."""
    if state == RED:
        belief, found = (
            Belief("all_is_one", "Your code seems ..."),
            failure("a", f"got {who}"),
        )
        return person(
            who, state, found, kata=kata, bar="#x", misconception=belief, **more
        )
    return person(who, state, kata=kata, bar="##" if state == GREEN else "..", **more)


def merged(folder: Path, *cohorts: Cohort) -> tuple[Cohort, list[str]]:
    """The parts, written and read again, as one."""
    paths = [folder / f"part{number}.json" for number in range(1, len(cohorts) + 1)]
    for path, one in zip(paths, cohorts, strict=True):
        write(path, one)
    return merge.merge([merge.read(path) for path in paths])


def test_parts_by_people_and_by_katas_are_one_cohort(tmp_path: Path) -> None:
    one = cohort(record("ada", RED, COORDINATES), record("bob", GREEN, COORDINATES))
    one = replace(one, isolation=("a", "b"), python="3.13.1", seconds=2.5)
    two = cohort(
        record("ada", GREEN), record("cy"), folder="more", complete=False, seconds=2.5
    )
    two = replace(two, isolation=("a",), python="3.10.2", started="2025-01-31 12:00")
    both, told = merged(tmp_path, one, two)
    assert told == []
    assert list(both.katas) == [WINNER, COORDINATES]  # As in the path.
    assert [
        (name, *(one.state for one in mine)) for name, mine in both.by_person.items()
    ] == [
        ("ada", GREEN, RED),
        ("bob", MISSING, GREEN),
        ("cy", RED, MISSING),
    ]
    assert (both.folder, both.python) == ("the folder, more", "3.13.1, 3.10.2")
    assert (both.started, both.seconds, both.complete) == (
        "2025-01-31 12:00",
        5.0,
        False,
    )
    assert both.isolation == ("a", "b")
    # A part is read as it was written, but for what would move a cursor.
    odd = cohort(record("ada"), record("朱 明", GREEN), isolation=("no files",))
    assert merged(tmp_path, odd) == (odd, [])
    strange, _ = merged(tmp_path, cohort(record("ada\x1b\n", verdict="\x1b[2J\n")))
    assert strange == cohort(record("ada\\x1b\\n", verdict="\\x1b[2J\n"))


def test_what_differs_in_two_parts_is_told_and_other_stages_are_refused(
    tmp_path: Path,
) -> None:
    again = record("ada", seconds=9.0, verdict="F in 9 s")
    first = cohort(record("ada"), record("bob"))
    both, told = merged(tmp_path, first, cohort(again, record("bob", GREEN)))
    states = {one.participant: one.state for one in both.records}
    assert states == {"ada": RED, "bob": RED, "bob (part2)": GREEN}
    assert sorted(told) == [
        "ada is in part1 and in part2, and counts once",
        "bob is in part1 and in part2, and differs: bob (part2)",
    ]
    one, two = record("bob").stages
    longer = cohort(record("bob", stages=(replace(one, passed=2), two)))
    _, told = merged(tmp_path, cohort(record("ada")), longer)
    assert told == [f"part2: the table of {WINNER} has 3 cases, in part1 it has 2"]
    other = cohort(record("bob", stages=(replace(one, name="new"), two)))
    with pytest.raises(
        ValueError, match=f"part2: the stages of {WINNER} are new, two; in part1"
    ):
        merged(tmp_path, cohort(record("ada")), other)


COUNT = "expected a number, 0 or more, got"
# What stands in a part, what instead ("": of all of it), and what is said.
BAD = [
    (
        f'"version": {VERSION}',
        '"version": 1',
        f"a report of version {VERSION}, got 1; run",
    ),
    ('"records"', '"people"', "expected a field 'records'"),
    ('"words"', '"said"', "report.records[0]: expected a field 'words'"),
    (
        '"records": [',
        '"records": [[], ',
        "report.records[0]: expected an object, got []",
    ),
    (
        '"records": [',
        '"records": {}, "people": [',
        "report.records: expected a list, got {}",
    ),
    ('"verdict": ""', '"verdict": {}', "[0].verdict: expected a text, got {}"),
    ('"passed": 1', '"passed": true', f"stages[0].passed: {COUNT} True"),
    ('"seconds": 0.0', '"seconds": -1', f"records[0].seconds: {COUNT} -1"),
    ('"seconds": 0.0', '"seconds": Infinity', f"records[0].seconds: {COUNT} inf"),
    ('"state": "red"', '"state": "fine"', "got 'fine'"),
    (f'"kata": "{WINNER}"', '"kata": "chess"', "its stages are not those of its kata"),
    ('"stages": [', '"stages": ["x", ', "its stages are not those of its kata"),
    ('"katas": [', '"katas": "x", "games": [', "katas: expected a list, got 'x'"),
    *(("", text, "not JSON: ") for text in ("{", "[" * 100_000, "\udcff")),
    ("", "[]", f"a report of version {VERSION}, got None"),
]


def test_what_is_not_a_part_is_refused(tmp_path: Path, capsys: Any) -> None:
    part, page = tmp_path / "part.json", tmp_path / "page.html"
    for old, new, words in BAD:
        write(part, cohort(record("ada")))
        text = part.read_text("utf-8").replace(old, new, 1) if old else new
        part.write_text(text, encoding="utf-8", errors="surrogateescape")
        assert merge.main([str(part), f"--report={page}"]) == 2
        said = capsys.readouterr().err
        assert said.startswith("error: part.json: ")
        assert words in said
        assert not page.exists()


def test_the_command_writes_a_page_and_a_file_for_programs(
    tmp_path: Path, capsys: Any
) -> None:
    ada, bob, page, data = (
        str(tmp_path / f) for f in ("a.json", "b.json", "p.html", "all.json")
    )
    for name, path in (("ada<b>", ada), ("bob<b>", bob)):
        write(Path(path), cohort(record(name)))
        save(Path(path), Path(path).read_text("utf-8").replace("<b>", "<b>\\ud800"))
    assert merge.main([ada, bob, f"--report={page}", f"--report={data}"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "2 parts, 2 participants, 1 kata"
    assert "ada&lt;b&gt;\\ud800" in Path(page).read_text("utf-8")
    assert merge.main([data, ada, f"--report={page}"]) == 1  # Ada is in both.
