"""The facts of a test of a kata, found once when it is collected, and kept."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_tables.case import Case
from kata_tables.drawing import EMPTY, Drawing

from kata_kit.katas import KataFiles, relative
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

    @property
    def is_in_table(self) -> bool:
        """True for a test of the kata's table, False for a learner's own."""
        return self.stage != OWN_TESTS

    @property
    def properties(self) -> Sequence[tuple[str, object]]:
        """The properties of the test in JUnit's file."""
        return ("kata", self.kata.name), ("stage", self.stage), ("case", self.title)

    def words(self, name: str, *arguments: object) -> str:
        """Return the text of the test file's `meaning` or `source`; else ""."""
        function = getattr(self.room, name, None)
        with suppress(Exception):  # An answer may be anything.
            return str(function(*arguments)) if function else ""
        return ""

    def drawing(self, call: Any) -> Drawing:
        """Return what `draw` of the test file draws of a call; else nothing."""
        draw = getattr(self.room, "draw", None)
        with suppress(Exception):  # An answer may be anything.
            return draw(call) if draw else EMPTY
        return EMPTY


ATTEMPT = pytest.StashKey[Attempt]()
"""Where a test of a kata keeps what was found of it."""


def note_attempts(items: Sequence[pytest.Item], source: Source) -> None:
    """Find what is known of each test of a kata, and keep it with the test."""
    for item in items:
        if kata := kata_at(item.path):
            item.stash[ATTEMPT] = _attempt(item, kata, source)


def _attempt(item: Any, kata: KataFiles, source: Source) -> Attempt:
    file = source.file(kata)
    case = getattr(getattr(item, "callspec", None), "params", {}).get("case")
    if not isinstance(case, Case):
        case = None
    title, why = title_and_why(getattr(item, "function", None), case)
    marks = item.iter_markers("stage")
    return Attempt(
        kata=kata,
        file=file,
        label=relative(file),
        title=title or item.name,
        stage=next((str(mark.args[0]) for mark in marks), OWN_TESTS),
        case=case,
        why=why,
        room=getattr(item, "module", None),
    )


def title_and_why(test: object, case: Case | None) -> tuple[str, str]:
    """Return a test's title and why it exists, by its case or its docstring."""
    if case:
        return case.name, case.why
    summary, _, more = (getattr(test, "__doc__", None) or "").strip().partition("\n")
    return summary.rstrip("."), " ".join(more.split())


def title_of(item: pytest.Item) -> str:
    """Return the title of a test, also of one that belongs to no kata."""
    attempt = item.stash.get(ATTEMPT, None)
    return attempt.title if attempt else item.name
