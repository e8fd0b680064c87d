"""An evening: who takes part, what is kept of each run, and who gets to see what."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import webbrowser
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, replace
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

for extra in ("ifaddr", "jinja2", "markdown_it", "segno", "starlette", "uvicorn"):
    pytest.importorskip(extra, reason='needs the extra "evening"')

from kata_evening import join, leave, site, tournament
from kata_evening.confined import run as pytest_on
from kata_evening.evening import HERE, end, listen, parsed, secret_in, show
from kata_evening.known import Known, read_from, write_down
from kata_evening.people import Refused, Step, folder_name, name_in
from kata_evening.report import Result, Section
from kata_evening.room import Room
from kata_evening.wall import Wall, minutes_without, topics_of
from kata_evening.web import Web
from kata_kit.attempt import stages_of
from kata_kit.katas import BY_NAME, load
from kata_kit.record import KataRecord, StageRecord
from kata_page.build import Missing
from repository.evening import Evening, pages_in, serving
from repository.project import GREEN_BAR, WINNER, bar

KATA = BY_NAME[WINNER]
RIGHT = KATA.solution.read_text("utf-8")
NO_DIAGONALS = """
def is_solved(board):
    for line in [*board, *zip(*board)]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""
FIXED = """
def is_solved(board):
    for line in [*board[:3], *zip(*board), [board[i][i] for i in range(3)],
                 [board[i][2 - i] for i in range(3)]]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""
SECRET = "the answer in ada's code"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Known]:
    file = tmp_path_factory.mktemp("known") / "cases.json"
    write_down(file, [KATA])
    return read_from(file)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], KataRecord]:
    folder, kept = tmp_path_factory.mktemp("records"), dict[str, KataRecord]()

    def record(code: str) -> KataRecord:
        if code not in kept:
            file = folder / f"{WINNER}.py"
            file.write_text(code)
            (kept[code],) = pytest_on(file, [KATA]).all()
        return kept[code]

    return record


@pytest.fixture
def run(records: Callable[[str], KataRecord]) -> Callable[..., dict[str, Any]]:
    """Return what a page sends of a run of some code."""

    def data(code: str, number: str = "1") -> dict[str, Any]:
        data = {"id": number, "code": code, "record": asdict(records(code))}
        return dict(json.loads(json.dumps(data)))

    return data


@pytest.fixture
def web(known: dict[str, Known], tmp_path: Path, monkeypatch: Any) -> Web:
    monkeypatch.setattr("kata_evening.web.FRESH", 0.0)
    room = Room(tmp_path / "data", known)
    return Web(Wall(room), pages_in(tmp_path / "pages"), "secret")


@pytest.fixture
def evening(web: Web) -> Iterator[Evening]:
    with serving(web) as asked:
        yield asked


# Taking part


def test_a_run_is_kept_in_files_that_people_can_read(evening, run, tmp_path):
    key = evening.join("Ada")
    assert evening.run(key, run(NO_DIAGONALS)).data == {"seen": bar("xx##x")}
    assert evening.run(key, run(RIGHT, "2")).data == {"seen": GREEN_BAR}
    folder = tmp_path / "data" / "Ada"
    names = {"person.json", "history.jsonl", f"{WINNER}.py", f"{WINNER}.json"}
    assert {file.name for file in folder.iterdir()} == names
    assert (folder / f"{WINNER}.py").read_text() == RIGHT
    steps = [json.loads(line) for line in (folder / "history.jsonl").open()]
    assert [step["bar"] for step in steps] == [bar("xx##x"), GREEN_BAR]
    assert key not in (folder / "person.json").read_text()


def test_a_room_is_found_again_and_takes_a_run_once(evening, run, known, tmp_path):
    key = evening.join("Ada")
    for number in ("1", "2", "1", "2", "2"):
        evening.run(key, run(NO_DIAGONALS, number))
    with (tmp_path / "data" / "Ada" / "history.jsonl").open("a") as history:
        history.write('{"time": 1')  # The power went.
    again = Room(tmp_path / "data", known)
    assert Wall(again).view(is_mine=False)["katas"] == evening.view()["katas"]
    assert [step.id for step in again.person(key).history] == ["1", "2"]
    for number in ("2", "3"):
        assert again.take(key, run(NO_DIAGONALS, number)) == bar("xx##x")
    third = Room(tmp_path / "data", known)
    assert [step.id for step in third.person(key).history] == ["1", "2", "3"]


def test_another_browser_gets_the_code_and_its_stub_replaces_nothing(evening, run):
    key = evening.join("Ada")

    def code(kata: str, key: str) -> Any:
        reply = evening.ask(f"/evening/code/{kata}", X_Evening_Key=key)
        return reply.status, reply.data.get("code")

    stub = KATA.stub.read_text("utf-8")
    assert code(WINNER, key) == (200, "")
    seen = evening.run(key, run(stub)).data["seen"]
    assert code(WINNER, key) == (200, stub)
    assert evening.run(key, run(RIGHT, "2")).data["seen"] == GREEN_BAR != seen
    device = evening.ask("/evening/device", {}, X_Evening_Key=key).data["code"]
    second = evening.join("Ada", code=device)
    assert code(WINNER, second) == (200, RIGHT)
    assert evening.run(second, run(stub, "3")).data["seen"] == GREEN_BAR
    assert code(WINNER, key) == (200, RIGHT)
    (kata,) = evening.view()["katas"]
    assert {*kata["rows"][0]["states"]} == {"passed"}
    assert code("nim", key) == code("..%5cBob", key) == (200, "")
    other = evening.join("Bob")
    assert code(WINNER, other) == (200, "")
    assert code(WINNER, "x") == (401, None)


NAMES = {
    "Ada": "Ada",
    " ada \n+  grace ": "ada + grace",
    "朱": "朱",
    "e\u0301va": "éva",
    "<b>x</b>": "<b>x</b>",
}
NO_NAMES: tuple[Any, ...] = (
    "",
    " ",
    "x" * 29,
    "x" * 10_000,
    "\u202eada",
    "a\x1b[2J",
    "\ud800",
    5,
    None,
)
NO_NAMES += ("e" + 100 * "\u0301", ["ada"], {"name": 1})


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_as_it_was_said(name):
    assert name_in(name) == NAMES[name]


@pytest.mark.parametrize("name", NO_NAMES, ids=range(len(NO_NAMES)))
def test_what_is_no_name_gets_a_sentence(name, evening):
    reply = evening.ask("/evening/join", {"name": name})
    assert reply.status == 400
    assert reply.data["error"].startswith("expected a name of 1 to 28 letters, got ")
    assert len(reply.data["error"]) < 120


FOLDERS: tuple[str, ...] = (
    "..",
    "../../x",
    "CON",
    "con.txt",
    "nul ",
    "lpt1",
    "a/b",
    r"a\b",
    "a:b",
    "a.",
)
FOLDERS += ("tests", "Katas", WINNER, ".hidden", "-rf", "朱", "<b>", "a\x00b")


def test_the_name_of_a_folder_is_one_on_every_system():
    names = list[str]()
    for name in FOLDERS:
        names.append(folder_name(name, names))
    assert len({name.casefold() for name in names}) == len(FOLDERS)
    for name in names:
        assert not set(name) & set('/\\:*?"<>|.\0')
        assert name.strip() == name
        assert name.casefold() not in {"con", "nul", "lpt1", "tests", "katas", WINNER}


@pytest.mark.parametrize("name", ["Ada", "ADA", "\uff21da", "ada "])
def test_a_name_that_is_taken_needs_the_code_of_the_first_browser(name, evening):
    key = evening.join("ada")
    reply = evening.ask("/evening/join", {"name": name})
    assert reply.status == 409
    assert reply.data["error"].startswith("ada is here already.")
    assert evening.ask("/evening/join", {"name": name, "code": ""}).status == 409
    code = evening.ask("/evening/device", {}, X_Evening_Key=key).data["code"]
    assert (
        evening.ask("/evening/join", {"name": name, "code": f"{code}x"}).status == 409
    )
    second = evening.join(name, code=code)
    assert second != key
    assert evening.ask("/evening/join", {"name": name, "code": code}).status == 409


def test_a_name_that_is_released_goes_to_whoever_comes_first(web, evening, run):
    key, cookie = evening.join("ada"), evening.cookie(web.link())
    evening.ask("/facilitator/release", {"name": "ada"}, Cookie=cookie)
    assert evening.run(key, run(RIGHT)).status == 401
    assert evening.run(evening.join("Ada"), run(RIGHT)).status == 200
    assert len(web.room.people) == 1


def test_a_clone_that_has_left_comes_back_under_its_name(
    evening, tmp_path, monkeypatch, capsys
):
    for module in (join, leave):
        monkeypatch.setattr(module, "FOLDER", tmp_path / ".evening")
    words = [evening.address, "gil"]
    assert join.main(words) == 0
    assert join.main(words) == 0
    assert leave.main([]) == 0
    assert leave.main([]) == 0
    assert join.main(words) == 0
    assert capsys.readouterr().out.count("You take part as gil.") == 3
    monkeypatch.setattr(join, "FOLDER", tmp_path / "another")
    assert join.main(words) == 2
    assert "or the facilitator to release the name" in capsys.readouterr().err


def test_a_clone_says_under_which_name_its_run_goes(
    records, evening, tmp_path, monkeypatch
):
    monkeypatch.setattr(join, "FOLDER", tmp_path / ".evening")
    monkeypatch.setattr("kata_evening.process.start", lambda module: None)
    join.main([evening.address, "fay"])
    ran = [records(RIGHT)]
    config: Any = SimpleNamespace(
        option=SimpleNamespace(solution=False, file_under_test=None),
        pluginmanager=SimpleNamespace(
            get_plugin=lambda name: SimpleNamespace(all=lambda: ran)
        ),
    )
    (tmp_path / ".evening" / "problem.txt").write_text("it's too large")
    assert [*join.hand_on(config)] == [
        "your run goes to the room as fay",
        "a run wasn't taken: it's too large",
    ]
    ran = [replace(ran[0], whole=False)]
    assert [*join.hand_on(config)] == []


def test_without_a_browser_the_facilitators_link_is_printed(
    web, tmp_path, monkeypatch, capsys
):
    options = parsed([f"--data={tmp_path}", f"--host={HERE}"])
    browser = webbrowser.BackgroundBrowser("missing-browser")
    terminal = webbrowser.GenericBrowser("true")
    for found, is_open in ((browser, False), (terminal, False), (Mock(), True)):
        monkeypatch.setattr(webbrowser, "get", lambda found=found: found)
        show(options, web, 8000)
        screen = capsys.readouterr().out
        assert ("Your own page is open in this" in screen) == is_open
        assert ("Your own page: http://127.0.0.1:8000/f" in screen) != is_open
    monkeypatch.setattr(webbrowser, "get", Mock(side_effect=webbrowser.Error))
    show(options, web, 8000)
    assert "Your own page: http://127.0.0.1:8000/f" in capsys.readouterr().out


def test_a_kata_that_the_evening_does_not_have_is_named(web, evening, run):
    web.room.known = {WINNER: web.room.known[WINNER]}
    key = evening.join("ada")
    reply = evening.run(key, changed(kata="reversi_flips")(run(RIGHT)))
    sentence = "this evening doesn't have the kata reversi_flips: its katas are "
    assert (reply.status, reply.data["error"]) == (400, f"{sentence}{WINNER}")
    assert evening.view()["katas"] == []


def test_a_folder_without_players_is_named(tmp_path, capsys):
    words = "expected files of tictactoe_player or reversi_player or reversi_search"
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / f"{WINNER}.py").write_text(RIGHT)
    assert tournament.main(["--trust", str(tmp_path)]) == 2
    assert words in capsys.readouterr().err


def test_a_word_is_asked_for_where_there_is_one(known, tmp_path):
    room = Room(tmp_path, known, "swordfish")
    for word in ("", "Swordfish", None, ["swordfish"]):
        with pytest.raises(Refused, match="expected the word of this room"):
            room.join("ada", word)
    assert room.join("ada", "swordfish")


def test_people_bytes_and_requests_have_bounds(web, evening, run, monkeypatch):
    monkeypatch.setattr("kata_evening.room.MOST_PEOPLE", 1)
    monkeypatch.setattr("kata_evening.web.MOST_RUNS", 3)
    key = evening.join("ada")
    assert evening.ask("/evening/join", {"name": "bob"}).status == 403
    assert evening.run(key, run("#" * 100_001)).status == 413
    monkeypatch.setattr("kata_evening.room.MOST_BYTES", 100)
    assert evening.run(key, run(RIGHT)).status == 413
    monkeypatch.undo()
    monkeypatch.setattr("kata_evening.web.MOST_RUNS", 3)
    statuses = [evening.run(key, run(RIGHT, f"{n}")).status for n in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
    monkeypatch.setattr("kata_evening.web.MOST_TO_JOIN", 4)  # as many as came
    named = evening.join("a run of ada")
    assert evening.run(evening.join("join"), run(RIGHT)).status == 200
    assert evening.run(named, run(RIGHT)).status == 200


def test_all_that_is_kept_of_somebody_has_a_bound(web, run, known, monkeypatch):
    _, key = web.room.join("ada")
    web.room.take(key, run(NO_DIAGONALS))
    again = Room(web.room.folder, known)
    size = sum(file.stat().st_size for file in (again.folder / "ada").iterdir())
    monkeypatch.setattr("kata_evening.room.MOST_BYTES", size + 100)
    for room in (web.room, again):
        with pytest.raises(Refused, match="ada has sent too much"):
            room.take(key, run(RIGHT, "2"))


def test_walls_have_a_bound_also_when_they_come_at_once(web, monkeypatch):
    monkeypatch.setattr("kata_evening.web.MOST_WALLS", 2)

    async def walls() -> int:
        opened = [web.events(None, is_mine=mine) for mine in (True, False, False)]
        answers: list[Any] = await asyncio.gather(*opened, return_exceptions=True)
        refused = sum(isinstance(answer, Refused) for answer in answers)
        await answers[0].body_iterator.aclose()
        await web.events(None, is_mine=False)
        return refused

    # A thread of its own, because what drives the browsers keeps a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, walls()).result() == 1


def test_walls_that_are_open_end_with_the_evening(web, capfd):
    server = web.server()
    with listen("127.0.0.1", 0) as listening:
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        host, port = listening.getsockname()
        with closing(HTTPConnection(host, port, timeout=20)) as wall:
            wall.request("GET", "/wall/events")
            reply = wall.getresponse()
            assert reply.readline().startswith(b"data: ")
            server.should_exit = True
            assert b"\n\n".startswith(reply.read())  # It's whole.
        thread.join()
    assert capfd.readouterr().err == ""


# What comes in is hostile


def test_a_disk_that_is_full_is_said_and_nothing_is_lost(
    evening, run, monkeypatch, tmp_path
):
    key = evening.join("ada")
    evening.run(key, run(NO_DIAGONALS))
    file = tmp_path / "data" / "ada" / f"{WINNER}.py"

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        reply = evening.run(key, run(RIGHT, "2"))
    assert reply.status == 507
    assert "No space left on device" in reply.data["error"]
    assert file.read_text() == NO_DIAGONALS
    assert not [*file.parent.glob(".*")]
    assert evening.run(key, run(RIGHT, "2")).data == {"seen": GREEN_BAR}
    assert file.read_text() == RIGHT


def test_a_full_disk_neither_locks_a_name_nor_frees_it(web, run, monkeypatch):
    room = web.room
    _, key = room.join("ada")
    code = room.device(key)

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        for word in (lambda: room.join("ada", code=code), lambda: room.release("ada")):
            with pytest.raises(Refused, match="No space left on device"):
                word()
    assert "No space left on device" in room.trouble
    assert room.take(key, run(RIGHT))
    assert room.join("ada", code=code)
    room.release("ada")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(Refused, match="No space left on device"):
            room.join("ada")
    assert room.join("ada")
    assert not room.trouble


def test_what_cannot_be_read_after_a_restart_is_said(web, run, known, tmp_path):
    _, key = web.room.join("ada")
    _, other = web.room.join("bob")
    web.room.take(key, run(RIGHT))
    web.room.take(other, run(RIGHT))
    (web.room.folder / "ada" / f"{WINNER}.json").write_text("{")
    (web.room.folder / "bob" / "person.json").write_text("{")
    again = Room(web.room.folder, known)
    assert again.trouble.endswith(f" run: bob/person.json, ada/{WINNER}.json")


def test_nobody_else_ever_reads_a_secret(tmp_path, monkeypatch):
    modes = list[int]()

    def look(number: int) -> None:
        modes.append(os.fstat(number).st_mode & 0o777)

    monkeypatch.setattr(os, "fsync", look)
    secret_in(tmp_path)
    assert modes[0] == 0o600


def test_the_end_says_what_became_of_the_report(web, tmp_path, capsys):
    end(web.wall, tmp_path)
    assert f"The report: {tmp_path / 'report.html'}\n" in capsys.readouterr().out
    end(web.wall, tmp_path / "missing")
    assert "There's no report: [Errno 2] No such file" in capsys.readouterr().out


def changed(**parts: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data | {"record": data["record"] | parts}


BODIES: dict[str, tuple[int, Callable[[dict[str, Any]], Any]]] = {
    "nothing": (400, lambda data: b""),
    "no JSON": (400, lambda data: b"\xff\xfe{"),
    "a list": (400, lambda data: [data]),
    "deep": (400, lambda data: b'{"a":' * 90_000),
    "huge": (413, lambda data: b"[" + b"1," * 300_000),
    "a number of many digits": (400, lambda data: b'{"id": ' + b"9" * 400_000 + b"}"),
    "no kata": (400, changed(kata="nim")),
    "a kata of another type": (400, changed(kata=[WINNER])),
    "another kata": (400, changed(kata="reversi_flips")),
    "no code": (400, lambda data: {k: v for k, v in data.items() if k != "code"}),
    "code of another type": (400, lambda data: data | {"code": 5}),
    "code with half a sign": (400, lambda data: data | {"code": "\ud800"}),
    "a part too many": (400, changed(more=1)),
    "stages of another kata": (400, changed(stages=[asdict(StageRecord("edges", 1))])),
    "no stages": (400, changed(stages=[])),
    "a record that is a text": (400, lambda data: data | {"record": "red"}),
    "a stage that is a text": (400, changed(stages=["three by three"])),
    "a negative number": (400, changed(stages=[asdict(StageRecord("cost", -1))])),
    "a red stage without a case": (400, changed(failures=[])),
    "too many cases": (400, changed(failures=[{}] * 1_001)),
    "a long number": (413, lambda data: data | {"id": "9" * 41}),
}


@pytest.mark.parametrize("body", BODIES)
def test_a_hostile_body_gets_a_sentence_and_changes_no_row(body, evening, run):
    victim, key = evening.join("victim"), evening.join("mallory")
    evening.run(victim, run(RIGHT))
    before = evening.view()["katas"]
    status, spoil = BODIES[body]
    reply = evening.run(key, spoil(run(NO_DIAGONALS)))
    assert (reply.status, reply.data["error"][:8]) == (status, "expected")
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


@pytest.mark.parametrize("key", ["", "x", "../ada", "\xff"])
def test_without_a_key_nothing_is_taken(key, evening, run):
    evening.join("ada")
    assert evening.run(key, run(RIGHT)).status == 401
    assert evening.view()["katas"] == []


def test_nobody_writes_on_the_wall(web, evening, run):
    data = run(NO_DIAGONALS)
    record = data["record"]
    first, *others = record["failures"]
    record["stages"].append(asdict(StageRecord("BUY", 1)))
    drawing = {"cells": [["BUY"]], "marks": [{"row": 0, "column": 0, "sign": "BUY"}]}
    sold = dict.fromkeys(("question", "call", "typed", "why", "expected"), "BUY")
    failure = sold | {"headline": "x" * 999, "drawing": drawing}
    record["failures"] = [
        first | {"failure": failure},
        *others,
        first | {"title": "BUY"},
    ]
    record |= {"words": "BUY", "misconception": {"name": "BUY", "text": "BUY"}}
    key, cookie = evening.join("ada"), evening.cookie(web.link())
    assert evening.run(key, data).status == 200
    for path in ("/wall/events", "/facilitator/events", "/facilitator/report.html"):
        assert "BUY" not in evening.ask(path, Cookie=cookie).text
        assert "x" * 300 not in evening.ask(path, Cookie=cookie).text


# Who gets to see what

PRIVATE: tuple[str, ...] = (
    "/facilitator",
    "/facilitator/events",
    "/facilitator/report.html",
)
PRIVATE += ("/facilitator/report.md", f"/facilitator/cell?name=ada&kata={WINNER}")
PUBLIC = (
    "/",
    "/wall",
    "/drop",
    "/room/wall.js",
    "/wall/events",
    "/evening/katas",
    "/no",
)


def test_the_facilitators_addresses_need_the_cookie_of_a_link(web, evening, run):
    evening.run(evening.join("ada"), run(NO_DIAGONALS))
    for path in PRIVATE:
        for cookie in ("", "facilitator=", "facilitator=x", "facilitator=\xe9"):
            assert evening.ask(path, Cookie=cookie).status == 403
        for host in ("x?", "x#", "x/y?", "x:1/evening/"):
            assert evening.ask(path, Host=host).status == 403
    for path in ("/facilitator/open", "/facilitator/release"):
        for host in ("127.0.0.1", "x?"):
            data = {"name": "ada", "names": True}
            assert evening.ask(path, data, Host=host).status == 403
    assert evening.ask("/facilitator/enter/guess").status == 404
    link = web.link()
    first, second = evening.ask(link), evening.ask(link)
    assert (first.status, second.status) == (200, 404)
    assert "HttpOnly; Path=/facilitator; SameSite=strict" in first.headers["set-cookie"]
    cookie = first.headers["set-cookie"].partition(";")[0]
    assert [evening.ask(path, Cookie=cookie).status for path in PRIVATE] == [200] * 5


def test_every_answer_says_what_a_browser_may_do(web, evening):
    cookie = evening.cookie(web.link())
    for path in (*PRIVATE, *PUBLIC):
        for reply in (evening.ask(path), evening.ask(path, Cookie=cookie)):
            assert "default-src 'none'" in reply.headers["content-security-policy"]
            assert reply.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_another_site_can_send_nothing(origin, web, evening):
    cookie = evening.cookie(web.link())
    for path in ("/evening/join", "/facilitator/open", "/facilitator/release"):
        data = {"name": "mallory"}
        assert evening.ask(path, data, Cookie=cookie, Origin=origin).status == 421
        assert evening.ask(path, data, "text/plain", Cookie=cookie).status == 415
    assert not web.room.people


def test_the_room_sees_only_what_is_opened(web, evening, run):
    cookie = evening.cookie(web.link())
    code = f"# {SECRET}\n{NO_DIAGONALS}"
    evening.run(evening.join("Zebedee"), run(NO_DIAGONALS) | {"code": code})
    evening.run(evening.join("Balthazar"), run(RIGHT))

    def room(**opened: Any) -> str:
        reply = evening.ask("/facilitator/open", opened, Cookie=cookie)
        assert reply.status == 200, reply.text
        return str(evening.ask("/wall/events").text)

    mine = evening.view("/facilitator/events", Cookie=cookie)
    (topic,) = mine["topics"]
    assert (topic["name"], topic["people"]) == ("perhaps: no diagonals", ["Zebedee"])
    closed = room()
    for hidden in ("Zebedee", SECRET, "got -1", "diagonal", "X wins"):
        assert hidden not in closed
    slide = room(slide=topic["slide"])
    assert "Who has won?" in slide
    for hidden in ("Zebedee", "got -1", "(X wins)", "are a line"):
        assert hidden not in slide
    assert '"marks": []' in slide
    answer = room(answer=True)
    assert "are a line" in answer
    assert '"marks": []' not in answer
    pair = room(solutions=[["zebedee", WINNER], ["Balthazar", WINNER]], slide=[])
    assert SECRET in pair
    assert "Zebedee" not in pair
    assert "Zebedee" in room(names=True)
    assert closed == room(names=False, slide=[], solutions=[], answer=False)


NOT_THERE: tuple[dict[str, Any], ...] = (
    {"slide": ["x"]},
    {"slide": [WINNER, "a", "b", "c"]},
    {"slide": 5},
    {"solutions": [["nobody", WINNER]]},
    {"solutions": [["ada", "nim"]]},
    {"more": 1},
)


@pytest.mark.parametrize("opened", NOT_THERE, ids=map(str, NOT_THERE))
def test_what_is_not_there_is_not_opened(opened, web, evening):
    evening.join("ada")
    cookie = evening.cookie(web.link())
    assert evening.ask("/facilitator/open", opened, Cookie=cookie).status == 400
    assert evening.view()["slide"] is None


def test_the_kata_that_ran_last_comes_first_on_the_wall(tmp_path):
    katas = {name: Known(BY_NAME[name], {}) for name in (WINNER, "reversi_flips")}
    room = Room(tmp_path / "data", katas)
    wall, (_, key) = Wall(room), room.join("Ada")
    person, record = room.person(key), {"file": "", "state": "", "words": ""}
    for time, order in enumerate(([*katas], [*reversed(katas)])):
        for name in order:
            number = f"{time}{name}"
            room.take(
                key, {"id": number, "code": "", "record": {"kata": name} | record}
            )
        times = {name: 2 * time + place for place, name in enumerate(order)}
        person.history[:] = [
            Step(times[step.kata], step.id, step.kata, "", 0) for step in person.history
        ]
        shown = [kata["name"] for kata in wall.view(is_mine=False)["katas"]]
        assert shown == [*reversed(order)]


def test_a_cell_has_code_a_board_and_the_states_before(web, evening, run):
    key, cookie = evening.join("ada"), evening.cookie(web.link())
    evening.run(key, run(RIGHT, "1"))
    evening.run(key, run(NO_DIAGONALS, "2"))
    cell = evening.ask(PRIVATE[-1], Cookie=cookie).data
    assert cell["code"] == NO_DIAGONALS
    failure = cell["record"]["failures"][0]["failure"]
    assert failure["headline"] == "expected 1 (X wins), got -1 (unfinished)"
    assert failure["drawing"]["cells"][0] == ["X", "O", "."]
    assert len(failure["drawing"]["marks"]) == 3
    assert [seen for _, seen in cell["steps"]] == [GREEN_BAR, bar("xx##x")]
    for other in ("name=bob", "name=ada&kata=nim", ""):
        assert evening.ask(f"/facilitator/cell?{other}", Cookie=cookie).status == 404


# What to talk about


def test_a_topic_has_one_cause_and_reaches_people_not_yet_reached(records):
    whole, fixed = records(NO_DIAGONALS), records(FIXED)
    unnamed = replace(whole, misconception=None)
    raising = [
        replace(case, failure=replace(case.failure, error="TimeIsUp"))
        for case in unnamed.failures
    ]
    raised = replace(unnamed, failures=tuple(raising))
    people = [whole, whole, unnamed, unnamed, unnamed, raised, raised, fixed]
    results = [Result(f"p{n}", record) for n, record in enumerate(people)]
    topics = Section(WINNER, results).topics()
    first = unnamed.failures[0].title
    assert [(topic.name, topic.people) for topic in topics] == [
        ("perhaps: no diagonals", ["p0", "p1"]),
        (first, ["p2", "p3", "p4"]),
        (first, ["p5", "p6"]),
    ]
    alone = Section(WINNER, results[-1:]).topics()
    assert [topic.people for topic in alone] == [["p7"]]


def test_whoever_comes_no_further_for_ten_minutes_is_named(web, records):
    room, now = web.room, 100_000
    room.join("ada")
    person = room.people["ada"]

    def minutes(record: KataRecord, *steps: tuple[int, str, int]) -> int:
        person.records[WINNER] = record
        person.history = [
            Step(now - 60 * ago, "", kata, "", passed) for ago, kata, passed in steps
        ]
        return minutes_without(person, now)

    red, green = records(NO_DIAGONALS), records(RIGHT)
    assert minutes(red) == 0
    assert minutes(red, (30, WINNER, 5), (12, WINNER, 6), (1, WINNER, 6)) == 12
    assert minutes(red, (30, WINNER, 5), (9, WINNER, 6)) == 0
    assert minutes(red, (30, WINNER, 5), (9, WINNER, 4)) == 30
    assert minutes(red, (40, "reversi_flips", 1), (9, WINNER, 0)) == 0
    assert minutes(green, (30, WINNER, 67)) == 0


def test_a_cell_is_a_question_mark_when_time_ran_out(web, evening):
    record = {"kata": WINNER, "file": "", "state": "", "words": ""}
    stages = [StageRecord("three by three", 21, 1, 0, 9), StageRecord("cost", 0, 0, 1)]
    failure = {"stage": "three by three", "title": "An empty board is unfinished"}
    failure |= {"kata": WINNER, "status": "failed", "function": "is_solved"}
    some = {"stages": [asdict(stage) for stage in stages], "failures": [failure]}
    key = evening.join("ada")
    for number, (more, seen) in enumerate(((some, "[???.?]"), ({}, "[?????]"))):
        data = {"id": f"{number}", "code": "", "record": record | more}
        assert evening.run(key, data).data == {"seen": seen}
        (kata,) = evening.view()["katas"]
        assert kata["rows"][0]["states"][0] == "stopped"


def test_every_case_has_a_question_and_nothing_about_an_answer(known):
    cases = known[WINNER].cases.values()
    assert len(cases) == sum(stages_of(load(KATA.tests)).values())
    for case in cases:
        assert case.question
        assert not case.headline + case.got
        assert not case.details
    questions = {key[0]: case.question for key, case in known[WINNER].cases.items()}
    assert questions["cost"] == "How much work does it take?"
    assert (
        questions["leaves the board alone"] == "What has changed in what it was given?"
    )


def test_the_report_of_the_evening_names_people_and_topics(web, evening, run):
    cookie = evening.cookie(web.link())
    for name in ("ada", "<script>"):
        evening.run(evening.join(name), run(NO_DIAGONALS))
    text = evening.ask("/facilitator/report.html", Cookie=cookie).text
    assert "&lt;script&gt;" in text
    assert "<script" not in text
    assert "2 people: perhaps: no diagonals" in text
    lines = evening.ask("/facilitator/report.md", Cookie=cookie).text.split("\n")
    assert lines == [
        "- Here: ada, <script>.",
        f"- {WINNER}: 0 of 2 green.",
        "- Still to talk about: perhaps: no diagonals",
    ]


def test_topics_are_in_order_over_all_katas(records):
    named = records(NO_DIAGONALS)
    unnamed = replace(named, misconception=None)

    def section(*people: KataRecord) -> Section:
        results = [Result(f"p{n}", record) for n, record in enumerate(people)]
        return Section(WINNER, results)

    first, second = section(*[unnamed] * 2), section(*[named] * 3, *[unnamed] * 4)
    topics = topics_of([first, second])
    case = unnamed.failures[0].title
    assert [(topic["name"], len(topic["people"])) for topic in topics] == [
        (f"{WINNER}: perhaps: no diagonals", 3),
        (f"{WINNER}: {case}", 4),
        (f"{WINNER}: {case}", 2),
    ]
    assert [topic["name"] for topic in topics_of([first])] == [case]


def test_what_was_opened_is_what_the_room_talked_about(
    web, evening, run, known, tmp_path, capsys
):
    cookie = evening.cookie(web.link())
    evening.run(evening.join("ada"), run(NO_DIAGONALS))
    slides = [[WINNER, *key] for key in [*known[WINNER].cases][3:0:-2]]
    pair = [["ada", WINNER], ["ada", WINNER]]
    for slide in (slides[0], [], ["nim", "a", "b", "c"], slides[1], slides[0]):
        evening.ask("/facilitator/open", {"slide": slide}, Cookie=cookie)
    both = {"slide": [], "solutions": pair}
    evening.ask("/facilitator/open", both, Cookie=cookie)
    folder = web.room.folder
    end(web.wall, folder)
    lines = (folder / "report.md").read_text()
    titles = f"{slides[0][2]}; {slides[1][2]}; {WINNER}, in two solutions"
    assert lines.endswith(f"green.\n- We talked about: {titles}\n")
    assert lines in capsys.readouterr().out


# The pages


def test_pages_are_made_once_and_anew_when_their_sources_changed(
    tmp_path, monkeypatch, capsys
):
    pages, made = tmp_path / "pages", list[str]()

    def make(folder: Path, sources: str) -> None:
        made.append(sources)
        if "broken" in sources:
            raise Missing("npm isn't here")
        folder.mkdir(exist_ok=True)
        (folder / site.MADE_OF).write_text(sources)

    monkeypatch.setattr(site, "make", make)
    monkeypatch.setattr(site, "digest", lambda: "broken at first")
    with pytest.raises(Missing, match=r"npm isn't here\n.*\n?.*copy the folder"):
        site.made(pages)
    for sources in ("a", "a", "b", "broken"):
        monkeypatch.setattr(site, "digest", lambda sources=sources: sources)
        assert site.made(pages) == pages
    assert made == ["broken at first", "a", "b", "broken"]
    assert "may be out of date: npm isn't here" in capsys.readouterr().err


BUILD = """\
import pathlib, sys
folder = pathlib.Path(sys.argv[-1])
folder.mkdir(exist_ok=True)
(folder / "index.html").write_text("a page")
"""
BROKEN_BUILD = f"{BUILD}sys.exit('error: Node.js: it stopped')"
CASES = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_text('[]')"


@pytest.mark.parametrize(
    ("build", "cases", "reason"),
    [
        (BROKEN_BUILD, CASES, "Node.js: it stopped"),
        (BUILD, f"{CASES}; raise ValueError('not all cases')", "not all cases"),
    ],
)
def test_pages_that_could_not_be_made_whole_are_made_the_next_time(
    build, cases, reason, tmp_path, monkeypatch
):
    parts = {"katas/__main__.py": build, "tests/kata_evening/known.py": cases}

    def copy(clone: Path) -> None:
        for name, code in parts.items():
            (clone / name).parent.mkdir(parents=True)
            (clone / name).write_text(code)

    monkeypatch.setattr(site, "copy", copy)
    pages = tmp_path / "pages"
    with pytest.raises(Missing, match=f"^{reason}"):
        site.made(pages)
    parts |= {"katas/__main__.py": BUILD, "tests/kata_evening/known.py": CASES}
    assert (site.made(pages) / site.SITE / "index.html").read_text() == "a page"
    assert (pages / site.MADE_OF).read_text() == site.digest()


def test_cases_are_written_down_whole_or_not_at_all(tmp_path, monkeypatch):
    for words in ("-k row", "--kata-total=0.001"):
        monkeypatch.setenv("PYTEST_ADDOPTS", words)
        with pytest.raises(ValueError, match=f"not all cases of {WINNER} were run"):
            write_down(tmp_path / "cases.json", [KATA])
    assert not [*tmp_path.iterdir()]


def test_a_stub_that_somebody_writes_into_makes_no_new_pages(project):
    script = "from kata_evening import site; print(site.digest())"
    digest = project.python("-c", script, PYTHONPATH="tests").text
    project.write(RIGHT)
    assert project.python("-c", script, PYTHONPATH="tests").text == digest
    (project.root / "solutions" / "new.py").write_text("")
    assert project.python("-c", script, PYTHONPATH="tests").text != digest
