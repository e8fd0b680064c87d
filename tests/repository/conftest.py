"""What the repository's own tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from repository import left_to_write
from repository.project import Project

pytest_runtest_makereport = left_to_write.pytest_runtest_makereport
pytest_terminal_summary = left_to_write.pytest_terminal_summary


def pytest_configure(config: pytest.Config) -> None:
    """Name the mark of this folder."""
    config.addinivalue_line(
        "markers", "to_write: the message of the test says what is left to write of a kata."
    )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A fresh copy of the project, for one test."""
    return Project(tmp_path / "katas of a learner")


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project that no test changes."""
    return Project(tmp_path_factory.mktemp("untouched") / "project")
