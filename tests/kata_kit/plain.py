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
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(value, dict):
        given, hints = {}, _hints(kind)
        for name, default in ((one.name, one.default) for one in fields(kind)):
            if name in value:
                given[name] = made(hints[name], value[name], f"{where}.{name}")
            elif default is MISSING:
                raise ValueError(f"{where}: expected a field {name!r}")
        return kind(**given)
    if get_origin(kind) is tuple and len(inner) == len(value) and ... not in inner:
        pairs = enumerate(zip(inner, value, strict=True))
        return tuple([made(one, part, f"{where}[{n}]") for n, (one, part) in pairs])
    if inner and inner[-1] is ... and isinstance(value, (list, tuple)):
        return tuple(
            [made(inner[0], one, f"{where}[{n}]") for n, one in enumerate(value)]
        )
    if kind is str and isinstance(value, str):
        return encodable(value)
    is_number = (
        kind in (int, float) and type(value) in (int, kind) and 0 <= value < LARGEST
    )
    is_bool = kind is bool and isinstance(value, bool)
    if is_number or is_bool or get_origin(kind) is Mapping:
        return value  # The katas, a mapping, are made of what was checked.
    expected = WORDS.get(kind, "a list" if inner else "an object")
    raise ValueError(f"{where}: expected {expected}, got {short(repr(value), 60)}")
