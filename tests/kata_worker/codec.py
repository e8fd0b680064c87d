"""Answers as plain values: what may leave the process of the code under test.

A message is a line of JSON. What JSON lacks has a mark, which `kata_kit.incoming` turns back:

    {"__tuple__": [...]}, {"__set__": [...]}, {"__dict__": [[key, value], ...]}
    {"__bytes__": "a character for each byte"}
    {"__record__": "Statistics", "fields": [["nodes", 9]]}     a NamedTuple or a dataclass
    {"__other__": "generator", "text": "<generator ...>"}      anything else; equal to nothing

Subclasses are reduced to the plain value that they hold, so that no method of theirs is ever
called by a comparison.
"""

from __future__ import annotations

from _json import encode_basestring_ascii  # `json` itself takes 4 ms to import.

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# An answer with more parts than this is no answer to any kata; nor is a set with so many, or a
# dict: if they collide, it takes quadratic time to build.
MOST_PARTS, MOST_IN_A_SET = 200_000, 1_000
DEEPEST = 40
WIDEST_INT = 14_000  # bits; Python refuses to print ints of more than 4,300 digits
LONGEST_TEXT, LONGEST_ANSWER = 100_000, 900_000  # characters; the harness reads no longer line
TOO_LARGE = "an answer that is too large to show"


def encoded(value: object) -> str:
    """A value as JSON, in a length that the harness reads."""
    text = to_json(plain(value))
    return text if len(text) <= LONGEST_ANSWER else to_json(_other(value, TOO_LARGE))


def to_json(value: Any) -> str:
    """JSON of None, bools, ints, floats, strings, and lists, tuples and dicts of them."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(to_json, value))}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{to_json(k)}:{to_json(v)}' for k, v in value.items())}}}"
    return "null" if value is None else repr(value).lower()


def plain(value: object) -> Any:
    """Return what `value` is made of, with marks for what JSON lacks."""
    try:
        return _Reducer().reduce(value, 0)
    except _TooLarge:
        return _other(value, TOO_LARGE)


class _TooLarge(Exception):
    pass


class _Reducer:
    """Walks one answer and counts its parts, so that a huge, deep or endless one ends."""

    def __init__(self) -> None:
        self._parts = 0

    def reduce(self, value: Any, depth: int) -> Any:
        self._parts += 1
        if self._parts > MOST_PARTS or depth > DEEPEST:
            raise _TooLarge
        if value is None or value is True or value is False:
            return value
        if isinstance(value, (int, float, str, bytes)):
            return _scalar(value)
        if isinstance(value, list):
            return self._all(list.__iter__(value), depth)
        if isinstance(value, (set, frozenset)):
            kind: Any = set if isinstance(value, set) else frozenset
            return {"__set__": self._all(kind.__iter__(value), depth, MOST_IN_A_SET)}
        if isinstance(value, dict):
            return {"__dict__": self._all(map(list, dict.items(value)), depth, MOST_IN_A_SET)}
        names = getattr(type(value), "_fields", None)
        if isinstance(value, tuple):
            items = self._all(tuple.__iter__(value), depth)
            return {"__tuple__": items} if names is None else _record(value, names, items)
        names = getattr(type(value), "__dataclass_fields__", None)
        if names is None:
            return _other(value)
        return _record(value, names, self._all((getattr(value, name) for name in names), depth))

    def _all(self, items: Iterable[Any], depth: int, most: int = MOST_PARTS) -> list[Any]:
        reduced = [self.reduce(item, depth + 1) for item in items]
        if len(reduced) > most:
            raise _TooLarge
        return reduced


def _scalar(value: Any) -> Any:
    if isinstance(value, int):
        number = int.__int__(value)
        return _other(value, "a very large int") if number.bit_length() > WIDEST_INT else number
    if isinstance(value, float):
        real = float.__float__(value)
        # nan and inf are not JSON.
        return real if real - real == 0 else _other(value, float.__repr__(value))
    if len(value) > LONGEST_TEXT:
        return _other(value, "a very long text" if isinstance(value, str) else "very long bytes")
    if isinstance(value, str):
        return str.__str__(value)
    return {"__bytes__": bytes.decode(value, "latin-1")}


def _record(value: object, names: Iterable[str], items: Iterable[Any]) -> dict[str, Any]:
    fields = [[str(name), item] for name, item in zip(names, items, strict=True)]
    return {"__record__": _bare_name(value), "fields": fields}


def _other(value: object, text: str = "") -> dict[str, Any]:
    module, name = type(value).__module__, _bare_name(value)
    if module not in ("builtins", "__main__"):
        name = f"{module}.{name}"
    try:
        if name == "coroutine":
            value.close()  # type: ignore[attr-defined] # or a warning says that it was not awaited
        line = " ".join(str.__str__(text or repr(value))[:LONGEST_TEXT].split())
    except Exception:
        line = f"<{name} object>"
    # Without the address of an object, which differs each time.
    before, at, after = line.partition(" at 0x")
    text = before + after.lstrip("0123456789abcdefABCDEF") if at else line
    return {"__other__": name, "text": text}


def _bare_name(value: object) -> str:
    return str(type(value).__qualname__).rpartition(">.")[2]
