"""Sets a run up as a workshop, once `kata_kit.plugin` knows that it is one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kata_kit.katas import KataFiles
from kata_kit.process import Limits
from kata_kit.workshop.collect import STANDS_FOR_ALL, Attach
from kata_kit.workshop.isolation import find_sandbox
from kata_kit.workshop.participants import Gathering
from kata_kit.workshop.run import Terms
from kata_kit.workshop.screen import Screen


def set_up(
    config: pytest.Config, gathering: Gathering, katas: Iterable[KataFiles], limits: Limits
) -> None:
    """Have this run be about everybody's files.

    Args:
        config: the run.
        gathering: everybody's files.
        katas: the katas that are meant.
        limits: what one participant's code may use for one kata.
    """
    meant = list(katas)
    terms = Terms(gathering.path, limits, find_sandbox())
    config.args[:] = [str(STANDS_FOR_ALL)]
    config.pluginmanager.register(Attach(gathering, meant, terms), "kata-workshop")
    # One participant may take a hundred times as long as another.
    if getattr(config.option, "dist", "no") != "no":
        config.option.dist = "worksteal"
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        # pytest's own reporter has a line for everything, and makes no picture of it.
        config.pluginmanager.set_blocked("terminalreporter")
        config.pluginmanager.register(Screen(config, gathering, meant, terms), "kata-screen")
