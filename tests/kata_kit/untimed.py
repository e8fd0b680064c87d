"""The fixture `benchmark` where nothing is timed: it calls the function once.

pytest-benchmark itself is loaded with its options; see `pyproject.toml`.
PYTEST_DONT_REWRITE, as in `plugin`.
"""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def benchmark() -> Callable[..., Any]:
    """Call the function once, untimed; with --benchmark-enable it's timed."""

    def once(function: Callable[..., Any], *placed: Any, **named: Any) -> Any:
        return function(*placed, **named)

    return once
