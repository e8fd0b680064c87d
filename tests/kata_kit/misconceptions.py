"""Name the misconception behind wrong answers.

A mistake of `tests/<kata>/mistakes.md` is named if its answers are those of the code
under test in every call that tells something (`request.telling`), and if no other
mistake has the same. A best match would be wrong more often than right.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from types import ModuleType
from typing import Any

from kata_tables.answers import OneOf, quoted, same
from kata_tables.mistakes import Solution, read

from kata_kit.in_process import answers
from kata_kit.katas import ROOT, KataFiles
from kata_kit.replies import Transcript, Trouble
from kata_kit.request import Request

# With these seeds the lots of two games fall in each of the four ways, by `choice` and
# `random`.
SEEDS = (0, 8, 28, 30)


def recognise(kata: KataFiles, requests: Sequence[Request]) -> Solution | None:
    """Return the one mistake that gives the same answers; None for none, or for two."""
    fitting: dict[str, Solution] = {}
    for mistake in read(ROOT / kata.mistakes).mistakes:
        if mistake.name not in fitting and fits(mistake, requests):
            fitting[mistake.name] = mistake
    return next(iter(fitting.values())) if len(fitting) == 1 else None


def fits(mistake: Solution, requests: Iterable[Request]) -> bool:
    """Tell whether a mistake gives the same answers to all calls."""
    module = mistake.fresh() if mistake.keeps else mistake.module
    if not mistake.keeps:  # The order of the calls does not matter.
        requests = sorted(requests, key=_cheap_and_telling_first)
    return all(_agrees(module, request) for request in requests)


def _cheap_and_telling_first(request: Request) -> tuple[bool, bool, int]:
    calls = len(request.batch)
    return calls > 1, not request.wrong, calls


def _agrees(module: ModuleType, request: Request) -> bool:
    if request.wanted == "session":
        return _goes_alike(module, request)
    mine = outcomes(module, request)
    if request.together:
        return _kinds(mine) == _kinds(request.outcomes)
    right = request.right or repeat(None)
    for ours, theirs, expected in zip(mine, request.outcomes, right, strict=False):
        if not same_outcome(ours, theirs, expected):
            return False
        # The message of the code under test lacks something.
        if request.lacks and quoted(request.lacks, getattr(ours, "message", "")):
            return False
    return True


def _kinds(found: Iterable[object]) -> set[str]:
    return {one.type if isinstance(one, Trouble) else repr(one) for one in found}


def _goes_alike(module: ModuleType, request: Request) -> bool:
    """Tell whether a session goes as it went with the code under test."""
    (arguments,) = request.batch
    (theirs,) = request.outcomes
    if request.alike is None and isinstance(theirs, Transcript):
        # It is not compared, but it may leave something behind for the next one.
        next(outcomes(module, request))
        return True
    for one in _with_all_lots(arguments):
        mine = next(outcomes(module, replace(request, batch=[one])))
        if request.alike and isinstance(mine, Transcript):
            if request.alike(mine):
                return True
        elif same_outcome(mine, theirs):
            return True
    return False


def _with_all_lots(arguments: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield arguments, and where lots are drawn, the same with other seeds."""
    yield arguments
    if any(isinstance(one, dict) and "rng" in one for one in arguments):
        for seed in SEEDS:
            yield (*arguments[:-1], {"rng": seed})


def outcomes(module: ModuleType, request: Request) -> Iterator[object]:
    """Yield what comes of each call of a request."""
    for one in answers(module, request, every=True):
        if isinstance(one, BaseException):
            kind = getattr(one, "kind", "exception")
            refusal = isinstance(one, ValueError)
            yield Trouble(kind, type(one).__qualname__, str(one), refusal=refusal)
        else:
            yield one


def same_outcome(mine: object, theirs: object, right: object = None) -> bool:
    """Tell whether two outcomes are the same answer, or choices or exceptions alike."""
    if isinstance(mine, Trouble) and isinstance(theirs, Trouble):
        return mine.type == theirs.type
    if isinstance(right, set) and isinstance(mine, list) and isinstance(theirs, list):
        return sorted(map(repr, mine)) == sorted(map(repr, theirs))
    if isinstance(right, OneOf) and right.alike(mine, theirs):
        return True
    return same(mine, theirs)
