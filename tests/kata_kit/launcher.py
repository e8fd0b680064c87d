"""The run of a kata: its code, what was asked of it, and the stages that it locks."""

from collections.abc import Sequence
from math import inf
from typing import Any

import pytest

from kata_kit import options
from kata_kit.attempt import ATTEMPT, Attempt, stages_of
from kata_kit.record import BROKEN, FAILURES, NOT_WRITTEN, OWN_TESTS, PASSED
from kata_kit.request import FEWEST_WRONG, Request
from kata_kit.sources import Source, YourCode, digest
from kata_kit.under_test import UnderTest


class KataRun:
    """The code of one kata, and what came of its tests.

    A stage behind one that fails is locked, unless `everything` runs.
    """

    def __init__(self, config: pytest.Config, source: Source, attempt: Attempt) -> None:
        yours = isinstance(source, YourCode)
        asked = config.getoption("all_stages") or config.getoption("case")
        self._everything = bool(asked) or not yours
        self._kata = attempt.kata
        # What each report says of the kata; see `Records`.
        self.facts: dict[str, Any] = {
            "kata": attempt.kata.name,
            "file": attempt.label,
            "table": stages_of(attempt.room),
            # Only of your code progress is kept.
            "digest": digest(attempt.kata, attempt.file) if yours else "",
        }
        # Here the file is read, so that it is the one of the digest.
        self.callee = _callee(config, source, attempt)
        # The number of the last stage that is free, and why others are not.
        self._last, self._why = inf, ""
        self._begun = False  # whether a test has passed
        self._asked: list[tuple[int, Request]] = []  # with the numbers of stages

    def reason(self, attempt: Attempt) -> str:
        """Return why a test is locked; "" if it is not."""
        is_free = self._everything or attempt.stage == OWN_TESTS
        return "" if is_free or attempt.number <= self._last else self._why

    def take(self, attempt: Attempt, status: str, requests: Sequence[Request]) -> None:
        """Take in what came of a test, and what it asked."""
        if attempt.stage == OWN_TESTS:
            return
        number = attempt.number
        self._asked += [(number, request) for request in requests]
        if status == PASSED:
            self._begun = True
        elif status == BROKEN or (status == NOT_WRITTEN and not self._begun):
            self._last, self._why = -1, f"locked: the code is {status}"  # All fail.
        elif status in FAILURES and number < self._last:
            self._last, self._why = number, f"locked until {attempt.stage!r} passes"

    def end(self) -> None:
        """End the code, and name the misconception behind all of its answers."""
        # What a mistake may import is not what the code may import.
        self.callee.close()
        # Up to the first stage that fails.
        asked = [request for number, request in self._asked if number <= self._last]
        if sum(request.wrong for request in asked) < FEWEST_WRONG:
            return
        # Needed if something is wrong only.
        from kata_kit.misconceptions import recognise

        found = recognise(self._kata, asked)
        if found and (found.keeps or not self.callee.varies):
            self.facts["belief"] = {"name": found.name, "text": found.text}


RUN = pytest.StashKey[KataRun]()


def begin(config: pytest.Config, items: Sequence[pytest.Item], source: Source) -> None:
    """Give each test of a kata the run that it is a part of."""
    runs: dict[str, KataRun] = {}
    for item in items:
        if attempt := item.stash.get(ATTEMPT, None):
            kata = attempt.kata.name
            if kata not in runs:
                runs[kata] = KataRun(config, source, attempt)
                config.add_cleanup(runs[kata].callee.close)
            item.stash[RUN] = runs[kata]


def _callee(config: pytest.Config, source: Source, attempt: Attempt) -> Any:
    """Return an `UnderTest`, or with a debugger an `InProcess`."""
    if options.debugging(config):
        from kata_kit.in_process import InProcess  # Needed for a debugger only.

        return InProcess(attempt.file, attempt.kata)
    child = config.pluginmanager.get_plugin("kata-child")  # of a workshop
    own = child.own if child else source.own(attempt.file)
    return UnderTest(attempt.file, attempt.kata, options.limits(config), own)
