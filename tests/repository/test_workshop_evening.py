"""A live evening, and the records that are kept from one run to the next."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic, time
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit.katas import PATH
from kata_kit.process import Limits
from kata_kit.record import BROKEN, GREEN, NOT_STARTED, RED, STOPPED, KataRecord, StageRecord
from kata_workshop import evening, kept
from kata_workshop import run as running
from kata_workshop.kept import NO_WRITING, Kept
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering, Submitted
from kata_workshop.run import MEANT, Terms
from kata_workshop.screen import Screen

WINNER, COORDINATES = PATH[0].name, PATH[1].name
STATES = {"stub": NOT_STARTED, "green": GREEN, "red": RED, "broken": BROKEN, "slow": STOPPED}


def judged(one: Submitted) -> KataRecord:
    """A record with the state that is written in the file."""
    state = STATES[one.file.read_text().split()[0]]
    stages = StageRecord("one", 1), StageRecord("two", state == GREEN, state != GREEN)
    return KataRecord(one.kata.name, "", state, "", stages, participant=one.participant)


class AtOnce:
    """Runs what a pool of threads would."""

    def __init__(self, threads: int) -> None:
        assert threads == 2

    def submit(self, function: Callable[..., KataRecord], *arguments: Any) -> Future[KataRecord]:
        future: Future[KataRecord] = Future()
        try:
            future.set_result(function(*arguments))
        except KeyError as error:
            future.set_exception(error)
        return future


@dataclass
class Room:
    """A folder that is watched, and what the facilitator sees."""

    folder: Path
    live: evening.Evening
    screen: Screen
    ran: list[str] = field(default_factory=list)

    def save(self, **texts: str) -> None:
        for who, text in texts.items():
            (self.folder / f"{who}__{WINNER}.py").write_text(text)

    def turn(self) -> list[str]:
        """Look once more; who has been run."""
        self.ran.clear()
        self.live.turn()
        return [name.split("::")[1] for name in self.ran]

    @property
    def lines(self) -> list[str]:
        return list(self.live.lines(self.screen.cohort(live=True)))


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    """An evening that has begun with an empty folder."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(evening, "ThreadPoolExecutor", AtOnce)
    monkeypatch.setattr(evening, "REPORT_SECONDS", 0.0)
    folder = tmp_path / "all"
    folder.mkdir()
    terms = Terms(Gathering(folder, "all", live=True), Limits())
    config: Any = SimpleNamespace(
        stash={MEANT: ([], terms)}, option=SimpleNamespace(numprocesses=2)
    )
    screen = Screen(config, {"r.html": tmp_path / "r.html"}, ())
    found = Room(folder, evening.Evening(config, screen, terms, ()), screen)

    def run(one: Submitted, terms: Terms) -> KataRecord:
        found.ran.append(one.node_id)
        return judged(one)

    monkeypatch.setattr(evening, "run", run)
    assert found.turn() == []
    assert "0 of 0 have begun" in found.lines
    return found


def test_only_what_has_changed_is_run(room: Room) -> None:
    room.save(ada="red", bob="red")
    assert room.turn() == ["ada", "bob"]
    assert room.turn() == []
    room.save(ada="green", cy="red", bob="red")
    assert room.turn() == ["ada", "cy"]
    states = {one.participant: one.state for one in room.screen.cohort().records}
    assert states == {"ada": GREEN, "bob": RED, "cy": RED}
    (room.folder / f"ada__{WINNER}.py").unlink()
    assert room.turn() == []
    assert room.screen.cohort().participants == ("bob", "cy")


def test_the_facilitator_sees_where_people_are(room: Room) -> None:
    (room.folder / "eve").mkdir()
    room.save(ada="red", bob="red", cy="broken")
    room.turn()
    assert room.lines[1:] == [
        "3 of 4 have begun",
        "not yet: eve",
        "2 of 4 are in stage 2 of kata 1 (tictactoe_winner: any size)",
        f"cannot be loaded: cy ({WINNER})",
    ]
    room.save(cy="green")
    assert room.turn() == ["cy"]
    assert "cannot be loaded" not in "".join(room.lines)


def test_who_has_not_moved_is_told_in_the_terminal_and_not_on_the_page(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.save(ada="red", bob="red", cy="green")
    room.turn()
    later = monotonic() + 660
    monkeypatch.setattr(evening, "monotonic", lambda: later)
    room.save(bob="red but another")
    room.turn()
    assert "no change for ten minutes: ada (11 min)" in room.lines
    assert 'class="live"' in (tmp_path / "r.html").read_text()
    assert "ten minutes" not in (tmp_path / "r.html").read_text()


def test_what_is_wrong_with_the_folder_is_told_until_it_is_right(room: Room) -> None:
    room.save(ada="red")
    room.turn()
    (room.folder / "ada").mkdir()
    second = room.folder / "ada" / f"{WINNER}.py"
    second.write_text("green")
    assert room.turn() == []
    assert "expected one file of a participant for a kata, got two" in "\n".join(room.lines)
    second.unlink()
    room.turn()
    assert "got two" not in "\n".join(room.lines)


def test_an_error_of_the_harness_does_not_end_the_evening(room: Room) -> None:
    room.save(ada="no such state", bob="red")
    assert room.turn() == ["ada", "bob"]
    assert f"submissions::ada::{WINNER}: KeyError('no')" in room.lines
    room.save(ada="green")
    room.turn()
    assert "KeyError" not in "".join(room.lines)


def test_whoever_comes_later_gets_an_animal_and_the_others_keep_theirs(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    terms = room.live._terms
    aliases = replace(terms.gathering, aliases=Aliases([], "lot"))
    monkeypatch.setattr(room.live, "_terms", replace(terms, gathering=aliases))
    room.save(bob="red")
    room.turn()
    (animal,) = room.screen.cohort().participants
    room.save(ada="red")
    room.turn()
    both = room.screen.cohort().participants
    assert animal in both
    assert len({*both, "ada", "bob"}) == 4


def test_katas_that_nobody_has_begun_are_not_shown_unless_they_were_named(room: Room) -> None:
    for kata in (WINNER, COORDINATES):
        (room.folder / f"ada__{kata}.py").write_text("stub")
    room.turn()
    assert list(room.screen.cohort().katas) == [WINNER]  # Something has to be.
    (room.folder / f"ada__{COORDINATES}.py").write_text("red")
    room.turn()
    assert list(room.screen.cohort().katas) == [COORDINATES]
    room.screen._named = [WINNER, COORDINATES]
    assert list(room.screen.cohort().katas) == [WINNER, COORDINATES]


# Records that are kept


@pytest.fixture
def mine(tmp_path: Path) -> Submitted:
    """Ada's file, with a helper and a file for another kata beside it."""
    folder = tmp_path / "all" / "ada"
    folder.mkdir(parents=True)
    for name in (WINNER, COORDINATES, "helper"):
        (folder / f"{name}.py").write_text("red")
    return Gathering(folder.parent, "all").submitted[0]


def test_a_record_is_found_by_all_that_it_depends_on(
    mine: Submitted, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [Kept().key(mine), Kept(limits=Limits(6)).key(mine)]
    monkeypatch.setattr(kept, "_harness", lambda kata: "another")
    keys.append(Kept().key(mine))
    for name in ("helper", WINNER):
        mine.file.with_name(f"{name}.py").write_text("green")
        keys.append(Kept().key(mine))
    other = mine.file.with_name(f"{COORDINATES}.py")
    other.write_text("green")
    assert Kept().key(mine) == keys[-1]  # It is not imported.
    mine.file.write_text(f"import {COORDINATES}")
    keys.append(Kept().key(mine))
    other.write_text("red")
    keys.append(Kept().key(mine))
    assert len(set(keys)) == len(keys) == 7
    (mine.file.parent / ".venv").mkdir()
    (mine.file.parent / ".venv" / "x.py").touch()
    assert Kept().key(mine) == keys[-1]


def test_what_was_in_a_zip_is_found_again_wherever_it_is_unpacked(
    mine: Submitted, tmp_path: Path
) -> None:
    keys = set()
    for name in ("one", "two"):
        own = shutil.copytree(mine.own, tmp_path / name)
        keys.add(Kept().key(replace(mine, file=own / mine.file.name, own=own, packed="x.zip/ada")))
    assert len(keys) == 1
    assert Kept().key(mine) not in keys


def test_the_harness_is_that_of_the_kata() -> None:
    assert kept._harness(PATH[0]) == kept._harness(PATH[0]) != kept._harness(PATH[1])


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[:-1],
        lambda text: "",
        lambda text: "[]",
        lambda text: '{"state": "fine"}',
    ],
)
def test_a_record_that_is_not_whole_is_none(
    tmp_path: Path, mine: Submitted, harm: Callable[[str], str]
) -> None:
    store, record = Kept(tmp_path), judged(mine)
    store.put("key", record)
    assert store.get("key") == record
    (tmp_path / "key").write_text(harm((tmp_path / "key").read_text()))
    assert store.get("key") is None


def test_nothing_is_kept_where_code_could_write_it(tmp_path: Path) -> None:
    cache: Any = SimpleNamespace(cache=SimpleNamespace(mkdir=lambda name: tmp_path))
    assert kept.kept(cache, Limits(), [*NO_WRITING, "seccomp"]).folder == tmp_path
    for part in NO_WRITING:
        assert kept.kept(cache, Limits(), [part, "seccomp"]).folder is None
    nothing: Any = SimpleNamespace()  # As with -p no:cacheprovider.
    assert kept.kept(nothing, Limits(), NO_WRITING).folder is None


@pytest.mark.parametrize(("state", "runs"), [("red", 1), ("slow", 2), ("green but saved", 2)])
def test_a_file_is_run_once_if_it_came_to_an_end_and_was_not_saved_meanwhile(
    tmp_path: Path, mine: Submitted, monkeypatch: pytest.MonkeyPatch, state: str, runs: int
) -> None:
    ran = []

    def run(one: Submitted, *others: object) -> KataRecord:
        ran.append(one)
        if "saved" in state:
            one.file.write_text(f"{state} {len(ran)}")
        return judged(one)

    monkeypatch.setattr(running, "_run", run)
    terms = Terms(Gathering(mine.file.parents[1], "all"), Limits(), kept=Kept(tmp_path))
    told = []
    for _ in range(2):
        mine.file.write_text(state)
        told.append(running.run(mine, terms))
    assert (len(ran), terms.kept.found) == (runs, {mine.node_id} if runs == 1 else set())
    assert [one.state for one in told] == [STATES[state.split()[0]]] * 2
    assert {one.file for one in told} == {f"ada/{WINNER}.py"}
    hidden = replace(terms.gathering, aliases=Aliases(["ada"], "lot"))
    (animal,) = hidden.participants
    again = running.run(hidden.submitted[0], replace(terms, gathering=hidden))
    assert (again.participant, again.file) == (animal, f"{animal}/{WINNER}.py")


def test_old_records_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").touch()
    later = time() + kept.LONGEST_SECONDS + 60
    cache: Any = SimpleNamespace(cache=SimpleNamespace(mkdir=lambda name: tmp_path))
    kept.kept(cache, Limits(), NO_WRITING)
    assert (tmp_path / "old").exists()
    monkeypatch.setattr(kept, "time", lambda: later)
    kept.kept(cache, Limits(), NO_WRITING)
    assert not (tmp_path / "old").exists()
