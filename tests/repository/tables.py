"""A kata's table without pytest: its tests called one by one, against any code."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from kata_kit.attempt import Attempt, stages_of, title_and_why
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, ROOT, KataFiles, load
from kata_kit.misconceptions import outcomes
from kata_kit.process import Limits
from kata_kit.request import Batch, CallFailed, Request, Trouble
from kata_kit.under_test import UnderTest
from kata_tables.mistakes import Solution
from kata_tables.rows import Case
from kata_worker import COUNTED


@dataclass(frozen=True)
class Row:
    """One test of a table: a function with one of its cases, if it has cases."""

    stage: str
    name: str
    test: Callable[..., None]
    case: Case | None = None

    def holds(self, kata: Kata) -> bool:
        """Tell whether the code behind the fixture passes it."""
        try:
            self.test(kata, *([self.case] if self.case else []))
        except (AssertionError, CallFailed, pytest.skip.Exception):
            return False
        return True

    @property
    def title(self) -> str:
        """Its title, as learners read it."""
        return title_and_why(self.test, self.case)[0]

    def attempt(self, kata: KataFiles, label: str) -> Attempt:
        """Return what pytest would know of it at collection."""
        return Attempt(
            kata=kata,
            file=ROOT / kata.stub,
            label=label,
            title=self.title,
            stage=self.stage,
            case=self.case,
            why=title_and_why(self.test, self.case)[1],
            room=load(ROOT / kata.table),
        )


@cache
def rows(kata: KataFiles) -> list[Row]:
    """The tests of a kata's table, in the order of their stages."""
    module, found = load(ROOT / kata.table), list[Row]()
    for name, test in vars(module).items():
        if name.startswith("test_"):
            marks = {mark.name: mark.args for mark in test.pytestmark}
            if "stage" in marks:
                found.append(Row(marks["stage"][0], name, test))
            for case in marks.get("parametrize", ("case", ()))[1]:
                (stage,) = (mark.args[0] for mark in case.marks if mark.name == "stage")
                found.append(Row(stage, f"{name}[{case.id}]", test, case.values[0]))
    order = list(stages_of(module))
    return sorted(found, key=lambda row: order.index(row.stage))


class Direct:
    """Runs one of the repository's own solutions in this process; they are trusted.

    What calls cost is counted in a process of its own, as it is for a learner, or not
    at all.
    """

    def __init__(
        self, kata: KataFiles, solution: Solution, *, counts: bool = True
    ) -> None:
        self.kata, self.solution, self.counts = kata, solution, counts

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """As `UnderTest.call`."""
        request = Request(function, wanted, batch)
        if wanted not in COUNTED:
            request.outcomes = list(outcomes(self.solution.module, request))
        elif self.counts:
            with TemporaryDirectory() as folder:
                path = Path(self.solution.place)
                if not path.is_file():
                    path = Path(folder) / f"{self.kata.name}.py"
                    path.write_text(self.solution.code, encoding="utf-8")
                return under_test(path).call(function, wanted, batch)
        else:
            request.outcomes = [Trouble("not run")]
        return request


def text_of(file: str) -> str:
    """Return the text of a file of the project."""
    assert (ROOT / file).is_file(), f"{file}: write it, there is no such file"
    return (ROOT / file).read_text(encoding="utf-8")


def ours(path: Path) -> Solution:
    """One of the repository's own files as a solution."""
    return Solution(path.stem, "", path.read_text(encoding="utf-8"), str(path))


def under_test(path: Path, seconds: float = 60) -> UnderTest:
    """Return processes for a file that is named after a kata, or its folder is."""
    name = path.stem if path.stem in BY_NAME else path.parent.name
    return UnderTest(path, BY_NAME[name], Limits(seconds=seconds))


def asked(
    path: Path,
    code: str,
    *batch: tuple[object, ...],
    wanted: str = "answer",
    limits: Limits = Limits(),  # noqa: B008 - it does not change
    own: Path | None = None,
) -> Request:
    """Write code into a file, and return what comes of calls of its `f` in a process.

    It may read what is its own; if that is None, its folder.
    """
    path.write_text(code, encoding="utf-8")
    with closing(UnderTest(path, BY_NAME[path.stem], limits, own)) as processes:
        return processes.call("f", wanted, batch)


def learners_run(code: Direct) -> tuple[list[Request], list[Row]]:
    """Run as a learner's run does: stop behind the first stage that fails.

    Returns:
        The calls, with the number of wrong answers; and the rows that failed.
    """
    asked, failed = list[Request](), list[Row]()
    for row in rows(code.kata):
        if failed and row.stage != failed[0].stage:
            break
        fixture = Kata(code.kata.name, code)
        holds = row.holds(fixture)
        asked += fixture.kata_code.end(failed=not holds)
        if not holds:
            failed.append(row)
    return asked, failed
