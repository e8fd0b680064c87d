"""The tables are adequate: whatever small mistake is put into a reference, a row rejects it.

A mutant that no row rejects stands in `equivalent_mutants/<kata>.py` with the reason why no row can
reject it. So a row that is the only one to reject some mutant cannot be deleted unnoticed.
How mutants are made, and which are not, stands in `mutants.py`; how they are run, in `verdicts.py`.
"""

from __future__ import annotations

import importlib

import pytest
from kata_kit.katas import PATH, ROOT, KataFiles
from repository.mutants import Equivalent, Name
from repository.tables import rows
from repository.verdicts import asked_of, judge, verdicts

LARGEST_SHARE = 0.15

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


@each_kata
def test_every_mutant_is_rejected_or_stands_in_the_list(kata: KataFiles) -> None:
    listed = {equivalent.name for equivalent in listed_for(kata)}
    survivors = [name for name in surviving(kata) if name not in listed]
    assert not survivors, "\n".join(
        [
            f"{kata.table}: no row rejects {len(survivors)} mutants (-v names them); add a row,",
            f"or a reason in tests/repository/equivalent_mutants/{kata.name}.py:",
            *map(str, survivors),
        ]
    )


@each_kata
def test_every_mutant_in_the_list_exists_and_is_not_rejected(kata: KataFiles) -> None:
    survivors = set(surviving(kata))
    stale = [equivalent for equivalent in listed_for(kata) if equivalent.name not in survivors]
    file = f"tests/repository/equivalent_mutants/{kata.name}.py"
    assert not stale, f"{file}: take out {len(stale)} entries that a row rejects: {stale}"


@each_kata
def test_every_mutant_in_the_list_has_a_reason_and_stands_there_once(kata: KataFiles) -> None:
    names = [equivalent.name for equivalent in listed_for(kata)]
    assert len(names) == len(set(names))
    assert [one for one in listed_for(kata) if len(one.why) < 20 or one.why[-1] != "."] == []


@each_kata
def test_the_list_is_short(kata: KataFiles) -> None:
    count, most = len(listed_for(kata)), LARGEST_SHARE * len(verdicts(kata))
    file = f"tests/repository/equivalent_mutants/{kata.name}.py"
    assert count <= most, f"{file}: expected at most {most:g} entries, got {count}"


def test_without_the_rows_that_reject_it_a_mutant_is_reported() -> None:
    """A check that cannot fail is a defect: the rows that reject a mutant are taken away."""
    kata = PATH[0]
    source = (ROOT / kata.solution).read_text(encoding="utf-8")
    rejected = next(verdict.mutant for verdict in verdicts(kata) if not verdict.survived)
    table = asked_of(kata, source, rows(kata))
    while killer := next(judge(kata, [rejected], table)).killer:
        table = [asked for asked in table if asked.row.name != killer]
    assert 0 < len(table) < len(list(rows(kata)))


def test_every_list_is_that_of_a_kata() -> None:
    folder = ROOT / "tests" / "repository" / "equivalent_mutants"
    assert {path.stem for path in folder.glob("*.py")} == {kata.name for kata in PATH}


def surviving(kata: KataFiles) -> list[Name]:
    """The mutants that no row rejects."""
    return [verdict.mutant.name for verdict in verdicts(kata) if verdict.survived]


def listed_for(kata: KataFiles) -> tuple[Equivalent, ...]:
    """The reviewed list of a kata."""
    try:
        module = importlib.import_module(f"repository.equivalent_mutants.{kata.name}")
    except ModuleNotFoundError:
        return ()
    listed: tuple[Equivalent, ...] = module.EQUIVALENT
    return listed
