"""Write answers as plain values, in JSON.

What JSON lacks has a mark:

    {"__tuple__": [...]}, {"__set__": [...]}, {"__dict__": [[key, value], ...]}
    {"__bytes__": "a character for each byte"}
    {"__record__": "Statistics", "fields": [["nodes", 9]]}    a NamedTuple, a dataclass
    {"__other__": "generator", "text": "<generator ...>"}     else; equal to nothing

Subclasses are reduced to the plain value that they hold: a comparison calls no method
of theirs.
"""

from __future__ import annotations

# `json` itself takes 4 ms to import.
from _json import encode_basestring_ascii, make_encoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# No answer to any kata has more parts.
MOST_PARTS = 200_000
MOST_IN_A_SET = 1_000  # Parts that collide take quadratic time.
DEEPEST = 40
WIDEST_INT = 14_000  # bits; Python refuses to print ints of more than 4,300 digits
LONGEST_TEXT = 100_000  # characters
LONGEST_ANSWER = 900_000  # characters; the harness reads no longer line
TOO_LARGE = "an answer that is too large to show"

_PIECES = make_encoder(
    None, repr, encode_basestring_ascii, None, ":", ",", False, False, False
)


class TooLarge(Exception):
    """An answer has too many parts, or is too deep."""


def encoded(value: object) -> str:
    """Return a value as JSON, in a length that the harness reads."""
    text = to_json(plain(value))
    if len(text) > LONGEST_ANSWER:
        return to_json(_other(value, TOO_LARGE))
    return text


def to_json(value: Any) -> str:
    """Return what is made of plain values as JSON."""
    return "".join(_PIECES(value, 0))


def plain(value: object) -> Any:
    """Return what `value` is made of, with marks for what JSON lacks."""
    try:
        return _Reducer().reduce(value, 0)
    except TooLarge:
        return _other(value, TOO_LARGE)


class _Reducer:
    """Walks one answer and counts its parts: a huge, deep or endless one ends."""

    _parts = 0

    def reduce(self, value: Any, depth: int) -> Any:
        self._parts += 1
        if self._parts > MOST_PARTS or depth > DEEPEST:
            raise TooLarge
        if value is None or value is True or value is False:
            return value
        if isinstance(value, (int, float, str, bytes)):
            return _scalar(value)
        if isinstance(value, list):
            return self._all(list.__iter__(value), depth)
        if isinstance(value, (set, frozenset)):
            return {"__set__": self._all(frozenset(value), depth, MOST_IN_A_SET)}
        if isinstance(value, dict):
            pairs = map(list, dict.items(value))
            return {"__dict__": self._all(pairs, depth, MOST_IN_A_SET)}
        if isinstance(value, tuple):
            items = self._all(tuple.__iter__(value), depth)
            names = getattr(type(value), "_fields", None)
            if names is None:
                return {"__tuple__": items}
        else:
            names = getattr(type(value), "__dataclass_fields__", None)
            if names is None:
                return _other(value)
            items = self._all((getattr(value, name) for name in names), depth)
        fields = [[str(name), item] for name, item in zip(names, items, strict=True)]
        return {"__record__": _bare_name(value), "fields": fields}

    def _all(
        self, items: Iterable[Any], depth: int, most: int = MOST_PARTS
    ) -> list[Any]:
        reduced = [self.reduce(item, depth + 1) for item in items]
        if len(reduced) > most:
            raise TooLarge
        return reduced


def _scalar(value: Any) -> Any:
    if isinstance(value, int):
        number = int.__int__(value)
        if number.bit_length() > WIDEST_INT:
            return _other(value, "a very large int")
        return number
    if isinstance(value, float):
        real = float.__float__(value)
        if real - real != 0:  # nan and inf are not JSON.
            return _other(value, float.__repr__(value))
        return real
    if len(value) > LONGEST_TEXT:
        return _other(value, "a very long text")
    if isinstance(value, str):
        return str.__str__(value)
    return {"__bytes__": bytes.decode(value, "latin-1")}


def _other(value: Any, text: str = "") -> dict[str, Any]:
    module, name = type(value).__module__, _bare_name(value)
    if module not in ("builtins", "__main__"):
        name = f"{module}.{name}"
    try:
        shown = str.__str__(text or repr(value))[:LONGEST_TEXT]
    except Exception:
        shown = f"<{name} object>"
    line = " ".join(shown.split())
    return {"__other__": name, "text": without_addresses(line)}


def without_addresses(text: str) -> str:
    """Return a text without the addresses of objects, which differ each time."""
    begin, *others = text.split(" at 0x")
    digits = "0123456789abcdefABCDEF"
    return begin + "".join([one.lstrip(digits) for one in others])


def _bare_name(value: object) -> str:
    return str(type(value).__qualname__).rpartition(">.")[2]
