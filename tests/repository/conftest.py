"""Fixtures of the repository's own tests, and the option that updates screens."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from repository.project import Project
from repository.site import Visitor, served, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

# In the background of a shell Ctrl-C is ignored, and what the tests start would inherit
# that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# These files take longest: with `-n`, no process waits for them at the end.
LONGEST = "test_site_runs", "test_site", "test_evening_room", "test_submissions"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in LONGEST)


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "Write the screens of the documents anew; then read the diff."
    parser.addoption("--update", action="store_true", help=about)


@pytest.fixture(scope="session")
def _copy(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("project") / "katas of a learner")


@pytest.fixture
def project(_copy: Project) -> Project:
    """A copy of the project as it was cloned; its folder `tests/` is for all tests."""
    _copy.restore()
    return _copy


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project that no test changes."""
    return Project(tmp_path_factory.mktemp("untouched") / "project")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers; without it, the tests of the pages are skipped."""
    why = 'playwright is not installed: pip install -e ".[dev]"'
    driver = pytest.importorskip("playwright.sync_api", reason=why)
    with driver.sync_playwright() as started:
        yield started


def installed(*names: str) -> str:
    """Return the program of a browser; skip a test where none is installed."""
    program = next(filter(None, map(shutil.which, names)), None)
    if not program:
        pytest.skip(f"the pages are tested in {names[0]}, which isn't installed")
    return program


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser of most tests."""
    program = installed("chromium", "chromium-browser", "google-chrome")
    with playwright.chromium.launch(
        executable_path=program, args=["--no-sandbox"]
    ) as browser:
        yield browser


@pytest.fixture
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Firefox as the system has it, which Playwright drives by WebDriver BiDi."""
    program = installed("firefox", "firefox-esr")
    with playwright.firefox.launch(
        executable_path=program, channel="moz-firefox"
    ) as browser:
        yield browser


@pytest.fixture
def empty_page(chromium: Browser) -> Iterator[Page]:
    """Open a page, which shall have no error and ask nothing of anybody else."""
    said = list[str]()
    with chromium.new_page(reduced_motion="reduce") as page:
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url))
        yield page
        ours = (page.url.partition("#")[0], "data:")
    assert [text for text in said if not text.startswith(ours)] == []


@pytest.fixture(scope="session")
def violations() -> Callable[[Page], list[tuple[str, str]]]:
    """Return the problems that axe, the checker of accessibility, finds on a page."""
    reason = 'axe is not installed: pip install -e ".[dev]"'
    driver = pytest.importorskip("axe_playwright_python.sync_playwright", reason=reason)

    def problems(page: Page) -> list[tuple[str, str]]:
        rules = driver.Axe().run(page).response["violations"]
        return [(rule["id"], rule["nodes"][0]["html"]) for rule in rules]

    return problems


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, which is built once."""
    pytest.importorskip("markdown_it", reason='needs the extra "site"')
    if not shutil.which("npm"):
        pytest.skip("the site is built with npm, and it is not installed")
    from kata_page.build import build

    folder = tmp_path_factory.mktemp("below") / "site"
    build(folder, "https://example.org/katas")
    return folder


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the site."""
    with served(site_folder) as address:
        yield address


@pytest.fixture
def visitor(chromium: Browser, site: str) -> Iterator[Visitor]:
    """Somebody who comes for the first time."""
    with visiting(chromium, site) as made:
        yield made


@pytest.fixture(scope="module")
def resident(chromium: Browser, site: str) -> Iterator[Visitor]:
    """Somebody whose page of the first kata stays open, where Python starts once."""
    with visiting(chromium, site) as made:
        made.open("index")
        yield made
