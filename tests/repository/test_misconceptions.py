"""Each misconception is rejected by the table, and recognised as itself and as nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kata_kit import misconceptions
from kata_kit.asked import Request
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.process import Trouble
from repository.project import Project
from repository.tables import Direct, learners_run, rejecting_rows

# The console games have no answers that could be compared.
WITHOUT = {"tictactoe_game", "reversi_game"}
FEWEST_FOR_A_KATA = 8
FEWEST_IN_ALL = 80

ALL = [(kata, path) for kata in PATH for path in misconceptions.files(kata)]

each_misconception = pytest.mark.parametrize(
    ("kata", "path"), ALL, ids=[f"{kata.name}-{path.stem}" for kata, path in ALL]
)
each_kata = pytest.mark.parametrize(
    "kata", [kata for kata in PATH if kata.name not in WITHOUT], ids=lambda kata: kata.name
)


@each_kata
def test_a_kata_has_at_least_eight(kata: KataFiles) -> None:
    count = len(misconceptions.files(kata))
    assert count >= FEWEST_FOR_A_KATA, (
        f"{kata.misconceptions}: write at least {FEWEST_FOR_A_KATA} wrong solutions, there are "
        f"{count}"
    )


def test_there_are_at_least_eighty() -> None:
    assert len(ALL) >= FEWEST_IN_ALL


def test_every_folder_is_that_of_a_kata() -> None:
    folders = {path.name for path in (ROOT / "tests" / "misconceptions").iterdir()}
    assert folders <= set(BY_NAME)


@each_misconception
def test_its_text_has_two_to_five_sentences_and_asks(kata: KataFiles, path: Path) -> None:
    text = " ".join(misconceptions.describe(path).text.split())
    sentences = [part for part in text.replace("?", ".").split(". ") if part.strip()]
    file = f"{kata.misconceptions}/{path.name}"
    assert 2 <= len(sentences) <= 6, f"{file}: expected 2 to 6 sentences, got {len(sentences)}"
    assert "seem" in text, f'{file}: say what the code seems to do ("seem")'
    assert "?" in text or "(" in text, f"{file}: lead on by a question or a call"


@each_misconception
def test_the_table_rejects_it_in_at_least_two_rows(kata: KataFiles, path: Path) -> None:
    rows = rejecting_rows(kata, Direct(path), enough=2)
    file = f"{kata.misconceptions}/{path.name}"
    assert len(rows) == 2, f"{file}: expected two rows that reject it, found {rows}"


@each_misconception
def test_it_is_recognised_as_itself_and_nothing_else(kata: KataFiles, path: Path) -> None:
    recorder, failed = learners_run(kata, Direct(path))
    # A row of the confusion matrix: all wrong solutions that give the same answers.
    alike = [
        other.stem
        for other in misconceptions.files(kata)
        if misconceptions.fits(other, recorder.requests)
    ]
    file = f"{kata.misconceptions}/{path.name}"
    assert alike == [path.stem], f"{file}: the same answers as {alike} in a learner's run"
    assert recorder.tells_something, (
        f"{file}: a learner's run stops after {[row.name for row in failed]}; expected two wrong "
        "answers in that stage"
    )


@each_kata
def test_no_correct_way_gives_the_answers_of_one(kata: KataFiles) -> None:
    approaches = sorted((ROOT / "solutions" / "approaches" / kata.name).glob("*.py"))
    for path in (ROOT / kata.solution, *approaches):
        recorder, failed = learners_run(kata, Direct(path))
        assert not failed, f"{kata.table}: {path.name} fails {[row.name for row in failed]}"
        found = misconceptions.recognise(kata, recorder.requests)
        assert found is None, f"{kata.misconceptions}: {path.name} is taken for {found}"


def test_a_learner_is_told_of_a_misconception(project: Project) -> None:
    wrong = ROOT / "tests/misconceptions/tictactoe_winner/diagonals_fixed_at_three.py"
    project.write("tictactoe_winner", wrong.read_text(encoding="utf-8"))
    run = project.pytest("katas/tictactoe_winner")
    shown = run.text.partition("\nperhaps: ")[2].partition("\n====")[0].splitlines()
    assert shown[0] == "diagonals fixed at three"
    told = " ".join(" ".join(shown[1:]).split())
    assert told == " ".join(misconceptions.describe(wrong).text.split())


def test_a_learner_is_told_with_two_processes_as_well(project: Project) -> None:
    wrong = ROOT / "tests/misconceptions/tictactoe_winner/diagonals_fixed_at_three.py"
    project.write("tictactoe_winner", wrong.read_text(encoding="utf-8"))
    assert "\nperhaps: diagonals fixed at three\n" in project.pytest("-n", "2").text


def test_one_wrong_answer_is_no_misconception(project: Project) -> None:
    project.solve("tictactoe_winner")
    stub = project.stub("tictactoe_winner")
    code = stub.read_text(encoding="utf-8").replace("rows = checked_rows(board)", "XX", 1)
    stub.write_text(
        code.replace(
            "XX", "rows = checked_rows(board)\n    if len(rows) == 103:\n        return 0"
        ),
        encoding="utf-8",
    )
    run = project.pytest("katas/tictactoe_winner")
    assert "1 failed" in run.last
    assert "perhaps" not in run.text


def test_no_misconception_is_looked_for_in_a_green_run(untouched: Project) -> None:
    run = untouched.pytest("--solution", "katas/tictactoe_winner")
    assert run.exit_code == 0
    assert "perhaps" not in run.text


# What recognising costs, counted in calls.

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
    path = ROOT / "tests/misconceptions/tictactoe_winner/diagonals_fixed_at_three.py"
    refused = Trouble("exception", "ValueError", "no board", refusal=True)
    request = Request("is_solved", "refusal", [([[0, 3], [0, 0]],)], [refused])
    assert misconceptions.fits(path, [request])
    assert not misconceptions.fits(path, [request._replace(wrong=True, lacks="3")])


def test_few_calls_tell_that_only_messages_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata, calls, outcomes = BY_NAME["reversi_flips"], 0, misconceptions.outcomes

    def counted(module: ModuleType, request: Request) -> Iterator[object]:
        nonlocal calls
        for outcome in outcomes(module, request):
            calls += 1
            yield outcome

    file = tmp_path / "reversi_flips.py"
    file.write_text((ROOT / kata.solution).read_text("utf-8") + SHORT_MESSAGES, "utf-8")
    recorder, failed = learners_run(kata, Direct(file))
    monkeypatch.setattr(misconceptions, "outcomes", counted)
    assert misconceptions.recognise(kata, recorder.requests) is None
    assert {row.stage for row in failed} == {"play"}
    assert calls < FEW_CALLS, f"{calls:,} calls of {len(recorder.requests)} requests"
