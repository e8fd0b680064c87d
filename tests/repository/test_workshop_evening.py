"""A workshop in more than one run: an evening, kept records, parts of one report."""

import os
import re
import shutil
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from kata_kit import digest as digesting
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
from kata_report.cohort import Called, Cohort, Step
from kata_report.report import VERSION, write
from kata_workshop import evening, kept, runs
from kata_workshop.files import Submitted
from kata_workshop.host import Host
from kata_workshop.kept import NO_WRITING, History
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering
from kata_workshop.run import TERMS, Terms, run
from kata_workshop.runs import Runs
from kata_workshop.screen import Screen
from repository.cohorts import cohort, failure, person
from repository.cohorts import write as save

WINNER, COORDINATES = PATH[0].name, PATH[1].name
EIGHT = datetime(2025, 1, 31, 20, 0)
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
        self.folder, self.page = folder, folder / ".r.html"
        self.ran = list[str]()
        terms = Terms(Gathering(folder, "all", live=True), Limits())
        config: Any = SimpleNamespace(stash={TERMS: terms})
        self.screen = Screen(config, {"r.html": self.page}, ())
        self.runs = Runs(1)
        self.live = evening.Evening(self.runs, self.screen, terms)

    def run(self, one: Submitted, terms: Terms, host: Host) -> KataRecord:
        self.ran.append(one.participant)
        return judged(one)

    def turn(self, **saved: str) -> list[str]:
        """Save files, look until nothing runs; whose was run."""
        for who, text in saved.items():
            self.write(who, text)
        self.ran.clear()
        self.live.turn()
        while self.runs.under_way:
            self.live.turn()
        return self.ran

    def write(self, who: str, text: str) -> None:
        (self.folder / f"{who}__{WINNER}.py").write_text(text)

    @property
    def lines(self) -> list[str]:
        return list(self.live.lines(self.screen.cohort(live=True)))

    @property
    def states(self) -> dict[str, str]:
        return {one.participant: one.state for one in self.screen.cohort().records}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: Patch) -> Iterator[Room]:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(evening, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(runs, "LOOK_SECONDS", 0.05)
    made = Room(tmp_path)
    monkeypatch.setattr(runs, "run", made.run)
    assert made.turn() == []
    assert "0 of 0 have begun" in made.lines
    yield made
    made.runs.close()


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


def test_whoever_stays_in_a_stage_for_ten_minutes_is_named_whole(
    room: Room, monkeypatch: Patch
) -> None:
    long = "a name of more than twenty-four letters"
    monkeypatch.setattr(kept, "now", lambda: EIGHT)
    room.turn(**{long: "red", "bob": "red", "cy": "green"})
    monkeypatch.setattr(kept, "now", lambda: EIGHT + timedelta(minutes=11))
    # To save, and to break the file and set it right again, changes nothing.
    for text in ("red but another", "broken", "red"):
        room.turn(bob=text)
    told = "\n".join(room.lines)
    names = re.findall(r"[a-z][\w -]*(?= \(tictactoe_winner, 11 min\))", told)
    assert sorted(names) == [long, "bob"]
    room.turn(bob="green")
    assert "bob (" not in "\n".join(room.lines)
    assert "ten minutes" not in room.page.read_text()


def test_of_two_hundred_the_twenty_who_matter_are_shown(
    room: Room, monkeypatch: Patch, capsys: Any
) -> None:
    many = [f"p{number:03}" for number in range(200)]
    for name in many:
        room.write(name, "red" if int(name[1:]) % 5 == 0 else "green")
    room.turn()
    monkeypatch.setattr(room.screen, "is_terminal", True)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((80, 45)))
    capsys.readouterr()
    room.live._show()
    shown = capsys.readouterr().out
    assert re.findall(r"^(p\d+) +\[", shown, re.M) == many[::5][:20]
    assert "180 more are not shown" in shown
    assert shown.count("\n") <= 45


def test_an_evening_that_is_watched_again_goes_on(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    ada = person("ada", RED, bar="x.")
    done = replace(ada, state=GREEN)
    for minutes, record in ((0, ada), (9, ada), (41, done)):
        at = EIGHT + timedelta(minutes=minutes)
        monkeypatch.setattr(kept, "now", lambda at=at: at)
        History(tmp_path, tmp_path).add(record)
    steps = History(tmp_path, tmp_path).steps
    told = [(step.at, step.state) for step in steps]
    assert told == [("2025-01-31 20:00", RED), ("2025-01-31 20:41", GREEN)]
    (file,) = tmp_path.iterdir()
    whole = file.read_text()
    # A line that is not whole costs itself alone.
    for odd in ("[]", "{", whole.partition("\n")[0].replace("2025-01", "2025-99")):
        file.write_text(f"{odd}\n{whole}")
        assert History(tmp_path, tmp_path).steps == steps
    # Another folder, and the next day, are another evening.
    assert History(tmp_path, tmp_path / "other").steps == []
    monkeypatch.setattr(kept, "now", lambda: EIGHT + timedelta(days=1))
    assert History(tmp_path, tmp_path).steps == []
    assert History(None, tmp_path).steps == []


def test_what_is_wrong_is_told_until_it_is_right(room: Room) -> None:
    room.turn(ada="green")
    second = room.folder / "ada" / f"{WINNER}.py"
    save(second, "red")
    assert room.turn() == []
    assert f"not run: ada/{WINNER}.py (one of two files for a kata)" in room.lines
    second.unlink()
    room.turn()
    assert "one of two" not in "\n".join(room.lines)


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
    room.screen.pytest_internalerror("ada broke it")
    notes = room.screen._notes(room.screen.cohort())
    assert "ada" not in str([*notes])


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


def test_a_run_that_is_piped_says_a_line_a_minute(
    room: Room, capsys: Any, monkeypatch: Patch
) -> None:
    capsys.readouterr()
    for now in (1.0, 59.0, 61.0, 62.0, 125.0):
        monkeypatch.setattr(Screen, "seconds", now)
        room.screen.show_progress()
    assert capsys.readouterr().out == "0 of 0, 61 s\n0 of 0, 125 s\n"


# Records that are kept


@pytest.fixture
def mine(tmp_path: Path) -> Submitted:
    """Ada's file, with a helper and a file for another kata beside it."""
    for name in (WINNER, COORDINATES, "helper"):
        save(tmp_path / "all" / "ada" / f"{name}.py", "red")
    return Gathering(tmp_path / "all", "all").submitted[0]


def test_a_record_depends_on_all_that_the_code_may_read(
    mine: Submitted, tmp_path: Path, monkeypatch: Patch
) -> None:
    def key(one: Submitted = mine, seconds: float = 5.0) -> str:
        return kept.key(one, Limits(seconds))

    keys = [key(), key(seconds=6.0)]
    with monkeypatch.context() as patch:
        patch.setattr(kept, "_harness", lambda kata: "another")
        keys.append(key())
    for name in ("helper.py", f"{COORDINATES}.py", ".hidden", "deep/er/data.txt"):
        save(mine.own / name, "another")
        keys.append(key())
    (mine.own / "link").symlink_to("helper.py")
    keys.append(key())
    monkeypatch.setattr(digesting, "ROOT", tmp_path)
    test = tmp_path / PATH[0].table
    for table in ("one", "another"):
        save(test, "from kata_tables import rows")
        save(test.with_name("table.txt"), table)
        keys.append(key())
    assert len({*keys}) == len(keys)
    # What an editor keeps while one types does not count, nor an environment.
    save(mine.own / f".{WINNER}.py.swp", "")
    save(mine.own / "__pycache__" / "x.pyc", "")
    assert key() == keys[-1]
    # Of a file alone, nothing beside it counts; too much is not read.
    alone = replace(mine, own=mine.file)
    before = key(alone)
    save(mine.own / "helper.py", "another one")
    assert key(alone) == before != ""
    monkeypatch.setattr(digesting, "MOST_FILES", 2)
    assert key() == ""


def test_a_record_that_is_not_whole_is_none(tmp_path: Path, mine: Submitted) -> None:
    kept.put(tmp_path, "key", judged(mine))
    assert kept.get(tmp_path, "key") == judged(mine)
    whole = (tmp_path / "key").read_text()
    for text in (whole[:-1], "[]", whole.replace(RED, "fine")):
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
    def place(mkdir: Any, held: Collection[str] = NO_WRITING) -> Path | None:
        config: Any = SimpleNamespace(cache=SimpleNamespace(mkdir=mkdir))
        return kept.place(config, held)

    def mkdir(name: str) -> Path:
        return tmp_path

    (tmp_path / "old").touch()
    assert place(mkdir) == tmp_path
    for part in NO_WRITING:
        assert place(mkdir, [part, "seccomp"]) is None
    assert place(os.rmdir) is None  # An OSError: only others may write there.
    nothing: Any = SimpleNamespace()  # As with -p no:cacheprovider.
    assert kept.place(nothing, NO_WRITING) is None
    assert (tmp_path / "old").exists()
    later = time() + kept.LONGEST_SECONDS + 60
    monkeypatch.setattr(kept, "time", lambda: later)
    place(mkdir)
    assert not (tmp_path / "old").exists()


@pytest.mark.parametrize(
    ("state", "times"),
    [
        ("red", 1),
        ("stub", 1),
        ("slow", 2),
        ("green but saved", 2),
    ],
)
def test_a_file_is_run_once_if_it_came_to_an_end_and_was_not_saved_meanwhile(
    tmp_path: Path, mine: Submitted, state: str, times: int
) -> None:
    ran = []

    def ask(one: Submitted, *others: object) -> KataRecord:
        ran.append(one)
        if "saved" in state:
            one.file.write_text(f"{state} {len(ran)}")
        return judged(one)

    terms = Terms(Gathering(mine.file.parents[1], "all"), Limits(), kept=tmp_path)
    for _ in range(2):
        mine.file.write_text(state)
        told = run(mine, terms, Mock(run=ask))
        assert told.state == STATES[state.split()[0]]
    assert len(ran) == times
    assert terms.unchanged == ({mine.node_id} if times == 1 else set())


# Parts that are merged


def record(who: str, state: str = RED, kata: str = WINNER, **more: Any) -> KataRecord:
    """A record with a bit of everything in it."""
    bar = "##" if state == GREEN else "#x"
    if state == RED:
        more["failures"] = (failure("a", f"got {who}"),)
        more["misconception"] = Belief("all_is_one", "Your code seems ...")
    return person(who, state, kata=kata, bar=bar, **more)


def merged(folder: Path, *cohorts: Cohort) -> tuple[Cohort, list[str]]:
    """Write the parts, and return them as one when they are read again."""
    found = merge.Merged()
    for number, one in enumerate(cohorts, 1):
        path = folder / f"part{number}.json"
        write(path, one)
        found.add(merge.read(path))
    return found.cohort(), found.told


def test_parts_by_people_and_by_katas_are_one_cohort(tmp_path: Path) -> None:
    one = cohort(
        record("ada", RED, COORDINATES),
        record("朱 明", GREEN, COORDINATES),
        isolation=("a", "b"),
        python="3.13.1",
        seconds=2.5,
        history=(Step("ada", COORDINATES, "2025-01-31 20:00", RED, "[#x]"),),
        names=(Called("ada", "Ada Lovelace"),),
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
    states = {
        name: [one.state for one in mine] for name, mine in both.by_person.items()
    }
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
    _, told = merged(tmp_path, first, longer)
    assert f"part2: the table of {WINNER} has 3 cases, in part1 it has 2" in told
    other = cohort(record("bob", stages=(replace(one, name="new"), two)))
    why = f"part2: the stages of {WINNER} are new, two; in part1"
    with pytest.raises(ValueError, match=why):
        merged(tmp_path, first, other)


def test_a_part_of_another_version_is_refused(tmp_path: Path, capsys: Any) -> None:
    part, page = tmp_path / "part.json", tmp_path / "page.html"
    write(part, cohort(record("ada")))
    text = part.read_text("utf-8").replace(f'"version": {VERSION}', '"version": 1')
    part.write_text(text, encoding="utf-8")
    assert merge.main([str(part), f"--report={page}"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: part.json: ")
    assert f"of version {VERSION}, got 1; run" in said
    assert not page.exists()
