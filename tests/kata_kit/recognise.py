"""Recognising a misconception: a wrong solution whose answers are a learner's.

One of `tests/<kata>/mistakes.md` is shown when its answers are those of the code under
test in every call that tells something (`request.telling`), and no other one fits. Where
there is a choice, `OneOf.alike` says what is the same. A best match would be wrong more
often than right.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from types import ModuleType

from kata_tables.answers import OneOf, quoted, same
from kata_tables.mistakes import Solution, read

from kata_kit.in_process import answers
from kata_kit.incoming import Transcript, Trouble
from kata_kit.katas import ROOT, KataFiles
from kata_kit.request import Request

# With these seeds the lots of two games fall in each of the four ways, by `choice` and
# `random`.
SEEDS = (0, 8, 28, 30)
# What a wrong solution here never does: a call that ended so is nobody's.
NOBODYS = (
    "timeout",
    "too long",
    "crash",
    "ended",
    "garbled",
    "forbidden",
    "input",
    "debugger",
)


def recognise(kata: KataFiles, requests: Sequence[Request]) -> Solution | None:
    """The one mistake of a kata that gives the same answers to calls; None for none, or for two."""
    fitting: dict[str, Solution] = {}
    for mistake in read(ROOT / kata.mistakes).mistakes:
        if mistake.name not in fitting and fits(mistake, requests):
            fitting[mistake.name] = mistake
    return fitting.popitem()[1] if len(fitting) == 1 else None


def fits(mistake: Solution, requests: Iterable[Request]) -> bool:
    """Whether a wrong solution gives the same answers in all calls."""
    module = mistake.fresh() if mistake.keeps else mistake.module
    if not mistake.keeps:  # What costs little comes first, and what tells most.
        requests = sorted(
            requests, key=lambda it: (len(it.batch) > 1, not it.wrong, len(it.batch))
        )
    return all(_agrees(module, request) for request in requests)


def _agrees(module: ModuleType, request: Request) -> bool:
    if request.wanted == "session":
        return _goes_alike(module, request)
    mine = outcomes(module, request)
    if request.together:
        return _as_set(mine) == _as_set(request.outcomes)
    triples = zip(mine, request.outcomes, request.right or repeat(None), strict=False)
    for ours, theirs, right in triples:
        quotes = isinstance(ours, Trouble) and quoted(request.lacks, ours.message)
        if not same_outcome(ours, theirs, right) or (request.lacks and quotes):
            return False
    return True


def _goes_alike(module: ModuleType, request: Request) -> bool:
    """Whether a session goes as that of the code under test; one that is not compared does."""
    (arguments,), (theirs,) = request.batch, request.outcomes
    if request.alike is None and isinstance(theirs, Transcript):
        next(
            outcomes(module, request)
        )  # What it leaves behind may matter in the next one.
        return True
    batches = [arguments]
    if any(
        isinstance(one, dict) and "rng" in one for one in arguments
    ):  # Lots are its own affair.
        batches += [(*arguments[:-1], {"rng": seed}) for seed in SEEDS]
    found = (next(outcomes(module, replace(request, batch=[one]))) for one in batches)
    return any(
        request.alike(mine)
        if request.alike and isinstance(mine, Transcript)
        else same_outcome(mine, theirs)
        for mine in found
    )


def _as_set(found: Iterable[object]) -> object:
    return {one.type if isinstance(one, Trouble) else repr(one) for one in found}


def outcomes(module: ModuleType, request: Request) -> Iterator[object]:
    """What a wrong solution gives for the calls of a request, one by one."""
    for one in answers(module, request, every=True):
        if isinstance(one, BaseException):
            kind, refusal = (
                getattr(one, "kind", "exception"),
                isinstance(one, ValueError),
            )
            yield Trouble(kind, type(one).__qualname__, str(one), refusal=refusal)
        else:
            yield one


def same_outcome(mine: object, theirs: object, right: object = None) -> bool:
    """Whether two outcomes are the same answer, or choices of one kind, or exceptions alike."""
    if isinstance(mine, Trouble) and isinstance(theirs, Trouble):
        return theirs.kind not in NOBODYS and mine.type == theirs.type
    if isinstance(right, set) and type(mine) is list is type(theirs):
        return sorted(map(repr, mine)) == sorted(map(repr, theirs))
    return same(mine, theirs) or (
        isinstance(right, OneOf) and right.alike(mine, theirs)
    )
