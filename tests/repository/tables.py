"""A kata's table without pytest: its tests called one by one, against any code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit.asked import Batch, Callee, CallFailed, Request
from kata_kit.fixture import Kata
from kata_kit.incoming import COUNTED
from kata_kit.katas import BY_NAME, ROOT, KataFiles, load
from kata_kit.process import Limits
from kata_kit.recognise import outcomes
from kata_kit.stages import stages_of
from kata_kit.told import title_of
from kata_kit.under_test import UnderTest
from kata_tables.mistakes import Solution


@dataclass(frozen=True)
class Row:
    """One test of a table: a function with one of its cases, if it has cases."""

    stage: str
    name: str
    test: Callable[..., None]
    case: object = None

    def run(self, kata: Kata) -> None:
        """Run it; raises what a test raises."""
        self.test(kata) if self.case is None else self.test(kata, self.case)

    def holds(self, kata: Kata) -> bool:
        """Whether the code behind the fixture passes it."""
        try:
            self.run(kata)
        except (AssertionError, CallFailed, pytest.skip.Exception):
            return False
        return True

    @property
    def item(self) -> Any:
        """What pytest's item of it tells."""
        module = SimpleNamespace(**self.test.__globals__)
        params = SimpleNamespace(params={"case": self.case} if self.case else {})
        return SimpleNamespace(name=self.name, function=self.test, module=module, callspec=params)

    @property
    def title(self) -> str:
        """Its title, as learners read it."""
        return title_of(self.item)


class Direct:
    """Runs one of the repository's own solutions in this process; they are trusted.

    Only what calls cost is counted in a process of its own, as it is for a learner.
    """

    def __init__(self, kata: KataFiles, solution: Solution) -> None:
        self._kata = kata
        self._solution = solution

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """As `UnderTest.call`."""
        if wanted not in COUNTED:
            request = Request(function, wanted, batch)
            request.outcomes = list(outcomes(self._solution.module, request))
            return request
        if Path(self._solution.place).is_file():
            return under_test(Path(self._solution.place)).call(function, wanted, batch)
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"{self._kata.name}.py"
            path.write_text(self._solution.code, encoding="utf-8")
            return under_test(path).call(function, wanted, batch)


def ours(path: Path) -> Solution:
    """One of the repository's own files as a solution."""
    return Solution(path.stem, "", path.read_text(encoding="utf-8"), str(path))


def under_test(path: Path, seconds: float = 60) -> UnderTest:
    """A file in processes as a learner's; its folder has the name of the kata, or it itself."""
    name = path.stem if path.stem in BY_NAME else path.parent.name
    return UnderTest(path, BY_NAME[name], Limits(seconds=seconds))


def rows(kata: KataFiles) -> Iterator[Row]:
    """The tests of a kata's table, in the order of their stages."""
    module = load(ROOT / kata.table)
    found = []
    for name, test in vars(module).items():
        if name.startswith("test_"):
            marks = {mark.name: mark.args for mark in test.pytestmark}
            for case in marks.get("parametrize", ("case", (None,)))[1]:
                if case:
                    (stage,) = (mark.args[0] for mark in case.marks if mark.name == "stage")
                    found.append(Row(stage, f"{name}[{case.id}]", test, case.values[0]))
                else:
                    found.append(Row(marks["stage"][0], name, test))
    order = list(stages_of(module))
    yield from sorted(found, key=lambda row: order.index(row.stage))


def learners_run(kata: KataFiles, callee: Callee) -> tuple[list[Request], list[Row]]:
    """What a learner's run does: it stops behind the first stage that fails.

    Returns:
        The calls that were made, with the number of wrong answers; and the rows that failed.
    """
    asked, failed = list[Request](), list[Row]()
    for row in rows(kata):
        if failed and row.stage != failed[0].stage:
            break
        fixture = Kata(kata.name, callee)
        holds = row.holds(fixture)
        asked += fixture.kata_code.end(failed=not holds)
        if not holds:
            failed.append(row)
    return asked, failed
