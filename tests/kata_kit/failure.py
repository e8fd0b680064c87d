"""Find out what a learner should know of a test that failed: a `Failure`, made once."""

from dataclasses import replace
from typing import NamedTuple

from kata_tables.arguments import Call
from kata_tables.drawing import EMPTY

from kata_kit import kinds, layout, messages, wrong_answer
from kata_kit.attempt import Attempt
from kata_kit.record import BROKEN, FAILED, NOT_WRITTEN, Failure
from kata_kit.replies import Trouble
from kata_kit.request import RAISED, CallFailed, Code, Mismatch, Told
from kata_kit.view import View

ALONE = "asked alone it answers rightly: what comes depends on the calls before"
VARYING = "your answers vary from call to call: the same call gave"

LONGEST_ANSWER = 40  # columns, of one beside another
MOST_PRINTED = 10  # lines of what a call printed


class Diagnosis(NamedTuple):
    """The result of a test that failed."""

    status: str  # one of `record.FAILURES`
    failure: Failure
    function: str  # that is to be fixed; "" if the file cannot be loaded
    call: Call  # the one that the failure is about


def diagnose(error: BaseException, attempt: Attempt, code: Code) -> Diagnosis | None:
    """Say what was wrong; None if the test itself is what failed."""
    if isinstance(error, CallFailed):
        mismatch = _failed_call(error, attempt)
    elif isinstance(error, AssertionError) and code.mismatch:
        mismatch = code.mismatch
    else:
        return None
    status, view = _status(mismatch.trouble), View(attempt, mismatch)
    if mismatch.trouble:
        failure = _trouble(mismatch, mismatch.trouble, view, attempt)
    else:
        failure = wrong_answer.tell(mismatch, view, code.printed)
    is_about_case = not mismatch.trouble or mismatch.trouble.kind != "no function"
    if status == FAILED and is_about_case:
        failure = _alone(failure, mismatch, view, code)
        failure = _in_context(failure, mismatch, view, attempt)
        failure = _with_output(failure, mismatch, code.printed)
    function = mismatch.call.function if status != BROKEN else ""
    return Diagnosis(status, failure, function, mismatch.call)


def _failed_call(error: CallFailed, attempt: Attempt) -> Mismatch:
    call, case = error.call, attempt.case
    if case and case.about == "answer" and call.typed is None:
        call = call._replace(expected=case.expected)
    told = Told((), error.drawing) if error.drawing else None
    return Mismatch(call, "answer", error.trouble, told=told)


def _status(trouble: Trouble | None) -> str:
    if trouble is None:
        return FAILED
    if trouble.kind == NOT_WRITTEN:
        return NOT_WRITTEN
    return BROKEN if trouble.at_load or trouble.kind == "no file" else FAILED


def _trouble(
    mismatch: Mismatch, trouble: Trouble, view: View, attempt: Attempt
) -> Failure:
    """Tell of a call that did not end in an answer."""
    call = mismatch.call
    is_bad_input = trouble.kind == "exception" and call.expected is ValueError
    whole = messages.headline(trouble, call, attempt.label)
    if is_bad_input:
        whole = f"expected a ValueError, got {messages.raised(trouble)}"
    headline, *more = whole.split("\n")
    message, sentences = ([], more) if trouble.kind != "exception" else (more, [])
    costs = "cost" in getattr(getattr(attempt.room, "TABLE", None), "stages", ())
    sentences += messages.slowness(trouble, costs=costs)
    if trouble.kind == "import":
        sentences += messages.advice(trouble.message, attempt.kata.name)
    expected = ""
    if mismatch.told:
        sentences += mismatch.told.sentences
    elif _is_answer_missing(mismatch):
        expected = layout.cut(view.in_words(call.expected))
    kind = kinds.SHARED if trouble.kind == "not apart" else ""
    if mismatch.told:
        kind = mismatch.told.kind
    elif is_bad_input:
        kind = kinds.EXCEPTION
    elif call.expected is ValueError and trouble.kind == "recursion":
        kind = kinds.ACCEPTED
    return Failure(
        headline,
        kind=kind,
        neutral=messages.neutral(trouble, call),
        message=tuple(message),
        place=messages.place(trouble, attempt.label),
        expected=expected,
        sentences=tuple(sentences),
        # A reason belongs to an answer.
        why_helps=trouble.kind == "not apart",
    )


def _is_answer_missing(mismatch: Mismatch) -> bool:
    """Return True if an answer should have come, and an exception came instead."""
    trouble, expected = mismatch.trouble, mismatch.call.expected
    if not trouble or trouble.at_load or trouble.kind not in RAISED or mismatch.told:
        return False
    return expected not in (None, ValueError)


def _alone(found: Failure, mismatch: Mismatch, view: View, code: Code) -> Failure:
    """Say so, if something else comes of the call in a process of its own."""
    is_answer = mismatch.about == "answer" and not (mismatch.trouble or mismatch.told)
    is_wrong = is_answer or _is_answer_missing(mismatch)
    if not is_wrong:
        return found
    alone = code.ask_alone(mismatch.call, mismatch.trouble)
    if alone.varying:
        one, other = (_short(outcome, view) for outcome in alone.varying)
        return replace(
            found, sentences=(*found.sentences, f"{VARYING} {one} and {other}")
        )
    if alone.is_right:
        lines = *found.sentences, ALONE
        return replace(found, sentences=lines, kind=kinds.BEFORE, why_helps=False)
    return found


def _short(outcome: object, view: View) -> str:
    """Return an answer in a few words, or the type of an exception."""
    if isinstance(outcome, Trouble):
        return outcome.type
    return layout.short(view.in_words(outcome), LONGEST_ANSWER)


def _in_context(
    found: Failure, mismatch: Mismatch, view: View, attempt: Attempt
) -> Failure:
    """Add the board, the call, and why the case exists."""
    case, many = attempt.case, mismatch.many
    is_apart = mismatch.trouble and mismatch.trouble.kind == "not apart"
    if many and (many.total == 1 or is_apart):
        many = None
    # A test of many calls says in its reason what it is about.
    is_sweep = case is None and not mismatch.trouble
    return replace(
        found,
        count=many,
        drawing=view.drawing() if found.drawing is EMPTY else found.drawing,
        question=view.question(),
        call=view.source(),
        typed=view.typed(),
        why=attempt.why,
        why_helps=found.why_helps or is_sweep,
        source=case.source if case else "",
    )


def _with_output(found: Failure, mismatch: Mismatch, printed: str) -> Failure:
    """Add what the code printed, unless it is told already."""
    returned_none = mismatch.call.got is None and mismatch.trouble is None
    if returned_none or (mismatch.told and mismatch.about != "answer"):
        return found
    text = layout.visible(printed).rstrip()
    if not text.strip():
        return found
    lines = text.split("\n")
    unprinted = max(0, len(lines) - MOST_PRINTED)
    return replace(found, printed=tuple(lines[:MOST_PRINTED]), unprinted=unprinted)
