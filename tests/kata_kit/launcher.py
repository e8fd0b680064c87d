"""The code under test while it runs: one kata at a time, and what was asked of it."""

from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

import pytest

from kata_kit import options
from kata_kit.attempt import Attempt
from kata_kit.digest import digest
from kata_kit.fixture import Kata
from kata_kit.katas import ROOT, KataFiles, offered
from kata_kit.replies import Trouble
from kata_kit.request import Request, telling
from kata_kit.sources import References, Source, YourCode
from kata_kit.under_test import UnderTest

MOST_AGAIN = 3  # requests are made again,
MOST_BACKWARDS = 40  # with so many calls of each

LAUNCHER: "pytest.StashKey[Launcher]" = pytest.StashKey()


class Launcher:
    """Starts the code of a kata, and ends that of the kata before."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        self._config, self.source = config, source
        self._name = self.digest = ""
        self._callee: Any = None  # an `UnderTest`, or with a debugger an `InProcess`
        # By the numbers of stages, and the first of these that fails.
        self._requests: dict[int, list[Request]] = {}
        self._failing = inf
        self.traced = False  # whether `--trace-case` has had its case

    def fixture(self, attempt: Attempt) -> Kata:
        """Return the fixture of one test; its title stands above what is printed."""
        kata = attempt.kata
        if self._name != kata.name:
            self.close()
            self._name, self._requests, self._failing = kata.name, {}, inf
            self._callee = self._start(kata, attempt.file)
            if isinstance(self.source, YourCode):  # Only of it progress is kept.
                self.digest = digest(kata, attempt.file)
        return Kata(kata.name, self._callee, attempt.title)

    def take(self, requests: list[Request], stage: int, *, failed: bool) -> None:
        """Take in what a test of a stage asked."""
        self._requests.setdefault(stage, []).extend(requests)
        if failed:
            self._failing = min(self._failing, stage)

    def belief(self, entry: KataFiles) -> dict[str, str] | None:
        """Return the misconception behind all answers of a kata, as plain values."""
        if self._name != entry.name:
            return None
        # Up to the first stage that fails.
        stages = [stage for stage in sorted(self._requests) if stage <= self._failing]
        requests = telling([one for stage in stages for one in self._requests[stage]])
        if not requests:
            return None
        # Needed if something is wrong only.
        from kata_kit.misconceptions import recognise

        # What a mistake may import is not what the code may import.
        self._callee.close()
        found = recognise(entry, requests)
        if not found or (not found.keeps and self._varies(requests)):
            return None
        return {"name": found.name, "text": found.text}

    def _varies(self, requests: Sequence[Request]) -> bool:
        """Return True if the last calls, made anew backwards, get other answers."""
        if not isinstance(self._callee, UnderTest):  # A debugger has one process.
            return False
        asked = [one for one in requests if one.wanted == "answer"]
        return any(_is_another_way(one, self._callee) for one in asked[-MOST_AGAIN:])

    def close(self) -> None:
        if self._callee:
            self._callee.close()

    def _start(self, entry: KataFiles, path: Path) -> Any:
        if options.debugging(self._config):
            from kata_kit.in_process import InProcess  # Needed for a debugger only.

            return InProcess(path, entry.name, offered(entry, path))
        child = self._config.pluginmanager.get_plugin("kata-child")  # Of a workshop.
        own = child.own if child else self._own(path)
        return UnderTest(path, entry, options.limits(self._config), own)

    def _own(self, path: Path) -> Path:
        """Return what code may read: its folder, or its file alone."""
        is_reference = isinstance(self.source, References)
        is_one_file = getattr(self.source, "path", None) == path
        around = [ROOT]
        with suppress(RuntimeError):  # Not everybody has a home.
            around.append(Path.home())
        is_wide = any(place.is_relative_to(path.parent) for place in around)
        return path if is_reference or is_one_file or is_wide else path.parent


def _is_another_way(request: Request, callee: UnderTest) -> bool:
    # Where a call did not come back, there are fewer outcomes.
    outcomes = request.outcomes[-MOST_BACKWARDS:]
    batch = request.batch[: len(request.outcomes)][-MOST_BACKWARDS:]
    backwards = [*reversed(batch)]
    again = callee.alone(request.function, backwards, seed=0)
    pairs = zip(reversed(outcomes), again, strict=False)
    return any(
        one != other
        for one, other in pairs
        if not isinstance(one, Trouble) and not isinstance(other, Trouble)
    )
