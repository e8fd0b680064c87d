"""What the repository's own tests share."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from repository.project import Project
from repository.screen import Learner

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# In the background of a shell Ctrl-C is ignored, and what the tests start would inherit
# that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def _copy(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("project") / "katas of a learner")


@pytest.fixture
def project(_copy: Project) -> Project:
    """A copy of the project as it was cloned, for one test; its folder `tests/` is for all."""
    _copy.restore()
    return _copy


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project that no test changes."""
    return Project(tmp_path_factory.mktemp("untouched") / "project")


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    """Somebody who has written nothing yet."""
    return Learner(tmp_path / "learner")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser; without one, or without what drives it, these tests are skipped."""
    why = 'playwright is not installed: pip install -e ".[dev]"'
    driver = pytest.importorskip("playwright.sync_api", reason=why)
    names = "chromium", "chromium-browser", "google-chrome"
    program = next(filter(None, map(shutil.which, names)), None)
    if not program:
        pytest.skip("the page is tested in Chromium, and none is installed")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"]
        )
        yield browser
        browser.close()
