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
from repository.evening import RIGHT, Server, bars, prepared, run_of
from repository.project import GREEN_BAR, RED_BAR, WINNER
from repository.site import HEAD, LONGEST_WAIT

pytest_plugins = ["repository.evening_fixtures"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WRONG = f"{HEAD}    return -1\n"
BREAKS = f"{HEAD}    import json; json.JSONEncoder.encode = None\n"
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


@pytest.fixture
def guest(chromium: Browser) -> Iterator[Callable[[str], Page]]:
    """What opens an address in a browser of its own; no page may raise anything."""
    errors = list[str]()

    def come(address: str) -> Page:
        page = chromium.new_context().new_page()
        page.set_default_timeout(LONGEST_WAIT)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield come
    assert errors == []


def say(page: Page, name: str) -> None:
    page.fill("#evening [name=name]", name)
    page.click("#evening button")


def see(page: Page, place: str, text: str) -> None:
    """Wait until a place of a page has a text."""
    page.locator(place, has_text=text).wait_for()


def hear(page: Page, text: str) -> None:
    see(page, "#evening output", text)


def run(page: Page, name: str, data: bytes) -> None:
    """Bring a file in, and run it."""
    page.wait_for_selector("#run:enabled")
    file: Any = {"name": name, "mimeType": "", "buffer": data}
    page.set_input_files("#file", file)
    if name == FILE:
        last = data.decode().split()[-1]
        see(page, ".cm-content", last)
    page.click("#run")


def zip_of(*codes: str) -> bytes:
    """Return files of several people, below one that is damaged."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("old.py", "no code")
        for number, code in enumerate(codes):
            archive.writestr(f"{number}/{FILE}", code)
    content = bytearray(data.getvalue())
    content[content.index(b"old.py") + len("old.py")] ^= 0xFF
    return bytes(content)


@pytest.mark.slow
def test_a_name_is_kept_by_a_browser_and_goes_to_another_by_a_code(guest, room):
    evening = room.start()
    evening.join("Eva")
    bob = guest(f"{evening.address}drop")
    say(bob, "eva")
    hear(bob, "Eva is here already.")
    say(bob, "Bob <b>")
    hear(bob, "Your runs are sent to the room.")
    bob.reload()
    see(bob, "#evening", "You are Bob <b>")
    run(bob, "a.zip", zip_of(RIGHT, WRONG))
    see(bob, "#status", f"it has {FILE} more than once")
    run(bob, "a.zip", zip_of(RIGHT))
    hear(bob, f"Sent. The room sees {GREEN_BAR}")
    run(bob, f"a_{FILE}", BREAKS.encode())
    see(bob, "#screen", "Your code changes something that pytest needs")
    hear(bob, "Sent. The room sees [?????]")
    run(bob, "a.zip", zip_of(RIGHT))
    hear(bob, f"Sent. The room sees {GREEN_BAR}")
    bob.click("text=Another browser")
    hear(bob, "enter the same name and this code: ")
    device = bob.locator("#evening output").inner_text().split()[-1]
    second = guest(evening.address)
    say(second, "bob <B>")
    second.fill("#evening [name=code]", device)
    second.click("#evening button")
    see(second, ".cm-content", RIGHT.split()[-1])


@pytest.mark.slow
def test_a_run_without_a_name_or_a_connection_is_sent_later(guest, room):
    ada = guest(room.start().address)
    run(ada, FILE, WRONG.encode())
    hear(ada, "Enter your name")
    say(ada, "Ada")
    hear(ada, f"Sent. The room sees {RED_BAR}")
    ada.context.set_offline(True)
    run(ada, FILE, RIGHT.encode())
    hear(ada, "Kept here, and sent later")
    ada.context.set_offline(False)
    hear(ada, f"Sent. The room sees {GREEN_BAR}")
    room.kill()
    run(ada, FILE, b"def is_solved(board)\n    pass\n")
    hear(ada, "Kept here, and sent later")
    room.start()
    hear(ada, f"Sent. The room sees {RED_BAR}")
    assert bars(room.data / "Ada") == [RED_BAR, GREEN_BAR, RED_BAR]


STUB = 30 * "# both begin with this\n"
LONG = "\n".join(f"    for row in rows: # {'and so on ' * 3} {n}" for n in range(22))
# The parts of a page that can't be seen as a whole
CUT = """[document.documentElement, ...document.querySelectorAll(".code, .wide")]
    .filter((part) => [part.scrollHeight - part.clientHeight,
        part.scrollWidth - part.clientWidth].some((pixels) => pixels > 1))
    .map((part) => part.className)"""


@pytest.mark.slow
def test_a_wall_shows_what_the_facilitator_opens(guest, room, violations):
    evening = room.start()
    wall = guest(f"{evening.address}wall")
    wall.set_viewport_size({"width": 1280, "height": 800})
    evening.send("Ada", RIGHT)
    evening.send("Bob <b>", f"{STUB}{WRONG}")
    evening.run(evening.keys["Ada"], run_of(RIGHT, 2) | {"code": f"{STUB}{LONG}"})
    see(wall, "h2", "1 of 2 green")
    assert "Ada" not in wall.content()
    room.kill()
    see(wall, "#status", "No connection")
    room.start()
    evening.join("Eva")
    see(wall, "p", "3 people are here.")
    mine = guest(room.mine)
    mine.locator("tbody button", has_text="Bob <b>").click()
    mine.locator("#cell .marked").nth(2).wait_for()
    mine.click("#cell form button")
    mine.click("text=Show names")
    see(wall, "tbody th", "Bob <b>")
    mine.click("#topics button")
    see(wall, ".slide h1", "Who has won?")
    mine.locator("tbody button", has_text="Ada").click()
    mine.click("text=Show it beside another")
    mine.locator("tbody button", has_text="Bob <b>").click()
    mine.click("text=Show Ada's and Bob <b>'s code to the room")
    see(wall, ".opened .code", LONG.split()[-1])
    assert [wall.evaluate(CUT), wall.locator(".code").count()] == [[], 2]
    mine.click("text=Back to everybody")
    for number in range(14):
        evening.send(f"guest {number}", WRONG)
    see(wall, "h2", "1 of 16 green")
    assert wall.evaluate(CUT) == []
    assert [violations(page) for page in (wall, mine)] == [[], []]
