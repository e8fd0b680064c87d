"""What this project knows of each case: its board, its question, and why it is there.

An evening takes names of cases and states from a room, and fills in the rest from here,
so that nobody writes on the wall. `python -m kata_evening.known FILE` writes it down:
it is what a file is told whose functions all return None.
"""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

import pytest
from kata_kit.attempt import stages_of
from kata_kit.failure import QUESTIONS
from kata_kit.katas import BY_NAME, PATH, Kata, load
from kata_kit.layout import cut
from kata_kit.misconceptions import KINDS
from kata_kit.record import (
    FAILED,
    FAILURES,
    GREEN,
    PASSED,
    STOPPED,
    CaseRecord,
    Failure,
    KataRecord,
    Misconception,
    StageRecord,
    case_from,
)
from kata_kit.tally import Records, words_of_failing
from kata_tables.mistakes import read

from kata_evening import whole

ANSWERS_NONE = "def __getattr__(name):\n    return lambda *_, **named: None\n"
OPTIONS = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:faulthandler")
UNCHANGED = "arguments"  # what a question is about
LEFT_ALONE = re.compile("left alone|leaves .* alone|left as it was")
LONGEST_HEADLINE = 200
NOT_REFUSED = "not refused: "

Key: TypeAlias = tuple[str, str, str]  # of a case: stage, title, function


@dataclass(frozen=True)
class Failing:
    """A case that fails for somebody."""

    stage: str
    title: str
    status: str
    function: str
    headline: str

    @property
    def key(self) -> Key:
        return self.stage, self.title, self.function


@dataclass(frozen=True)
class Sent:
    """What somebody sends of a run, beside the code."""

    id: str
    kata: str
    stages: tuple[StageRecord, ...]
    failures: tuple[Failing, ...]
    misconception: str


class Known(NamedTuple):
    """The cases of a kata, by their keys."""

    kata: Kata
    cases: dict[Key, CaseRecord]

    @property
    def stages(self) -> list[str]:
        return [*stages_of(load(self.kata.tests))]

    def record(self, sent: Sent) -> KataRecord:
        """Return what was sent as a record, in our words.

        Raises:
            ValueError: if the stages are not those of the kata.
        """
        given = {stage.name: stage for stage in sent.stages}
        stages = tuple([given.get(name, StageRecord(name)) for name in self.stages])
        failures = tuple(
            [self.case(failing) for failing in sent.failures if self.has(failing)]
        )
        is_red = any(stage.state == FAILED for stage in stages)
        if is_red != bool(failures) or not given.keys() & {*self.stages}:
            raise ValueError(f"expected the stages and cases of {self.kata.name}")
        if failures:
            state, words = words_of_failing(failures[0], stages)
        elif all(stage.state == PASSED for stage in stages):
            state, words = GREEN, f"all {len(stages)} stages pass"
        else:
            state, words = STOPPED, "not all of it was run"
        return KataRecord(
            kata=self.kata.name,
            file=f"{self.kata.name}.py",
            state=state,
            words=words,
            stages=stages,
            failures=failures,
            misconception=misconception_of(self.kata, sent.misconception),
        )

    def has(self, failing: Failing) -> bool:
        return failing.key in self.cases and failing.status in FAILURES

    def case(self, failing: Failing) -> CaseRecord:
        """Return a case that fails for somebody, with its board from our table."""
        known = self.cases[failing.key]
        assert known.failure
        headline = cut(failing.headline, LONGEST_HEADLINE)
        failure = replace(known.failure, headline=headline)
        return replace(known, status=failing.status, failure=failure)


def misconception_of(kata: Kata, name: str) -> Misconception | None:
    """Return the misconception of this name in our words; None if there is none."""
    catalogue = read(kata.mistakes)
    for mistake in catalogue.mistakes:
        if mistake.name.replace("_", " ") == name:
            return Misconception(name, mistake.text)
    if name in KINDS:
        return Misconception(name, KINDS[name])
    checks = {check.name for check in catalogue.checks}
    parts = name.removeprefix(NOT_REFUSED).split("; ")
    if {part.partition(" in ")[0] for part in parts} <= checks:
        return Misconception(name, "Which line would raise a ValueError?")
    return None


def sent(record: KataRecord, number: str) -> Sent:
    """Return what is sent of a record."""
    failures = [
        Failing(
            case.stage,
            case.title,
            case.status,
            case.function,
            cut(case.headline, LONGEST_HEADLINE),
        )
        for case in record.failures
    ]
    misconception = record.misconception.name if record.misconception else ""
    return Sent(number, record.kata, record.stages, tuple(failures), misconception)


def write_down(file: Path, katas: Sequence[Kata] = PATH) -> None:
    """Run the tests of katas on functions that return None; write down the cases."""
    records = Records()
    with TemporaryDirectory() as folder:
        answers = Path(folder, "answers.py")
        answers.write_text(ANSWERS_NONE)
        words = [*OPTIONS, f"--file-under-test={answers}"]
        pytest.main([*(str(kata.tests) for kata in katas), *words], [records])
    cases = [asdict(case) for cases in records.cases.values() for case in cases]
    whole.write(file, json.dumps(cases).encode())


def read_from(file: Path) -> dict[str, Known]:
    """Return what was written down, by kata."""
    known = {kata.name: Known(kata, {}) for kata in PATH}
    for data in json.loads(file.read_bytes()):
        case = for_a_wall(case_from(data))
        known[case.kata].cases[case.stage, case.title, case.function] = case
    return known


def for_a_wall(case: CaseRecord) -> CaseRecord:
    """Return a case with its board and a question, and nothing about an answer."""
    failure = case.failure or Failure("")
    room = load(BY_NAME[case.kata].tests)
    questions = QUESTIONS | vars(room).get("QUESTIONS", {})
    subjects = case.stage, UNCHANGED if LEFT_ALONE.search(case.title) else ""
    names = [name for name in (*subjects, case.function) if name in questions]
    if not failure.question or names[0] != case.function:
        failure = replace(failure, question=questions[names[0]] if names else "")
    drawing = failure.drawing.question
    failure = replace(failure, headline="", details=(), got="", drawing=drawing)
    return replace(case, failure=failure)


if __name__ == "__main__":
    write_down(Path(sys.argv[1]))
