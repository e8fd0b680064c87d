"""Makes `pytest katas/<kata>` run the shared tests against your code.

The work is done in `tests/kata_kit`; see CONTRIBUTING.md for the way of a run.
"""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

JOINED = Path(__file__).parent / ".evening" / "link.json"  # by `python -m katas join`
pytest_plugins = ["kata_kit.plugin"]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Hand other people's files to what runs and guards them."""
    if config.option.submission is None:
        return None
    if config.option.solution:
        raise pytest.UsageError("--solution and --submission: expected one, got both")
    from kata_evening.submissions import main

    return main(config)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Send what came of a run to the evening that this clone has joined."""
    if not JOINED.exists():
        return
    try:
        from kata_evening.join import hand_on

        for line in hand_on(config):
            terminalreporter.write_line(f"evening: {line}")
    except Exception as error:  # No evening is worth a run.
        terminalreporter.write_line(f"evening: nothing was sent: {error!r}")


def pytest_kata_lost(config: pytest.Config, kata: str) -> None:
    """Send that a run didn't come to its end."""
    if not JOINED.exists() or config.option.solution:
        return
    try:
        from kata_evening.join import hand_on_lost

        print(f"evening: {hand_on_lost(kata)}", flush=True)
    except Exception as error:
        print(f"evening: nothing was sent: {error!r}", flush=True)


# pytest-benchmark is loaded when it's asked for; pyproject.toml says why not always.
if any("--benchmark" in word for word in (*sys.argv, os.getenv("PYTEST_ADDOPTS", ""))):
    pytest_plugins += ["pytest_benchmark.plugin", "benchmarks.fixtures"]
else:
    pytest_plugins += ["kata_kit.untimed"]
