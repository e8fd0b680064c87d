"""One run: each kata's code, how its tests ended, and which stages are locked."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest
from kata_tables.wrong import Wrong

from kata_kit.again import doubt_about
from kata_kit.attempt import ATTEMPT, Attempt, attempt_at, stages_of
from kata_kit.code import Code
from kata_kit.failure import Describer
from kata_kit.katas import Kata, kata_at
from kata_kit.record import (
    BROKEN,
    FAILED,
    FAILURES,
    LOCKED,
    NOT_RUN,
    NOT_WRITTEN,
    OWN_TESTS,
    PASSED,
    CaseRecord,
    Failure,
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
        # What each report with a record says of the kata; see `tally`.
        self.facts: dict[str, Any] = {
            "kata": attempt.kata.name,
            "file": attempt.label,
            "table": dict(stages_of(attempt.room)),
        }
        self._last, self._why = inf, ""  # the last stage that is free, and why
        self._keys = dict[pytest.Item, Any]()  # how tests ended, None for right
        self._has_passed = self._has_failed = False

    def begin(self, attempt: Attempt) -> str:
        """Return why a test is locked; "" if it isn't."""
        is_free = self._everything or attempt.stage == OWN_TESTS
        if is_free or attempt.number <= self._last:
            return ""
        self._note(attempt, LOCKED)
        return self._why

    def passed(self, item: pytest.Item) -> None:
        """Note that a test passed."""
        self._has_passed, self._keys[item] = True, None
        self._note(item.stash[ATTEMPT], PASSED)

    def explain(self, item: pytest.Item, error: BaseException) -> None:
        """Note that an exception ended a test, in words for a learner.

        For the first wrong answer the call is made again: see `again`. Later stages are
        locked.
        """
        attempt = item.stash[ATTEMPT]
        if not isinstance(error, Wrong):
            skipped = isinstance(error, pytest.skip.Exception)
            self._note(attempt, NOT_RUN if skipped else FAILED)
            return
        if not self._has_failed:
            doubt_about(self.code, error)
        self._has_failed, self._keys[item] = True, error.key
        describer = Describer(error, attempt, self.code)
        status = describer.status
        function = "" if status == BROKEN else error.call.function
        self._note(attempt, status, function, describer.failure())
        self._lock(attempt, status)

    def _note(
        self,
        attempt: Attempt,
        status: str,
        function: str | None = None,
        failure: Failure | None = None,
    ) -> None:
        """Make the record of a test, which ended so."""
        if function is None:
            function = attempt.case.function if attempt.case else ""
        attempt.record = CaseRecord(
            self.kata.name, attempt.stage, attempt.title, status, function, failure
        )

    def _lock(self, attempt: Attempt, status: str) -> None:
        if attempt.stage == OWN_TESTS:
            return
        if status == BROKEN or (status == NOT_WRITTEN and not self._has_passed):
            self._last = -1  # Every stage is locked, because every test would fail.
            self._why = f"locked: the code is {status}"
        elif status in FAILURES and attempt.number < self._last:
            self._last = attempt.number
            self._why = f"locked until {attempt.stage!r} passes"

    def end(self) -> None:
        """End the code, and name the misconception behind all that is wrong."""
        self.code.forget()
        tests = list[tuple[pytest.Item, Any]]()  # up to the first stage that fails
        for item, key in self._keys.items():
            attempt = item.stash[ATTEMPT]
            if attempt.stage != OWN_TESTS and attempt.number <= self._last:
                tests.append((item, key))
        if sum(key is not None for _, key in tests) < FEWEST_WRONG:
            return
        # Needed only if something is wrong.
        from kata_kit.misconceptions import recognise

        if mistake := recognise(self.kata, tests):
            name = mistake.name.replace("_", " ")
            self.facts["misconception"] = {"name": name, "text": mistake.text}


def gather(config: pytest.Config, items: Sequence[Any], source: Source) -> None:
    """Keep with each test of a kata what is known of it, and its run."""
    option = config.option
    everything = option.all_stages or option.case or not source.is_yours
    runs: dict[Kata, KataRun] = {}
    for item in items:
        kata = kata_at(item.path)
        if not kata or not hasattr(item, "function"):
            continue
        file = source.file(kata)
        item.stash[ATTEMPT] = attempt = attempt_at(item, kata, file)
        if kata not in runs:
            code = Code(file, option.kata_timeout, option.kata_total)
            if option.capture == "no":
                code.printer = None
            runs[kata] = KataRun(code, attempt, everything=bool(everything))
        attempt.run = runs[kata]
