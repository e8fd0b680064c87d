"""Stages: their order, and the locks. While one fails, the later ones of its kata are locked."""

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from kata_tables.table import Table

from kata_kit.katas import PATH
from kata_kit.paths import kata_at
from kata_kit.record import BROKEN, FAILURES, NOT_WRITTEN, PASSED


@cache
def stages_of(module: ModuleType | None) -> dict[str, int]:
    """The stages of a kata's test file, in order, with the number of their tests."""
    stages = dict.fromkeys(_stages(module), 0)
    tests = vars(module).items() if module else ()
    for test in (test for name, test in tests if name.startswith("test_")):
        marks = {mark.name: mark.args for mark in getattr(test, "pytestmark", [])}
        for row in marks.get("parametrize", ("", [None]))[1]:
            of_row = {mark.name: mark.args for mark in getattr(row, "marks", ())}
            for stage in (marks | of_row).get("stage", ()):
                stages[stage] = stages.get(stage, 0) + 1
    return stages


def stage_of(item: pytest.Item) -> str | None:
    """The stage of a test; None for a test that belongs to no kata's table."""
    return next((str(mark.args[0]) for mark in item.iter_markers("stage")), None)


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests by kata, stage, file and row; a learner's own behind these, all others last."""
    files = list(dict.fromkeys(item.path for item in items))
    return sorted(items, key=lambda item: (*_place(item), files.index(item.path)))


def _place(item: Any) -> tuple[int, ...]:
    if not (kata := kata_at(item.path)):
        return (len(PATH),)
    stages, stage = _stages(getattr(item, "module", None)), stage_of(item)
    if stage not in stages:
        return PATH.index(kata), 1
    case = getattr(item, "callspec", None) and item.callspec.params.get("case")
    line = item.function.__code__.co_firstlineno
    return PATH.index(kata), 0, stages.index(stage), line, case.line if case else 0


def _stages(module: ModuleType | None) -> Sequence[str]:
    table = getattr(module, "TABLE", None)
    return table.stages if isinstance(table, Table) else ()


class Locks:
    """Which stages of which katas are locked, as the tests run; none, if `everything` shall run."""

    def __init__(self, *, everything: bool) -> None:
        self._everything = everything
        self._locked: dict[
            str, tuple[str, str]
        ] = {}  # by kata: but for which stage, and why
        self._begun: set[str] = set()

    def reason(self, kata: str, stage: str) -> str | None:
        but_for, why = self._locked.get(kata, (stage, ""))
        return None if self._everything or but_for == stage else why

    def note(self, kata: str, stage: str, status: str) -> None:
        if status == PASSED:
            self._begun.add(kata)
        elif status == BROKEN or (status == NOT_WRITTEN and kata not in self._begun):
            self._locked[kata] = (
                "",
                f"locked: the code is {status}",
            )  # All would say the same.
        if status in FAILURES:
            self._locked.setdefault(kata, (stage, f"locked until {stage!r} passes"))
