"""What the repository's own tests share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from repository.project import Project, Run
from repository.screen import Learner


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


@pytest.fixture(scope="session")
def run(untouched: Project) -> Callable[..., Run]:
    """What pytest says in a copy that nothing was written in; each command is run once."""
    return cache(untouched.pytest)


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    """Somebody who has written nothing yet."""
    return Learner(tmp_path / "learner")
