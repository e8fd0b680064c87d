"""The tables are adequate: whatever small mistake is put into a reference, a row rejects it.

A mutant that no row rejects stands in `tests/<kata>/equivalent_mutants.txt` with the reason why no
row can reject it. So a row that is the only one to reject some mutant cannot be deleted unnoticed.
How mutants are made, and which are not, stands in `mutants.py`; how they are run, in `verdicts.py`.
"""

from __future__ import annotations

import pytest
from kata_kit.katas import PATH, ROOT, KataFiles
from repository.mutants import mutants_of
from repository.verdicts import asked_of, equivalents, killer

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
