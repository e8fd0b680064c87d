"""What an unequal comparison raises: the facts, before they become words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kata_tables.calls import Call
from kata_tables.drawing import Drawing

# What is wrong about a call, beside the words of `kata_tables.rows` and of a kata
LOADING, ABSENT, ACCEPTED, SESSION, COST = (
    "load",
    "absent",
    "accepted",
    "session",
    "cost",
)


@dataclass(eq=False)
class Wrong(Exception):
    """Something is wrong about a call; `kata_kit.failure` puts it into words.

    The `key` tells one mistake from another: two programs make the same mistake if the
    same tests fail with the same keys.
    """

    call: Call
    # Which words are used: "answer" (whose call `kata_kit.again` repeats), "arguments",
    # "taken", "refusal", "memory", as above, or `SHARED` or `MESSAGE` of
    # `kata_kit.record`
    about: str
    error: BaseException | None = None  # that came instead of an answer
    headline: str = ""
    details: Sequence[str] = ()
    kind: str = ""  # of mistake, if that explains it: one of `kata_kit.record`
    drawing: Drawing | None = None
    key: Any = None
