"""The tests are adequate: one of them rejects every small mistake in a reference.

A mutant that no test can reject is listed at the end of `tests/<kata>/mistakes.md`,
with the reason. `mutants.py` says how mutants are made, and which aren't.
"""

import re
from operator import itemgetter
from time import process_time
from typing import TypeAlias

import pytest
from kata_kit.code import Code
from kata_kit.kata import Functions
from kata_kit.katas import PATH, Kata
from kata_kit.misconceptions import key_of_test
from repository.mutants import Mutant, mutants_of
from repository.tables import Row, each_kata, rows
from repository.test_cost import STAGES
from repository.texts import text_of

# What a mutant may take for a call: so many seconds of processor time, and so many
# times what the whole test takes the reference. A mutant that is slow is rejected.
SECONDS, TIMES = 0.1, 10

pytestmark = pytest.mark.usefixtures("remembering")

Timed: TypeAlias = tuple[float, Row]

ITEM = re.compile(r"^- (.+)\n((?:  `.+`\n)+)", re.MULTILINE)


@pytest.mark.slow
@each_kata
def test_every_mutant_is_rejected_or_listed(kata):
    mutants = mutants_of(text_of(kata.solution))
    names = listed(kata)
    assert {*names} <= {mutant.name for mutant in mutants}, "take out what is no mutant"
    tests = suite(kata)
    alive = [
        f"{kata.solution}:{mutant.line}\n- `{mutant.name}`"
        for mutant in mutants
        if mutant.name not in names and not rejecting(mutant, kata, tests)
    ]
    assert alive == [], f"add a row, or a reason in {kata.mistakes}"


@each_kata
def test_every_mutant_in_the_list_has_a_reason_and_is_there_once(kata):
    _, _, text = text_of(kata.mistakes).partition("\n# Mutants ")
    assert len({*listed(kata)}) == len(listed(kata)) == text.count("\n  `")
    assert [
        why for why, _ in ITEM.findall(text) if not re.match(".{19,}[.]$", why)
    ] == []


def test_a_mutant_is_alive_without_the_tests_that_reject_it():
    """A check that can't fail is a defect."""
    kata, tests = PATH[0], suite(PATH[0])
    *_, mutant = mutants_of(text_of(kata.solution))
    total = len(tests)
    while test := rejecting(mutant, kata, tests):
        tests.remove(test)
    assert 0 < len(tests) < total


def mutated(kata: Kata, text: str) -> Code:
    """Return a text as code, under a path that has no file."""
    return Code(kata.mistakes / "mutant" / f"{kata.name}.py", source=text)


def listed(kata: Kata) -> list[str]:
    """Return the names of the reviewed mutants that no test can reject."""
    _, _, text = text_of(kata.mistakes).partition("\n# Mutants ")
    return re.findall("(?m)^  `(.+)`$", text)


def suite(kata: Kata) -> list[Timed]:
    """Return the tests about answers, those that the reference passes quickest first.

    Each has the seconds of processor time that a mutant may take for a call.
    """
    code, tests = mutated(kata, text_of(kata.solution)), list[Timed]()
    for row in rows(kata):
        if row.stage not in STAGES:
            began = process_time()
            assert key_of_test(row, Functions(code)) is None, (
                f"the reference fails {row.title!r}"
            )
            tests.append((SECONDS + TIMES * (process_time() - began), row))
    return sorted(tests, key=itemgetter(0))


def rejecting(mutant: Mutant, kata: Kata, tests: list[Timed]) -> Timed | None:
    """Return the first test that rejects a mutant, or None; it comes first then."""
    code = mutated(kata, mutant.text)
    for test in tests:
        code.seconds, row = test
        if key_of_test(row, Functions(code)) is not None:
            # The next mutant is near this one, so the same test may reject it.
            tests.remove(test)
            is_quicker = [3 * seconds < code.seconds for seconds, _ in tests]
            tests.insert([*is_quicker, False].index(False), test)
            return test
    return None
