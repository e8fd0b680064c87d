"""The end of a run as a learner reads it, made in this process.

The code under test runs in a process of its own, as always; the rows of the table are called here,
so that a screen takes 50 ms where a run of pytest takes half a second. `test_messages.py` compares
both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, KataFiles, load
from kata_kit.process import Limits
from kata_kit.record import LOCKED, NOT_RUN, PASSED, CaseRecord, KataRecord
from kata_kit.stages import Locks, stages_of
from kata_kit.summary import Summary
from kata_kit.told import Teller
from kata_kit.under_test import UnderTest
from kata_kit.whose import Submission, YourCode
from repository.project import ROOT, solution_but
from repository.tables import Row, rows

WINNER = "tictactoe_winner"


class Screen(NamedTuple):
    """What stands on the screen, and the records of which it was made."""

    text: str
    records: list[KataRecord]

    @property
    def first_failure(self) -> str:
        """The first failure, without the head of its stage."""
        return first_failure(self.text)

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.splitlines()

    @property
    def also_failing(self) -> list[str]:
        """The lines about failures that are not shown whole."""
        others = self.text.partition("\nalso failing:\n")[2]
        return others.partition("\n====")[0].splitlines()


class Learner:
    """Somebody with a folder `katas/`, below the root, in which stubs can be written."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def stub(self, kata: str = WINNER) -> Path:
        """The file that a learner edits; its folder is made."""
        file = self.root / BY_NAME[kata].stub
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, code: str | bytes, kata: str = WINNER) -> Path:
        """Write the stub."""
        data = code if isinstance(code, bytes) else code.encode()
        self.stub(kata).write_bytes(data)
        return self.stub(kata)

    def solve_but(self, function: str, changed: str, kata: str = WINNER) -> Path:
        """Write the reference into the stub, but change a function; it may call `right`."""
        return self.write(solution_but(kata, function, changed), kata)

    def screen(
        self,
        kata: str = WINNER,
        *,
        seconds: float = 5.0,
        verbosity: int = 0,
        all_stages: bool = False,
        short: bool = False,
        case: str = "",
        label: str = "",
        columns: int = 80,
    ) -> Screen:
        """The end of the run of a kata in a terminal; short, with the first failure, as with `-x`.

        Only the case whose title begins with `case` is run. The label is the file as messages name
        it, if not the stub: a submission.
        """
        entry = BY_NAME[kata]
        code = UnderTest(self.stub(kata), entry, Limits(seconds))
        label, locks = label or entry.stub, Locks(everything=all_stages)
        try:
            chosen = (row for row in rows(entry) if row.title.startswith(case))
            cases = list(_until_the_first(_cases(chosen, entry, code, label, locks), short=short))
        finally:
            code.close()
        text, records = show(cases, verbosity=verbosity, label=label, columns=columns)
        return Screen(text.replace(f"{self.root}/", ""), records)


def show(
    cases: Iterable[CaseRecord], *, verbosity: int = 0, label: str = "", columns: int = 80
) -> Screen:
    """The end of a run in which that came of the cases; as `Learner.screen`."""
    options: dict[str, object] = {"hints": None}
    config: Any = SimpleNamespace(
        args=[], option=SimpleNamespace(), getoption=options.get, get_verbosity=lambda: verbosity
    )
    yours = not label or label.startswith("katas/")
    source = YourCode() if yours else Submission(Path(label), label)
    summary, terminal = Summary(config, source), _Terminal()
    for case in cases:
        file = label or BY_NAME[case.kata].stub
        run = {"kata": case.kata, "file": file, "table": table(case.kata)}
        report: Any = SimpleNamespace(kata=asdict(case), kata_run=run)
        summary.pytest_runtest_logreport(report)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        list(summary.pytest_terminal_summary(terminal))
    return Screen(terminal.text, summary.all())


def table(kata: str) -> dict[str, int]:
    """The stages of a kata's table, with the number of their cases."""
    return stages_of(load(ROOT / BY_NAME[kata].table))


def green(*katas: str) -> list[CaseRecord]:
    """What came of the cases of katas if all of them passed."""
    each = ((kata, row) for kata in katas for row in rows(BY_NAME[kata]))
    return [CaseRecord(kata, row.stage, row.title, PASSED) for kata, row in each]


def first_failure(text: str) -> str:
    """The first failure that a run shows, without the head of its stage."""
    head = re.search(r"^=+ \w+: .+ =+\n", text, re.MULTILINE)
    assert head, text
    lines = text[head.end() :].splitlines()
    shown = takewhile(lambda line: not re.match("alone:|also failing:|===", line), lines)
    return "\n".join(shown).rstrip("\n")


def _until_the_first(cases: Iterator[CaseRecord], *, short: bool) -> Iterator[CaseRecord]:
    for case in cases:
        yield case
        if short and case.text:
            return


def too_long(text: str) -> list[str]:
    """The lines of more than 80 columns."""
    return [line for line in text.splitlines() if len(line) > 80]


def _cases(
    chosen: Iterable[Row], entry: KataFiles, code: UnderTest, label: str, locks: Locks
) -> Iterator[CaseRecord]:
    """What comes of cases of a kata, one after the other."""
    for row in chosen:
        if locks.reason(entry.name, row.stage):
            yield CaseRecord(entry.name, row.stage, row.title, LOCKED)
            continue
        status, text, function = _one(row, Kata(entry.name, code), label)
        locks.note(entry.name, row.stage, status)
        yield CaseRecord(entry.name, row.stage, row.title, status, text, function)


def _one(row: Row, kata: Kata, label: str) -> tuple[str, str, str]:
    """The status, the text and the function of one case."""
    try:
        row.run(kata)
    except pytest.skip.Exception:
        return NOT_RUN, "", ""
    except Exception as error:
        told = Teller(row.item, kata.kata_code, label).tell(error)
        if told is None:
            raise
        return told
    return PASSED, "", ""


class _Terminal:
    """A terminal that keeps what is written."""

    def __init__(self) -> None:
        self.text = ""
        self.stats: dict[str, list[object]] = {}

    def write(self, text: str, **markup: bool) -> None:
        """Write."""
        self.text += text

    def write_line(self, line: str, **markup: bool) -> None:
        """Write a line."""
        self.text += f"{line}\n"

    def write_sep(self, sign: str, title: str, **markup: bool) -> None:
        """Write a heading."""
        self.write_line(f" {title} ".center(80, sign))
