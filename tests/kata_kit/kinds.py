"""Name a mistake by the kind of its failures, where no answers have to be compared.

A misconception of `mistakes.md` gives wrong answers of its own. Other mistakes give
none: the argument is changed, answers share a list, the message says too little.
"""

from collections.abc import Sequence

from kata_kit.record import FAILED, Belief, CaseRecord

CHANGED = "changed"  # the argument was changed
SHARED = "shared"  # answers are not apart
BEFORE = "before"  # asked alone, the answer is right
COST = "cost"  # it costs too much
EXCEPTION = "exception"  # another exception came in place of a ValueError
MESSAGE = "message"  # the ValueError has not the right message

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
}


def belief(failures: Sequence[CaseRecord]) -> Belief | None:
    """Return the mistake that all failures of the first stage that fails are of."""
    if not failures:
        return None
    first = [case for case in failures if case.stage == failures[0].stage]
    if any(case.status != FAILED for case in first):
        return None
    kinds = {case.failure.kind if case.failure else "" for case in first}
    return BELIEFS.get(kinds.pop()) if len(kinds) == 1 else None
