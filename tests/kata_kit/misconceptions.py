"""Name the misconception behind the failures of a kata.

A mistake of `tests/<kata>/mistakes.md` is named if its answers are those of the code
under test in every call that tells something (`telling`), and if no other
mistake has the same. A best match would be wrong more often than right.

Other mistakes give no answers to compare: the argument is changed, answers share a
list, the message says too little. They are named by the kind of the failures.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from types import ModuleType
from typing import Any

from kata_tables.calls import OneOf, quoted, same, seeded
from kata_tables.mistakes import Check, Solution, read

from kata_kit import record
from kata_kit.in_process import answers
from kata_kit.katas import ROOT, KataFiles
from kata_kit.record import FAILED, FAILURES, Belief, CaseRecord
from kata_kit.request import FEWEST_WRONG, Request, Transcript, Trouble

# With these seeds the lots of two games fall in each of the four ways, by `choice` and
# `random`.
SEEDS = (0, 8, 28, 30)

# What a learner is told of each kind.
KINDS = {
    record.CHANGED: (
        "Your code seems to write on the argument that it was given.\n"
        "Which line assigns to a part of it? Who else may still need it as it was?"
    ),
    record.SHARED: (
        "Your code seems to hand out one object more than once.\n"
        "Where is it made, and where would each answer get its own?"
    ),
    record.BEFORE: (
        "Your code seems to keep something from one call to the next.\n"
        "Which name outside of the function, or which default value, does it change?"
    ),
    record.COST: (
        "Your answers are right, and your code seems to do some work more than once.\n"
        "Which part of the input does it look at again, and for each of what?"
    ),
    record.EXCEPTION: (
        "Your code seems to meet bad input before it has looked at it.\n"
        "Which line fails, and which check would have to stand before it?"
    ),
    record.MESSAGE: (
        "Your code refuses bad input, and its message seems to leave something out.\n"
        "Would you find the mistake in your input if you read only this message?"
    ),
    record.EXCHANGED: (
        "Your code seems to give the column before the row.\n"
        "Which number of your answer counts downwards, and which one comes first?"
    ),
    record.FROM_ONE: (
        "Your code seems to count the rows and columns of its answer from 1.\n"
        "Which row does `board[1]` name?"
    ),
}

OF_BAD_INPUT = {record.ACCEPTED, record.EXCEPTION, record.MESSAGE}
FEWEST_IN_A_FORM = 3  # So many answers in another form are no chance.
MOST_CHECKS = 3  # More than these are rather a draft without checks.


def recognise(kata: KataFiles, asked: Sequence[Request]) -> Solution | None:
    """Return the one mistake that gives the same answers; None for none, or for two."""
    fitting: dict[str, Solution] = {}
    requests = telling(asked)
    for mistake in read(ROOT / kata.mistakes).mistakes if requests else ():
        if mistake.name not in fitting and fits(mistake, requests):
            fitting[mistake.name] = mistake
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def telling(requests: Sequence[Request]) -> Sequence[Request]:
    """Return the calls that tell a misconception; none if too few of them are wrong.

    A first draft checks no input, so bad input counts if nothing else is wrong.
    """
    good = [
        one
        for one in requests
        if one.wanted == "session"
        or (one.wanted != "refusal" and (one.right or one.wrong))
    ]
    found = good if any(one.wrong for one in good) else requests
    return found if sum(one.wrong for one in found) >= FEWEST_WRONG else []


def fits(mistake: Solution, requests: Iterable[Request]) -> bool:
    """Return True if a mistake gives the same answers to all calls."""
    if mistake.keeps:
        module = mistake.fresh()
    else:  # The order of the calls does not matter.
        module, requests = mistake.module, sorted(requests, key=_cheap_first)
    return all(_agrees(module, request) for request in requests)


def _cheap_first(request: Request) -> tuple[bool, bool, int]:
    calls = len(request.batch)
    return calls > 1, not request.wrong, calls


def _agrees(module: ModuleType, request: Request) -> bool:
    if request.wanted == "session":
        return _goes_alike(module, request)
    mine = outcomes(module, request)
    if request.together:
        return {*map(_named, mine)} == {*map(_named, request.outcomes)}
    right = request.right or repeat(None)
    for ours, theirs, expected in zip(mine, request.outcomes, right, strict=False):
        if not same_outcome(ours, theirs, expected):
            return False
        # The message of the code under test lacks something.
        if request.lacks and quoted(request.lacks, getattr(ours, "message", "")):
            return False
    return True


def _named(outcome: object) -> str:
    return outcome.type if isinstance(outcome, Trouble) else repr(outcome)


def _goes_alike(module: ModuleType, request: Request) -> bool:
    """Return True if a session goes as it went with the code under test."""
    (arguments,), (theirs,) = request.batch, request.outcomes
    if request.alike is None and isinstance(theirs, Transcript):
        # It is not compared, but it may leave something behind for the next one.
        next(outcomes(module, request))
        return True
    for one in _with_all_lots(arguments):
        mine = next(outcomes(module, replace(request, batch=[one])))
        if request.alike and isinstance(mine, Transcript):
            if request.alike(mine):
                return True
        elif same_outcome(mine, theirs):
            return True
    return False


def _with_all_lots(arguments: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield arguments, and where lots are drawn, the same with other seeds."""
    yield arguments
    *others, last = arguments
    if "rng" in getattr(last, "recipe", ()):
        for seed in SEEDS:
            yield (*others, seeded(seed))


def outcomes(module: ModuleType, request: Request) -> Iterator[object]:
    """Yield what comes of each call of a request."""
    for one in answers(module, request):
        if isinstance(one, BaseException):
            kind = getattr(one, "kind", "exception")
            refusal = isinstance(one, ValueError)
            yield Trouble(kind, type(one).__qualname__, str(one), refusal=refusal)
        else:
            yield one


def same_outcome(mine: object, theirs: object, right: object = None) -> bool:
    """Return True for the same answer, or for choices or exceptions that are alike."""
    if isinstance(mine, Trouble) and isinstance(theirs, Trouble):
        return mine.type == theirs.type
    if isinstance(right, set) and isinstance(mine, list) and isinstance(theirs, list):
        return sorted(map(repr, mine)) == sorted(map(repr, theirs))
    if isinstance(right, OneOf) and right.alike(mine, theirs):
        return True
    return same(mine, theirs)


def belief(stage: Sequence[CaseRecord], checks: Sequence[Check] = ()) -> Belief | None:
    """Return the mistake that all failures of a stage are of, by all its cases.

    The `checks` are those of the kata's input.
    """
    failures = [case for case in stage if case.status in FAILURES]
    if any(case.status != FAILED for case in failures):
        return None
    found = [_kind(case) for case in failures]
    first = found[0]
    if first == record.BEFORE:  # Only the first one is asked alone.
        return Belief(first, KINDS[first])
    if record.ACCEPTED in found and {*found} <= OF_BAD_INPUT:
        return _missing(stage, checks)
    is_form = first in (record.EXCHANGED, record.FROM_ONE)
    if {*found} != {first} or (is_form and len(found) < FEWEST_IN_A_FORM):
        return None
    return Belief(first, KINDS[first]) if first in KINDS else None


def _kind(case: CaseRecord) -> str:
    return case.failure.kind if case.failure else ""


def _missing(stage: Sequence[CaseRecord], checks: Sequence[Check]) -> Belief | None:
    """Return that checks are missing, if no row of theirs passes, and all others do."""
    names = list[str]()
    for check in checks:
        rows = [case for case in stage if check.is_about(case.title)]
        passing = {case.function for case in rows if case.status != FAILED}
        failing = {case.function for case in rows} - passing
        # Another check, further down, may have refused it in other words.
        if failing and {_kind(case) for case in rows} != {record.MESSAGE}:
            some = f" in {' and '.join(sorted(failing))}" if passing else ""
            names.append(f"{check.name}{some}")
        elif any(case.status == FAILED for case in rows):
            return None
    if len(names) > MOST_CHECKS:
        return Belief(
            "bad_input_is_let_through",
            "Your code seems to let most bad input through.\n"
            "Which table or list of the statement says what it has to refuse?",
        )
    what = "; ".join(names)
    text = (
        f"Your code seems to let this through: {what}.\n"
        "Which line would raise a ValueError, and does every function come past it?"
    )
    return Belief(f"not_refused:_{what.replace(' ', '_')}", text) if names else None
