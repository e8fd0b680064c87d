"""What stands for pytest-benchmark in a run that does not ask for it."""

from __future__ import annotations

from typing import NoReturn

import pytest


@pytest.fixture
def benchmark() -> NoReturn:
    """Say how to run a learner's own test that has a benchmark in it."""
    pytest.fail("benchmarks run when they are asked for: add --benchmark-enable", pytrace=False)
