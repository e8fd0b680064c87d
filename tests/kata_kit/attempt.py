"""What's known of each test of a kata: for its order, and to choose it by `--case`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_tables.rows import Case
from kata_tables.table import Table

from kata_kit.katas import PATH, Kata, relative
from kata_kit.record import OWN_TESTS, CaseRecord


@dataclass
class Attempt:
    """A test of a kata: what it's about, the run that it's a part of, and its end."""

    kata: Kata
    file: Path  # under test
    title: str  # the name of the case, or the first line of the test's docstring
    stage: str = OWN_TESTS
    case: Case | None = None
    why: str = ""  # why the test exists
    room: ModuleType | None = None  # the test file
    run: Any = None  # a `KataRun`
    record: CaseRecord | None = None  # how it ended

    @property
    def label(self) -> str:
        """The file, as messages name it."""
        return relative(self.file)

    @cached_property
    def number(self) -> float:
        """The place of its stage; your own tests come after all."""
        is_own = self.stage == OWN_TESTS
        return inf if is_own else [*stages_of(self.room)].index(self.stage)


ATTEMPT = pytest.StashKey[Attempt]()


def attempt_at(item: Any, kata: Kata, file: Path) -> Attempt:
    """Return what is known of a test, which also goes into JUnit's file."""
    callspec = getattr(item, "callspec", None)
    case = callspec and callspec.params.get("case")
    case = case if isinstance(case, Case) else None
    title, why = title_and_why(item.function, case)
    mark = item.get_closest_marker("stage")
    is_table = item.path.name == kata.tests.name and mark
    stage = str(mark.args[0]) if is_table else OWN_TESTS
    attempt = Attempt(kata, file, title or item.name, stage, case, why, item.module)
    properties = {"kata": kata.name, "stage": stage, "case": attempt.title}
    item.user_properties += properties.items()
    return attempt


def title_and_why(test: object, case: Case | None) -> tuple[str, str]:
    """Return a test's title and why it exists, from its case or its docstring."""
    if case:
        return case.name, case.why
    text = getattr(test, "__doc__", None) or ""
    summary, _, more = text.strip().partition("\n")
    return summary.rstrip("."), " ".join(more.split())


@cache
def stages_of(module: ModuleType | None) -> Mapping[str, int]:
    """Return the stages of a test file, in order, with the number of tests."""
    table = getattr(module, "TABLE", None)
    if not isinstance(table, Table):
        return {}
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    marks = [mark for row in table.rows for mark in row.marks]
    marks += [mark for test in tests for mark in getattr(test, "pytestmark", ())]
    counts = Counter(mark.args[0] for mark in marks if mark.name == "stage")
    return {stage: counts[stage] for stage in (*table.stages, *counts)}


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the case of that name, or all cases that have the text in their names.

    Raises:
        pytest.UsageError: if there's none.
    """
    text = config.option.case
    if not text or not items:
        return
    titles = [title_of(item) for item in items]
    chosen = [item for item in items if text in (title_of(item), item.name)]
    if not chosen:
        part = text.casefold()
        chosen = [item for item in items if part in title_of(item).casefold()]
    if not chosen:
        raise pytest.UsageError(f"none of {len(titles)} cases has {text!r} in its name")
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def title_of(item: pytest.Item) -> str:
    """Return the title of a test, also of one that belongs to no kata."""
    attempt = item.stash.get(ATTEMPT, None)
    return attempt.title if attempt else item.name


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests by kata, stage and row; tests of no kata come last."""
    return sorted(items, key=place_of)


def place_of(item: Any) -> tuple[float, ...]:
    """Return the place of a test in the order of a run."""
    attempt = item.stash.get(ATTEMPT, None)
    kata = PATH.index(attempt.kata) if attempt else len(PATH)
    stage, line, row = attempt.number if attempt else inf, 0, 0
    if stage < inf:  # The others keep the order that they have.
        line = item.function.__code__.co_firstlineno
        row = item.callspec.indices["case"] if attempt.case else 0
    return kata, stage, line, row
