"""The facts of a test of a kata, found once when it is collected, and the order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_tables.rows import Case
from kata_tables.table import Table

from kata_kit.katas import PATH, KataFiles, relative
from kata_kit.paths import kata_at
from kata_kit.record import OWN_TESTS
from kata_kit.sources import Source


@dataclass(frozen=True)
class Attempt:
    """A test of a kata, with the code that it is about."""

    kata: KataFiles
    file: Path  # under test
    label: str  # that file, as messages name it
    title: str  # the name of the case, or the first line of the test's docstring
    stage: str = OWN_TESTS
    case: Case | None = None
    why: str = ""  # why the test exists
    room: ModuleType | None = None  # the test file

    @cached_property
    def stages(self) -> Mapping[str, int]:
        return stages_of(self.room)

    @cached_property
    def number(self) -> int:
        """The place of its stage in the table; your own tests stand behind all."""
        return [*self.stages, self.stage].index(self.stage)


ATTEMPT = pytest.StashKey[Attempt]()


def note_attempts(items: Sequence[pytest.Item], source: Source) -> None:
    """Find what is known of each test of a kata, and keep it with the test."""
    for item in items:
        if kata := kata_at(item.path):
            item.stash[ATTEMPT] = attempt = _attempt(item, kata, source)
            item.user_properties += (  # For JUnit's file.
                ("kata", kata.name),
                ("stage", attempt.stage),
                ("case", attempt.title),
            )


def _attempt(item: Any, kata: KataFiles, source: Source) -> Attempt:
    file, mark = source.file(kata), item.get_closest_marker("stage")
    callspec = getattr(item, "callspec", None)
    case = callspec and callspec.params.get("case")
    case = case if isinstance(case, Case) else None
    title, why = title_and_why(getattr(item, "function", None), case)
    return Attempt(
        kata=kata,
        file=file,
        label=relative(file),
        title=title or item.name,
        stage=str(mark.args[0]) if mark else OWN_TESTS,
        case=case,
        why=why,
        room=getattr(item, "module", None),
    )


def title_and_why(test: object, case: Case | None) -> tuple[str, str]:
    """Return a test's title and why it exists, by its case or its docstring."""
    if case:
        return case.name, case.why
    text = getattr(test, "__doc__", None) or ""
    summary, _, more = text.strip().partition("\n")
    return summary.rstrip("."), " ".join(more.split())


def title_of(item: pytest.Item) -> str:
    """Return the title of a test, also of one that belongs to no kata."""
    attempt = item.stash.get(ATTEMPT, None)
    return attempt.title if attempt else item.name


@cache
def stages_of(module: ModuleType | None) -> Mapping[str, int]:
    """Return the stages of a test file, in order, with the number of tests."""
    table = getattr(module, "TABLE", None)
    names = table.stages if isinstance(table, Table) else ()
    stages = dict.fromkeys(names, 0)
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
    kata = PATH.index(attempt.kata)
    if attempt.stage == OWN_TESTS:
        return kata, 1
    line = item.function.__code__.co_firstlineno
    row = item.callspec.indices["case"] if attempt.case else 0
    return kata, 0, attempt.number, line, row
