"""Name the misconception behind the failures of a kata.

A mistake of `tests/<kata>/mistakes.md` is named if the same tests fail with it in the
same way, up to the first stage that fails, and if no other mistake does so. A best
match would be wrong more often than right. A machine on which `MOST_SECONDS` of
processor time aren't enough for all mistakes names none.

Other mistakes give no answers to compare: the argument is changed, answers share a
list. They are named by the kind of the failures; see `by_kinds`.
"""

from collections.abc import Sequence
from time import process_time
from typing import Any

import pytest
from kata_tables.mistakes import Solution, read
from kata_tables.wrong import ACCEPTED, Wrong

from kata_kit import record
from kata_kit.code import Code
from kata_kit.kata import Functions
from kata_kit.katas import BY_NAME, Kata
from kata_kit.record import FAILED, FAILURES, CaseRecord, Misconception

MOST_SECONDS = 20.0  # for all mistakes together: several times what they take

LET_THROUGH = "bad input is let through"
# What a learner reads about each kind
KINDS = {
    record.CHANGED: (
        "Your code seems to change the argument that it was given.\n"
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
    record.VARYING: (
        "Your code seems to leave its answer to chance.\n"
        "Where does it take whatever comes first, and what should decide instead?"
    ),
    LET_THROUGH: (
        "Your code seems to let several kinds of bad input through.\n"
        "Which table or list of the statement says what it has to refuse?"
    ),
}
OF_BAD_INPUT = {ACCEPTED, record.EXCEPTION, record.MESSAGE}

Tests = Sequence[tuple[Any, Any]]


def recognise(kata: Kata, tests: Tests) -> Solution | None:
    """Return the only mistake that fails these tests in this way, or None.

    Args:
        kata: the kata.
        tests: each with the key of what is wrong in it; None if it passes.
    """
    quick_first, end = sorted(tests, key=slowness), process_time() + MOST_SECONDS
    fitting: dict[str, Solution] = {}
    for mistake in read(kata.mistakes).mistakes:
        # What is kept from call to call depends on their order.
        order = tests if mistake.keeps else quick_first
        if mistake.name not in fitting and fits(mistake, kata, order):
            fitting[mistake.name] = mistake
        if process_time() > end:
            return None
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def slowness(test: tuple[Any, Any]) -> tuple[bool, bool]:
    """Return the key of an order in which most mistakes soon end differently.

    A case is quicker than a large test, and what fails is soon told apart.
    """
    item, key = test
    return not hasattr(item, "callspec"), key is None


def fits(mistake: Solution, kata: Kata, tests: Tests) -> bool:
    """Return True if a mistake ends the tests the way that the code did."""
    code = code_of(mistake, kata)
    return all(alike(key_of_test(item, Functions(code)), key) for item, key in tests)


def code_of(solution: Solution, kata: Kata) -> Code:
    """Return a catalogue's solution as code, under a path that has no file."""
    path = kata.mistakes / solution.name / f"{kata.name}.py"
    return Code(path, source=solution.code)


def key_of_test(item: Any, kata: Functions) -> Any:
    """Return how a test ends with some functions; None if it passes."""
    case = {"case": item.callspec.params["case"]} if hasattr(item, "callspec") else {}
    try:
        item.obj(kata=kata, **case)
    except Wrong as wrong:
        return wrong.key
    except pytest.skip.Exception:
        return "not run"
    return None


def alike(mine: Any, theirs: Any) -> bool:
    """Return True for the same key, or for choices that are wrong in the same way."""
    if isinstance(mine, frozenset) and isinstance(theirs, frozenset):
        return bool(mine & theirs)
    if isinstance(mine, tuple) and isinstance(theirs, tuple):
        pairs = zip(mine, theirs, strict=False)
        return len(mine) == len(theirs) and all(alike(*pair) for pair in pairs)
    return bool(mine == theirs)


def by_kinds(stage: Sequence[CaseRecord], expected: int) -> Misconception | None:
    """Return the mistake that explains all failures of a stage of so many cases."""
    failures = [case for case in stage if case.status in FAILURES]
    kinds = [case.failure.kind if case.failure else "" for case in failures]
    if any(case.status != FAILED for case in failures):
        return None
    if ACCEPTED in kinds and {*kinds} <= OF_BAD_INPUT:
        # Of a part of a stage, nobody knows which checks are missing.
        return missing(stage, failures) if len(stage) >= expected else None
    # Only the first call is made again, so the others don't say that it depends.
    is_known = kinds[0] in KINDS and len({*kinds}) == 1
    if is_known or kinds[0] in (record.BEFORE, record.VARYING):
        return Misconception(kinds[0], KINDS[kinds[0]])
    return None


def missing(
    stage: Sequence[CaseRecord], failures: Sequence[CaseRecord]
) -> Misconception:
    """Return that a check is missing, if the rows of one are all that fails."""
    for check in read(BY_NAME[stage[0].kata].mistakes).checks:
        rows = [case for case in stage if check.is_about(case.title)]
        passing = {case.function for case in rows if case not in failures}
        unchecked = [case for case in rows if case.function not in passing]
        if unchecked == failures:
            return not_refused(check.name)
    return Misconception(LET_THROUGH, KINDS[LET_THROUGH])


def not_refused(check: str) -> Misconception:
    """Return that a check is missing."""
    text = (
        f"Your code seems to let this through: {check}.\n"
        "Which line would raise a ValueError, and does every function go through it?"
    )
    return Misconception(f"not refused: {check}", text)
