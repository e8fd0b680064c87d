"""An evening with one kata, for the tests that ask for it by `pytest_plugins`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kata_evening.known import Known, read_from, write_down
from kata_evening.room import Room
from kata_evening.site import SITE
from kata_evening.wall import Wall
from kata_evening.web import Web
from kata_kit.katas import BY_NAME
from repository.evening import Evening, Server, pages_in, prepared, serving
from repository.project import WINNER


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with what is known of its cases."""
    file = tmp_path_factory.mktemp("known") / "cases.json"
    write_down(file, [BY_NAME[WINNER]])
    return file


@pytest.fixture(scope="session")
def known(cases: Path) -> dict[str, Known]:
    return {WINNER: read_from(cases)[WINNER]}


@pytest.fixture(scope="session")
def pages(cases: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of an evening: a single one, which is up to date."""
    folder = tmp_path_factory.mktemp("pages")
    pages_in(folder / SITE)
    return prepared(folder, cases)


@pytest.fixture
def web(
    known: dict[str, Known],
    pages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Web:
    """The addresses of the evening; each view of a wall is made anew."""
    monkeypatch.setattr("kata_evening.web.FRESH", 1e-9)
    room = Room(tmp_path / "data", known)
    return Web(Wall(room), pages / SITE, "secret")


@pytest.fixture
def evening(web: Web) -> Iterator[Evening]:
    """The evening, served, with the cookie of its facilitator."""
    with serving(web) as served:
        served.enter(web.link())
        yield served


@pytest.fixture
def server(pages: Path, tmp_path: Path) -> Iterator[Server]:
    """The evening as a process, which a test starts."""
    made = Server(tmp_path / "data", pages)
    yield made
    made.kill()
