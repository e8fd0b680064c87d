"""A set for each line, in one expression."""


def is_solved(b):
    return next(
        (
            m
            for m in (1, 2)
            if {m}
            in [
                *map(set, b),
                *map(set, zip(*b)),
                {r[i] for i, r in enumerate(b)},
                {r[~i] for i, r in enumerate(b)},
            ]
        ),
        -any(0 in r for r in b),
    )
