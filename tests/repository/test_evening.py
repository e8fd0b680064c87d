"""An evening: who takes part, what is kept of each run, and what is refused."""

from __future__ import annotations

import ast
import errno
import os
import socket
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

for extra in ("ifaddr", "jinja2", "markdown_it", "segno", "starlette", "uvicorn"):
    pytest.importorskip(extra, reason='needs the extra "evening"')

from kata_evening import join, leave, process, sending
from kata_evening.evening import HERE, parsed, show
from kata_evening.people import folder_name
from kata_evening.room import Room
from kata_evening.wall import Wall
from kata_evening.web import Web
from kata_kit.katas import BY_NAME
from kata_kit.record import KataRecord, StageRecord
from repository.evening import NO_DIAGONALS, RIGHT, record_of, run_of, serving
from repository.project import GREEN_BAR, ROOT, WINNER, bar, on_linux
from starlette.exceptions import HTTPException

pytest_plugins = ["repository.evening_fixtures"]

KATA = BY_NAME[WINNER]
STUB = KATA.stub.read_text("utf-8")
HALF = bar("xx##x")  # without diagonals


def history(folder: Path) -> list[str]:
    return (folder / "history.jsonl").read_text().strip().splitlines()


# Taking part


def test_a_run_is_kept_in_files_that_people_can_read(evening, tmp_path):
    assert evening.send("Ada", NO_DIAGONALS).data == {"seen": HALF}
    assert evening.send("Ada", RIGHT, 2).data == {"seen": GREEN_BAR}
    folder = tmp_path / "data" / "Ada"
    names = {"person.json", "history.jsonl", f"{WINNER}.py", f"{WINNER}.json"}
    assert {file.name for file in folder.iterdir()} == names
    assert (folder / f"{WINNER}.py").read_text() == RIGHT
    first, second = history(folder)
    assert HALF in first
    assert GREEN_BAR in second
    assert evening.keys["Ada"] not in (folder / "person.json").read_text()


def test_a_room_is_found_again_and_takes_a_run_once(web, evening, tmp_path):
    for number in (1, 2, 1, 2, 2):
        evening.send("Ada", NO_DIAGONALS, number)
    folder, key = tmp_path / "data", evening.keys["Ada"]
    with (folder / "Ada" / "history.jsonl").open("a") as file:
        file.write('\n{"time": 1')  # The power went.
    again = Room(folder, web.room.known)
    assert Wall(again).view(is_mine=False)["katas"] == evening.view()["katas"]
    for number in (2, 3):
        assert again.take(key, **run_of(NO_DIAGONALS, number)) == {"seen": HALF}
    third = Room(folder, web.room.known).person(key)
    assert [step.id for step in third.history] == ["1", "2", "3"]


def test_another_browser_gets_the_code_and_its_stub_replaces_nothing(evening):
    def code(name: str) -> Any:
        key = evening.keys.get(name, "unknown")
        reply = evening.ask("/evening/katas", X_Evening_Key=key)
        return reply.status, reply.data.get(WINNER)

    seen = evening.send("Ada", STUB).data["seen"]
    assert code("Ada") == (200, STUB)
    assert evening.send("Ada", RIGHT, 2).data["seen"] == GREEN_BAR != seen
    assert evening.send("Ada", STUB, 3).data["seen"] == GREEN_BAR
    assert code("Ada") == (200, RIGHT)
    evening.keys["Bob"] = evening.join("Bob")
    assert code("Bob") == (200, "")
    assert code("nobody") == (401, None)


NAMES = {
    " ada \n+  grace ": "ada + grace",
    "朱": "朱",
    "e\u0301va": "éva",
    "<b>x</b>": "<b>x</b>",
}
NO_NAMES = ["", " ", "x" * 29, "x" * 10_000, "e" + 100 * "\u0301", "\u202eada"]
NO_NAMES += ["a\x1b[2J", "\ud800"]
NO_TEXTS = [5, None, ["ada"], {"name": 1}]


def test_a_name_is_as_it_was_said_or_gets_a_sentence(evening):
    names: tuple[Any, ...] = (*NO_NAMES, *NO_TEXTS)
    for said, shown in NAMES.items():
        assert evening.ask("/evening/join", {"name": said}).data["name"] == shown
    for name in names:
        status, _, text = evening.ask("/evening/join", {"name": name})
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
    key = evening.keys["ada"]
    for name in ("Ada", "ADA", "\uff21da", "ada "):
        code = evening.ask("/evening/device", {}, X_Evening_Key=key).data["code"]
        for wrong in ("", f"{code}x"):
            reply = evening.ask("/evening/join", {"name": name, "code": wrong})
            assert reply.status == 409
            assert reply.data["error"].startswith("ada is here already.")
        second = evening.join(name, code=code)
        assert evening.run(second, run_of(RIGHT, 2)).status == 200
        again = evening.ask("/evening/join", {"name": name, "code": code})
        assert again.status == 409
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


def test_without_a_browser_the_facilitators_link_is_printed(
    web, tmp_path, monkeypatch, capsys
):
    options = parsed([f"--data={tmp_path}", f"--host={HERE}"])
    link = "Your own page: http://127.0.0.1:8000/f"
    missing = Mock(return_value=webbrowser.BackgroundBrowser("missing-browser"))
    terminal = Mock(return_value=webbrowser.GenericBrowser("true"))
    none = Mock(side_effect=webbrowser.Error)
    browsers = ((missing, False), (terminal, False), (none, False), (Mock(), True))
    for get, is_open in browsers:
        monkeypatch.setattr(webbrowser, "get", get)
        show(options, web, 8000)
        screen = capsys.readouterr().out
        assert ("Your own page is open in this" in screen) == is_open
        assert (link in screen) != is_open


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a clone keeps what it has joined."""
    for module in (join, leave, sending):
        monkeypatch.setattr(module, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(sending, "PAUSES", [0])
    return tmp_path / "kept"


def ids(room: Room) -> list[str]:
    return [step.id for step in room.people["ada"].history]


def test_a_clones_run_goes_to_the_room_in_which_it_was_made(
    web, evening, clone, tmp_path
):
    room = Room(tmp_path / "other", web.room.known)
    with serving(Web(Wall(room), tmp_path / "pages", "secret")) as other:
        assert join.main([evening.address, "ada"]) == 0
        join.keep([record_of(NO_DIAGONALS)])
        assert join.main([other.address, "ada"]) == 0
        join.keep([record_of(NO_DIAGONALS)])
        assert join.main([evening.address, "\uff21DA "]) == 0
        assert sending.send() == ""
        assert (len(ids(web.room)), ids(room)) == (1, [])
        assert len([*clone.rglob("*-*.json")]) == 1
        assert join.main([other.address, "ada"]) == 0
        room.release("ada")
        assert "join again with `python -m katas join`" in sending.send()
    sending.main()
    problem = (clone / "problem.txt").read_text()
    sentence = "a run is still waiting: no evening answers at "
    assert problem.startswith(f"{sentence}{other.address} (")


def test_a_clone_takes_part_until_it_leaves(
    web, evening, clone, pytestconfig, monkeypatch, capsys
):
    house = pytestconfig.pluginmanager.get_plugin(str(ROOT / "conftest.py"))
    monkeypatch.setattr(house, "JOINED", clone / "link.json")
    monkeypatch.setattr(process, "start", lambda module: sending.main())
    option = SimpleNamespace(solution=False, file_under_test=None)

    def lines(*records: KataRecord, **options: Any) -> list[str]:
        """Return what a run shows at its end."""
        config, reporter = Mock(), Mock()
        config.option = SimpleNamespace(**vars(option) | options)
        config.pluginmanager.get_plugin().all.return_value = records
        house.pytest_terminal_summary(reporter, config)
        return [call.args[0] for call in reporter.write_line.call_args_list]

    record, goes = record_of(RIGHT), "evening: your run goes to the room as ada"
    evening.join("eva")
    assert join.main([evening.address, "Eva"]) == 2
    assert "is here already." in capsys.readouterr().err
    assert lines(record) == []
    assert join.main([evening.address, "ada"]) == 0
    assert lines(record, replace(record, whole=False)) == [goes]
    assert lines(record, solution=True) == []
    assert lines(record, file_under_test="x.py") == lines() == []
    assert len(ids(web.room)) == 1
    with monkeypatch.context() as patch:
        patch.setattr("kata_evening.room.LONGEST_CODE", 10)
        problem = "evening: a run wasn't taken: expected code of at most 10 bytes"
        assert lines(record) == [goes, problem]
    assert lines() == []
    for line in ("Your runs stay here now.", "You haven't joined an evening."):
        capsys.readouterr()
        leave.main([])
        assert capsys.readouterr().out == f"{line}\n"
    assert [file.name for file in clone.rglob("*.*")] == ["key.txt"]
    assert lines(record) == []
    assert join.main([evening.address, "ADA"]) == 0
    assert "You take part as ada." in capsys.readouterr().out
    (clone / "link.json").write_text("no JSON")
    (broken,) = lines(record)
    assert broken.startswith("evening: nothing was sent: JSONDecodeError")


# What comes in has bounds


def test_people_bytes_and_requests_have_bounds(web, evening, monkeypatch):
    evening.send("ada", NO_DIAGONALS)
    long = run_of(NO_DIAGONALS, 2) | {"code": "#" * 100_001}
    assert evening.run(evening.keys["ada"], long).status == 413
    again = Room(web.room.folder, web.room.known)
    with monkeypatch.context() as patch:
        patch.setattr("kata_evening.room.MOST_STEPS", 1)
        patch.setattr("kata_evening.room.MOST_PEOPLE", 1)
        assert evening.ask("/evening/join", {"name": "bob"}).status == 403
        for room in (web.room, again):
            with pytest.raises(HTTPException, match="ada has sent too much"):
                room.take(evening.keys["ada"], **run_of(RIGHT, 3))
    monkeypatch.setattr("kata_evening.room.MOST_RUNS", 3)
    statuses = [evening.send("ada", RIGHT, number).status for number in (4, 5, 6)]
    assert statuses == [200, 200, 429]
    assert evening.send("a run of ada", RIGHT).status == 200
    monkeypatch.setattr("kata_evening.room.MOST_TO_JOIN", 3)  # as many as came
    assert evening.ask("/evening/join", {"name": "eva"}).status == 429


@on_linux  # Elsewhere 127.0.0.2 isn't this machine.
def test_a_laptop_that_opens_many_connections_leaves_some_for_others(web):
    web.server.config.limit_concurrency = 9
    with serving(web) as evening, ExitStack() as stack:

        def is_closed(host: str) -> bool:
            place = evening.host, evening.port
            connection = socket.create_connection(place, 20, (host, 0))
            stack.enter_context(connection)
            connection.sendall(b"GET /wall HTTP/1.1\r\nHost: x\r\n\r\n")
            with suppress(ConnectionError):
                return not connection.recv(1)
            return True

        hosts = ["127.0.0.1"] * 5 + ["127.0.0.2"]
        assert [*map(is_closed, hosts)] == [False] * 3 + [True] * 2 + [False]


def test_a_full_disk_is_said_and_nothing_is_lost(web, evening, monkeypatch, tmp_path):
    evening.send("ada", NO_DIAGONALS)
    room, key = web.room, evening.keys["ada"]
    code, folder = room.device(key)["code"], tmp_path / "data" / "ada"

    def is_refused(*acts: Callable[[], object]) -> None:
        full = OSError(errno.ENOSPC, "No space left on device")
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", Mock(side_effect=full))
            for act in acts:
                with pytest.raises(
                    HTTPException, match="No space left on device"
                ) as error:
                    act()
                assert error.value.status_code == 507

    is_refused(
        lambda: room.take(key, **run_of(RIGHT, 2)),
        lambda: room.join("ada", code=code),
        lambda: room.release("ada"),
    )
    assert "No space left on device" in room.trouble
    assert (folder / f"{WINNER}.py").read_text() == NO_DIAGONALS
    assert not [*folder.glob(".*")]
    assert evening.send("ada", RIGHT, 2).data == {"seen": GREEN_BAR}
    assert room.join("ada", code=code)
    room.release("ada")
    is_refused(lambda: room.join("ada"), lambda: room.join("eva"))
    assert len(room.people) == 1
    assert room.join("ada")
    assert not room.trouble


def test_no_wall_waits_for_the_disk_and_nobodys_code_is_parsed(
    web, evening, monkeypatch
):
    room, waiting = web.room, list[bool]()
    evening.send("ada", RIGHT)

    def look(number: int) -> None:
        with ThreadPoolExecutor(1) as thread:
            view = thread.submit(web.wall.view, is_mine=True)
            waiting.append(not view.result(timeout=20))

    parse = Mock(side_effect=MemoryError)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", look)
        patch.setattr(ast, "parse", parse)
        key = room.join("bob")["key"]
        room.take(key, **run_of(RIGHT))
        room.release("bob")
    assert room.code(room.people["bob"], WINNER) == RIGHT
    assert {*waiting} == {False}
    parse.assert_not_called()


def test_what_cannot_be_read_after_a_restart_is_said(web, evening):
    evening.send("ada", RIGHT)
    evening.send("bob", RIGHT)
    (web.room.folder / "ada" / f"{WINNER}.json").write_text("{")
    (web.room.folder / "bob" / "person.json").write_text("{")
    again = Room(web.room.folder, web.room.known)
    files = f"ada/{WINNER}.json, bob/person.json"
    assert f"couldn't be read at the start: {files}. " in again.trouble
    assert again.person(evening.keys["ada"])
    key = again.join("bob")["key"]
    assert again.code(again.person(key), WINNER) == ""
    again.take(key, **run_of(NO_DIAGONALS))
    assert (web.room.folder / "bob" / f"{WINNER}.py").read_text() == RIGHT


def changed(**parts: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data | {"record": data["record"] | parts}


ELSEWHERE = [asdict(StageRecord("edges", 1))]
NEGATIVE = [asdict(StageRecord("cost", -1))]
BODIES: dict[str, tuple[int, Callable[[dict[str, Any]], Any]]] = {
    "no JSON": (400, lambda data: b"\xff\xfe{"),
    "a list": (400, lambda data: [data]),
    "deep": (400, lambda data: b'{"a":' * 90_000),
    "huge": (413, lambda data: b"[" + b"1," * 300_000),
    "a number of many digits": (400, lambda data: b'{"id": ' + b"9" * 400_000 + b"}"),
    "no kata": (400, changed(kata="nim")),
    "code of another type": (400, lambda data: data | {"code": 5}),
    "code with half a sign": (400, lambda data: data | {"code": "\ud800"}),
    "a part too many": (400, changed(more=1)),
    "stages of another kata": (400, changed(stages=ELSEWHERE, failures=[])),
    "no stages": (400, changed(stages=[])),
    "a negative number": (400, changed(stages=NEGATIVE)),
    "a red stage without a case": (400, changed(failures=[])),
    "too many cases": (400, changed(failures=[{}] * 1_001)),
    "a long number": (413, lambda data: data | {"id": "9" * 41}),
}


def test_a_hostile_body_gets_a_sentence_and_changes_no_row(evening):
    evening.send("victim", RIGHT)
    before, key = evening.view()["katas"], evening.join("mallory")
    for name, (status, spoiled) in BODIES.items():
        reply = evening.run(key, spoiled(run_of(NO_DIAGONALS)))
        assert (name, reply.status) == (name, status)
        assert reply.data["error"].startswith("expected")
    other = evening.send("mallory's friend", NO_DIAGONALS, kata="reversi_flips")
    sentence = "this evening doesn't have the kata reversi_flips: its katas are "
    assert (other.status, other.data["error"]) == (400, f"{sentence}{WINNER}")
    for key in ("", "x", "../victim", "\xff"):
        assert evening.run(key, run_of(RIGHT)).status == 401
    assert evening.view()["katas"] == before


def test_whoever_sends_no_whole_request_is_not_waited_for(web, monkeypatch):
    monkeypatch.setattr("kata_evening.door.SECONDS_TO_SEND", 0.2)
    head = b"POST /evening/join HTTP/1.1\r\nContent-Length: 9"
    json = b"\r\nHost: x\r\nContent-Type: application/json\r\n\r\n{"
    with serving(web) as evening:
        for begun, reply in ((b"", b""), (head, b""), (head + json, b"HTTP/1.1 408")):
            place = evening.host, evening.port
            with socket.create_connection(place, timeout=20) as connection:
                connection.sendall(begun)
                assert connection.recv(12) == reply
