"""The tables are adequate: whatever small mistake is put into a reference, a row rejects it.

A mutant that no row rejects stands in `tests/<kata>/equivalent_mutants.txt` with the reason why no
row can reject it. So a row that is the only one to reject some mutant cannot be deleted unnoticed.

How mutants are made, and which are not, stands in `mutants.py`. Neither pytest nor a process is
started for one: it runs here, is asked what the rows of the table asked the reference, and is ended
by a timer if it does not come back. The answers of the reference are kept: a test is a function of
the answers that it gets, so a mutant that gives the same ones passes it, and the slow oracle is not
asked again.
"""

from __future__ import annotations

import re
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from operator import attrgetter
from time import process_time
from types import FrameType, ModuleType
from typing import Any

import pytest
from kata_kit.asked import Request
from kata_kit.fixture import Kata
from kata_kit.in_process import hold_in
from kata_kit.incoming import COUNTED, Trouble
from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.recognise import outcomes
from kata_kit.values import same
from kata_worker.console import StillReading
from repository.mutants import Mutant, Name, mutants_of
from repository.tables import Row, rows

LARGEST_SHARE = 0.15

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


@pytest.mark.slow
@each_kata
def test_every_mutant_is_rejected_or_stands_in_the_list(kata: KataFiles) -> None:
    source = (ROOT / kata.solution).read_text(encoding="utf-8")
    mutants, table = mutants_of(source), asked_of(kata, source)
    survivors = {mutant.name: mutant for mutant in mutants if not killer(kata, mutant, table)}
    listed = {name for name, _ in equivalents(kata)}
    new = [f"{kata.solution}:{survivors[name].line}\n{name}" for name in survivors.keys() - listed]
    stale = [str(name) for name in listed - survivors.keys()]
    file = f"tests/{kata.name}/equivalent_mutants.txt"
    assert not new, "\n".join([f"tests/{kata.name}: add a row, or a reason in {file}, for", *new])
    assert not stale, "\n".join([f"{file}: take out, because a row rejects it now", *stale])
    assert len(listed) <= LARGEST_SHARE * len(mutants), f"{file} is too long"


@each_kata
def test_every_mutant_in_the_list_has_a_reason_and_stands_there_once(kata: KataFiles) -> None:
    listed = equivalents(kata)
    assert len(dict(listed)) == len(listed)
    assert [why for _, why in listed if len(why) < 20 or why[-1] != "."] == []


def test_without_the_rows_that_reject_it_a_mutant_is_reported() -> None:
    """A check that cannot fail is a defect: the rows that reject a mutant are taken away."""
    kata = PATH[0]
    source = (ROOT / kata.solution).read_text(encoding="utf-8")
    mutants, table = mutants_of(source), asked_of(kata, source)
    rejected = next(mutant for mutant in mutants if killer(kata, mutant, table))
    rest = table
    while name := killer(kata, rejected, rest):
        rest = [asked for asked in rest if asked.row.name != name]
    assert 0 < len(rest) < len(table)


# What a row may take: so many seconds of processor time, and so many times what it takes the
# reference. The slowest mutants that come back play the last ply instead of counting it.
SECONDS, TIMES = 0.2, 30
# In bytes: a shift by a whole board asks for more memory than there is.
MEMORY = 2 * 1024**3

ENTRY = re.compile(r"^in (\S+)(?: #(\d+))?\n- (.*)\n\+ (.*)\n", re.MULTILINE)


class TimeIsUp(BaseException):
    """The code took too long."""


@dataclass(frozen=True)
class Asked:
    """A row of a table, what it asked the reference, what came of that, and how long it took."""

    row: Row
    requests: Sequence[Request]
    seconds: float


class Here:
    """Runs code of a kata in this process; it is made of the repository's own, and trusted."""

    def __init__(self, kata: KataFiles, source: str) -> None:
        self.kata = kata
        self._module = ModuleType(f"a mutant of {kata.name}")
        sys.modules[self._module.__name__] = self._module  # Dataclasses look there.
        exec(compile(source, kata.solution, "exec", dont_inherit=True), vars(self._module))

    def outcomes(self, request: Request) -> Iterator[object]:
        """What comes of the calls of a request, one by one."""
        if request.wanted != "session":
            yield from outcomes(self._module, request)
            return
        for arguments in request.batch:
            try:
                yield hold_in(self._module, vars(self._module)[request.function], arguments)
            except (Exception, SystemExit, StillReading) as error:
                yield Trouble("exception", type(error).__qualname__, str(error))

    def call(self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]]) -> Request:
        """As `UnderTest.call`; what a call costs is not a matter of this check."""
        request = Request(function, wanted, batch)
        counts = wanted in COUNTED
        request.outcomes = [Trouble("not run")] if counts else list(self.outcomes(request))
        return request


def asked_of(kata: KataFiles, source: str) -> list[Asked]:
    """Run the rows of a table against a reference, and keep its answers; the quickest come first.

    They reject nearly all mutants.
    """
    code, asked = Here(kata, source), []
    for row in rows(kata):
        fixture, began = Kata(kata.name, code), process_time()
        holds = row.holds(fixture)
        if not fixture.kata_code.is_cost:
            assert holds, f"{kata.table}: the reference fails {row.name}"
            asked.append(Asked(row, fixture.kata_code.requests, process_time() - began))
    return sorted(asked, key=attrgetter("seconds"))


def killer(kata: KataFiles, mutant: Mutant, table: Sequence[Asked]) -> str:
    """The first row that rejects a mutant; "" if none does."""
    try:
        with limited(SECONDS):
            code = Here(kata, mutant.source)
    except (Exception, TimeIsUp):
        return "loading it"
    return next((asked.row.name for asked in table if rejects(asked, code)), "")


def rejects(asked: Asked, code: Here) -> bool:
    """Whether a row rejects the code."""
    try:
        with limited(SECONDS + TIMES * asked.seconds):
            for request in asked.requests:
                for right, got in zip(request.outcomes, code.outcomes(request), strict=True):
                    if isinstance(got, Trouble) and not isinstance(right, Trouble):
                        return True
                    if not alike(right, got):
                        # Another answer may be right as well: the test knows. What the code prints
                        # is passed on by the fixture, and is nothing for the report of the check.
                        with redirect_stdout(StringIO()):
                            return not asked.row.holds(Kata(code.kata.name, code))
    except TimeIsUp:
        return True
    return False


def alike(right: object, got: object) -> bool:
    """Whether two outcomes are the same, wherever in the file they came from."""
    if isinstance(right, Trouble) and isinstance(got, Trouble):
        return (right.kind, right.refusal, right.message) == (got.kind, got.refusal, got.message)
    return same(right, got)


def equivalents(kata: KataFiles) -> list[tuple[Name, str]]:
    """The reviewed mutants of a kata that no row can reject, each with the reason.

    `tests/<kata>/equivalent_mutants.txt` has them as `Name` prints them, one or more with a reason.
    """
    path, found = ROOT / "tests" / kata.name / "equivalent_mutants.txt", []
    for part in path.read_text(encoding="utf-8").split("\n\n") if path.is_file() else ():
        why = " ".join(ENTRY.sub("", part).split())
        for place, nth, was, becomes in ENTRY.findall(part):
            found.append((Name(place, was, becomes, int(nth or 1)), why))
    return found


def stop(signal: int, frame: FrameType | None) -> None:
    """End what runs."""
    raise TimeIsUp


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` in what takes longer, in processor time, and no memory for what is huge."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
