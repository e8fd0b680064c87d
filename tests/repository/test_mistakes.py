"""Each mistake is rejected by the table, and recognised as itself and nothing else."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from kata_kit import misconceptions
from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.misconceptions import telling
from kata_kit.request import Request, Trouble
from kata_tables.calls import OneOf
from kata_tables.mistakes import Solution, Unreadable, read
from repository.project import each_kata
from repository.tables import Direct, learners_run, ours

FEWEST = 8  # mistakes of a kata

CATALOGUES = {kata: read(ROOT / kata.mistakes) for kata in PATH}


def right_ones(kata: KataFiles) -> list[Solution]:
    """Return the reference, its approaches, and what the mistakes differ from."""
    approaches = sorted((ROOT / "solutions" / "approaches" / kata.name).glob("*.py"))
    files = [ours(path) for path in (ROOT / kata.solution, *approaches)]
    return [*files, *CATALOGUES[kata].right]


def each(
    name: str, solutions: Callable[[KataFiles], list[Solution]]
) -> pytest.MarkDecorator:
    """Run a test for each kata and each of these solutions of it."""
    pairs = [(kata, solution) for kata in PATH for solution in solutions(kata)]
    ids = [f"{kata.name}-{solution.name}" for kata, solution in pairs]
    return pytest.mark.parametrize(("kata", name), pairs, ids=ids)


each_mistake = each("mistake", lambda kata: CATALOGUES[kata].mistakes)
each_right = each("solution", right_ones)


@each_kata
def test_the_catalogue_is_complete_and_in_plain_words(kata):
    right, mistakes, _ = CATALOGUES[kata]
    texts = {mistake.place: mistake.text for mistake in mistakes}
    assert len(texts) == len({mistake.name for mistake in mistakes}) >= FEWEST
    programs = [program.code for program in (*right, *mistakes)]
    assert len(set(programs)) == len(programs)
    expected = (
        "Your code seems to ..., two to four sentences, and a question at the end"
    )
    for place, text in texts.items():
        assert text.startswith("Your code seems to "), f"{place}: {expected}"
        assert text.endswith("?"), f"{place}: {expected}"
        assert len(re.findall(r"[.?](?:\s|$)", text)) in (2, 3, 4), place


@pytest.mark.slow
@each_mistake
def test_two_rows_reject_it_and_it_is_recognised_as_itself_alone(kata, mistake):
    asked, failed = learners_run(Direct(kata, mistake))
    outcomes = chain.from_iterable(request.outcomes for request in asked)
    misspelt = [one for one in outcomes if getattr(one, "type", "") == "NameError"]
    assert misspelt == [], mistake.place
    rows = [row.name for row in failed]
    assert len(rows) >= 2, f"expected two rows of a stage that reject it, found {rows}"
    found = telling(asked)
    assert found, f"expected two wrong answers in {rows}"
    # Its right answers would only be the same calls once more.
    own = found if mistake.keeps else [one for one in found if one.wrong]
    assert misconceptions.fits(mistake, own)
    others = [one for one in CATALOGUES[kata].mistakes if one.name != mistake.name]
    alike = [one.place for one in others if misconceptions.fits(one, found)]
    assert not alike, f"{mistake.place}: expected other answers than those of {alike}"


@pytest.mark.slow
@each_right
def test_a_right_solution_passes_the_table_and_is_taken_for_no_mistake(kata, solution):
    asked, failed = learners_run(Direct(kata, solution))
    assert [row.name for row in failed] == []
    assert telling(asked) == []


def test_a_message_that_lacks_something_is_unlike_one_that_has_it():
    code = "def is_solved(board):\n    raise ValueError('no board')"
    mistake = Solution("no_number", "", code, "here")
    refused = Trouble("exception", "ValueError", "no board", refusal=True)
    request = Request("is_solved", "refusal", [([[3]],)], [refused])
    assert misconceptions.fits(mistake, [request])
    assert not misconceptions.fits(mistake, [replace(request, wrong=1, lacks="no")])


def test_where_several_answers_are_right_any_two_of_them_are_alike():
    first = Solution("first_cell", "", "choose_move = lambda board: board[0]", "here")
    request = Request("choose_move", "answer", [([3, 5, 7],)], [5])
    assert not misconceptions.fits(first, [request])
    for right, is_alike in {
        OneOf([3, 5]): True,
        OneOf([5, 7]): False,
        OneOf([7]): False,
        OneOf([7], among=[3, 5, 7]): True,
    }.items():
        asked = [replace(request, right=[right])]
        assert misconceptions.fits(first, asked) is is_alike


def test_bad_input_counts_only_where_nothing_else_is_wrong():
    good = Request("is_solved", "answer", [([[0]],)], [0], right=[-1])
    bad = Request("is_solved", "refusal", [([],)], [0], wrong=2)
    assert telling([good, bad]) == [good, bad]
    assert telling([replace(good, wrong=2), bad]) == [replace(good, wrong=2)]
    assert telling([replace(good, wrong=1), bad]) == []


# How a catalogue is read.

RIGHT = """# Mistakes

## Right: one way
```python
one
two
two
three
```

"""


def catalogue(folder: Path, *diffs: str, head: str = RIGHT) -> list[Solution]:
    """Return the mistakes of a catalogue with one section of them, in line 11."""
    blocks = "".join(f"```diff\n{diff}```\n" for diff in diffs)
    section = f"## three is four\nIt seems.\nSo it\nis.\n{blocks}\n"
    path = folder / "mistakes.md"
    path.write_text(f"{head}{section}# Mutants\n\nNone.\n", encoding="utf-8")
    return read(path).mistakes


def test_hunks_change_the_right_solution_wherever_they_stand(tmp_path):
    (mistake,) = catalogue(tmp_path, "-three\n+four\n@@\n+zero\n one\n")
    assert (mistake.name, mistake.text) == ("three_is_four", "It seems.\nSo it is.")
    assert mistake.code == "zero\none\ntwo\ntwo\nfour\n"


def test_a_mistake_is_made_by_each_diff_and_in_each_style_that_it_fits(tmp_path):
    styles = "## Style: small\n```diff\n-one\n+1\n```\n```diff\n-three\n+3\n```\n\n"
    found = catalogue(tmp_path, "-three\n+four\n", "-one\n+1\n", head=RIGHT + styles)
    codes = [" ".join(mistake.code.split()) for mistake in found]
    assert codes == [
        "one two two four",
        "1 two two four",
        "1 two two three",
        "1 two two 3",
    ]


NO_RIGHT = "1: three is four: expected a right solution above it"
FORM = "3: Right: one way: expected prose"


@pytest.mark.parametrize(
    ("fault", "diff", "head"),
    [
        ("11: three is four: hunk 1 fits 0 places", "-four\n+five\n", RIGHT),
        ("11: three is four: hunk 2 fits 2 places", "-one\n@@\n-two\n", RIGHT),
        (NO_RIGHT, "-one\n", ""),
        (FORM, "-one\n", RIGHT.replace("python", "text")),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, fault, diff, head):
    with pytest.raises(Unreadable) as caught:
        catalogue(tmp_path, diff, head=head)
    assert str(caught.value).startswith(f"{tmp_path}/mistakes.md:{fault}")
