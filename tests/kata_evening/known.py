"""What this project knows of each case: its board, its question, and why it is there.

An evening takes names of cases and states from a room, and fills in the rest from here,
so that nobody writes on the wall. It's written down when the pages are made: it's what
a file is told whose functions empty what they get, and return None.
"""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kata_kit.failure import QUESTIONS
from kata_kit.katas import BY_NAME, PATH, Kata, load
from kata_kit.layout import cut
from kata_kit.misconceptions import KINDS, not_refused
from kata_kit.record import (
    BROKEN,
    FAILURES,
    NOT_RUN,
    PASSED,
    CaseRecord,
    Failure,
    KataRecord,
    Misconception,
)
from kata_kit.tally import state_of
from kata_tables.drawing import BRACKETS
from kata_tables.mistakes import read

from kata_evening import whole
from kata_evening.checked import checked, stages_in
from kata_evening.process import Child, Submission, at_once

ANSWERS = b"""
def __getattr__(name):
    def answer(*given, **named):
        for part in given:
            if type(part) is list:
                part.clear()
    return answer
"""
SECONDS = 300.0  # for the tests of a kata
LONGEST_HEADLINE = 200
MOST_LINES = 6  # of a traceback: where a file can't be read

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
        given = [case for case in sent.failures if case.status in FAILURES]
        failing = [self.with_our_key(case) for case in given]
        failures = [self.case(case) for case in failing if key_of(case) in self.cases]
        if broken := [case for case in failing if case.status == BROKEN]:
            failures = [self.not_loaded(broken[0], stages[0].name)]
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

    def case(self, sent: CaseRecord) -> CaseRecord:
        """Return a case that fails for somebody, with its board from our table."""
        known, given = self.cases[key_of(sent)], sent.failure or Failure("")
        place = sent.stage, sent.title  # as the key has them
        signs = {BRACKETS, *dict(known.drawing.legend)}
        marks = [mark for mark in given.drawing.marks if mark.sign in signs]
        failure = replace(
            known,
            headline=cut(given.headline, LONGEST_HEADLINE),
            error=given.error,
            drawing=replace(known.drawing, marks=tuple(marks)),
        )
        # Not a copy of what came: a new field of a record would come along.
        return CaseRecord(self.kata.name, *place, sent.status, sent.function, failure)

    def with_our_key(self, sent: CaseRecord) -> CaseRecord:
        """Return a case as we name it: a test of the cost is about no function."""
        return sent if key_of(sent) in self.cases else replace(sent, function="")

    def not_loaded(self, sent: CaseRecord, stage: str) -> CaseRecord:
        """Return a case for a file that none of the tests could load."""
        lines = sent.failure.traceback[-MOST_LINES:] if sent.failure else ()
        shown = [cut(line, LONGEST_HEADLINE) for line in lines]
        failure = Failure(cut(sent.headline, LONGEST_HEADLINE), traceback=tuple(shown))
        title = f"{self.kata.name}.py can't be loaded"
        return CaseRecord(self.kata.name, stage, title, BROKEN, failure=failure)

    def misconception(self, sent: Misconception | None) -> Misconception | None:
        """Return the misconception of this name in our words; None if there is none."""
        if not sent:
            return None
        catalogue, texts = read(self.kata.mistakes), dict(KINDS)
        for mistake in catalogue.mistakes:
            texts[mistake.name.replace("_", " ")] = mistake.text
        for check in catalogue.checks:
            missing = not_refused(check.name)
            texts[missing.name] = missing.text
        text = texts.get(sent.name)
        return Misconception(sent.name, text) if text else None


def key_of(case: CaseRecord) -> Key:
    return case.stage, case.title, case.function


def write_down(file: Path, katas: Sequence[Kata] = PATH) -> None:
    """Run the tests of katas on `ANSWERS`, and write down the cases.

    Raises:
        ValueError: if not all of them were run; whoever fails one would be refused.
    """
    cases = at_once(cases_of, katas)
    if NOT_RUN in {case["status"] for some in cases for case in some}:
        raise ValueError("not all cases of the katas were run")
    whole.write(file, json.dumps(cases))


def cases_of(kata: Kata) -> Any:
    with closing(Child("lister", Submission("", kata, ANSWERS), "", SECONDS)) as child:
        return child.ask()


def read_from(file: Path) -> dict[str, Known]:
    """Return what was written down, by kata.

    Raises:
        OSError: if there is nothing.
        ValueError: if it's broken.
    """
    known = {kata.name: Known(kata, {}) for kata in PATH}
    for cases in json.loads(file.read_bytes()):
        for case in checked(tuple[CaseRecord, ...], cases):
            known[case.kata].cases[key_of(case)] = for_a_wall(case)
    return known


def for_a_wall(case: CaseRecord) -> Failure:
    """Return the board of a case, a question, and what is right."""
    failure = case.failure or Failure("")
    questions = QUESTIONS | vars(load(BY_NAME[case.kata].tests)).get("QUESTIONS", {})
    question = failure.question or questions.get(case.function, "")
    return Failure(
        headline="",
        expected=failure.expected,
        drawing=failure.drawing,
        question=questions.get(case.stage, question),
        call=failure.call,
        typed=failure.typed,
        why=failure.why,
    )
