"""An evening as a whole: a server that is killed, clones that have joined, browsers."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest

for extra in ("ifaddr", "jinja2", "markdown_it", "segno", "starlette", "uvicorn"):
    pytest.importorskip(extra, reason='needs the extra "evening"')

from benchmarks.evening import Crowd, at_once, failing
from kata_evening.evening import ANYWHERE, hosts
from kata_evening.known import write_down
from kata_guard import guard
from kata_kit.katas import BY_NAME
from repository.evening import Server, pages_in, prepared, server_in
from repository.project import GREEN_BAR, RED_BAR, WINNER
from repository.site import HEAD, LONGEST_WAIT, RIGHT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WRONG = f"{HEAD}    return -1\n"
ENDLESS = f"{HEAD}    while True:\n        pass\n"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("known") / "cases.json"
    write_down(file, [BY_NAME[WINNER]])
    return file


@pytest.fixture
def server(known: Path, tmp_path: Path) -> Iterator[Server]:
    (tmp_path / "pages").mkdir()
    pages_in(tmp_path / "pages" / "site")
    prepared(tmp_path / "pages", known)
    with server_in(tmp_path) as made:
        yield made


def bars(server: Server, name: str) -> list[str]:
    """Return the states of somebody's runs, as they are kept."""
    file = server.folder / "data" / name / "history.jsonl"
    return [json.loads(line)["bar"] for line in file.read_text().splitlines()]


def test_a_clone_that_has_joined_sends_its_runs_in_order(server, project):
    link = server.start().address
    chinese = project.python(
        "-m", "katas", "join", link, "朱", PYTHONIOENCODING="ascii"
    )
    assert chinese.text.startswith(r"You take part as \u6731."), chinese
    joined = project.python("-m", "katas", "join", link, "ada+grace")
    assert joined.text.startswith("You take part as ada+grace."), joined
    again = project.python("-m", "katas", "join", link, "ADA+Grace")
    assert again.text.startswith("You take part as ada+grace."), again
    taken = project.python("-m", "katas", "join", link, "朱")
    assert (taken.exit_code, taken.text) == (2, "")
    assert "is here already." in taken.errors
    before = project.pytest(f"katas/{WINNER}")
    assert "\nevening: your run goes to the room as ada+grace\n" in before.text
    server.kill()
    for code in (WRONG, RIGHT):
        project.write(code)
        run = project.pytest(f"katas/{WINNER}")
        assert run.exit_code == (code == WRONG)
    project.pytest(f"katas/{WINNER}", "--solution")
    project.pytest(f"katas/{WINNER}", "--case=row")
    server.start()
    send = "-m", "kata_evening.sending"
    assert project.python(*send, PYTHONPATH="tests").errors == ""
    assert bars(server, "ada+grace") == [RED_BAR, RED_BAR, GREEN_BAR]
    assert (server.folder / "data/ada+grace" / f"{WINNER}.py").read_text() == RIGHT
    assert " passed in " in run.text
    assert before.errors == run.errors == ""
    assert (project.root / ".evening" / "link.json").stat().st_mode & 0o077 == 0
    project.write(f"{RIGHT}{'#' * 100_000}")
    project.pytest(f"katas/{WINNER}")
    project.python(*send, PYTHONPATH="tests")
    problem = "evening: a run wasn't taken: expected code of at most 100,000 bytes"
    assert problem in project.pytest(f"katas/{WINNER}", "--case=row").text
    assert "evening:" not in project.pytest(f"katas/{WINNER}", "--case=row").text
    for line in ("Your runs stay here now.", "You haven't joined an evening."):
        assert project.python("-m", "katas", "leave").text == f"{line}\n"
    project.pytest(f"katas/{WINNER}")
    kept = project.root / ".evening"
    assert [file.name for file in kept.iterdir()] == ["left.json"]
    (kept / "link.json").write_text("no JSON")
    broken = project.pytest(f"katas/{WINNER}")
    assert "evening: nothing was sent: JSONDecodeError" in broken.text


WRONG_LINKS = {
    "http://127.0.0.1:9/": "error: no evening answers at http://127.0.0.1:9/",
    "nonsense": "error: no evening answers at nonsense/",
    "ftp://127.0.0.1/": "error: no evening answers at ftp://127.0.0.1/",
}


@pytest.mark.parametrize("link", WRONG_LINKS)
def test_a_link_to_no_evening_gets_a_sentence(link, project):
    joined = project.python("-m", "katas", "join", link, "ada")
    assert joined.exit_code == 2
    assert joined.errors.startswith(WRONG_LINKS[link])
    assert joined.errors.count("\n") == 1
    assert not (project.root / ".evening").exists()


def test_a_server_that_is_killed_loses_and_swaps_nothing(server):
    evening = server.start()
    assert f"everybody's files       {server.folder / 'data'}" in server.screen
    cookie = evening.cookie(server.mine.removeprefix(evening.address.rstrip("/")))
    crowd = Crowd(evening, 20, failing(server.folder / "pages" / "cases.json"))
    names = [*crowd.keys]
    killer = Timer(1.5, server.process.kill)
    killer.start()
    at_once(20, lambda n: crowd.run(names[n], 1_000, 0.1))
    assert crowd.refused == []
    assert sum(map(len, crowd.sent.values())) > 20
    assert crowd.lost(server.folder / "data") == []
    again = server.start()
    for name, sent in crowd.sent.items():
        seen = [again.run(crowd.keys[name], run).status for run in sent[-2:]]
        assert {*seen} <= {200}
    assert crowd.lost(server.folder / "data") == []
    assert again.view("/facilitator/events", Cookie=cookie)["count"] == 20
    end = server.interrupt()
    assert end.startswith("\n20 names, 0 green katas. The report: ")
    assert "Traceback" not in end
    assert "<th>p19</th>" in (server.folder / "data" / "report.html").read_text()


@pytest.mark.skipif(bool(guard.reason_not_available()), reason="there is no guard")
def test_submissions_are_read_from_the_folder_of_an_evening(server, project):
    evening = server.start()
    for name, code in {"ada": RIGHT, "bob <b>": WRONG, "tests": RIGHT}.items():
        folder = server.folder / "data" / name
        evening.join(name)
        folder = next(p for p in folder.parent.iterdir() if name[:3] == p.name[:3])
        (folder / f"{WINNER}.py").write_text(code)
    run = project.pytest(f"--submission={server.folder / 'data'}", f"katas/{WINNER}")
    assert "2 of 3 green" in run.text
    assert "left:" not in run.text


def test_what_cannot_be_served_is_said_in_a_sentence(server, project):
    server.start()
    (server.folder / "file").write_text("")
    for word, sentence in {
        f"--port={server.port}": "error: can't listen at 127.0.0.1, port ",
        f"--data={server.folder / 'file'}": "error: [Errno 17] File exists",
        "--host=nowhere.invalid": "error: can't listen at nowhere.invalid",
        "--katas=nim": "error: argument --katas: invalid choice: 'nim'",
    }.items():
        refused = project.python("-m", "katas", *server.words, word)
        assert refused.exit_code == 2
        assert sentence in refused.errors
        assert "Traceback" not in refused.errors


# In browsers


@pytest.fixture
def room(site_folder: Path, known: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of the real pages, at an address that is no secure context."""
    shutil.copytree(site_folder, tmp_path / "pages" / "site")
    prepared(tmp_path / "pages", known)
    with server_in(tmp_path, hosts(ANYWHERE)[0]) as server:
        yield server


class Guest:
    """Somebody in the room, with a browser."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.context = browser.new_context()
        self.context.set_default_timeout(LONGEST_WAIT)
        self.page: Page = self.context.new_page()
        self.errors = list[str]()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(address)

    def say(self, name: str) -> None:
        self.page.fill("#evening [name=name]", name)
        self.page.click("#evening button")

    def hears(self, text: str) -> None:
        self.page.locator("#evening output", has_text=text).wait_for()

    def run(self, code: str) -> None:
        """Bring a file in, and run it."""
        self.page.wait_for_selector("#run:enabled")
        file: Any = {"name": "a.py", "mimeType": "text/plain", "buffer": code.encode()}
        self.page.set_input_files("#file", file)
        self.page.locator(".cm-content", has_text=code.split()[-1]).wait_for()
        self.page.click("#run")


@pytest.mark.slow
def test_three_people_a_wall_and_a_server_that_is_killed(chromium, room, violations):
    address = room.start().address
    wall = Guest(chromium, f"{address}wall").page
    ada, bob, eva = (Guest(chromium, address) for _ in range(3))
    rows = wall.locator("tbody tr")
    ada.say("Ada")
    ada.hears("Your runs are sent to the room.")
    bob.say("ada")
    bob.hears("Ada is here already.")
    bob.say("Bob <b>")
    ada.run(WRONG)  # red
    ada.hears(f"Sent. The room sees {RED_BAR}")
    bob.run(RIGHT)  # green
    bob.hears(f"Sent. The room sees {GREEN_BAR}")
    rows.nth(1).wait_for()
    assert "Ada" not in wall.content()
    ada.run(ENDLESS)
    ada.page.locator("#state", has_text="running").wait_for()
    ada.page.click("#stop")
    ada.page.locator("#screen", has_text="You stopped it.").wait_for()
    ada.page.click("text=Another browser")
    ada.hears("enter the same name and this code: ")
    device = ada.page.locator("#evening output").inner_text().split()[-1]
    second = Guest(chromium, address)
    second.say("Ada")
    second.page.fill("#evening [name=code]", device)
    second.page.click("#evening button")
    second.page.locator(".cm-content", has_text="return -1").wait_for()
    ada.page.reload()
    ada.page.locator("#evening", has_text="You are Ada").wait_for()
    ada.page.goto(f"{address}drop")
    eva.run(WRONG)  # before she says her name
    eva.hears("Enter your name")
    eva.say("Eva")
    eva.hears(f"Sent. The room sees {RED_BAR}")
    eva.context.set_offline(True)
    eva.run(RIGHT)
    eva.hears("Kept here, and sent later")
    eva.context.set_offline(False)
    eva.hears(f"Sent. The room sees {GREEN_BAR}")
    room.kill()
    bob.run(WRONG)
    bob.hears("Kept here, and sent later")
    wall.locator("#status", has_text="No connection").wait_for()
    room.start()
    bob.hears(f"Sent. The room sees {RED_BAR}")
    wall.locator("h2", has_text="1 of 3 green").wait_for()
    mine = Guest(chromium, room.mine).page
    mine.locator("tbody button", has_text="Bob <b>").click()
    mine.locator("#cell .marked").nth(2).wait_for()
    mine.click("#cell form button")
    mine.click("text=Show names")
    wall.locator("tbody th", has_text="Bob <b>").wait_for()
    mine.click("#topics button")
    wall.locator(".slide h1", has_text="Who has won?").wait_for()
    assert [violations(page) for page in (wall, mine)] == [[], []]
    assert [bars(room, name) for name in ("Ada", "Bob _b_", "Eva")] == [
        [RED_BAR],
        [GREEN_BAR, RED_BAR],
        [RED_BAR, GREEN_BAR],
    ]
    ada.page.wait_for_selector("#run:enabled")
    ada.page.set_input_files("#file", zip_of(f"katas/{WINNER}/{WINNER}.py", RIGHT))
    ada.page.click("#run")
    ada.hears(f"Sent. The room sees {GREEN_BAR}")
    assert [guest.errors for guest in (ada, bob, eva)] == [[], [], []]


def zip_of(name: str, code: str) -> Any:
    """Return a ZIP as a browser is given a file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("notes.txt", "no code")
        archive.writestr(name, code)
    return {"name": "a.zip", "mimeType": "application/zip", "buffer": data.getvalue()}
