"""Change a little of what is right, by the dice."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

# Pieces of JSON that are odd
PIECES = [rb'"\ud800"', rb'"\u001b[2J"', b"\xff", b"[" * 200, b"9" * 5000]
PIECES += b"NaN -1 1e999 null []".split()


def with_strange_bytes(whole: bytes, dice: Random) -> bytes:
    """Return bytes with some of them changed, taken out, doubled or put in."""
    for _ in range(dice.randrange(1, 4)):
        start = dice.randrange(len(whole) + 1)
        end = start + dice.randrange(6)
        twice = 2 * whole[start:end]
        piece = dice.choice([b"", dice.randbytes(2), twice, dice.choice(PIECES)])
        whole = whole[:start] + piece + whole[end:]
    return whole


def with_strange_values(whole: Any, dice: Random) -> Any:
    """Return a list or an object of JSON with one to three values replaced."""
    whole = copy.deepcopy(whole)
    for _ in range(dice.randrange(1, 4)):
        place, key = dice.choice([*_places(whole)])
        place[key] = _strange(dice)
    return whole


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list and object in a value, with each of its keys."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])


def _strange(dice: Random) -> Any:
    plain = [None, True, -1, 0, 1.5, 10**20, float("nan"), float("inf")]
    nested = [[], {}, [[]], [1, "a"], {"name": "x", "stages": []}]
    texts = ["", "red", "\x1b[2J", "\ud800", "\u202e", "a\nb", "<b>", "x" * 21_000]
    return dice.choice([*plain, *nested, *texts])
