"""Sets a run up as a workshop, once `kata_kit.hooks` knows that it is one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from secrets import token_hex
from typing import Any

import pytest
from kata_kit.katas import KataFiles
from kata_kit.process import Limits
from kata_kit.whose import Source

from kata_workshop.collect import STANDS_FOR_ALL, Attach
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering
from kata_workshop.run import Terms
from kata_workshop.screen import Screen

# What the animals are drawn with, by this name in what pytest-xdist hands to its processes.
LOT = "kata_lot"


def set_up(
    config: pytest.Config, source: Source, katas: Iterable[KataFiles], limits: Limits
) -> None:
    """Have this run be about everybody's files.

    Args:
        config: the run.
        source: everybody's files, a `Gathering`.
        katas: the katas that are meant.
        limits: what one participant's code may use for one kata.
    """
    assert isinstance(source, Gathering)
    gathering, meant = source, list(katas)
    if config.getoption("anonymous"):
        gathering = _anonymous(config, gathering)
    terms = Terms(gathering.path, limits, aliases=gathering.aliases)
    config.args[:] = [str(STANDS_FOR_ALL)]
    config.pluginmanager.register(Attach(gathering, meant, terms), "kata-workshop")
    # One participant may take a hundred times as long as another.
    if getattr(config.option, "dist", "no") != "no":
        config.option.dist = "worksteal"
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        # pytest's own reporter has a line for everything, and makes no picture of it.
        config.pluginmanager.set_blocked("terminalreporter")
        config.pluginmanager.register(Screen(config, gathering, meant, terms), "kata-screen")
        _set_up_reports(config)


def _set_up_reports(config: pytest.Config) -> None:
    """Have the reports written that were asked for.

    Raises:
        UsageError: if one of them cannot be written.
    """
    typed = config.getoption("report")
    if not typed:
        return
    from kata_workshop.report import Reports, targets  # Needed for reports only.

    try:
        files = targets(typed, config.invocation_params.dir)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    config.pluginmanager.register(Reports(config, files), "kata-reports")


def _anonymous(config: pytest.Config, gathering: Gathering) -> Gathering:
    """The folder with animals for names: the same ones in all processes of a run."""
    given: dict[str, str] | None = getattr(config, "workerinput", None)
    lot = given[LOT] if given else token_hex(8)
    if not given:
        config.pluginmanager.register(SendLot(lot), "kata-lot")
    return replace(gathering, aliases=Aliases(gathering.participants, lot))


class SendLot:
    """Tells the processes of pytest-xdist what the animals are drawn with."""

    def __init__(self, lot: str) -> None:
        self._lot = lot

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Hand it to a process that is about to start."""
        node.workerinput[LOT] = self._lot
