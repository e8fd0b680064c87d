"""A test for each participant and kata, made without a look into anybody's file.

    submissions::ada::tictactoe_winner

pytest-xdist spreads them over its processes. What came of one is attached to its report as plain
values, which pytest-xdist carries, and so do `--junitxml` and other plugins see it: as one test.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from pathlib import Path

import pytest
from kata_kit.katas import KataFiles
from kata_kit.record import BROKEN, GREEN, RED, STOPPED, KataRecord

from kata_workshop.participants import Gathering, Submitted
from kata_workshop.run import Terms, run

# Stands for the folder of the submissions, which pytest itself shall never look into: there may
# be a conftest.py in it, or a thousand files of an environment.
STANDS_FOR_ALL = Path(__file__)

FAILED = (RED, BROKEN, STOPPED)


class Everybody(pytest.File):
    """Collects the tests."""

    submitted: Sequence[Submitted] = ()
    terms: Terms

    def collect(self) -> Iterable[pytest.Item]:
        """The tests, in the order of the files."""
        for one in self.submitted:
            yield Attempt.make(self, one, self.terms)


class Attempt(pytest.Item):
    """One participant's file under the table of one kata."""

    submitted: Submitted
    terms: Terms
    record: KataRecord | None = None

    @classmethod
    def make(cls, parent: Everybody, submitted: Submitted, terms: Terms) -> Attempt:
        """Make a test with an id that fits into one line of plain text."""
        name = f"{plain_id(submitted.participant)}::{submitted.kata.name}"
        item = cls.from_parent(parent, name=name, nodeid=f"submissions::{name}")
        item.submitted, item.terms = submitted, terms
        return item

    def runtest(self) -> None:
        """Run the table, and fail or skip with what the participant would have read."""
        self.record = run(self.submitted, self.terms)
        if self.record.state in FAILED:
            pytest.fail(self.record.words, pytrace=False)
        if self.record.state != GREEN:
            pytest.skip(self.record.words)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test is, for reports of pytest: it has no line."""
        return STANDS_FOR_ALL, None, self.name


class Attach:
    """The hooks that a workshop adds where the tests are collected and run.

    Args:
        gathering: everybody's files.
        katas: the katas that the run is about.
        terms: what is the same for everybody.
    """

    def __init__(self, gathering: Gathering, katas: Iterable[KataFiles], terms: Terms) -> None:
        self._submitted = [one for one in gathering.submitted if one.kata in set(katas)]
        self._terms = terms

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> Everybody | None:
        """Collect everybody's files in place of the one that stands for them."""
        if file_path != STANDS_FOR_ALL:
            return None
        everybody: Everybody = Everybody.from_parent(parent, path=file_path)
        everybody.submitted, everybody.terms = self._submitted, self._terms
        return everybody

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Give the report its record; a failure reads as the participant's own run."""
        report = yield
        record = getattr(item, "record", None)
        if call.when == "call" and isinstance(record, KataRecord):
            report.workshop = record.as_dict()  # type: ignore[attr-defined]
            if report.failed:
                report.longrepr = record.verdict or record.words
        return report


def plain_id(name: str) -> str:
    r"""A name as a part of a test's id: one line, no separator, two names never the same.

    A "[" would begin the parameters of a test, and `--junitxml` moves what is behind it.

    >>> print(plain_id("a::b[1]\n"))
    a:\x3ab\x5b1]\n
    """
    escaped = "".join(
        c if c.isprintable() and c != "\\" else c.encode("unicode_escape").decode() for c in name
    )
    return escaped.replace("::", ":\\x3a").replace("[", "\\x5b")
