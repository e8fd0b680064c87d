"""Records without names: nothing in them was written by anybody's code.

No message, printed text, text answer, transcript, path or code is left. Of a failing
case these are: its title, what is wrong in neutral words, its board with the signs on
it, its call, and why it is there.
"""

from dataclasses import replace

from kata_kit.record import FAILED, CaseRecord, Failure, KataRecord
from kata_tables.drawing import EMPTY


def anonymous(record: KataRecord) -> KataRecord:
    """Return what is left of a record; a field that is new is not."""
    failures = tuple(map(_case, record.failures))
    words = record.words
    # These words are the headline of a failure: see `kata_kit.record`.
    if failures and failures[0].status != FAILED and words != record.state:
        words = failures[0].headline
    return KataRecord(
        record.kata,
        f"{record.kata}.py",
        record.state,
        words,
        stages=record.stages,
        failures=failures,
        misconception=record.misconception,
        whole=record.whole,
        participant=record.participant,
        seconds=record.seconds,
    )


def _case(case: CaseRecord) -> CaseRecord:
    return replace(case, failure=case.failure and _failure(case.failure))


def _failure(failure: Failure) -> Failure:
    """Return what is left of a failure; a field that is new is not."""
    drawing = failure.drawing
    return Failure(
        failure.neutral or "not as expected",
        kind=failure.kind,
        neutral=failure.neutral,
        count=failure.count,
        drawing=EMPTY if drawing.theirs else replace(drawing, about=()),
        question=failure.question,
        call=failure.call,
        why=failure.why,
        why_helps=failure.why_helps,
        source=failure.source,
    )
