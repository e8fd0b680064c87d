"""What an outcome says about the mistake that caused it."""

from kata_tables.calls import OneOf, same

from kata_kit import record
from kata_kit.own import Shared

RIGHT = "right"  # in the key of a mistake


def is_trouble(outcome: object) -> bool:
    """Return True for an exception instead of an answer."""
    return isinstance(outcome, BaseException)


def message_of(error: BaseException) -> str:
    """Return the message of an exception, which may have a class of the learner's."""
    try:
        return str.__str__(str(error))
    except Exception:
        return "(its message can't be read)"


def key_of(right: object, got: object) -> object:
    """Return what an outcome says about the mistake; nothing if it's right.

    Which of the wrong ones came among all that may be chosen is a matter of style.
    """
    if isinstance(got, BaseException):
        return type(got).__name__
    if same(right, got):
        return RIGHT
    if isinstance(right, OneOf):
        return right.readings(got)
    if isinstance(right, set) and isinstance(got, list):
        return sorted(map(repr, got))  # A set's order is nobody's mistake.
    return repr(got)


def kind_of(wanted: str, right: object, got: object) -> str:
    """Return the kind of a mistake, if it can be seen."""
    if wanted == "arguments" and not is_trouble(got):
        return record.CHANGED
    if isinstance(got, Shared):
        return record.SHARED
    choices = getattr(right, "choices", (right,))
    match got:
        case (int(row), int(column)) if (column, row) in choices:
            return record.EXCHANGED
        case (int(row), int(column)) if (row - 1, column - 1) in choices:
            return record.FROM_ONE
    return ""
