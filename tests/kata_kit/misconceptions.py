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

LET_THROUGH, NOT_REFUSED = "bad input is let through", "not refused: "
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
    record.EXCEPTION: (
        "Your code seems to use bad input before checking it.\n"
        "Which line fails, and which check belongs before it?"
    ),
    LET_THROUGH: (
        "Your code seems to let most bad input through.\n"
        "Which table or list of the statement says what it has to refuse?"
    ),
}

OF_BAD_INPUT = {ACCEPTED, record.EXCEPTION, record.MESSAGE}
MOST_CHECKS = 3  # With more than these, it's more likely a draft without checks.

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
    return all(alike(key_of(item, code), key) for item, key in tests)


def code_of(solution: Solution, kata: Kata) -> Code:
    """Return a catalogue's solution as code, under a path that has no file."""
    path = kata.mistakes / solution.name / f"{kata.name}.py"
    return Code(path, source=solution.code)


def key_of(item: Any, code: Code) -> Any:
    """Return how a test ends with some code; None if it passes."""
    case = {"case": item.callspec.params["case"]} if hasattr(item, "callspec") else {}
    try:
        item.obj(kata=Functions(code), **case)
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
    if any(case.status != FAILED for case in failures):
        return None
    kinds = [kind_of(case) for case in failures]
    first = kinds[0]
    if first in (record.BEFORE, record.VARYING):  # Only the first call is made again.
        return Misconception(first, KINDS[first])
    if ACCEPTED in kinds and {*kinds} <= OF_BAD_INPUT:
        # Of a part of a stage, nobody knows which checks are missing.
        return missing(stage) if len(stage) >= expected else None
    if {*kinds} != {first} or first not in KINDS:
        return None
    return Misconception(first, KINDS[first])


def kind_of(case: CaseRecord) -> str:
    return case.failure.kind if case.failure else ""


def missing(stage: Sequence[CaseRecord]) -> Misconception | None:
    """Return that checks are missing: no row of theirs passes, and all others do."""
    names, explained = list[str](), set[tuple[str, str]]()
    for check in read(BY_NAME[stage[0].kata].mistakes).checks:
        rows = [case for case in stage if check.is_about(case.title)]
        passing = {case.function for case in rows if case.status != FAILED}
        failing = {case.function for case in rows} - passing
        # Another check, further down, may have refused it in other words.
        if failing and {kind_of(case) for case in rows} != {record.MESSAGE}:
            some = f" in {' and '.join(sorted(failing))}" if passing else ""
            names.append(f"{check.name}{some}")
            explained |= {(case.title, case.function) for case in rows}
    failures = {(c.title, c.function) for c in stage if c.status == FAILED}
    if not failures <= explained:
        return None
    if len(names) > MOST_CHECKS:
        return Misconception(LET_THROUGH, KINDS[LET_THROUGH])
    return not_refused(names) if names else None


def not_refused(names: Sequence[str]) -> Misconception:
    """Return that checks are missing, each perhaps " in" some functions."""
    what = "; ".join(names)
    text = (
        f"Your code seems to let this through: {what}.\n"
        "Which line would raise a ValueError, and does every function go through it?"
    )
    return Misconception(f"{NOT_REFUSED}{what}", text)


def checks_in(name: str) -> list[str]:
    """Return the checks that the name of such a misconception lists.

    >>> checks_in(not_refused(["a row", "a column in f and g"]).name)
    ['a row', 'a column']
    """
    parts = name.removeprefix(NOT_REFUSED).split("; ")
    return [part.partition(" in ")[0] for part in parts]
