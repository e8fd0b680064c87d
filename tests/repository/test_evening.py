"""An evening: who takes part, and what is kept of each run."""

import errno
import os
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening.people import folder_name
from kata_evening.room import Room
from kata_evening.wall import Wall
from kata_kit.katas import BY_NAME
from repository.evening import NO_DIAGONALS, RIGHT, bars, run_of
from repository.project import GREEN_BAR, WINNER, bar
from starlette.exceptions import HTTPException

pytest_plugins = ["repository.evening_fixtures"]

STUB = BY_NAME[WINNER].stub.read_text("utf-8")
HALF = bar("xx##x")  # without diagonals
CODE = f"{WINNER}.py"


# Who takes part


NAMES = {
    " ada \n+  grace ": "ada + grace",
    "朱": "朱",
    "e\u0301va": "éva",
    "<b>x</b>": "<b>x</b>",
}
NO_NAMES = ["", "x" * 29, "x" * 10_000, "e" + 100 * "\u0301", "\u202eada", "a\x1b[2J"]
NO_TEXTS = [5, None, ["ada"], {"name": 1}]


def test_a_name_is_as_it_was_said_or_gets_a_sentence(evening):
    for said, shown in NAMES.items():
        assert evening.join(said).data["name"] == shown
    for name in (*NO_NAMES, "\ud800", *NO_TEXTS):
        status, _, text = evening.join(name)
        assert status == 400
        assert '"expected a name of 1 to 28 letters, got ' in text
        assert len(text) < 140


FOLDERS = ["..", "../../x", "CON", "con.txt", "nul ", "lpt1", "a/b", r"a\b", "a:b"]
FOLDERS += ["a.", "tests", "Katas", WINNER, ".hidden", "-rf", "朱", "<b>", "a\x00b"]


def test_the_name_of_a_folder_is_one_on_every_system():
    names = list[str]()
    for name in FOLDERS:
        names.append(folder_name(name, names))
    assert len({name.casefold() for name in names}) == len(FOLDERS)
    for name in names:
        assert not set(name) & set('/\\:*?"<>|.\0')
        assert name.strip() == name
        assert name.casefold() not in {"con", "nul", "lpt1", "tests", "katas", WINNER}


def test_a_name_is_its_browsers_until_it_is_released(web, evening):
    evening.send("ada", RIGHT)
    for name in ("Ada", "\uff21da", "ada "):
        reply = evening.join(name)
        assert reply.status == 409
        assert reply.data["error"].startswith("ada is here already.")
    key = evening.keys["ada"]
    code = evening.ask("/evening/device", {}, X_Evening_Key=key).data["code"]
    assert evening.join("ada", code=f"{code}x").status == 409
    second = evening.join("Ada", code=code).data["key"]
    assert evening.run(second, run_of(RIGHT, 2)).status == 200
    assert evening.join("Ada", code=code).status == 409
    evening.mine("release", {"name": "ada"})
    assert evening.send("ada", RIGHT).status == 401
    assert evening.send("Ada", RIGHT).status == 200
    assert len(web.room.people) == 1


def test_a_word_is_asked_for_where_there_is_one(tmp_path):
    room = Room(tmp_path, {}, "swordfish")
    for word in ("", "Swordfish", None, ["swordfish"]):
        with pytest.raises(HTTPException, match="expected the word of this room"):
            room.join("ada", word)
    assert room.join("ada", "swordfish")


# What is kept


def test_a_run_is_kept_in_files_that_people_can_read(evening, tmp_path):
    assert evening.send("Ada", NO_DIAGONALS).data == {"seen": HALF}
    assert evening.send("Ada", RIGHT, 2).data == {"seen": GREEN_BAR}
    folder = tmp_path / "data" / "Ada"
    names = {"person.json", "history.jsonl", CODE, f"{WINNER}.json"}
    assert {file.name for file in folder.iterdir()} == names
    assert (folder / CODE).read_text() == RIGHT
    assert bars(folder) == [HALF, GREEN_BAR]
    assert evening.keys["Ada"] not in (folder / "person.json").read_text()


def test_a_room_is_found_again_and_takes_a_run_once(web, evening, tmp_path):
    for number in (1, 2, 1, 2, 2):
        evening.send("Ada", NO_DIAGONALS, number)
    folder, key = tmp_path / "data", evening.keys["Ada"]
    with (folder / "Ada" / "history.jsonl").open("a") as file:
        file.write('\n{"time": 1\n')  # Somebody has changed it.
        file.write('{"time": "1", "id": "", "kata": "", "bar": "", "passed": 1}')
    again = Room(folder, web.room.known)
    assert Wall(again).view(is_mine=False)["katas"] == evening.view()["katas"]
    for number in (2, 3):
        assert again.take(key, **run_of(NO_DIAGONALS, number)) == {"seen": HALF}
    third = Room(folder, web.room.known).person(key)
    assert [step.id for step in third.history] == ["1", "2", "3"]


def test_another_browser_gets_the_code_and_its_stub_replaces_nothing(evening):
    def code(key: str) -> Any:
        return evening.ask("/evening/katas", X_Evening_Key=key).data.get(WINNER)

    for number, sent, kept in ((1, STUB, STUB), (2, RIGHT, RIGHT), (3, STUB, RIGHT)):
        seen = evening.send("Ada", sent, number).data["seen"]
        assert (seen == GREEN_BAR) == (kept == RIGHT)
        assert code(evening.keys["Ada"]) == kept
    assert code(evening.join("Bob").data["key"]) == ""
    assert code("unknown") is None


def test_a_full_disk_is_said_and_nothing_is_lost(web, evening, monkeypatch):
    evening.send("ada", NO_DIAGONALS)
    room, device = web.room, web.room.device(evening.keys["ada"])
    file = room.folder / "ada" / CODE

    def statuses() -> list[int]:
        replies = (
            evening.send("ada", RIGHT, 2),
            evening.join("ada", **device),
            evening.join("eva"),
            evening.mine("release", {"name": "ada"}),
        )
        return [reply.status for reply in replies]

    full = OSError(errno.ENOSPC, "No space left on device")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", Mock(side_effect=full))
        assert statuses() == [507] * 4
    assert "No space left on device" in room.trouble
    assert file.read_text() == NO_DIAGONALS
    assert not [*file.parent.glob(".*")]
    assert [*room.people] == ["ada"]
    assert statuses() == [200] * 4
    assert file.read_text() == RIGHT
    assert not room.trouble


def test_no_wall_waits_for_the_disk_and_nobodys_code_is_parsed(
    web, evening, monkeypatch
):
    waits = list[bool]()
    code = "(" * 99_999  # Python refuses to parse that.

    def look(number: int) -> None:
        view = Thread(target=web.wall.view, kwargs={"is_mine": True}, daemon=True)
        view.start()
        view.join(timeout=10)
        waits.append(view.is_alive())

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", look)
        key = evening.join("bob").data["key"]
        assert evening.run(key, run_of(RIGHT) | {"code": code}).status == 200
        assert evening.mine("release", {"name": "bob"}).status == 200
    assert web.room.code(web.room.people["bob"], WINNER) == code
    assert {*waits} == {False}


def test_what_cannot_be_read_after_a_restart_is_said(web, evening):
    evening.send("ada", RIGHT)
    evening.send("bob", RIGHT)
    folder = web.room.folder
    (folder / "ada" / f"{WINNER}.json").write_text("{")
    (folder / "bob" / "person.json").write_text("{")
    again = Room(folder, web.room.known)
    files = f"ada/{WINNER}.json, bob/person.json"
    assert f"couldn't be read at the start: {files}. " in again.trouble
    assert again.person(evening.keys["ada"])
    key = again.join("bob")["key"]
    assert again.code(again.person(key), WINNER) == ""
    again.take(key, **run_of(NO_DIAGONALS))
    assert (folder / "bob" / CODE).read_text() == RIGHT


def test_a_history_that_cannot_be_read_is_kept(web, evening, monkeypatch):
    evening.send("ada", RIGHT)
    read, history = Path.read_bytes, web.room.folder / "ada" / "history.jsonl"

    def fail(file: Path) -> bytes:
        if file == history:
            raise OSError(errno.EIO, "Input/output error")
        return read(file)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", fail)
        again = Room(web.room.folder, web.room.known)
    assert "couldn't be read at the start: ada/person.json. " in again.trouble
    again.take(again.join("ada")["key"], **run_of(NO_DIAGONALS, 2))
    assert bars(history.parent) == [GREEN_BAR]
