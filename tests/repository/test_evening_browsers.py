"""An evening in browsers, at an address that is no secure context."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening.evening import ANYWHERE, hosts
from kata_evening.site import SITE
from repository.evening import RIGHT, Server, bars, prepared
from repository.project import GREEN_BAR, RED_BAR, WINNER
from repository.site import HEAD, LONGEST_WAIT

pytest_plugins = ["repository.evening_fixtures"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WRONG = f"{HEAD}    return -1\n"
FILE = f"{WINNER}.py"


@pytest.fixture(scope="module")
def site_pages(
    site_folder: Path, cases: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The pages of a room: those of the site."""
    folder = tmp_path_factory.mktemp("room")
    shutil.copytree(site_folder, folder / SITE)
    return prepared(folder, cases)


@pytest.fixture
def room(site_pages: Path, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", site_pages, hosts(ANYWHERE)[0])
    yield server
    server.kill()


class Guest:
    """Somebody in the room, with a browser of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def say(self, name: str) -> None:
        self.page.fill("#evening [name=name]", name)
        self.page.click("#evening button")

    def hears(self, text: str) -> None:
        self.page.locator("#evening output", has_text=text).wait_for()

    def run(self, name: str, data: bytes) -> None:
        """Bring a file in, and run it."""
        self.page.wait_for_selector("#run:enabled")
        file: Any = {"name": name, "mimeType": "", "buffer": data}
        self.page.set_input_files("#file", file)
        if name.endswith(".py"):
            last = data.decode().split()[-1]
            self.page.locator(".cm-content", has_text=last).wait_for()
        self.page.click("#run")


@pytest.fixture
def guest(chromium: Browser) -> Iterator[Callable[[str], Guest]]:
    """What opens an address for somebody; no page may raise anything."""
    errors = list[str]()

    def come(address: str) -> Guest:
        page = chromium.new_context().new_page()
        page.set_default_timeout(LONGEST_WAIT)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return Guest(page)

    yield come
    assert errors == []


def zip_of(code: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("notes.txt", "no code")
        archive.writestr(f"katas/{FILE}", code)
    return data.getvalue()


@pytest.mark.slow
def test_a_name_is_kept_by_a_browser_and_goes_to_another_by_a_code(guest, room):
    evening = room.start()
    evening.join("Eva")
    bob = guest(f"{evening.address}drop")
    bob.say("eva")
    bob.hears("Eva is here already.")
    bob.say("Bob <b>")
    bob.hears("Your runs are sent to the room.")
    bob.page.reload()
    bob.page.locator("#evening", has_text="You are Bob <b>").wait_for()
    bob.run("a.zip", zip_of(RIGHT))
    bob.hears(f"Sent. The room sees {GREEN_BAR}")
    bob.page.click("text=Another browser")
    bob.hears("enter the same name and this code: ")
    device = bob.page.locator("#evening output").inner_text().split()[-1]
    second = guest(evening.address)
    second.say("bob <B>")
    second.page.fill("#evening [name=code]", device)
    second.page.click("#evening button")
    second.page.locator(".cm-content", has_text=RIGHT.split()[-1]).wait_for()


@pytest.mark.slow
def test_a_run_without_a_name_or_a_connection_is_sent_later(guest, room):
    ada = guest(room.start().address)
    ada.run(FILE, WRONG.encode())
    ada.hears("Enter your name")
    ada.say("Ada")
    ada.hears(f"Sent. The room sees {RED_BAR}")
    ada.page.context.set_offline(True)
    ada.run(FILE, RIGHT.encode())
    ada.hears("Kept here, and sent later")
    ada.page.context.set_offline(False)
    ada.hears(f"Sent. The room sees {GREEN_BAR}")
    room.kill()
    ada.run(FILE, WRONG.encode())
    ada.hears("Kept here, and sent later")
    room.start()
    ada.hears(f"Sent. The room sees {RED_BAR}")
    assert bars(room.data / "Ada") == [RED_BAR, GREEN_BAR, RED_BAR]


@pytest.mark.slow
def test_a_wall_shows_what_the_facilitator_opens(guest, room, violations):
    evening = room.start()
    wall = guest(f"{evening.address}wall").page
    evening.send("Ada", RIGHT)
    evening.send("Bob <b>", WRONG)
    wall.locator("h2", has_text="1 of 2 green").wait_for()
    assert "Ada" not in wall.content()
    room.kill()
    wall.locator("#status", has_text="No connection").wait_for()
    room.start()
    evening.join("Eva")
    wall.locator("p", has_text="3 people are here.").wait_for()
    mine = guest(room.mine).page
    mine.locator("tbody button", has_text="Bob <b>").click()
    mine.locator("#cell .marked").nth(2).wait_for()
    mine.click("#cell form button")
    mine.click("text=Show names")
    wall.locator("tbody th", has_text="Bob <b>").wait_for()
    mine.click("#topics button")
    wall.locator(".slide h1", has_text="Who has won?").wait_for()
    assert [violations(page) for page in (wall, mine)] == [[], []]
