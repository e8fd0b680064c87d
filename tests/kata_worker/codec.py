"""Answers as plain values: what may leave the process of the code under test.

Only exact `int`, `bool`, `str`, `float`, `bytes`, `None`, `tuple`, `list`, `set` and `dict` leave.
Subclasses are reduced to the plain value that they hold, so that no method of theirs is ever
called by a comparison. Everything else becomes a dict with one of two marks, which
`kata_kit.values.restore` turns into an object for the test:

    {"__record__": "Statistics", "fields": {"nodes": 9}}     a NamedTuple or a dataclass
    {"__other__": "generator", "text": "<generator ...>"}    anything else; equal to nothing
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# An answer with more parts than this is no answer to any kata.
MOST_PARTS = 200_000
DEEPEST = 40
TOO_LARGE = "an answer that is too large to show"
# In bits. Python refuses to print ints of more than 4,300 digits.
WIDEST_INT = 14_000
LONGEST_TEXT = 100_000
# In characters. The harness reads it with `ast.literal_eval`, which takes 500 times that in bytes.
LONGEST_LITERAL = 500_000


def plain(value: object) -> Any:
    """Return `value` as a plain literal, with marks for what is none."""
    try:
        return _Reducer().reduce(value, 0)
    except _TooLarge:
        return _other(value, TOO_LARGE)


def literal(value: object) -> str:
    """Return `plain(value)` as text, in a length that the harness reads."""
    text = repr(plain(value))
    return text if len(text) <= LONGEST_LITERAL else repr(_other(value, TOO_LARGE))


class _TooLarge(Exception):
    """A value has too many parts, or they lie too deep."""


class _Reducer:
    """Walks one answer and counts its parts, so that a huge or endless one ends."""

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
        if isinstance(value, tuple):
            items = tuple(self._all(tuple.__iter__(value), depth))
            names = getattr(type(value), "_fields", None)
            return items if names is None else _record(value, names, items)
        if isinstance(value, list):
            return self._all(list.__iter__(value), depth)
        if isinstance(value, set):
            return _set(self._all(set.__iter__(value), depth), value)
        if isinstance(value, frozenset):
            return _set(self._all(frozenset.__iter__(value), depth), value)
        if isinstance(value, dict):
            keys = self._all(dict.keys(value), depth)
            values = self._all(dict.values(value), depth)
            return dict(zip(keys, values, strict=True)) if _hashable(keys) else _other(value)
        names = getattr(type(value), "__dataclass_fields__", None)
        if names is not None:
            fields = self._all((getattr(value, name) for name in names), depth)
            return _record(value, names, fields)
        return _other(value)

    def _all(self, items: Iterable[Any], depth: int) -> list[Any]:
        return [self.reduce(item, depth + 1) for item in items]


def _scalar(value: Any) -> Any:
    if isinstance(value, int):
        number = int.__int__(value)
        return _other(value, "a very large int") if number.bit_length() > WIDEST_INT else number
    if isinstance(value, float):
        real = float.__float__(value)
        # nan and inf have no literal.
        return real if real - real == 0 else _other(value, float.__repr__(value))
    if isinstance(value, str):
        text = str.__str__(value)
        return text if len(text) <= LONGEST_TEXT else _other(value, "a very long text")
    data = bytes.__getitem__(value, slice(None))
    return data if len(data) <= LONGEST_TEXT else _other(value, "very long bytes")


def _set(items: list[Any], value: object) -> Any:
    return set(items) if _hashable(items) else _other(value)


def _hashable(items: list[Any]) -> bool:
    # Plain lists, sets and dicts are not hashable; marks are dicts.
    try:
        hash(tuple(items))
    except TypeError:
        return False
    return True


def _record(value: object, names: Iterable[str], items: Iterable[Any]) -> dict[str, Any]:
    return {"__record__": _bare_name(value), "fields": dict(zip(names, items, strict=True))}


def _other(value: object, text: str = "") -> dict[str, Any]:
    if not text:
        try:
            if _name(value) == "coroutine":
                value.close()  # type: ignore[attr-defined] # or a warning says that it was not awaited
            text = _on_one_line(str.__str__(repr(value)))
        except Exception:
            text = f"<{_name(value)} object>"
    return {"__other__": _name(value), "text": text}


def _on_one_line(text: str) -> str:
    """A representation, cut, and without the address of an object, which differs in every run."""
    line = " ".join(text[:LONGEST_TEXT].split())
    before, address, after = line.partition(" at 0x")
    line = before + after.lstrip("0123456789abcdefABCDEF") if address else line
    return "".join([c if c.isprintable() else "?" for c in line[:200]])


def _name(value: object) -> str:
    module, name = type(value).__module__, _bare_name(value)
    return name if module in ("builtins", "__main__") else f"{module}.{name}"


def _bare_name(value: object) -> str:
    return str(type(value).__qualname__).rpartition(">.")[2]
