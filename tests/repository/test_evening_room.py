"""An evening as a whole: a server that is killed, clones that have joined, browsers."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

for extra in ("ifaddr", "jinja2", "markdown_it", "segno", "starlette", "uvicorn"):
    pytest.importorskip(extra, reason='needs the extra "evening"')

from benchmarks.evening import Crowd, at_once, failing
from kata_evening import join, site
from kata_evening.evening import ANYWHERE, HERE, hosts, listen, main
from kata_evening.files import submissions
from kata_evening.known import write_down
from kata_kit.katas import BY_NAME, ROOT
from kata_page.build import Missing
from repository.evening import PAGE, Server, pages_in, prepared, record_of, server_in
from repository.project import GREEN_BAR, RED_BAR, WINNER, bar
from repository.site import HEAD, LONGEST_WAIT, RIGHT

pytest_plugins = ["repository.evening_fixtures"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WRONG = f"{HEAD}    return -1\n"
LOST_BAR = "[?????]"
UNLOCKED = bar("xx#xx")  # of wrong code, with all stages
UMLAUT = f"{RIGHT}# für dich\n"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
ENDLESS = f"{HEAD}    while True:\n        pass\n"


@pytest.fixture
def server(cases: Path, tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "pages").mkdir()
    pages_in(tmp_path / "pages" / "site")
    prepared(tmp_path / "pages", cases)
    with server_in(tmp_path) as made:
        yield made


def bars(server: Server, name: str) -> list[str]:
    """Return the states of somebody's runs, as they are kept."""
    file = server.folder / "data" / name / "history.jsonl"
    lines = file.read_text().strip().splitlines()
    return [json.loads(line)["bar"] for line in lines]


def test_a_clone_that_has_joined_sends_its_runs_in_order(server, project, capsys):
    link, goes = server.start().address, "evening: your run goes to the room as"
    words = "-m", "katas", "join", link, "朱"
    joined = project.python(*words, PYTHONIOENCODING="ascii")
    assert joined.text.startswith(r"You take part as \u6731."), joined
    before = project.pytest(f"katas/{WINNER}")
    assert f"\n{goes} 朱\n" in before.text
    server.kill()
    project.write(f"import os\n{HEAD}    os.kill(os.getpid(), 9)\n")
    lost = project.pytest(f"katas/{WINNER}").text
    assert "the run ended here" in lost
    assert lost.endswith(f"\n{goes} 朱\n")
    project.write(UMLAUT)
    run = project.pytest(f"katas/{WINNER}", **ASCII)
    assert (run.exit_code, run.errors, before.errors) == (0, "", "")
    assert " passed in " in run.text
    server.start()
    send = project.python("-m", "kata_evening.sending", PYTHONPATH="tests")
    assert send.errors == ""
    assert bars(server, "朱") == [RED_BAR, LOST_BAR, GREEN_BAR]
    secrets = [server.folder / "data" / "facilitator.json"]
    secrets += (project.root / ".evening").rglob("*.*")
    assert {file.name: file.stat().st_mode & 0o077 for file in secrets} == {
        "facilitator.json": 0,
        "key.txt": 0,
        "link.json": 0,
    }
    (file,) = submissions(server.folder / "data", "", [])
    assert (file.participant, file.data) == ("朱", UMLAUT.encode())
    assert capsys.readouterr().out == ""  # Nothing was left.


WRONG_LINKS = {
    "http://127.0.0.1:9/": "error: no evening answers at http://127.0.0.1:9/ (",
    "nonsense": "error: no evening answers at nonsense/ (",
    "ftp://127.0.0.1/": "error: no evening answers at ftp://127.0.0.1/ (",
}


def test_a_link_to_no_evening_gets_a_sentence(capsys):
    for link, sentence in WRONG_LINKS.items():
        assert join.main([link, "ada"]) == 2
        errors = capsys.readouterr().err
        assert errors.startswith(sentence)
        assert errors.count("\n") == 1


def test_a_server_that_is_killed_loses_and_swaps_nothing(server):
    evening = server.start()
    assert f"everybody's files       {server.folder / 'data'}" in server.screen
    evening.enter(server.mine.removeprefix(evening.address.rstrip("/")))
    crowd = Crowd(evening, 20, failing(server.folder / "pages" / "cases.json"))
    names = [*crowd.keys]

    def kill() -> None:
        end = monotonic() + LONGEST_WAIT / 1000
        while sum(map(len, crowd.sent.values())) < 50 and monotonic() < end:
            sleep(0.01)
        server.process.kill()

    killer = Thread(target=kill)
    killer.start()
    at_once(20, lambda n: crowd.run(names[n], 1_000, 0.2))
    killer.join()
    assert crowd.refused == []
    assert sum(map(len, crowd.sent.values())) >= 50
    assert crowd.lost(server.folder / "data") == []
    again = server.start()
    for name, sent in crowd.sent.items():
        seen = [again.run(crowd.keys[name], run).status for run in sent[-2:]]
        assert {*seen} <= {200}
    assert crowd.lost(server.folder / "data") == []
    view = again.view("/facilitator/events", Cookie=evening.cookie)
    assert view["count"] == 20
    with closing(HTTPConnection(again.host, again.port, timeout=20)) as wall:
        wall.request("GET", "/wall/events")
        reply = wall.getresponse()
        assert reply.readline().startswith(b"data: ")
        end = server.interrupt()
        assert b"\n\n".startswith(reply.read())  # It's whole.
    assert end.startswith("\n20 names, 0 green katas. The report: ")
    assert "Traceback" not in end
    assert "<th>p19</th>" in (server.folder / "data" / "report.html").read_text()


def test_what_cannot_be_served_is_said_in_a_sentence(server, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with listen(HERE, 0) as taken:
        for word, sentence in {
            f"--port={taken.getsockname()[1]}": "error: can't listen at 127.0.0.1, ",
            f"--data={tmp_path / 'file'}": "error: [Errno 17] File exists",
            "--host=nowhere.invalid": "error: can't listen at nowhere.invalid",
        }.items():
            assert main([*server.words[1:], word]) == 2
            errors = capsys.readouterr().err
            assert errors.startswith(sentence)
            assert errors.count("\n") == 1


# The pages


def test_pages_are_made_whole_once_and_anew_when_their_sources_changed(
    tmp_path, monkeypatch, capsys
):
    def made(sources: str, problem: str = "") -> int:
        """Return how many times pages were made, or tried to."""
        build = Mock(side_effect=Missing(problem) if problem else pages_in)
        monkeypatch.setattr(site, "build", lambda folder, source: build(folder))
        monkeypatch.setattr(site, "digest", lambda: sources)
        monkeypatch.setattr(site, "write_down", lambda file: None)
        page = site.made(pages) / site.SITE / "index.html"
        assert page.read_text() == PAGE
        return build.call_count

    pages = tmp_path / "pages"
    with pytest.raises(Missing, match=r"^npm stopped\n.*\n?.*copy the folder"):
        made("a", "npm stopped")
    assert [made("a"), made("a"), made("b")] == [1, 0, 1]
    assert made("c", "npm stopped") == 1
    assert "may be out of date: npm stopped" in capsys.readouterr().err


def test_cases_are_written_down_whole_or_not_at_all(tmp_path, monkeypatch):
    file, katas = tmp_path / "cases.json", [BY_NAME[WINNER]]
    monkeypatch.setattr("kata_evening.known.SECONDS", 0.0)
    with pytest.raises(ValueError, match="it took more than 0 s"):
        write_down(file, katas)
    cut = Mock(return_value=[{"status": "passed"}, {"status": "not run"}])
    monkeypatch.setattr("kata_evening.known.cases_of", cut)
    with pytest.raises(ValueError, match="not all cases of the katas were run"):
        write_down(file, katas)
    assert not [*tmp_path.iterdir()]


def test_a_stub_that_somebody_writes_into_makes_no_new_pages(tmp_path, monkeypatch):
    stub = BY_NAME[WINNER].stub
    files = {Path("pyproject.toml"), Path("tests/x.py"), stub.relative_to(ROOT)}
    monkeypatch.setattr(BY_NAME[WINNER], "stub", tmp_path / stub.relative_to(ROOT))
    monkeypatch.setattr(site, "ROOT", tmp_path)
    digests = list[str]()
    for text in ("", "changed"):
        for file in sorted(files):
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(text)
            digests.append(site.digest())
    assert len({*digests[2:]}) == 3
    assert digests[2] == digests[3]


# In browsers


@pytest.fixture
def room(site_folder: Path, cases: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of the real pages, at an address that is no secure context."""
    shutil.copytree(site_folder, tmp_path / "pages" / "site")
    prepared(tmp_path / "pages", cases)
    with server_in(tmp_path, hosts(ANYWHERE)[0]) as server:
        yield server


# Python takes long. This is one that knows what comes of two files, and a ZIP of one.
KNOWN_ANSWERS = """
const codes = %s, records = %s;
const record = (files) => records[codes.indexOf(Object.values(files)[0])];
const answers = {
  unzipped: () => ({ "notes.txt": "", "katas/tictactoe_winner.py": codes[0] }),
  run: (files) => ({ records: [record(files)] }),
};
export const python = {
  ready: Promise.resolve("3"),
  ask: async (verb, _, files) => ({ answer: JSON.stringify(answers[verb](files)) }),
};
export const why = () => "";
"""
UNZIP = """async (data) => {
    const { python } = await import("/python.js");
    return python.ask("unzipped", [new Uint8Array(data)]);
}"""


class Guest:
    """Somebody in the room, with a browser, and perhaps with Python."""

    def __init__(self, browser: Browser, address: str, *, has_python: bool) -> None:
        self.context = browser.new_context()
        self.context.set_default_timeout(LONGEST_WAIT)
        if not has_python:
            codes = RIGHT, WRONG
            facts = {"file": f"katas/{WINNER}/{WINNER}.py"}
            records = [asdict(record_of(code)) | facts for code in codes]
            script = KNOWN_ANSWERS % (json.dumps(codes), json.dumps(records))
            kind = "text/javascript"
            answer = {"body": script, "content_type": kind}
            self.context.route("**/python.js", lambda route: route.fulfill(**answer))
        self.page: Page = self.context.new_page()
        self.errors = list[str]()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)

    def say(self, name: str) -> None:
        self.page.fill("#evening [name=name]", name)
        self.page.click("#evening button")

    def hears(self, text: str) -> None:
        self.page.locator("#evening output", has_text=text).wait_for()

    def run(self, code: str, name: str = f"{WINNER}.py") -> None:
        """Bring a file in, and run it."""
        self.page.wait_for_selector("#run:enabled")
        kind = "application/zip" if name.endswith(".zip") else "text/plain"
        data = zip_of(code) if name.endswith(".zip") else code.encode()
        file: Any = {"name": name, "mimeType": kind, "buffer": data}
        self.page.set_input_files("#file", file)
        if self.page.locator(".cm-content").count():
            self.page.locator(".cm-content", has_text=code.split()[-1]).wait_for()
        self.page.click("#run")


def zip_of(code: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("notes.txt", "no code")
        archive.writestr(f"katas/{WINNER}/{WINNER}.py", code)
    return data.getvalue()


@pytest.mark.slow
def test_three_people_a_wall_and_a_server_that_is_killed(chromium, room, violations):
    evening = room.start()
    address = evening.address
    assert evening.join("Eva")
    ada = Guest(chromium, address, has_python=True)
    bob = Guest(chromium, f"{address}drop", has_python=False)
    wall = Guest(chromium, f"{address}wall", has_python=False).page
    bob.say("eva")
    bob.hears("Eva is here already.")
    bob.say("Bob <b>")
    bob.hears("Your runs are sent to the room.")
    bob.page.reload()
    bob.page.locator("#evening", has_text="You are Bob <b>").wait_for()
    ada.run(WRONG)  # before she says her name
    ada.hears("Enter your name")
    ada.say("Ada")
    ada.hears(f"Sent. The room sees {RED_BAR}")
    bob.run(RIGHT, "a.zip")
    bob.hears(f"Sent. The room sees {GREEN_BAR}")
    wall.locator("h2", has_text="1 of 2 green").wait_for()
    assert "Ada" not in wall.content()
    ada.page.click("text=Another browser")
    ada.hears("enter the same name and this code: ")
    device = ada.page.locator("#evening output").inner_text().split()[-1]
    second = Guest(chromium, address, has_python=False)
    second.say("Ada")
    second.page.fill("#evening [name=code]", device)
    second.page.click("#evening button")
    second.page.locator(".cm-content", has_text="return -1").wait_for()
    ada.context.set_offline(True)
    ada.run(RIGHT)
    ada.hears("Kept here, and sent later")
    ada.context.set_offline(False)
    ada.hears(f"Sent. The room sees {GREEN_BAR}")
    room.kill()
    bob.run(WRONG)
    bob.hears("Kept here, and sent later")
    wall.locator("#status", has_text="No connection").wait_for()
    room.start()
    bob.hears(f"Sent. The room sees {UNLOCKED}")
    wall.locator("p", has_text="3 people are here.").wait_for()
    mine = Guest(chromium, room.mine, has_python=False).page
    mine.locator("tbody button", has_text="Bob <b>").click()
    mine.locator("#cell .marked").nth(2).wait_for()
    mine.click("#cell form button")
    mine.click("text=Show names")
    wall.locator("tbody th", has_text="Bob <b>").wait_for()
    mine.click("#topics button")
    wall.locator(".slide h1", has_text="Who has won?").wait_for()
    assert [violations(page) for page in (wall, mine)] == [[], []]
    unzipped = ada.page.evaluate(UNZIP, [*zip_of(RIGHT)])
    assert json.loads(unzipped["answer"]) == {f"katas/{WINNER}/{WINNER}.py": RIGHT}
    ada.run(ENDLESS)
    ada.page.locator("#state", has_text="running").wait_for()
    ada.page.click("#stop")
    ada.page.locator("#screen", has_text="You stopped it.").wait_for()
    runs = [bars(room, name) for name in ("Ada", "Bob _b_")]
    assert runs == [[RED_BAR, GREEN_BAR], [GREEN_BAR, UNLOCKED]]
    assert [guest.errors for guest in (ada, bob)] == [[], []]
