"""Each mistake is rejected by the tests and named; right code passes all of them."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from kata_kit import misconceptions
from kata_kit.code import Code
from kata_kit.katas import PATH, Kata
from kata_kit.misconceptions import alike, code_of, fits, recognise
from kata_kit.run import FEWEST_WRONG
from kata_kit.values import outcome_key
from kata_tables.calls import OneOf
from kata_tables.mistakes import Solution, Unreadable, read
from kata_tables.rows import REFUSED
from repository.tables import Endings, Keys, Row, cases_of, each_kata, rows

FEWEST = 8  # mistakes of a kata

pytestmark = pytest.mark.usefixtures("remembering")


@each_kata
def test_the_catalogue_is_complete_and_in_plain_words(kata):
    right, _, mistakes, _ = read(kata.mistakes)
    programs = [program.code for program in (*right, *mistakes)]
    assert len({*programs}) == len(programs)
    texts = {mistake.name: mistake.text for mistake in mistakes}
    assert len(texts) == len({mistake.place for mistake in mistakes}) >= FEWEST
    for name, text in texts.items():
        assert text.startswith("Your code seems "), name
        assert text.endswith("?"), name
        assert len(re.findall(r"[.?](?:\s|$)", text)) in (2, 3, 4), name


@each_kata
def test_each_row_of_bad_input_belongs_to_a_check(kata):
    """A row without one would leave the checks that are missing without a name."""
    bad = [case.name for case in cases_of(kata) if case.about == REFUSED]
    checks = read(kata.mistakes).checks
    assert [name for name in bad if not any(c.is_about(name) for c in checks)] == []


@pytest.mark.slow
@each_kata
def test_each_mistake_is_rejected_and_named_as_itself_alone(kata):
    mistakes = read(kata.mistakes).mistakes
    endings = Endings()
    # What is kept from call to call depends on their order: the own run comes first.
    keys = {
        mistake: Keys(kata, code_of(mistake, kata), None if mistake.keeps else endings)
        for mistake in mistakes
    }
    runs = [(mistake, keys[mistake].run(in_order=mistake.keeps)) for mistake in keys]
    problems = [
        f"{mistake.place}: {problem}"
        for mistake, tests in runs
        for problem in problems_of(mistake, kata, tests, keys)
    ]
    assert not problems, "\n".join(problems)


def problems_of(
    mistake: Solution, kata: Kata, tests: list[Row], keys: dict[Solution, Keys]
) -> Iterator[str]:
    """Yield what is wrong about a mistake, by the tests of its run.

    A large test is made only where the cases leave a question open.
    """
    mine = keys[mistake]
    failing = [*islice((row for row in tests if mine[row] is not None), FEWEST_WRONG)]
    if len(failing) < FEWEST_WRONG:
        titles = [row.title for row in failing]
        yield f"of the first stage that fails, only {titles} reject it"
    for other, its in keys.items():
        is_other = other.name != mistake.name
        if is_other and all(alike(its[row], mine[row]) for row in (*failing, *tests)):
            yield f"it's taken for {other.name!r}"
    if "NameError" in repr(mine):
        yield "a name is misspelt"
    # All other tests would end as they did in its run.
    again = [row for row in tests if row.is_case and mine[row] is not None]
    again = tests if mistake.keeps else again
    if not fits(mistake, kata, [(row, mine[row]) for row in again]):
        yield "it isn't taken for itself"


@each_kata
def test_a_style_is_right_in_the_first_stage(kata):
    """It may lose games later, as the mistakes in it do as well."""
    first = [row for row in rows(kata) if row.stage == rows(kata)[0].stage]
    for style in read(kata.mistakes).styles:
        keys = Keys(kata, code_of(style, kata))
        assert [row.title for row in first if keys[row] is not None] == []


def test_a_run_names_its_mistake(monkeypatch):
    mistake, *_ = read(PATH[0].mistakes).mistakes
    code = code_of(mistake, PATH[0])
    keys = Keys(PATH[0], code)
    tests = [(row, keys[row]) for row in keys.run()]
    assert recognise(PATH[0], tests) == mistake
    monkeypatch.setattr(misconceptions, "MOST_SECONDS", 0)
    assert recognise(PATH[0], tests) is None


def right_codes() -> Iterator[Any]:
    """Yield the approaches, and what mistakes differ from.

    The references are run by `pytest --solution`.
    """
    for kata in PATH:
        codes = {path.stem: Code(path) for path in sorted(kata.approaches.glob("*.py"))}
        for number, right in enumerate(read(kata.mistakes).right):
            codes[f"{number}_{right.name}"] = code_of(right, kata)
        for name, code in codes.items():
            yield pytest.param(kata, code, id=f"{kata.name}-{name}")


@pytest.mark.slow
@pytest.mark.parametrize(("kata", "code"), [*right_codes()])
def test_right_code_passes_every_test(kata, code):
    keys = Keys(kata, code)
    assert [row.title for row in keys.run() if keys[row] is not None] == []


@pytest.mark.parametrize(
    ("right", "mine", "theirs", "are_alike"),
    [
        (OneOf([3, 5]), 3, 5, True),
        (OneOf([5, 7]), 3, 5, False),
        (OneOf([7]), 3, 5, False),
        (OneOf([7], among=[3, 5, 7]), 3, 5, True),
        ({1, 2}, [2, 3], [3, 2], True),
        (1, 2, 2.0, False),
        (1, KeyError(1), KeyError(2), True),
        (1, KeyError(1), ValueError(1), False),
    ],
)
def test_wrong_answers_are_alike_where_they_mean_the_same(
    right, mine, theirs, are_alike
):
    assert alike(outcome_key(right, mine), outcome_key(right, theirs)) is are_alike


# How a catalogue is read

RIGHT = "## Right: a way\n```python\none\ntwo\ntwo\nthree\n```\n\n"
STYLES = "## Style: small\n```diff\n-one\n+1\n```\n```diff\n-three\n+3\n```\n\n"


def mistakes_in(folder: Path, head: str, *diffs: str) -> list[Solution]:
    """Return the mistakes of a catalogue that has a section of them."""
    blocks = "".join(f"```diff\n{diff}```\n" for diff in diffs)
    section = f"## three is four\nIt seems.\nSo it\nis.\n{blocks}\n# Mutants\n\nNone.\n"
    path = folder / "mistakes.md"
    path.write_text(f"{head}{section}", encoding="utf-8")
    return read(path).mistakes


def test_each_diff_makes_a_mistake_in_each_style_that_its_hunks_fit(tmp_path):
    diffs = "-three\n+four\n@@\n+zero\n two\n two\n", "-one\n+uno\n"
    mistakes = mistakes_in(tmp_path, RIGHT + STYLES, *diffs)
    assert {" ".join(mistake.code.split()) for mistake in mistakes} == {
        "one zero two two four",
        "1 zero two two four",
        "uno two two three",
        "uno two two 3",
    }
    texts = {(mistake.name, mistake.text) for mistake in mistakes}
    assert texts == {("three_is_four", "It seems.\nSo it is.")}


@pytest.mark.parametrize(
    ("fault", "head", "diff"),
    [
        ("9: three is four: hunk 1 fits 0 places", RIGHT, "-four\n+five\n"),
        ("9: three is four: hunk 2 fits 2 places", RIGHT, "-one\n@@\n-two\n"),
        ("1: three is four: expected a right solution above it", "", "-one\n"),
        ("1: Right: a way: expected prose", RIGHT.replace("python", "text"), "-one\n"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, fault, head, diff):
    with pytest.raises(Unreadable) as caught:
        mistakes_in(tmp_path, head, diff)
    assert str(caught.value).startswith(f"{tmp_path}/mistakes.md:{fault}")
