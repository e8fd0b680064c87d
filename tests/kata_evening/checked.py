"""What comes from strangers as JSON: the right shape, and short texts."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kata_kit.attempt import stages_of
from kata_kit.katas import Kata, load
from kata_kit.layout import cut, visible
from kata_kit.record import STATES, KataRecord, StageRecord, value_of

LONGEST_TEXT = 2_000  # characters
MOST_PARTS = 1_000  # of a list
LARGEST = 100_000  # number of cases, or of a row


def decoded(text: str | bytes) -> Any:
    """Return what is in JSON.

    Raises:
        ValueError: if it isn't JSON, or too deep.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("expected JSON that isn't so deep") from None


def checked(kind: Any, data: Any) -> Any:
    """Return what was decoded as a value of a type.

    Raises:
        ValueError: if it has other parts, or is something else.

    >>> checked(tuple[int, ...], [1, 2])
    (1, 2)
    """
    try:
        return value_of(kind, data, within_limits)
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"expected {kind}: {error}") from None


def record_in(data: Any, kata: Kata) -> KataRecord:
    """Return the record of one kata.

    Raises:
        ValueError: if it isn't one.
    """
    record: KataRecord = checked(KataRecord, data)
    if record.kata != kata.name or record.state not in STATES:
        got = f"{record.kata!r} in the state {record.state!r}"
        raise ValueError(f"expected a record of {kata.name}, got {got}")
    stages = stages_in(kata, record.stages)
    return replace(record, file=f"{kata.name}.py", stages=stages)


def stages_in(kata: Kata, given: Sequence[StageRecord]) -> tuple[StageRecord, ...]:
    """Return the stages of a kata: ours, and not those that a record names."""
    table = stages_of(load(kata.tests))
    named = {stage.name: stage for stage in given}
    return tuple([named.get(n, StageRecord(n, not_run=table[n])) for n in table])


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
        raise ValueError(f"expected at most {MOST_PARTS} parts, got {len(part)}")
    return part
