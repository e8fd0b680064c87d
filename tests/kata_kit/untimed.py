"""The fixture `benchmark` where nothing is timed: it calls the function once.

pytest-benchmark itself is loaded with its options; see `pyproject.toml`.
PYTEST_DONT_REWRITE, as in `plugin`.
"""

from collections.abc import Callable
from typing import Any

import pytest


class Untimed:
    """Stands for the fixture of pytest-benchmark."""

    def __call__(self, function: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Return what the function returns."""
        return function(*args, **named)

    def pedantic(
        self,
        target: Callable[..., Any],
        args: Any = (),
        kwargs: Any = None,
        setup: Callable[[], Any] | None = None,
        **_: Any,
    ) -> Any:
        """Return what the target returns."""
        if setup and (made := setup()):
            args, kwargs = made
        return target(*args, **(kwargs or {}))


@pytest.fixture
def benchmark() -> Untimed:
    """Call the function once, untimed; with --benchmark-enable it's timed."""
    return Untimed()
