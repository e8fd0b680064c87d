"""What the repository's own tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from repository.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A fresh copy of the project, for one test."""
    return Project(tmp_path / "katas of a learner")


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of the project that no test changes."""
    return Project(tmp_path_factory.mktemp("untouched") / "project")
