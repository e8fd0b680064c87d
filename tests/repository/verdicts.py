"""Whether the table of a kata rejects a mutant of its reference.

Pytest is not started for a mutant; the tests of the table are called here, against a process that
holds the mutant. The answers of the reference are kept: a test is a function of the answers that
it gets, so a mutant that gives the same ones passes it, and the slow oracle is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from kata_kit.asked import Request
from kata_kit.fixture import Kata
from kata_kit.incoming import Trouble
from kata_kit.katas import ROOT, KataFiles
from kata_kit.process import Limits
from kata_kit.under_test import UnderTest
from kata_kit.values import same
from repository.mutants import Mutant, mutants_of
from repository.tables import Row, rows

# What an endless loop costs. The slowest call that comes back takes 0.4 s: it is of the mutants of
# `perft` that play the last ply instead of counting it.
LIMITS = Limits(seconds=2)


@dataclass(frozen=True)
class Verdict:
    """What the table says of a mutant: the row that rejects it first, or nothing."""

    mutant: Mutant
    killer: str

    @property
    def survived(self) -> bool:
        """Whether no row rejects it."""
        return not self.killer


@cache
def verdicts(kata: KataFiles) -> tuple[Verdict, ...]:
    """What the table of a kata says of each mutant of its reference."""
    source = (ROOT / kata.solution).read_text(encoding="utf-8")
    return tuple(judge(kata, mutants_of(source), asked_of(kata, source, rows(kata))))


@dataclass(frozen=True)
class Asked:
    """A row of a table: its calls of the reference, what came of them, and how long it took."""

    row: Row
    requests: Sequence[Request]
    seconds: float


def asked_of(kata: KataFiles, source: str, table: Iterable[Row]) -> list[Asked]:
    """Run the rows of a table against a reference, and keep its answers."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        callee = under_test(kata, Path(folder), source)
        asked = []
        try:
            for row in table:
                fixture, began = Kata(kata.name, callee), monotonic()
                assert row.holds(fixture), f"{kata.table}: the reference fails {row.name}"
                asked.append(Asked(row, fixture.kata_code.requests, monotonic() - began))
        finally:
            callee.close()
        # The quick rows first: they reject nearly all mutants.
        return sorted(asked, key=attrgetter("seconds"))


def judge(kata: KataFiles, mutants: Iterable[Mutant], table: Sequence[Asked]) -> Iterator[Verdict]:
    """Run each mutant under the table, until a row rejects it."""
    with TemporaryDirectory(prefix="mutants-") as folder:
        for mutant in mutants:
            callee = under_test(kata, Path(folder), mutant.source)
            try:
                killers = (asked.row.name for asked in table if rejects(kata, asked, callee))
                yield Verdict(mutant, next(killers, ""))
            finally:
                callee.close()


def rejects(kata: KataFiles, asked: Asked, callee: UnderTest) -> bool:
    """Whether a row rejects the code."""
    for request in asked.requests:
        outcomes = callee.call(request.function, request.wanted, request.batch).outcomes
        if len(outcomes) != len(request.outcomes):
            return True
        for right, got in zip(request.outcomes, outcomes, strict=True):
            if isinstance(got, Trouble) and not isinstance(right, Trouble):
                return True
            if not alike(right, got):
                # Another answer may be right as well: the test knows. What the code prints is
                # passed on by the fixture, and is nothing for the report of the check.
                with redirect_stdout(StringIO()):
                    return not asked.row.holds(Kata(kata.name, callee))
    return False


def alike(right: object, got: object) -> bool:
    """Whether two outcomes are the same, wherever in the file they came from."""
    if isinstance(right, Trouble) and isinstance(got, Trouble):
        return (right.kind, right.refusal, right.message) == (got.kind, got.refusal, got.message)
    return same(right, got)


def under_test(kata: KataFiles, folder: Path, source: str) -> UnderTest:
    """What runs a reference, from a file of its own."""
    path = folder / f"{kata.name}.py"
    path.write_text(source, encoding="utf-8")
    return UnderTest(path, kata, LIMITS)
