"""Name a mistake by the kind of its failures, where no answers have to be compared.

A misconception of `mistakes.md` gives wrong answers of its own. Other mistakes give
none: the argument is changed, answers share a list, the message says too little.
"""

from collections.abc import Sequence

from kata_tables.mistakes import Check

from kata_kit.record import FAILED, FAILURES, Belief, CaseRecord

CHANGED = "changed"
SHARED = "shared"
BEFORE = "before"
COST = "cost"
MEMORY = "memory"
ACCEPTED = "accepted"  # nothing stops bad input
EXCEPTION = "exception"
MESSAGE = "message"
EXCHANGED = "exchanged"
FROM_ONE = "from one"

BELIEFS = {
    CHANGED: Belief(
        "the_argument_is_changed",
        "Your code seems to write on the argument that it was given.\n"
        "Which line assigns to a part of it? Who else may still need it as it was?",
    ),
    SHARED: Belief(
        "answers_share_a_list",
        "Your code seems to hand out one object more than once.\n"
        "Where is it made, and where would each answer get its own?",
    ),
    BEFORE: Belief(
        "it_depends_on_the_calls_before",
        "Your code seems to keep something from one call to the next.\n"
        "Which name outside of the function, or which default value, does it change?",
    ),
    COST: Belief(
        "the_same_work_is_done_again",
        "Your answers are right, and your code seems to do some work more than once.\n"
        "Which part of the input does it look at again, and for each of what?",
    ),
    MEMORY: Belief(
        "too_much_is_kept",
        "Your answers are right, and your code seems to keep more than it needs.\n"
        "Which list, set or dictionary grows with each item, and what asks for them?",
    ),
    EXCEPTION: Belief(
        "another_exception",
        "Your code seems to meet bad input before it has looked at it.\n"
        "Which line fails, and which check would have to stand before it?",
    ),
    MESSAGE: Belief(
        "the_message_alone",
        "Your code refuses bad input, and its message seems to leave something out.\n"
        "Would you find the mistake in your input if you read only this message?",
    ),
    EXCHANGED: Belief(
        "the_column_comes_first",
        "Your code seems to give the column before the row.\n"
        "Which number of your answer counts downwards, and which one comes first?",
    ),
    FROM_ONE: Belief(
        "rows_and_columns_from_one",
        "Your code seems to count the rows and columns of its answer from 1.\n"
        "Which row does `board[1]` name?",
    ),
}

FEWEST_IN_A_FORM = 3  # So many answers in another form are no chance.
MOST_CHECKS = 3  # More than these are rather a draft without checks.


def belief(stage: Sequence[CaseRecord], checks: Sequence[Check] = ()) -> Belief | None:
    """Return the mistake that all failures of a stage are of, by all its cases.

    The `checks` are those of the kata's input.
    """
    failures = [case for case in stage if case.status in FAILURES]
    if any(case.status != FAILED for case in failures):
        return None
    found = list(map(_kind, failures))
    if BEFORE in found[:1]:  # Only the first one is asked alone.
        return BELIEFS[BEFORE]
    if ACCEPTED in found and {*found} <= {ACCEPTED, EXCEPTION, MESSAGE}:
        return _missing(stage, checks)
    kind, *others = {*found}
    is_form = kind in (EXCHANGED, FROM_ONE)
    if others or (is_form and len(found) < FEWEST_IN_A_FORM):
        return None
    return BELIEFS.get(kind)


def form(expected: object, got: tuple[object, ...]) -> str:
    """Return the kind of a wrong cell that is a right one in another form; else "".

    >>> form((0, 2), (2, 0)), form((0, 2), (1, 3)), form((0, 2), (1, 1))
    ('exchanged', 'from one', '')
    """
    choices = getattr(expected, "choices", (expected,))
    match got:
        case int(row), int(column) if (column, row) in choices:
            return EXCHANGED
        case int(row), int(column) if (row - 1, column - 1) in choices:
            return FROM_ONE
    return ""


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
        if failing and {_kind(case) for case in rows} != {MESSAGE}:
            some = f" in {' and '.join(sorted(failing))}" if passing else ""
            names.append(f"{check.name}{some}")
        elif any(case.status == FAILED for case in rows):
            return None
    if len(names) > MOST_CHECKS:
        is_all = len(names) == len(checks)
        return Belief(
            "nothing_is_refused" if is_all else "most_is_not_refused",
            "Your code seems to let most bad input through.\n"
            "Which table or list of the statement says what it has to refuse?",
        )
    what = "; ".join(names)
    text = (
        f"Your code seems to let this through: {what}.\n"
        "Which line would raise a ValueError, and does every function come past it?"
    )
    return Belief(f"not_refused:_{what.replace(' ', '_')}", text) if names else None
