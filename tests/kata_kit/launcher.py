"""The code under test while it runs: one kata at a time, and what was asked of it."""

from collections.abc import Sequence
from math import inf
from typing import Any

import pytest

from kata_kit import options
from kata_kit.attempt import Attempt
from kata_kit.fixture import Kata
from kata_kit.katas import KataFiles, offered
from kata_kit.record import BROKEN, FAILURES, NOT_WRITTEN, OWN_TESTS, PASSED
from kata_kit.replies import Request
from kata_kit.sources import Source, YourCode, digest
from kata_kit.under_test import UnderTest

FEWEST_WRONG = 2  # answers that are a pattern
FREE = inf, ""  # No stage is locked.

LAUNCHER: "pytest.StashKey[Launcher]" = pytest.StashKey()


class Launcher:
    """Starts the code of a kata, ends that of the kata before, and locks stages.

    A stage behind one that fails is locked, unless `everything` runs.
    """

    def __init__(
        self, config: pytest.Config, source: Source, *, everything: bool
    ) -> None:
        self.source, self._limits = source, options.limits(config)
        self._is_debugging = options.debugging(config)
        self._child = config.pluginmanager.get_plugin("kata-child")  # Of a workshop.
        self._everything = everything
        # Of a kata the number of the last stage that is free, and why others are not.
        self._locked: dict[str, tuple[float, str]] = {}
        self._begun: set[str] = set()  # katas of which a test has passed
        self._kata: KataFiles | None = None
        self.digest = ""
        self._callee: Any = None  # an `UnderTest`, or with a debugger an `InProcess`
        self._requests: dict[int, list[Request]] = {}  # by the numbers of stages
        self.traced = False  # whether `--trace-case` has had its case

    def reason(self, attempt: Attempt) -> str:
        """Return why a test is locked; "" if it is not."""
        last, why = self._locked.get(attempt.kata.name, FREE)
        is_free = self._everything or attempt.stage == OWN_TESTS
        return "" if is_free or attempt.number <= last else why

    def fixture(self, attempt: Attempt) -> Kata:
        """Return the fixture of one test; its title stands above what is printed."""
        kata = attempt.kata
        if self._kata is not kata:
            self.close()
            self._kata, self._requests = kata, {}
            self._callee = self._start(attempt)
            if isinstance(self.source, YourCode):  # Only of it progress is kept.
                self.digest = digest(kata, attempt.file)
        return Kata(kata.name, self._callee, attempt.title)

    def take(self, attempt: Attempt, status: str, requests: list[Request]) -> None:
        """Take in what came of a test, and what it asked."""
        kata, stage, number = attempt.kata.name, attempt.stage, attempt.number
        self._requests.setdefault(number, []).extend(requests)
        if stage == OWN_TESTS:
            return
        if status == PASSED:
            self._begun.add(kata)
        elif status == BROKEN or (status == NOT_WRITTEN and kata not in self._begun):
            self._locked[kata] = -1, f"locked: the code is {status}"  # All would fail.
        elif status in FAILURES and number < self._locked.get(kata, FREE)[0]:
            self._locked[kata] = number, f"locked until {stage!r} passes"

    def belief(self, kata: KataFiles) -> dict[str, str] | None:
        """Return the misconception behind all answers of a kata, as plain values."""
        if self._kata is not kata:
            return None
        # Up to the first stage that fails.
        last, _ = self._locked.get(kata.name, FREE)
        stages = [stage for stage in sorted(self._requests) if stage <= last]
        requests = telling([one for stage in stages for one in self._requests[stage]])
        if not requests:
            return None
        # Needed if something is wrong only.
        from kata_kit.misconceptions import recognise

        # What a mistake may import is not what the code may import.
        self._callee.close()
        found = recognise(kata, requests)
        varies = getattr(self._callee, "varies", False)
        if not found or (varies and not found.keeps):
            return None
        return {"name": found.name, "text": found.text}

    def close(self) -> None:
        if self._callee:
            self._callee.close()

    def _start(self, attempt: Attempt) -> Any:
        kata, file = attempt.kata, attempt.file
        if self._is_debugging:
            from kata_kit.in_process import InProcess  # Needed for a debugger only.

            return InProcess(file, kata.name, offered(kata, file))
        own = self._child.own if self._child else self.source.own(file)
        return UnderTest(file, kata, self._limits, own)


def telling(requests: Sequence[Request]) -> Sequence[Request]:
    """Return the calls that tell a misconception; none if too few of them are wrong.

    A first draft checks no input, so bad input counts if nothing else is wrong.
    """
    good = [
        one
        for one in requests
        if one.wanted == "session"
        or (one.wanted != "refusal" and (one.right or one.wrong))
    ]
    found = good if any(one.wrong for one in good) else requests
    return found if sum(one.wrong for one in found) >= FEWEST_WRONG else []
