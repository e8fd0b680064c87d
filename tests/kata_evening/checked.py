"""The record of a kata from a stranger's process: the right shape, and short texts."""

import json
from dataclasses import replace
from typing import Any

from kata_kit.katas import Kata
from kata_kit.layout import cut, visible
from kata_kit.record import STATES, KataRecord, value_of

LONGEST_TEXT = 2_000  # characters
MOST_PARTS = 1_000  # of a list
LARGEST = 100_000  # number of cases, or of a row


def record_in(text: str, kata: Kata) -> KataRecord:
    """Return the record of one kata.

    Raises:
        ValueError: if the text isn't one.
    """
    record: KataRecord = read(tuple[KataRecord], text)[0]
    if record.kata != kata.name or record.state not in STATES:
        raise ValueError("the record is of another kata")
    return replace(record, file=f"{kata.name}.py")


def read(kind: Any, text: str | bytes) -> Any:
    """Return JSON as a value of a type.

    Raises:
        ValueError: if it isn't JSON, or something else.

    >>> read(tuple[int, ...], "[1, 2]")
    (1, 2)
    """
    try:
        return checked(kind, json.loads(text))
    except RecursionError:
        raise ValueError("expected JSON that isn't so deep") from None


def checked(kind: Any, data: Any) -> Any:
    """Return what `json.loads` has returned as a value of a type.

    Raises:
        ValueError: if it has other parts, or is something else.
    """
    try:
        return value_of(kind, data, within_limits)
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"expected {kind}: {error}") from None


def within_limits(part: Any) -> Any:
    """Return a part of a record; a text is cut, and has no control characters.

    Raises:
        ValueError: if it's too large.
    """
    if isinstance(part, str):
        return visible(cut(part, LONGEST_TEXT))
    if type(part) is int and not 0 <= part <= LARGEST:
        raise ValueError(f"expected a number up to {LARGEST}, got {part}")
    if isinstance(part, list) and len(part) > MOST_PARTS:
        raise ValueError(f"expected a list of {MOST_PARTS} parts, got {len(part)}")
    return part
