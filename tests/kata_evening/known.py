"""What this project knows of each case: its board, its question, and why it is there.

An evening takes names of cases and states from a room, and fills in the rest from here,
so that nobody writes on the wall. `python -m kata_evening.known FILE` writes it down:
it is what a file is told whose functions all return None.
"""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from kata_kit.failure import QUESTIONS
from kata_kit.katas import BY_NAME, PATH, Kata, load
from kata_kit.layout import cut
from kata_kit.misconceptions import KINDS, not_refused
from kata_kit.record import (
    FAILURES,
    PASSED,
    CaseRecord,
    Failure,
    KataRecord,
    Misconception,
    value_of,
)
from kata_kit.tally import state_of
from kata_tables.drawing import BRACKETS
from kata_tables.mistakes import read

from kata_evening import whole
from kata_evening.checked import stages_in
from kata_evening.confined import run

ANSWERS_NONE = "def __getattr__(name):\n    return lambda *_, **named: None\n"
LEFT_ALONE = re.compile("left alone|leaves .* alone|left as it was")
LONGEST_HEADLINE = 200

Key: TypeAlias = tuple[str, str, str]  # of a case: stage, title, function


class Known(NamedTuple):
    """A kata, and what we know of its cases by their keys."""

    kata: Kata
    cases: dict[Key, Failure]

    def record(self, sent: KataRecord) -> KataRecord:
        """Return what was sent, in our words; without stages, no run came to its end.

        Raises:
            ValueError: if its stages and its cases don't fit together.
        """
        name, stages = self.kata.name, stages_in(self.kata, sent.stages)
        failures = [self.case(case) for case in sent.failures if self.has(case)]
        is_of_another = sent.stages and not {*sent.stages} & {*stages}
        is_red = any(stage.failed for stage in stages)
        if is_of_another or is_red != bool(failures):
            raise ValueError(f"expected the stages and cases of {name}")
        is_stopped = any(stage.state != PASSED for stage in stages)
        state, words = state_of(stages, failures, is_stopped=is_stopped)
        explained = self.misconception(sent.misconception)
        return KataRecord(
            name, f"{name}.py", state, words, stages, tuple(failures), explained
        )

    def has(self, case: CaseRecord) -> bool:
        return key_of(case) in self.cases and case.status in FAILURES

    def case(self, sent: CaseRecord) -> CaseRecord:
        """Return a case that fails for somebody, with its board from our table."""
        known, given = self.cases[key_of(sent)], sent.failure or Failure("")
        signs = {BRACKETS, *dict(known.drawing.legend)}
        marks = [mark for mark in given.drawing.marks if mark.sign in signs]
        failure = replace(
            known,
            headline=cut(given.headline, LONGEST_HEADLINE),
            error=given.error,
            drawing=replace(known.drawing, marks=tuple(marks)),
        )
        return replace(sent, kata=self.kata.name, failure=failure)

    def misconception(self, sent: Misconception | None) -> Misconception | None:
        """Return the misconception of this name in our words; None if there is none."""
        if not sent:
            return None
        catalogue, name = read(self.kata.mistakes), sent.name
        known = {each.name.replace("_", " "): each.text for each in catalogue.mistakes}
        missing = [not_refused(check.name) for check in catalogue.checks]
        known |= {each.name: each.text for each in missing}
        text = (KINDS | known).get(name)
        return Misconception(name, text) if text else None


def key_of(case: CaseRecord) -> Key:
    return case.stage, case.title, case.function


def write_down(file: Path, katas: Sequence[Kata] = PATH) -> None:
    """Run the tests of katas on functions that return None; write down the cases.

    Raises:
        ValueError: if not all of them were run; whoever fails one would be refused.
    """
    with TemporaryDirectory() as folder:
        answers = Path(folder, "answers.py")
        answers.write_text(ANSWERS_NONE)
        records = run(answers, katas)
    complete = {record.kata for record in records.all() if is_whole(record)}
    if missing := [kata.name for kata in katas if kata.name not in complete]:
        raise ValueError(f"not all cases of {', '.join(missing)} were run")
    cases = [asdict(case) for cases in records.cases.values() for case in cases]
    whole.write(file, json.dumps(cases))


def is_whole(record: KataRecord) -> bool:
    return record.whole and not any(stage.not_run for stage in record.stages)


def read_from(file: Path) -> dict[str, Known]:
    """Return what was written down, by kata.

    Raises:
        OSError: if there is nothing.
        ValueError: if it's of another version of this project.
    """
    known = {kata.name: Known(kata, {}) for kata in PATH}
    try:
        cases = value_of(tuple[CaseRecord, ...], json.loads(file.read_bytes()))
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"expected other cases in {file}; delete it") from None
    for case in cases:
        known[case.kata].cases[key_of(case)] = for_a_wall(case)
    return known


def for_a_wall(case: CaseRecord) -> Failure:
    """Return the board of a case, a question, and what is right."""
    failure, about = case.failure or Failure(""), case.function
    questions = QUESTIONS | vars(load(BY_NAME[case.kata].tests)).get("QUESTIONS", {})
    if LEFT_ALONE.search(case.title):
        about = "arguments"
    question = questions.get(about, "")
    if about == case.function and failure.question:
        question = failure.question  # It may be about a single row.
    question = questions.get(case.stage, question)
    return Failure(
        headline="",
        expected=failure.expected,
        drawing=failure.drawing,
        question=question,
        call=failure.call,
        typed=failure.typed,
        why=failure.why,
    )


if __name__ == "__main__":
    write_down(Path(sys.argv[1]))
