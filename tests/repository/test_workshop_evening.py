"""A workshop in more than one run: an evening, and kept records."""

import os
import re
import shutil
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import sources
from kata_kit.katas import PATH
from kata_kit.process import Limits
from kata_kit.record import (
    BROKEN,
    GREEN,
    NOT_STARTED,
    RED,
    STOPPED,
    KataRecord,
)
from kata_workshop import evening, kept, runs
from kata_workshop.files import Submitted
from kata_workshop.kept import NO_WRITING, History
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering
from kata_workshop.run import TERMS, Ask, Terms, run
from kata_workshop.runs import Runs
from kata_workshop.screen import Screen
from repository.cohorts import person
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

    def run(self, one: Submitted, terms: Terms, ask: Ask) -> KataRecord:
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


def test_only_what_has_changed_is_run(room):
    assert room.turn(ada="red", bob="red") == ["ada", "bob"]
    assert room.turn() == []
    assert room.turn(ada="green", cy="red", bob="red") == ["ada", "cy"]
    assert room.states == {"ada": GREEN, "bob": RED, "cy": RED}
    room.live._terms.unchanged.update(
        f"submissions::{who}::{WINNER}" for who in ("ada", "bob")
    )
    (room.folder / f"ada__{WINNER}.py").unlink()
    assert room.turn() == []
    assert room.states == {"bob": RED, "cy": RED}
    notes = str([*room.screen._notes(room.screen.cohort())])
    assert "as in an earlier run: 1 of 2 files" in notes


def test_the_facilitator_sees_where_people_are(room, capsys):
    (room.folder / "eve").mkdir()
    save(room.folder / "lines.py", "")
    room.turn(ada="red", bob="red", cy="broken")
    shown = [
        "3 of 4 have begun",
        "not yet: eve",
        "2 of 4 are in stage 2 of kata 1 (tictactoe_winner: any size)",
    ]
    odd = "not run: lines.py (expected <participant>__<kata>.py)"
    assert room.lines[1:] == [*shown, odd]
    assert "\n".join([*shown, odd]) in capsys.readouterr().out
    (room.folder / "lines.py").unlink()
    room.turn()
    assert room.lines[1:] == shown


def test_whoever_stays_in_a_stage_for_ten_minutes_is_named_whole(room, monkeypatch):
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


def test_of_two_hundred_the_twenty_who_matter_are_shown(room, monkeypatch, capsys):
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


def test_an_evening_that_is_watched_again_goes_on(tmp_path, monkeypatch):
    ada = person("ada", RED, bar="x.")
    for minutes, state in ((0, RED), (9, RED), (41, GREEN)):
        at = EIGHT + timedelta(minutes=minutes)
        monkeypatch.setattr(kept, "now", lambda at=at: at)
        History(tmp_path, tmp_path).add(replace(ada, state=state))
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


def test_whoever_comes_later_gets_an_animal_and_the_others_keep_theirs(
    room,
):
    terms = room.live._terms
    hidden = replace(terms.gathering, aliases=Aliases())
    room.live._terms = replace(terms, gathering=hidden)
    room.turn(bob="red")
    (animal,) = room.states
    room.turn(ada="green")
    assert room.states.pop(animal) == RED
    assert len({*room.states, animal, "ada", "bob"}) == 4
    assert room.screen.cohort().anonymous
    room.folder.rename(room.folder.with_name("gone"))
    room.turn()
    assert "a folder cannot be read: No such file or directory" in room.lines
    room.screen.pytest_internalerror("ada broke it")
    assert "ada" not in str([*room.screen._notes(room.screen.cohort())])


def test_katas_that_nobody_has_begun_are_not_shown_unless_they_were_named(
    room,
):
    other = room.folder / f"ada__{COORDINATES}.py"
    other.write_text("stub")
    room.turn(ada="stub")
    assert list(room.screen.cohort().katas) == [WINNER]  # Something has to be.
    other.write_text("red")
    room.turn()
    assert list(room.screen.cohort().katas) == [COORDINATES]
    room.screen.begin(replace(room.live._terms, named=[WINNER, COORDINATES]))
    assert list(room.screen.cohort().katas) == [WINNER, COORDINATES]


def test_a_run_that_is_piped_says_a_line_a_minute(room, capsys, monkeypatch):
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


def test_a_record_depends_on_all_that_the_code_may_read(mine, tmp_path, monkeypatch):
    def key(seconds: float = 5.0) -> str:
        return kept.key(mine, Limits(seconds))

    keys = [key(), key(seconds=6.0)]
    for name in ("helper.py", f"{COORDINATES}.py", ".hidden", "deep/er/data.txt"):
        save(mine.own / name, "another")
        keys.append(key())
    monkeypatch.setattr(kept, "_harness", lambda: "another")
    keys.append(key())
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    for table in ("one", "another"):
        save(tmp_path / PATH[0].table, "from kata_tables import rows")
        save((tmp_path / PATH[0].table).with_name("table.txt"), table)
        keys.append(key())
    assert len({*keys}) == len(keys)
    # What an editor keeps while one types does not count; too much is not read.
    save(mine.own / f".{WINNER}.py.swp", "")
    assert key() == keys[-1]
    monkeypatch.setattr(sources, "MOST_FILES", 2)
    assert key() == ""


def test_a_record_that_is_not_whole_is_none(tmp_path, mine):
    kept.put(tmp_path, "key", judged(mine))
    assert kept.get(tmp_path, "key") == judged(mine)
    whole = (tmp_path / "key").read_text()
    for text in (whole[:-1], "[]", whole.replace(RED, "fine")):
        (tmp_path / "key").write_text(text)
        assert kept.get(tmp_path, "key") is None


def test_nothing_is_kept_where_code_could_write_it(tmp_path, monkeypatch):
    def place(mkdir: Any, held: Collection[str] = NO_WRITING) -> Path | None:
        config: Any = SimpleNamespace(cache=SimpleNamespace(mkdir=mkdir))
        return kept.place(config, held)

    save(tmp_path / "katas" / "old", "")
    assert place(tmp_path.joinpath) == tmp_path / "katas"
    for part in NO_WRITING:
        assert place(tmp_path.joinpath, [part, "seccomp"]) is None
    assert place(os.rmdir) is None  # An OSError: only others may write there.
    nothing: Any = SimpleNamespace()  # As with -p no:cacheprovider.
    assert kept.place(nothing, NO_WRITING) is None
    later = time() + kept.LONGEST_SECONDS + 60
    monkeypatch.setattr(kept, "time", lambda: later)
    place(tmp_path.joinpath)
    assert not (tmp_path / "katas" / "old").exists()


@pytest.mark.parametrize(
    ("state", "times"),
    [("red", 1), ("stub", 1), ("slow", 2), ("green but saved", 2)],
)
def test_a_file_is_run_once_if_it_came_to_an_end_and_was_not_saved_meanwhile(
    tmp_path, mine, state, times
):
    ran = []

    def ask(one: Submitted, *others: object) -> KataRecord:
        ran.append(one)
        if "saved" in state:
            one.file.write_text(f"{state} {len(ran)}")
        return judged(one)

    terms = Terms(Gathering(mine.file.parents[1], "all"), Limits(), kept=tmp_path)
    for _ in range(2):
        mine.file.write_text(state)
        told = run(mine, terms, ask)
        assert told.state == STATES[state.split()[0]]
    assert len(ran) == times
    assert terms.unchanged == ({mine.node_id} if times == 1 else set())
    mine.file.write_text("red once more")
    run(mine, terms, ask)
    assert terms.unchanged == set()
