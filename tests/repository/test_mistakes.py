"""Each mistake is rejected by the table, and recognised as itself and nothing else."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType

import pytest
from kata_kit import misconceptions
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.replies import Trouble
from kata_kit.request import Request, telling
from kata_tables.answers import OneOf
from kata_tables.mistakes import Solution, Unreadable, parse, read
from repository.project import Project, solution_but
from repository.tables import Direct, learners_run, ours

FEWEST = 8  # mistakes of a kata
MOST_WORDS = 25  # of a sentence
UNPLAIN = (";", "whatever", "whoever", "whichever", "just", "simply", "obviously")

CATALOGUES = {kata: read(ROOT / kata.mistakes) for kata in PATH}


def mistake_named(kata: str, name: str) -> Solution:
    """Return the first mistake of a kata that has this name."""
    mistakes = CATALOGUES[BY_NAME[kata]].mistakes
    return next(mistake for mistake in mistakes if mistake.name == name)


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


each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
each_mistake = each("mistake", lambda kata: CATALOGUES[kata].mistakes)
each_right = each("solution", right_ones)
FIXED = mistake_named("tictactoe_winner", "diagonals_fixed_at_three")
FROM_ZERO = mistake_named("tictactoe_game", "rows_from_zero")


@each_kata
def test_the_catalogue_is_complete(kata: KataFiles) -> None:
    right, mistakes = CATALOGUES[kata]
    headings = {mistake.place: mistake.name for mistake in mistakes}
    assert len(headings) == len(set(headings.values())) >= FEWEST
    programs = [program.code for program in (*right, *mistakes)]
    assert len(set(programs)) == len(programs)


@each_kata
def test_a_learner_is_told_of_each_mistake_in_plain_words(kata: KataFiles) -> None:
    texts = {mistake.place: mistake.text for mistake in CATALOGUES[kata].mistakes}
    assert {
        place: faults for place, text in texts.items() if (faults := unplain(text))
    } == {}


def test_words_that_are_not_plain_are_named() -> None:
    assert unplain("Your code seems to count. Why?") == []
    assert unplain("Your code seems to count?") == ["expected two to four sentences"]
    assert unplain("Why?\nBecause; " + "very " * MOST_WORDS + "often whatever.") == [
        f"too long: Because; {'very ' * MOST_WORDS}often whatever.",
        "avoid: ;",
        "avoid: whatever",
        "begin with: Your code seems to",
        "lead on by a question",
    ]


def unplain(text: str) -> list[str]:
    """Return the faults of the text of a mistake."""
    sentences = re.split(r"(?<=[.?])\s", text)
    faults = [f"too long: {it}" for it in sentences if len(it.split()) > MOST_WORDS]
    faults += [f"avoid: {word}" for word in UNPLAIN if word in text.casefold()]
    if not text.startswith("Your code seems to "):
        faults.append("begin with: Your code seems to")
    if not text.endswith("?"):
        faults.append("lead on by a question")
    if not 2 <= len(sentences) <= 4:
        faults.append("expected two to four sentences")
    return faults


@pytest.mark.slow
@each_mistake
def test_two_rows_reject_it_and_it_is_recognised_as_itself_alone(
    kata: KataFiles, mistake: Solution
) -> None:
    asked, failed = learners_run(Direct(kata, mistake))
    rows = [row.name for row in failed]
    assert len(rows) >= 2, f"expected two rows of a stage that reject it, found {rows}"
    assert is_first_small(asked), f"{rows[0]} is shown, and smaller rows fail"
    found = telling(asked)
    assert found, f"expected two wrong answers in {rows}"
    # Its right answers would only be the same calls once more.
    own = found if mistake.keeps else [one for one in found if one.wrong]
    assert misconceptions.fits(mistake, own)
    others = [one for one in CATALOGUES[kata].mistakes if one.name != mistake.name]
    assert [one.name for one in others if misconceptions.fits(one, found)] == []


def is_first_small(asked: Sequence[Request]) -> bool:
    """Tell whether the wrong call that is shown is no larger than it need be."""
    wrong = [one for one in asked if one.wrong and one.wanted == "answer"]
    sizes = [discs(one.batch[0]) for one in wrong if len(one.batch) == 1]
    return not sizes or sizes[0] <= 2 * min(sizes) + 5


def discs(value: object) -> int:
    """Count the cells that are taken in the arguments of a call, more or less."""
    if isinstance(value, dict):
        # An expression for a player fills a board.
        return 30 if "source" in value else discs([*value.values()])
    if isinstance(value, (list, tuple)):
        return sum(map(discs, value))
    return value.bit_count() if isinstance(value, int) else value not in (" ", "")


@pytest.mark.slow
@each_right
def test_a_right_solution_passes_the_table_and_is_taken_for_no_mistake(
    kata: KataFiles, solution: Solution
) -> None:
    asked, failed = learners_run(Direct(kata, solution))
    assert [row.name for row in failed] == []
    assert telling(asked) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kata", "mistake", "options"),
    [("tictactoe_winner", FIXED, ["-n", "2"]), ("tictactoe_game", FROM_ZERO, [])],
)
def test_a_learner_is_told_of_a_misconception(
    project: Project, kata: str, mistake: Solution, options: list[str]
) -> None:
    project.write(mistake.code, kata)
    run = project.pytest(f"katas/{kata}", *options)
    shown = run.text.partition("\nperhaps: ")[2].partition("\n====")[0].splitlines()
    assert shown[0] == mistake.name.replace("_", " ")
    assert " ".join(" ".join(shown[1:]).split()) == " ".join(mistake.text.split())


def test_one_wrong_answer_is_no_misconception(project: Project) -> None:
    wrong = "def is_solved(board):\n    return 0 if len(board) == 103 else right(board)"
    project.solve_but("is_solved", wrong)
    run = project.pytest("katas/tictactoe_winner")
    assert run.counts["failed"] == 1
    assert "perhaps" not in run.text


def test_a_message_that_lacks_something_is_unlike_one_that_has_it() -> None:
    refused = Trouble("exception", "ValueError", "no board", refusal=True)
    request = Request("is_solved", "refusal", [([[0, 3], [0, 0]],)], [refused])
    assert misconceptions.fits(FIXED, [request])
    assert not misconceptions.fits(FIXED, [replace(request, wrong=1, lacks="3")])


def test_where_several_answers_are_right_any_two_of_them_are_alike() -> None:
    module = Solution("first_cell", "", "choose_move = lambda board: board[0]", "here")
    request = Request("choose_move", "answer", [([3, 5, 7],)], [5])
    assert not misconceptions.fits(module, [request])
    assert misconceptions.fits(module, [replace(request, right=[OneOf([3, 5])])])
    assert not misconceptions.fits(module, [replace(request, right=[OneOf([5, 7])])])
    assert not misconceptions.fits(module, [replace(request, right=[OneOf([7])])])
    assert misconceptions.fits(
        module, [replace(request, right=[OneOf([7], among=[3, 5, 7])])]
    )


def test_bad_input_counts_only_where_nothing_else_is_wrong() -> None:
    good = Request("is_solved", "answer", [([[0]],)], [0], right=[-1])
    bad = Request("is_solved", "refusal", [([],)], [0], wrong=2)
    assert telling([good, bad]) == [good, bad]
    assert telling([replace(good, wrong=2), bad]) == [replace(good, wrong=2)]
    assert telling([replace(good, wrong=1), bad]) == []


SHORT_MESSAGES = """def play(*move):
    try:
        return right(*move)
    except ValueError:
        raise ValueError("not that one") from None"""


def test_few_calls_tell_that_only_messages_are_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kata = BY_NAME["reversi_flips"]
    code = solution_but(kata.name, "play", SHORT_MESSAGES)
    asked, failed = learners_run(
        Direct(kata, Solution("short", "", code, kata.solution))
    )
    assert {row.stage for row in failed} == {"play"}
    outcomes = misconceptions.outcomes
    calls = []

    def counted(module: ModuleType, request: Request) -> Iterator[object]:
        for outcome in outcomes(module, request):
            calls.append(outcome)
            yield outcome

    monkeypatch.setattr(misconceptions, "outcomes", counted)
    assert misconceptions.recognise(kata, telling(asked)) is None
    assert 0 < len(calls) < 1_000


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


def catalogue(*diffs: str, head: str = RIGHT) -> list[Solution]:
    """Return the mistakes of a catalogue with one section of them, in line 11."""
    blocks = "".join(f"```diff\n{diff}```\n" for diff in diffs)
    section = f"## three is four\nIt seems.\nSo it\nis.\n{blocks}\n"
    return parse(f"{head}{section}# Mutants\n\nNone.\n", "mistakes.md").mistakes


def test_hunks_change_the_right_solution_wherever_they_stand() -> None:
    (mistake,) = catalogue("-three\n+four\n@@\n+zero\n one\n")
    assert (mistake.name, mistake.text) == ("three_is_four", "It seems.\nSo it is.")
    assert mistake.code == "zero\none\ntwo\ntwo\nfour\n"


def test_each_diff_of_a_section_is_another_way_to_make_the_mistake() -> None:
    four, three = catalogue("-three\n+four\n", "-three\n+3\n")
    assert four.name == three.name
    assert (four.code, three.code) == ("one\ntwo\ntwo\nfour\n", "one\ntwo\ntwo\n3\n")


def test_a_mistake_is_made_in_each_style_that_its_diff_fits() -> None:
    styles = "## Style: small\n```diff\n-one\n+1\n```\n```diff\n-three\n+3\n```\n\n"
    found = catalogue("-three\n+four\n", head=RIGHT + styles)
    codes = [mistake.code for mistake in found]
    assert codes == ["one\ntwo\ntwo\nfour\n", "1\ntwo\ntwo\nfour\n"]


@pytest.mark.parametrize(
    ("fault", "diff"),
    [
        ("hunk 1 fits 0 places", "-four\n+five\n"),
        ("hunk 2 fits 2 places", "-one\n@@\n-two\n"),
        ("hunk 1 fits 4 places", "+four\n"),
        ("hunk 1 fits 0 places", "-one\ntwo\n"),
    ],
)
def test_a_diff_that_cannot_be_made_is_named(fault: str, diff: str) -> None:
    with pytest.raises(Unreadable) as caught:
        catalogue(diff)
    assert str(caught.value).startswith(f"mistakes.md:11: three is four: {fault}")


@pytest.mark.parametrize(
    ("fault", "head"),
    [
        ("1: three is four: expected a right solution above it", ""),
        ("3: Right: one way: expected prose", RIGHT.replace("python", "text")),
        ("3: Right: one way: expected prose", RIGHT + "And more.\n\n"),
        ("3: Right: one way: expected prose", RIGHT + "```python\none\n```\n"),
    ],
)
def test_a_section_in_another_form_is_named(fault: str, head: str) -> None:
    with pytest.raises(Unreadable) as caught:
        catalogue("-one\n", head=head)
    assert str(caught.value).startswith(f"mistakes.md:{fault}")
