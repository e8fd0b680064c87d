"""The end of a run as a learner reads it, made in this process.

The code under test runs in a process of its own, as always; the rows of the table are
called here, so that a screen takes 50 ms where a run of pytest takes half a second.
`test_summary.py` compares both.
"""

import re
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from kata_kit.attempt import Attempt
from kata_kit.failure import diagnose
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, load
from kata_kit.process import Limits
from kata_kit.record import LOCKED, NOT_RUN, PASSED, CaseRecord, KataRecord
from kata_kit.sources import Submission, YourCode
from kata_kit.stages import Locks, stages_of
from kata_kit.summary import Summary
from kata_kit.under_test import UnderTest
from repository.project import ROOT, WINNER, Folder
from repository.tables import Row, rows


class Screen(NamedTuple):
    """What stands on the screen, and the records of which it was made."""

    text: str
    records: list[KataRecord]

    @property
    def first_failure(self) -> str:
        """The first failure, without the head of its stage."""
        head = re.search(r"^=+ \w+: .+ =+\n", self.text, re.MULTILINE)
        assert head, self.text
        lines = self.text[head.end() :].splitlines()
        shown = takewhile(
            lambda line: not re.match("alone:|also failing:|===", line), lines
        )
        return "\n".join(shown).rstrip("\n")

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.splitlines()

    @property
    def also_failing(self) -> list[str]:
        """The lines about failures that are not shown whole."""
        others = self.text.partition("\nalso failing:\n")[2]
        return others.partition("\n====")[0].splitlines()


class Learner(Folder):
    """Somebody who has a folder with stubs, and no project around it."""

    def cases(
        self,
        kata: str = WINNER,
        *,
        seconds: float = 5.0,
        all_stages: bool = False,
        short: bool = False,
        case: str = "",
        label: str = "",
    ) -> list[CaseRecord]:
        """What comes of the cases of a kata; short, up to the first failure, as with `-x`.

        Only the case whose title begins with `case` is run. The label is the file as
        messages name it, if not the stub: a submission.
        """
        entry, locks, cases = (
            BY_NAME[kata],
            Locks(everything=all_stages),
            list[CaseRecord](),
        )
        with closing(UnderTest(self.stub(kata), entry, Limits(seconds))) as code:
            for row in rows(entry):
                if not row.title.startswith(case):
                    continue
                if short and cases and cases[-1].failure:
                    break
                fixture = Kata(kata, code)
                attempt = row.attempt(entry, label or entry.stub)
                cases.append(self._here(_what_comes_of(row, fixture, attempt, locks)))
        return cases

    def _here(self, case: CaseRecord) -> CaseRecord:
        """Return the record with files as they are called in the folder."""
        if not (case.failure and case.failure.place):
            return case
        place = case.failure.place
        here = replace(place, file=place.file.replace(f"{self.root}/", ""))
        return replace(case, failure=replace(case.failure, place=here))

    def screen(self, kata: str = WINNER, **how: Any) -> Screen:
        """The end of the run of a kata in a terminal; how it is run, as in `cases`."""
        return show(self.cases(kata, **how), label=how.get("label", ""))


def show(
    cases: Iterable[CaseRecord],
    *,
    verbosity: int = 0,
    label: str = "",
    columns: int = 80,
) -> Screen:
    """The end of a run in which that came of the cases, in a terminal."""
    options: dict[str, object] = {"hints": None}
    config: Any = SimpleNamespace(
        args=[],
        option=SimpleNamespace(),
        getoption=options.get,
        get_verbosity=lambda: verbosity,
        pluginmanager=SimpleNamespace(has_plugin=lambda name: False),
    )
    yours = not label or label.startswith("katas/")
    source = YourCode() if yours else Submission(Path(label), label)
    summary, terminal = Summary(config, source), _Terminal()
    for case in cases:
        file = label or BY_NAME[case.kata].stub
        run = {
            "kata": case.kata,
            "file": file,
            "table": stages_of(load(ROOT / BY_NAME[case.kata].table)),
        }
        report: Any = SimpleNamespace(kata=case, kata_run=run)
        summary.pytest_runtest_logreport(report)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        list(summary.pytest_terminal_summary(terminal))
    return Screen(terminal.text, summary.all())


def green(*katas: str) -> list[CaseRecord]:
    """What came of the cases of katas if all of them passed."""
    each = ((kata, row) for kata in katas for row in rows(BY_NAME[kata]))
    return [CaseRecord(kata, row.stage, row.title, PASSED) for kata, row in each]


def pattern(told: str) -> re.Pattern[str]:
    """What matches a text in which "[...]" stands for any text."""
    return re.compile(re.escape(told).replace(re.escape("[...]"), ".*"), re.DOTALL)


def too_long(text: str) -> list[str]:
    """The lines of more than 80 columns."""
    return [line for line in text.splitlines() if len(line) > 80]


def _what_comes_of(
    row: Row, fixture: Kata, attempt: Attempt, locks: Locks
) -> CaseRecord:
    """What comes of one case, which may be locked."""
    record = CaseRecord(attempt.kata.name, row.stage, row.title, PASSED)
    if locks.reason(attempt):
        return replace(record, status=LOCKED)
    try:
        row.run(fixture)
    except pytest.skip.Exception:
        record = replace(record, status=NOT_RUN)
    except Exception as error:
        found = diagnose(error, attempt, fixture.kata_code)
        if found is None:
            raise
        status, failure, function, _ = found
        record = replace(record, status=status, function=function, failure=failure)
    locks.note(attempt, record.status)
    return record


class _Terminal:
    """A terminal that keeps what is written."""

    def __init__(self) -> None:
        self.text = ""
        self.stats: dict[str, list[object]] = {}

    def write(self, text: str, **markup: bool) -> None:
        self.text += text

    def write_line(self, line: str, **markup: bool) -> None:
        self.write(f"{line}\n")

    def write_sep(self, sign: str, title: str, **markup: bool) -> None:
        self.write_line(f" {title} ".center(80, sign))
