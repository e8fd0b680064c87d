"""Answers as plain values, which a comparison sees, and what a wrong one tells.

Subclasses are reduced to the plain value that they hold, so that no learner's `__eq__`,
`__repr__` or `__hash__` decides. A NamedTuple becomes a `Record`, and anything without
a plain value an `Other`, which is never right.
"""

import marshal
import re
from collections.abc import Callable
from typing import Any, NoReturn

from kata_tables.arguments import parted
from kata_tables.calls import OneOf, Other, Record, same

MOST_BYTES = 1_700  # of a plain answer; no right one has 500
# `marshal` writes this before bytes, and also before what has a buffer as bytes have: a
# number of numpy, which isn't plain.
BUFFER = b"s"
LONGEST_TEXT = 150  # characters, of an object
LONGEST_NAME = 80  # characters, of a class
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
SCALARS: dict[type, Callable[[Any], object]] = {
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
    bytes: bytes,
}

COMPARE = "expected a comparison with ==, as in: assert kata.is_solved(board) == 1"

TOO_LARGE = Other("an answer that's too large to show")


class Compared:
    """What a test compares with `==`; no other test of it could fail as it should."""

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{COMPARE}; got the answer on its own")

    def __ne__(self, other: object) -> NoReturn:
        raise TypeError(f"{COMPARE}; got !=")


def plain(value: Any) -> Any:
    """Return an answer as a plain value, which is a copy."""
    try:
        data = marshal.dumps(value, 2)
    except ValueError:  # It's more than plain values.
        data = BUFFER
    if data[MOST_BYTES:]:  # The code may have taken `len` away.
        return TOO_LARGE
    if BUFFER not in data:
        return marshal.loads(data)
    try:
        return reduced(value)
    except RecursionError:  # It holds itself.
        return TOO_LARGE


def reduced(value: Any) -> Any:
    """Return an answer without its subclasses."""
    if value is None or isinstance(value, bool):
        return value
    for kind, to_plain in SCALARS.items():
        if isinstance(value, kind):
            return to_plain(value)
    if isinstance(value, dict):
        items = dict.items(value)
        return {reduced(key): reduced(item) for key, item in items}
    kinds: Any = list, set, frozenset, tuple
    for kind in kinds:
        if isinstance(value, kind):
            parts = [reduced(part) for part in kind.__iter__(value)]
            if not (kind is tuple and hasattr(value, "_fields")):
                return kind(parts)
            fields = zip(type(value)._fields, parts, strict=False)
            return Record(type(value).__name__, **dict(fields))
    return Other(text_of(value))


def name_of(value: object) -> str:
    """Return the name of a value's class, which may be a very long one."""
    return type(value).__qualname__[:LONGEST_NAME]


def text_of(value: object) -> str:
    """Return how an object shows itself, without its address, which varies."""
    try:
        text = str.__str__(repr(value))
    except Exception:
        text = f"<{name_of(value)} object>"
    return " ".join(ADDRESS.sub("", text).split())[:LONGEST_TEXT]


def answer(function: Any, *arguments: Any) -> object:
    """Call a function, and return its answer as a plain value."""
    placed, named = parted(arguments)
    return plain(function(*placed, **named))


def arguments_after(function: Any, *arguments: Any) -> object:
    """Call a function, and return its arguments as they are then."""
    placed, named = parted(arguments)
    function(*placed, **named)
    return plain((*placed, *named.values()))


def items_taken(function: Any, *arguments: Any) -> int:
    """Call a function; return how much it read of its last argument, a `OneShot`."""
    placed, named = parted(arguments)
    function(*placed, **named)
    *_, iterator = placed
    *_, last = arguments
    return len(last.items) - int(iterator.__length_hint__())


def message_of(error: BaseException) -> str:
    """Return the message of an exception, which may have a class of the learner's."""
    try:
        return str.__str__(str(error))
    except Exception:
        return "(its message can't be read)"


def outcome_key(right: object, got: object) -> object:
    """Return what an outcome says about the mistake; None if it's right.

    Which of the wrong ones came among all that may be chosen is a matter of style.
    """
    if isinstance(got, BaseException):
        return name_of(got)
    if same(right, got):
        return None
    if isinstance(right, OneOf):
        return right.readings(got)
    if isinstance(right, set) and isinstance(got, list):
        return sorted(map(repr, got))  # A set's order is nobody's mistake.
    return repr(got)
