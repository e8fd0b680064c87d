"""Makes `pytest katas/<kata>` run the shared tests against your code.

The work is done in `tests/kata_kit`; see CONTRIBUTING.md for the way of a run.
"""

import os
import sys
from types import ModuleType

import pytest

pytest_plugins = ["kata_kit.reports", "kata_kit.hooks"]


@pytest.hookimpl(optionalhook=True)
def pytest_kata_workshop() -> ModuleType:
    """Load what runs everybody's files: 20 ms that one person's code does without."""
    from kata_workshop import set_up

    return set_up


# pytest-benchmark is loaded when it is asked for; pyproject.toml says why not always.
if any("--benchmark" in word for word in (*sys.argv, os.getenv("PYTEST_ADDOPTS", ""))):
    pytest_plugins += ["pytest_benchmark.plugin", "benchmarks.fixtures"]
else:

    @pytest.fixture
    def benchmark() -> None:
        """Say how to run a learner's own test that has a benchmark in it."""
        pytest.fail(
            "benchmarks run when they are asked for: add --benchmark-enable",
            pytrace=False,
        )
