"""`functools.cache` and one expression."""

from functools import cache

L = 448, 56, 7, 292, 146, 73, 273, 84


@cache
def negamax(p, o):
    return -any(o & l == l for l in L) or max(
        (-negamax(o, p | 1 << i) for i in range(9) if not (p | o) >> i & 1), default=0
    )
