"""Each mistake is rejected by the table, and recognised as itself and as nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from kata_kit import recognise
from kata_kit.asked import Request, telling
from kata_kit.incoming import Trouble
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.values import OneOf
from kata_tables.mistakes import Solution, Unreadable, read
from repository.project import Project
from repository.tables import Direct, learners_run, ours

FEWEST = 8

CATALOGUES = {kata.name: read(ROOT / kata.mistakes) for kata in PATH}

FIXED, FROM_ZERO = (
    next(mistake for mistake in CATALOGUES[kata].mistakes if mistake.name == name)
    for kata, name in (
        ("tictactoe_winner", "diagonals_fixed_at_three"),
        ("tictactoe_game", "rows_from_zero"),
    )
)

each_kata = pytest.mark.parametrize(
    "kata", [BY_NAME[name] for name in CATALOGUES], ids=lambda kata: kata.name
)


def each(solution: str, found: dict[str, Sequence[Solution]]) -> pytest.MarkDecorator:
    """Run a test for each solution of each kata."""
    pairs = [(BY_NAME[kata], one) for kata, solutions in found.items() for one in solutions]
    ids = [f"{kata.name}-{one.name}" for kata, one in pairs]
    return pytest.mark.parametrize(("kata", solution), pairs, ids=ids)


def right(kata: str) -> list[Solution]:
    """The reference of a kata, its approaches, and what the mistakes differ from."""
    approaches = sorted((ROOT / "solutions" / "approaches" / kata).glob("*.py"))
    files = [ours(path) for path in (ROOT / BY_NAME[kata].solution, *approaches)]
    return [*files, *CATALOGUES[kata].right]


each_mistake = each("mistake", {kata: found.mistakes for kata, found in CATALOGUES.items()})
each_right = each("solution", {kata: right(kata) for kata in CATALOGUES})


@each_kata
def test_a_kata_has_at_least_eight_with_names_of_their_own(kata: KataFiles) -> None:
    names = [name for name, _ in {(m.name, m.place) for m in CATALOGUES[kata.name].mistakes}]
    assert len(names) == len(set(names))
    assert len(names) >= FEWEST, f"{kata.mistakes}: write at least {FEWEST}, there are {len(names)}"


@each_mistake
def test_its_text_has_two_to_five_sentences_and_asks(kata: KataFiles, mistake: Solution) -> None:
    text, file = " ".join(mistake.text.split()), f"{kata.mistakes}: {mistake.name}"
    sentences = [part for part in text.replace("?", ".").split(". ") if part.strip()]
    assert 2 <= len(sentences) <= 6, f"{file}: expected 2 to 6 sentences, got {len(sentences)}"
    assert text.startswith("Your code seems to "), f'{file}: begin with "Your code seems to "'
    assert text.endswith("?"), f"{file}: lead on by a question"


@each_kata
def test_the_mistakes_are_programs_that_differ(kata: KataFiles) -> None:
    programs = [*CATALOGUES[kata.name].right, *CATALOGUES[kata.name].mistakes]
    modules = [program.module for program in programs]
    assert len({program.code for program in programs}) == len(modules)


def discs(value: object) -> int:
    """How many cells are taken in the arguments of a call, more or less."""
    if isinstance(value, dict):
        # An expression for a player fills a board.
        return 30 if "source" in value else sum(map(discs, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(map(discs, value))
    return value.bit_count() if isinstance(value, int) else value not in (" ", "")


@pytest.mark.slow
@each_mistake
def test_two_rows_reject_it_and_it_is_recognised_as_itself_alone(
    kata: KataFiles, mistake: Solution
) -> None:
    asked, failed = learners_run(kata, Direct(kata, mistake))
    file = f"{kata.mistakes}: {mistake.name}"
    rows = [row.name for row in failed]
    assert len(rows) >= 2, f"{file}: expected two rows of a stage that reject it, found {rows}"
    telling_ones = telling(asked)
    assert telling_ones, f"{file}: expected two wrong answers in {rows}"
    wrong = [one for one in asked if one.wrong and one.wanted == "answer"]
    sizes = [discs(one.batch[0]) for one in wrong if len(one.batch) == 1] or [0]
    assert sizes[0] <= 2 * min(sizes) + 5, f"{file}: {rows[0]} is shown, and smaller rows fail"
    # A row of the confusion matrix: all mistakes that give the same answers. Its own answers to the
    # large batches are left out: they would be the same calls once more.
    single = [one for one in telling_ones if len(one.batch) == 1 or mistake.keeps]
    alike = {
        other.name
        for other in CATALOGUES[kata.name].mistakes
        if recognise.fits(other, single if other is mistake else telling_ones)
    }
    assert alike == {mistake.name}, f"{file}: the same answers as {alike} in a learner's run"


@pytest.mark.slow
@each_right
def test_a_right_solution_passes_the_table_and_is_taken_for_no_mistake(
    kata: KataFiles, solution: Solution
) -> None:
    asked, failed = learners_run(kata, Direct(kata, solution))
    assert [row.name for row in failed] == []
    assert recognise.recognise(kata, asked) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kata", "mistake"), [("tictactoe_winner", FIXED), ("tictactoe_game", FROM_ZERO)]
)
def test_a_learner_is_told_of_a_misconception(
    project: Project, kata: str, mistake: Solution
) -> None:
    project.write(kata, mistake.code)
    run = project.pytest(f"katas/{kata}")
    shown = run.text.partition("\nperhaps: ")[2].partition("\n====")[0].splitlines()
    assert shown[0] == mistake.name.replace("_", " ")
    told = " ".join(" ".join(shown[1:]).split())
    assert told == " ".join(mistake.text.split())


@pytest.mark.slow
def test_a_learner_is_told_with_two_processes_as_well(project: Project) -> None:
    project.write("tictactoe_winner", FIXED.code)
    assert "\nperhaps: diagonals fixed at three\n" in project.pytest("-n", "2").text


def test_one_wrong_answer_is_no_misconception(project: Project) -> None:
    wrong = "def is_solved(board):\n    return 0 if len(board) == 103 else right(board)"
    project.solve_but("tictactoe_winner", "is_solved", wrong)
    run = project.pytest("katas/tictactoe_winner")
    assert "1 failed" in run.last
    assert "perhaps" not in run.text


@pytest.mark.slow
def test_no_misconception_is_looked_for_in_a_green_run(untouched: Project) -> None:
    run = untouched.pytest("--solution", "katas/tictactoe_winner")
    assert run.exit_code == 0
    assert "perhaps" not in run.text


# What recognising costs is counted in calls.
SHORT_MESSAGES = """

right = play


def play(*move):
    try:
        return right(*move)
    except ValueError:
        raise ValueError("not that one") from None
"""
FEW_CALLS = 1_000


def test_code_whose_messages_lack_something_is_unlike_code_whose_messages_have_it() -> None:
    refused = Trouble("exception", "ValueError", "no board", refusal=True)
    request = Request("is_solved", "refusal", [([[0, 3], [0, 0]],)], [refused])
    assert recognise.fits(FIXED, [request])
    assert not recognise.fits(FIXED, [replace(request, wrong=1, lacks="3")])


def test_where_several_answers_are_right_any_two_of_them_are_alike() -> None:
    module = Solution("first_cell", "", "choose_move = lambda board: board[0]", "here")
    request = Request("choose_move", "answer", [([3, 5, 7],)], [5])
    assert not recognise.fits(module, [request])
    assert recognise.fits(module, [replace(request, right=[OneOf([3, 5])])])
    assert not recognise.fits(module, [replace(request, right=[OneOf([5, 7])])])
    assert not recognise.fits(module, [replace(request, right=[OneOf([7])])])
    assert recognise.fits(module, [replace(request, right=[OneOf([7], among=[3, 5, 7])])])


def test_bad_input_counts_only_where_nothing_else_is_wrong() -> None:
    good = Request("is_solved", "answer", [([[0]],)], [0], right=[-1])
    bad = Request("is_solved", "refusal", [([],)], [0], wrong=2)
    assert telling([good, bad]) == [good, bad]
    assert telling([replace(good, wrong=2), bad]) == [replace(good, wrong=2)]
    assert telling([replace(good, wrong=1), bad]) == []


def test_few_calls_tell_that_only_messages_are_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    kata, calls, outcomes = BY_NAME["reversi_flips"], 0, recognise.outcomes

    def counted(module: ModuleType, request: Request) -> Iterator[object]:
        nonlocal calls
        for outcome in outcomes(module, request):
            calls += 1
            yield outcome

    reference = ours(ROOT / kata.solution)
    short = replace(reference, code=reference.code + SHORT_MESSAGES)
    asked, failed = learners_run(kata, Direct(kata, short))
    monkeypatch.setattr(recognise, "outcomes", counted)
    assert recognise.recognise(kata, telling(asked)) is None
    assert {row.stage for row in failed} == {"play"}
    assert calls < FEW_CALLS, f"{calls:,} calls of {len(asked)} requests"


# A catalogue that cannot be read.

HEAD = "# Mistakes\n\n## Right: one way\n\n```python\none\ntwo\ntwo\nthree\n```\n\n"


def catalogue(folder: Path, diff: str, head: str = HEAD) -> Path:
    """A catalogue with one mistake, in line 12."""
    path = folder / "mistakes.md"
    path.write_text(f"{head}## three is four\n\nIt seems.\n\n```diff\n{diff}```\n", "utf-8")
    return path


def test_hunks_change_the_right_solution_wherever_they_stand(tmp_path: Path) -> None:
    path = catalogue(tmp_path, "-three\n+four\n@@\n+zero\n one\n")
    (mistake,) = read(path).mistakes
    assert (mistake.name, mistake.text) == ("three_is_four", "It seems.")
    assert mistake.code == "zero\none\ntwo\ntwo\nfour\n"


def test_further_diffs_of_a_section_are_spellings_of_the_same_mistake(tmp_path: Path) -> None:
    path = catalogue(tmp_path, "-three\n+four\n```\n\n```diff\n-one\n+four\n")
    mistakes = read(path).mistakes
    assert [(one.name, one.text) for one in mistakes] == [("three_is_four", "It seems.")] * 2
    assert [one.code.index("four") for one in mistakes] == [12, 0]


@pytest.mark.parametrize(
    ("diff", "fault"),
    [
        ("-four\n+five\n", "hunk 1 fits 0 places"),
        ("-one\n@@\n-two\n", "hunk 2 fits 2 places"),
        ("+four\n", "hunk 1 fits 4 places"),
        ("-one\ntwo\n", 'hunk 1: expected lines that begin with " -+"'),
        ("-one\n two\n@@\n-one\n", "two hunks overlap"),
    ],
)
def test_a_hunk_that_does_not_fit_is_named(tmp_path: Path, diff: str, fault: str) -> None:
    path = catalogue(tmp_path, diff)
    with pytest.raises(Unreadable) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}:12: three is four: {fault}")


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ("", "1: three is four: expected a right solution above it"),
        (HEAD.replace("python", "text"), "3: Right: one way: expected prose and one block"),
    ],
)
def test_a_section_of_another_form_is_named(tmp_path: Path, head: str, fault: str) -> None:
    path = catalogue(tmp_path, "-one\n", head)
    with pytest.raises(Unreadable) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}:{fault}")
