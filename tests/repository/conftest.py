"""Fixtures of the repository's own tests, and the option that updates screens."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from kata_kit.katas import BY_NAME
from repository.games import Games, playing
from repository.project import Project
from repository.site import Visitor, served, visiting
from repository.tables import remember

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

# In the background of a shell Ctrl-C is ignored, and what the tests start would inherit
# that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# These files take longest: with `-n`, no process waits for them at the end. The tests
# of the pages are two groups, each of which keeps a process busy for most of the time.
LONGEST = (
    ("test_site", "test_site_keeps", "test_site_runs", "test_play_page"),
    (
        *("test_evening_browsers", "test_mistakes", "test_adequacy", "test_cost"),
        "test_submissions",
    ),
)

OF_A_KATA = (
    *("test_mistakes.py", "test_adequacy.py", "test_cost.py"),
    *("test_katas.py", "test_once_green.py"),
)


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    for names in reversed(LONGEST):
        items.sort(key=lambda item: item.path.stem not in names)
    if not config.option.all_browsers:
        others = [item for item in items if "[firefox" in item.name]
        twice = [item for item in others if item.get_closest_marker("one_browser")]
        config.hook.pytest_deselected(items=twice)
        items[:] = [item for item in items if item not in twice]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Have one process run all tests of the pages in a browser: it starts once there.

    The groups of pytest-xdist itself do nothing with pytest 9.2.
    """
    scheduling = import_module("xdist.scheduler").LoadScopeScheduling(config, log)
    assert scheduling._split_scope, "pytest-xdist has another name for it now"
    scheduling._split_scope = group_of
    return scheduling


def group_of(nodeid: str) -> str:
    """Return what one process runs: a test, or those that share what is made once."""
    file, _, test = nodeid.partition("::")
    if "test_evening_browsers" in file:
        return file  # They share its pages.
    if "test_evening" in file:
        return "an evening"  # They share what came of a few runs.
    groups: tuple[str, ...] = tuple(BROWSERS)
    if file.endswith(OF_A_KATA):
        groups = tuple(BY_NAME)  # They share the answers of its rules and oracles.
    return next((name for name in groups if f"[{name}" in test), nodeid)


def pytest_addoption(parser: pytest.Parser) -> None:
    about = "Write the screens of the documents anew; then read the diff."
    parser.addoption("--update", action="store_true", help=about)
    about = (
        "Run the longest tests of the pages in every browser, not in Chromium alone."
    )
    parser.addoption("--all-browsers", action="store_true", help=about)
    about = "Test the pages of `python -m katas site FOLDER`, and don't build them."
    parser.addoption("--site", metavar="FOLDER", type=Path, help=about)


@pytest.fixture
def remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the rules of earlier katas keep their answers."""
    remember(monkeypatch)


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


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    """The games of somebody who has written nothing yet."""
    with playing(tmp_path) as games:
        yield games


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers; without it, the tests of the pages are skipped."""
    why = 'playwright is not installed: pip install -e ".[dev]"'
    driver = pytest.importorskip("playwright.sync_api", reason=why)
    with driver.sync_playwright() as started:
        yield started


# By name, the programs
BROWSERS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox", "firefox-esr"),
}


@contextmanager
def started(playwright: Playwright, name: str) -> Iterator[Browser]:
    """Start a browser as the system has it, or skip the test where it has none."""
    program = next(filter(None, map(shutil.which, BROWSERS[name])), None)
    if not program:
        pytest.skip(f"the pages are tested in {name}, which isn't installed")
    # Firefox is driven by WebDriver BiDi.
    how: Any = (
        {"channel": "moz-firefox"} if name == "firefox" else {"args": ["--no-sandbox"]}
    )
    with getattr(playwright, name).launch(executable_path=program, **how) as browser:
        yield browser


@pytest.fixture(scope="session", params=[*BROWSERS])
def browser(playwright: Playwright, request: Any) -> Iterator[Browser]:
    """Each of the browsers in which the pages are tested."""
    with started(playwright, request.param) as browser:
        yield browser


@pytest.fixture
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser of a test that takes longest."""
    with started(playwright, "chromium") as browser:
        yield browser


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
def site_folder(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of the site, which is built if it isn't given with `--site`."""
    if pytestconfig.option.site:
        return Path(pytestconfig.option.site).resolve()
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


@pytest.fixture(scope="session")
def resident(browser: Browser, site: str) -> Iterator[Visitor]:
    """Somebody whose page of the first kata stays open, where Python starts once."""
    with visiting(browser, site) as made:
        made.open("index")
        yield made


@pytest.fixture
def visitor(resident: Visitor) -> Visitor:
    """Somebody who has written nothing yet."""
    resident.forget()
    return resident
