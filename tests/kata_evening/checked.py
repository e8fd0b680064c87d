"""The record of a kata from a stranger's process: the right shape, and short texts."""

import json
from dataclasses import is_dataclass, replace
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from kata_kit.katas import Kata
from kata_kit.layout import cut, visible
from kata_kit.record import STATES, KataRecord

LONGEST_TEXT = 2_000  # characters
MOST_PARTS = 1_000  # of a list
LARGEST = 100_000  # number of cases, or of a row

hints_of: Any = cache(get_type_hints)


def record_in(text: str, kata: Kata) -> KataRecord:
    """Return the record of one kata.

    Raises:
        ValueError: if the text isn't one.
    """
    try:
        record: KataRecord = checked(tuple[KataRecord], json.loads(text))[0]
    except (KeyError, TypeError, RecursionError):
        raise ValueError("it isn't a record") from None
    if record.kata != kata.name or record.state not in STATES:
        raise ValueError("the record is of another kata")
    return replace(record, file=f"{kata.name}.py")


def checked(kind: Any, data: Any) -> Any:
    """Return JSON as a value of a type.

    Raises:
        KeyError: if it has a part that the type hasn't.
        TypeError: if it lacks a part.
        ValueError: if it's something else.

    >>> checked(tuple[int, ...], [1, 2])
    (1, 2)
    """
    if kind is str and isinstance(data, str):
        return visible(cut(data, LONGEST_TEXT))
    if kind is bool and isinstance(data, bool):
        return data
    if kind is int and type(data) is int and 0 <= data <= LARGEST:
        return data
    if is_dataclass(kind) and isinstance(data, dict):
        return with_parts(kind, hints_of(kind), data)
    kinds = get_args(kind)
    if get_origin(kind) is tuple and isinstance(data, list) and len(data) <= MOST_PARTS:
        each = kinds[:1] * len(data) if kinds[-1] is Ellipsis else kinds
        return tuple([checked(*pair) for pair in zip(each, data, strict=True)])
    if type(None) in kinds:
        return None if data is None else checked(kinds[0], data)
    raise ValueError(f"expected {kind}, got {type(data).__name__}")


def with_parts(kind: Any, hints: dict[str, Any], data: dict[str, Any]) -> Any:
    return kind(**{name: checked(hints[name], data[name]) for name in data})
