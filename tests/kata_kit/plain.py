"""Make records from plain values, as JSON carries them, and check every one."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from kata_kit.layout import encodable, short

LARGEST = 1e15  # What is counted or timed comes nowhere near it.

_hints = cache(get_type_hints)

WORDS = {
    str: "a text",
    int: "a number, 0 or more",
    float: "a number, 0 or more",
    bool: "a bool",
}


def made(kind: Any, value: Any, where: str = "record") -> Any:
    """Return the value of a type: a dataclass from a dict, a tuple from a list.

    Raises ValueError with the place of a value of another type.
    """
    inner = get_args(kind)
    if type(None) in inner:
        return None if value is None else made(inner[0], value, where)
    if is_dataclass(kind) and isinstance(value, dict):
        return _made_object(kind, value, where)
    if get_origin(kind) is tuple and isinstance(value, (list, tuple)):
        kinds = inner
        if inner[-1] is ...:
            kinds = inner[:1] * len(value)
        if len(kinds) == len(value):
            parts = enumerate(zip(kinds, value, strict=True))
            return tuple([made(one, part, f"{where}[{n}]") for n, (one, part) in parts])
    if kind is str and isinstance(value, str):
        return encodable(value)
    if kind is bool and isinstance(value, bool):
        return value
    if kind in (int, float) and type(value) in (int, kind) and 0 <= value < LARGEST:
        return value
    if get_origin(kind) is Mapping and isinstance(value, dict):
        return {encodable(k): made(inner[1], v, where) for k, v in value.items()}
    expected = WORDS.get(kind, "a list" if inner else "an object")
    raise ValueError(f"{where}: expected {expected}, got {short(repr(value), 60)}")


def _made_object(kind: Any, value: dict[str, Any], where: str) -> Any:
    given, hints = {}, _hints(kind)
    for field in fields(kind):
        name = field.name
        if name in value:
            given[name] = made(hints[name], value[name], f"{where}.{name}")
        elif field.default is MISSING:
            raise ValueError(f"{where}: expected a field {name!r}")
    return kind(**given)
