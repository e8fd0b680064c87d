"""Answers as plain values, which a comparison sees, and what a wrong one tells.

Subclasses are reduced to the plain value that they hold, so that no learner's `__eq__`,
`__repr__` or `__hash__` decides. A NamedTuple becomes a `Record`, and anything without
a plain value an `Other`, which is never right. A dataclass is one of them, because a
caller can't unpack it.
"""

import marshal
import re
import traceback
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import is_dataclass
from linecache import getline
from typing import Any

from kata_tables.arguments import parted
from kata_tables.calls import OneOf, Other, Record, same

# No answer to any kata has more parts, and none is deeper.
MOST_PARTS = 200_000
DEEPEST = 40
WIDEST_INT = 14_000  # bits; Python refuses to print more than 4,300 digits
LONGEST_TEXT = 100_000  # characters

SHORT = 1_000  # bytes: an answer that is no longer keeps all these limits
# `marshal` writes this before bytes, and also before what has a buffer as bytes have: a
# number of numpy, which isn't plain.
BUFFER = b"s"

LONGEST_NAME = 80  # characters, of a class

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class TooLarge(Exception):
    """An answer has too many parts, or is too deep, or holds itself."""


def plain(value: Any) -> Any:
    """Return an answer as a plain value, which is a copy."""
    with suppress(ValueError):  # It's more than plain values.
        data = marshal.dumps(value, 2)
        is_short = not data[SHORT:]  # The code may have taken `len` away.
        if is_short and BUFFER not in data:
            return marshal.loads(data)
    try:
        return Reducer().reduce(value, 0)
    except TooLarge:
        return Other(name_of(value), "an answer that's too large to show")


class Reducer:
    """Walks over an answer and counts its parts, so that an endless one ends."""

    def __init__(self) -> None:
        self._parts = 0

    def reduce(self, value: Any, depth: int) -> Any:
        self._parts += 1
        if self._parts > MOST_PARTS or depth > DEEPEST:
            raise TooLarge
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, float):
            return float.__float__(value)
        if isinstance(value, (int, str, bytes)):
            return scalar(value)
        if isinstance(value, list):
            return self._all(list.__iter__(value), depth)
        if isinstance(value, (set, frozenset)):
            kind: Any = set if isinstance(value, set) else frozenset
            return kind(self._all(kind.__iter__(value), depth))
        if isinstance(value, dict):
            items = dict.items(value)
            return {
                self.reduce(key, depth + 1): self.reduce(item, depth + 1)
                for key, item in items
            }
        return self._other(value, depth)

    def _other(self, value: Any, depth: int) -> Any:
        """Return a tuple, a record, or what has no plain value."""
        kind = type(value)
        if not isinstance(value, tuple):
            name = "dataclass" if is_dataclass(kind) else name_of(value)
            return Other(name, text_of(value))
        parts = self._all(tuple.__iter__(value), depth)
        names = getattr(kind, "_fields", None)
        if names is None:
            return tuple(parts)
        return Record(kind.__name__, **dict(zip(names, parts, strict=False)))

    def _all(self, parts: Iterable[Any], depth: int) -> list[Any]:
        return [self.reduce(part, depth + 1) for part in parts]


def scalar(value: Any) -> Any:
    """Return a number or a text without its subclass."""
    if isinstance(value, int):
        number = int.__int__(value)
        is_wide = number.bit_length() > WIDEST_INT
        return Other("int", "a very large int") if is_wide else number
    if len(value) > LONGEST_TEXT:
        return Other(type(value).__name__, "a very long text")
    return str.__str__(value) if isinstance(value, str) else bytes(value)


def name_of(value: object) -> str:
    """Return the name of a value's class, which may be a very long one."""
    return type(value).__qualname__[:LONGEST_NAME]


def text_of(value: object) -> str:
    """Return how an object shows itself, without its address, which varies."""
    try:
        text = str.__str__(repr(value))[:LONGEST_TEXT]
    except Exception:
        text = f"<{name_of(value)} object>"
    return " ".join(ADDRESS.sub("", text).split())


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


def is_on_purpose(error: BaseException) -> bool:
    """Return True if the line that raised an exception says `raise` or `assert`."""
    last = deque(traceback.walk_tb(error.__traceback__), maxlen=1)
    lines = (getline(frame.f_code.co_filename, number) for frame, number in last)
    return any(line.lstrip().startswith(("raise", "assert")) for line in lines)


def key_of(right: object, got: object) -> object:
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
