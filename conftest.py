"""Makes `pytest katas/<kata>` run the shared tests against your code.

The work is done in `tests/kata_kit`; see CONTRIBUTING.md for the way of a run.
"""

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

JOINED = Path(__file__).parent / ".evening" / "link.json"  # by `python -m katas join`
pytest_plugins = ["kata_kit.plugin"]


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Load pytest-benchmark when it's asked for; pyproject.toml says why not always."""
    config: Any = pluginmanager.get_plugin("pytestconfig")
    words = config.invocation_params.args
    environment = os.getenv("PYTEST_ADDOPTS", "")
    if any("--benchmark" in word for word in (*words, environment)):
        pluginmanager.import_plugin("pytest_benchmark.plugin")
        pluginmanager.import_plugin("benchmarks.fixtures")
    else:
        pluginmanager.import_plugin("kata_kit.untimed")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Hand other people's files to what runs and guards them."""
    if config.option.submission is None:
        if config.option.report or config.option.trust:
            raise pytest.UsageError("--report and --trust need --submission=PATH")
        return None
    from kata_evening.submissions import main

    return main(config)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Send what came of a run to the evening that this clone has joined, at its end."""
    yield
    terminal: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if not JOINED.exists() or not terminal:
        return
    try:
        from kata_evening.sending import hand_on

        for line in hand_on(session.config):
            terminal.write_line(f"evening: {line}")
    except (Exception, KeyboardInterrupt) as error:  # No evening is worth a run.
        terminal.write_line(f"evening: nothing was sent: {error!r}")


def pytest_kata_lost(config: pytest.Config, kata: str) -> None:
    """Send that a run didn't come to its end."""
    if not JOINED.exists() or config.option.solution:
        return
    try:
        from kata_evening.sending import hand_on_lost

        for line in hand_on_lost(kata):
            print(f"evening: {line}", flush=True)
    except Exception as error:
        print(f"evening: nothing was sent: {error!r}", flush=True)
