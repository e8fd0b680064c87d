"""The tables are adequate: a row rejects every small mistake in a reference.

A mutant that no row rejects stands at the end of `tests/<kata>/mistakes.md` with the
reason why no row can reject it. So a row that is the only one to reject some mutant
cannot be deleted unnoticed.

How mutants are made, and which are not, stands in `mutants.py`. Neither pytest nor a
process is started for one: it runs here, and is ended by a timer if it does not come
back.
"""

import resource
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from io import StringIO
from operator import itemgetter
from time import process_time
from types import FrameType

import pytest
from kata_kit.fixture import Kata
from kata_kit.katas import PATH, ROOT, KataFiles
from kata_tables.mistakes import Solution
from repository.mutants import Mutant, mutants_of
from repository.project import each_kata
from repository.tables import Direct, Row, ours, rows, text_of

# What a row may take: so many seconds of processor time, and so many times what it
# takes the reference. The slowest mutants that come back play the last ply instead of
# counting it; a session of a game goes on for ever, or not much longer than that of the
# reference.
SECONDS, TIMES = 0.2, 30
SESSION_SECONDS, SESSION_TIMES = 0.05, 5
MEMORY = 2 * 1024**3  # In bytes: a shift by a whole board asks for more than there is.


@pytest.mark.slow
@each_kata
def test_every_mutant_is_rejected_or_stands_in_the_list(kata):
    mutants = mutants_of(text_of(kata.solution))
    listed = dict(equivalents(kata))
    alive = {mutant.name for mutant in mutants if not killer(kata, mutant)}
    new = [m for m in mutants if m.name in alive - listed.keys()]
    lines = [f"{kata.solution}:{mutant.line}\n- `{mutant.name}`" for mutant in new]
    told = [f"add a row, or a reason in {kata.mistakes}, for", *lines]
    assert not new, "\n".join(told)
    stale = listed.keys() - alive
    assert not stale, f"{kata.mistakes}: take out, a row rejects it now: {stale}"


@each_kata
def test_every_mutant_in_the_list_has_a_reason_and_stands_there_once(kata):
    listed = equivalents(kata)
    assert len(dict(listed)) == len(listed)
    assert [why for _, why in listed if len(why) < 20 or why[-1] != "."] == []


def test_without_the_rows_that_reject_it_a_mutant_is_reported():
    """Take the rows away that reject a mutant: a check that cannot fail is a defect."""
    kata = PATH[0]
    *_, mutant = mutants_of(text_of(kata.solution))
    rejecting = list[str]()
    for _ in table_of(kata):
        name = killer(kata, mutant, without=rejecting)
        if not name:
            break
        rejecting.append(name)
    assert 0 < len(rejecting) < len(table_of(kata))


class TimeIsUp(BaseException):
    """The code took too long."""


def equivalents(kata: KataFiles) -> list[tuple[str, str]]:
    """Return the reviewed mutants that no row can reject, each with the reason.

    An item of the list is a reason, and the mutants for which it holds.
    """
    _, _, listed = text_of(kata.mistakes).partition("\n# Mutants ")
    found = []
    for item in listed.split("\n- ")[1:]:
        why, *names = item.splitlines()
        found += [(name.strip(" `"), why) for name in names]
    return found


@cache
def table_of(kata: KataFiles) -> list[tuple[float, Row]]:
    """Return the rows of a table with the seconds that a mutant may take for each.

    The quickest come first: they reject most mutants.
    """
    code = Direct(kata, ours(ROOT / kata.solution), counts=False)
    found = list[tuple[float, Row]]()
    for row in rows(kata):
        fixture, began = Kata(kata.name, code), process_time()
        holds, asked = row.holds(fixture), fixture.kata_code
        seconds = process_time() - began
        if asked.is_cost:
            continue
        assert holds, f"{kata.table}: the reference fails {row.name}"
        most = SECONDS + TIMES * seconds
        if any(request.wanted == "session" for request in asked.requests):
            most = SESSION_SECONDS + SESSION_TIMES * seconds
        found.append((most, row))
    return sorted(found, key=itemgetter(0))


def killer(kata: KataFiles, mutant: Mutant, without: Collection[str] = ()) -> str:
    """Return the first row that rejects a mutant of the reference; "" if none does."""
    code = Solution("mutant", "", mutant.text, kata.solution)
    try:
        with limited(SECONDS):
            assert code.module
    except (Exception, TimeIsUp):
        return "loading it"
    table = table_of(kata)
    for most, row in table:
        if row.name not in without and rejects(row, most, Direct(kata, code)):
            # The next mutant is near this one, and the same row may reject it.
            table.remove((most, row))
            table.insert(0, (most, row))
            return row.name
    return ""


def rejects(row: Row, most: float, code: Direct) -> bool:
    """Tell whether a row rejects the code, or is not answered in time."""
    try:
        # What the code prints is nothing for the report of the check.
        with limited(most), redirect_stdout(StringIO()):
            return not row.holds(Kata(code.kata.name, code))
    except TimeIsUp:
        return True


def stop(signal: int, frame: FrameType | None) -> None:
    """End what runs."""
    raise TimeIsUp


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TimeIsUp` after some processor time, and give no more than some memory."""
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (before, most))
