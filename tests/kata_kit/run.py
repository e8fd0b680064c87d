"""One run: each kata's code, how its tests ended, and which stages are locked."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest
from kata_tables.wrong import Wrong

from kata_kit.again import doubt_about
from kata_kit.attempt import ATTEMPT, Attempt, stages_of
from kata_kit.code import Code
from kata_kit.failure import Describer, status_of
from kata_kit.katas import Kata
from kata_kit.record import (
    BROKEN,
    FAILED,
    FAILURES,
    NOT_WRITTEN,
    OWN_TESTS,
    PASSED,
    CaseRecord,
)

FEWEST_WRONG = 2  # cases that are a pattern


class Source:
    """Where the files under test come from, as the options say."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.option
        self._file = option.file_under_test and Path(option.file_under_test)
        self._solution = option.solution
        self.is_yours = not (option.solution or self._file)

    @property
    def title(self) -> str:
        if self._solution:
            return "the reference solutions"
        return "your code in katas/" if self.is_yours else f"the file {self._file.name}"

    @property
    def option(self) -> str:
        """The option of pytest that chooses it."""
        return "--solution " if self._solution else ""

    def file(self, kata: Kata) -> Path:
        """Return the file under test of a kata."""
        return self._file or (kata.solution if self._solution else kata.stub)


class KataRun:
    """One kata's code, and how its tests ended.

    A stage after a stage that fails is locked, unless `everything` runs.
    """

    def __init__(self, code: Code, attempt: Attempt, *, everything: bool) -> None:
        self.code, self._everything = code, everything
        self.kata = attempt.kata
        # What the last report says of the kata; see `tally`.
        self.facts: dict[str, Any] = {
            "kata": attempt.kata.name,
            "file": attempt.label,
            "table": dict(stages_of(attempt.room)),
        }
        self._last, self._why = inf, ""  # the last stage that is free, and why
        self._keys = dict[pytest.Item, Any]()  # how tests ended, None for right
        self._has_passed = self._has_failed = False

    def reason(self, attempt: Attempt) -> str:
        """Return why a test is locked; "" if it isn't."""
        is_free = self._everything or attempt.stage == OWN_TESTS
        return "" if is_free or attempt.number <= self._last else self._why

    def passed(self, item: pytest.Item) -> CaseRecord:
        """Return the record of a test that passed."""
        attempt = item.stash[ATTEMPT]
        self._has_passed, self._keys[item] = True, None
        function = attempt.case.function if attempt.case else ""
        return CaseRecord(
            attempt.kata.name, attempt.stage, attempt.title, PASSED, function
        )

    def failed(self, item: pytest.Item, wrong: Wrong) -> CaseRecord:
        """Return the record of a test in which something is wrong."""
        attempt, status = item.stash[ATTEMPT], status_of(wrong)
        if not self._has_failed and status == FAILED:
            doubt_about(self.code, wrong)
        self._has_failed, self._keys[item] = True, wrong.key
        failure = Describer(wrong, attempt, self.code).failure()
        self._lock(attempt, status)
        function = "" if status == BROKEN else wrong.call.function
        kata = attempt.kata.name
        return CaseRecord(kata, attempt.stage, attempt.title, status, function, failure)

    def _lock(self, attempt: Attempt, status: str) -> None:
        if attempt.stage == OWN_TESTS:
            return
        if status == BROKEN or (status == NOT_WRITTEN and not self._has_passed):
            self._last, self._why = -1, f"locked: the code is {status}"  # All fail.
        elif status in FAILURES and attempt.number < self._last:
            self._last = attempt.number
            self._why = f"locked until {attempt.stage!r} passes"

    def _is_of_stage(self, attempt: Attempt) -> bool:
        """Return True for a test up to the first stage that fails."""
        return attempt.stage != OWN_TESTS and attempt.number <= self._last

    def end(self) -> None:
        """End the code, and name the misconception behind all that is wrong."""
        self.code.forget()
        tests = [
            (item, key)
            for item, key in self._keys.items()
            if self._is_of_stage(item.stash[ATTEMPT])
        ]
        if sum(key is not None for _, key in tests) < FEWEST_WRONG:
            return
        # Needed only if something is wrong.
        from kata_kit.misconceptions import recognise

        if mistake := recognise(self.kata, self.code, tests):
            name = mistake.name.replace("_", " ")
            self.facts["misconception"] = {"name": name, "text": mistake.text}


RUN = pytest.StashKey[KataRun]()
RECORD = pytest.StashKey[CaseRecord]()


def begin(config: pytest.Config, items: Sequence[pytest.Item], source: Source) -> None:
    """Give each test of a kata the run that it's a part of."""
    option = config.option
    everything = option.all_stages or option.case or not source.is_yours
    runs: dict[str, KataRun] = {}
    for item in items:
        if attempt := item.stash.get(ATTEMPT, None):
            name = attempt.kata.name
            if name not in runs:
                code = Code(attempt.file, option.kata_timeout, option.kata_total)
                if option.capture == "no":
                    code.printer = None
                runs[name] = KataRun(code, attempt, everything=bool(everything))
            item.stash[RUN] = runs[name]
