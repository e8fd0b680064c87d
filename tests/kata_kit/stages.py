"""Stages: their order, and the locks. While one fails, the later ones are locked."""

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from kata_tables.table import Table

from kata_kit.attempt import ATTEMPT, Attempt
from kata_kit.katas import PATH
from kata_kit.record import BROKEN, FAILURES, NOT_WRITTEN, PASSED


@cache
def stages_of(module: ModuleType | None) -> dict[str, int]:
    """Return the stages of a test file, in order, with the number of tests."""
    stages = dict.fromkeys(_stages(module), 0)
    tests = vars(module).items() if module else ()
    for test in (test for name, test in tests if name.startswith("test_")):
        marks = {mark.name: mark.args for mark in getattr(test, "pytestmark", [])}
        for row in marks.get("parametrize", ("", [None]))[1]:
            of_row = {mark.name: mark.args for mark in getattr(row, "marks", ())}
            for stage in (marks | of_row).get("stage", ()):
                stages[stage] = stages.get(stage, 0) + 1
    return stages


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests by kata, stage, file and row.

    A learner's own stand behind those of the table, and all others stand last.
    """
    files = list(dict.fromkeys(item.path for item in items))
    return sorted(items, key=lambda item: (*_place(item), files.index(item.path)))


def _place(item: Any) -> tuple[int, ...]:
    attempt = item.stash.get(ATTEMPT, None)
    if not attempt:
        return (len(PATH),)
    kata, stages = PATH.index(attempt.kata), _stages(attempt.room)
    if attempt.stage not in stages:
        return kata, 1
    line = item.function.__code__.co_firstlineno
    row = _row_numbers(attempt.room).get(id(attempt.case), 0)
    return kata, 0, stages.index(attempt.stage), line, row


@cache
def _row_numbers(module: ModuleType | None) -> dict[int, int]:
    """Return the place of each case in its table, by the id of the case."""
    table = getattr(module, "TABLE", None)
    rows = table.rows if isinstance(table, Table) else ()
    return {id(row.values[0]): number for number, row in enumerate(rows)}


def _stages(module: ModuleType | None) -> Sequence[str]:
    table = getattr(module, "TABLE", None)
    return table.stages if isinstance(table, Table) else ()


def number_of(attempt: Attempt) -> int:
    """Return the place of a test's stage in its table; the last one for your own."""
    stages = _stages(attempt.room)
    return stages.index(attempt.stage) if attempt.stage in stages else len(stages)


class Locks:
    """The stages that are locked, as the tests run."""

    def __init__(self, *, everything: bool) -> None:
        self._everything = everything  # No stage is locked.
        # Of a kata the number of the first stage that fails, and why the later ones
        # are locked.
        self._locked: dict[str, tuple[int, str]] = {}
        self._begun: set[str] = set()  # katas of which a test has passed

    def reason(self, attempt: Attempt) -> str:
        """Return why a test is locked; "" if it is not."""
        if self._everything or not attempt.is_in_table:
            return ""
        number = number_of(attempt)
        first, why = self._locked.get(attempt.kata.name, (number, ""))
        return why if number > first else ""

    def note(self, attempt: Attempt, status: str) -> None:
        """Take in what came of a test."""
        kata, stage = attempt.kata.name, attempt.stage
        if not attempt.is_in_table:
            return
        if status == PASSED:
            self._begun.add(kata)
        elif status == BROKEN or (status == NOT_WRITTEN and kata not in self._begun):
            self._locked[kata] = -1, f"locked: the code is {status}"  # All would fail.
        number = number_of(attempt)
        first, _ = self._locked.get(kata, (number + 1, ""))
        if status in FAILURES and number < first:
            self._locked[kata] = number, f"locked until {stage!r} passes"


LOCKS = pytest.StashKey[Locks]()
