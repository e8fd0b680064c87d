"""The end of a run: the failures, a line for each kata, and what to do next."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import pytest
from kata_kit.katas import BY_NAME, PATH
from kata_kit.process import Limits
from kata_kit.record import FAILED, CaseRecord
from kata_kit.under_test import UnderTest
from repository.project import ROOT, WINNER, Project
from repository.screen import Learner, Screen, green, show, too_long

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
NEGAMAX = "tictactoe_negamax"
ALL = [kata.name for kata in PATH]

# Wrong for won boards; two headlines in the first stage.
NEVER_OVER = "def is_solved(board):\n    return -1\n"
# Wrong in every stage, and each time in another way.
COUNTER = """\
calls = 0


def is_solved(board):
    global calls
    calls += 1
    return calls + 100
"""
FIRST_FAILURE = """
The top row of X wins
expected 1 (X wins), got -1 (unfinished)

    [X][X][X]
     .  O  O
     .  .  .

is_solved([[1, 1, 1], [0, 2, 2], [0, 0, 0]])
why: A full row wins, whatever is on the rest of the board.
"""
LOOK = [
    f"look: solutions/{WINNER}.py and solutions/approaches/{WINNER}/",
    f'more: "Going further" in {FOLDER}/README.md',
]
RUN_ALL = f"next: run all of it: pytest {FOLDER}"


def of(code: str, folder: Path, *, all_stages: bool = False, verbosity: int = 0) -> Screen:
    """The screen of somebody who writes that code for the first kata."""
    learner = Learner(folder)
    learner.write(code)
    return learner.screen(all_stages=all_stages, verbosity=verbosity)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Screen:
    """The screen of wrong answers."""
    return of(NEVER_OVER, tmp_path_factory.mktemp("wrong"))


# What to do next.


@pytest.mark.parametrize(
    ("code", "first"),
    [
        (NEVER_OVER, f"next: fix is_solved in {STUB}"),
        ("def is_solved(board)\n    return 0\n", f"next: fix {STUB}"),
        ("def is_sovled(board):\n    return 0\n", f"next: fix is_solved in {STUB}"),
    ],
    ids=["a wrong answer", "a file that cannot be loaded", "a function of another name"],
)
def test_next_is_what_keeps_it_from_green(tmp_path: Path, code: str, first: str) -> None:
    assert of(code, tmp_path).lines[-2:] == [first, f"then: pytest {FOLDER}"]


def test_next_is_the_function_that_is_not_written(learner: Learner) -> None:
    learner.solve_but("negamax", "def negamax(*_): raise NotImplementedError", NEGAMAX)
    lines = learner.screen(NEGAMAX).lines
    assert lines[-2] == f"next: write negamax in katas/{NEGAMAX}/{NEGAMAX}.py"
    assert lines[-3].endswith("[##x....]  negamax is not written yet")


@pytest.mark.parametrize(
    ("katas", "lines"),
    [
        ([ALL[0]], [*LOOK, f"next: read katas/{ALL[1]}/README.md", f"then: pytest katas/{ALL[1]}"]),
        (ALL[:2], [f"next: read katas/{ALL[2]}/README.md", f"then: pytest katas/{ALL[2]}"]),
        ([ALL[0], ALL[-1]], ["next: compare with the references in solutions/"]),
    ],
    ids=["one", "several", "the last"],
)
def test_next_after_green_katas(katas: list[str], lines: list[str]) -> None:
    shown = show(green(*katas)).lines
    advice = ("look:", "more:", "next:", "then:")
    assert [line for line in shown if line.startswith(advice)] == lines


def test_next_is_the_first_kata_of_the_path_that_is_red() -> None:
    red = CaseRecord(NEGAMAX, "moves", "A case", FAILED, "expected 1, got 2", "negamax")
    shown = show([*green("reversi_flips"), red, *green(WINNER)])
    assert shown.lines[-1] == f"then: pytest katas/{NEGAMAX}"


def test_a_green_part_is_not_called_all() -> None:
    shown = show(green(WINNER)[:5])
    (record,) = shown.records
    assert (record.bar, record.words) == ("[.....]", "passes, but not all of it was run")
    assert shown.lines[-1] == RUN_ALL


# Stages, and what the limits leave out.

# Wrong in the second stage and in the last one but one; the third is right.
SMALL_BOARDS_ONLY = "def is_solved(b): return right(b) if len(b) == 3 and len(b[0]) == 3 else -1"
# Wrong in one of the last stages only.
BELIEVES_EVERYTHING = """\
def is_solved(board):
    try:
        return right(board)
    except ValueError:
        return 0
"""


@pytest.mark.parametrize(
    ("changed", "all_stages", "state", "locked"),
    [
        # It is right where nobody has won yet: the stage that fails is run to its end.
        ("def is_solved(board): return -1", False, "[x....] three by three: ", 4),
        (SMALL_BOARDS_ONLY, False, "[#x...] any size: ", 3),
        (SMALL_BOARDS_ONLY, True, "[#x#xx] any size: ", 0),
        (BELIEVES_EVERYTHING, False, "[####x] bad boards: ", 0),
    ],
)
def test_stages_behind_one_that_fails_are_locked(
    learner: Learner, changed: str, all_stages: bool, state: str, locked: int
) -> None:
    learner.solve_but("is_solved", changed)
    (record,) = learner.screen(all_stages=all_stages).records
    assert f"{record.bar} {record.words}".startswith(state)
    ran = [stage.passed + stage.failed for stage in record.stages]
    assert ran == [stage.total for stage in record.stages][: 5 - locked] + [0] * locked


def test_of_a_file_that_cannot_be_loaded_one_test_is_run(learner: Learner) -> None:
    learner.write("def is_solved(board)\n")
    (record,) = learner.screen().records
    assert [(stage.failed, stage.passed) for stage in record.stages] == [(1, 0)] + [(0, 0)] * 4


def test_when_it_is_used_up_between_two_calls_the_next_one_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A clock that goes on by an hour at each look.
    monkeypatch.setattr("kata_kit.under_test.monotonic", count(0, 3600).__next__)
    kata = BY_NAME[WINNER]
    code = UnderTest(ROOT / kata.solution, kata, Limits())
    board = ([[1]],)
    outcomes = [code.call("is_solved", "answer", [board]).outcomes[0] for _ in range(4)]
    code.close()
    assert [getattr(one, "kind", one) for one in outcomes] == [1, "too long", "not run", "not run"]


# The failures.


def test_the_first_failure_of_a_stage_is_shown_whole_and_others_have_a_line(wrong: Screen) -> None:
    heads = [line.strip("= ") for line in wrong.lines if line.startswith("==")]
    assert heads == [f"{WINNER}: three by three", "katas"]
    assert FIRST_FAILURE in wrong.text
    first, *others = wrong.also_failing
    assert first == "  The bottom row of O wins: expected 2 (O wins), got -1 (unfinished)"
    assert [line for line in others if line.endswith(" more cases in the same way")]
    (record,) = wrong.records
    assert record.bar == "[x....]"
    assert record.words.startswith(f"three by three: {len(record.failures)} of ")


def test_a_run_that_was_stopped_draws_all_stages_and_counts_what_ran(learner: Learner) -> None:
    learner.write(NEVER_OVER)
    stopped = learner.screen(short=True, columns=40)
    (record,) = stopped.records
    ran, total = record.stages[0].passed + 1, record.stages[0].total
    assert (record.bar, record.whole) == ("[x....]", False)
    words = f"three by three: 1 of {ran} cases fails; {total - ran} not run"
    assert f" {WINNER} [x....] {words} " in " ".join(stopped.text.split())  # It was wrapped.


def test_every_failure_is_shown_or_counted_and_with_v_shown(tmp_path: Path) -> None:
    shown, verbose = of(COUNTER, tmp_path), of(COUNTER, tmp_path, verbosity=1)
    *others, last = shown.also_failing
    more = int(last.split()[0])
    assert last == f"  {more} more (-v shows them)"
    begun = [line for line in verbose.also_failing if line[2] != " "]
    assert 1 + len(others) + more == 1 + len(begun) == len(shown.records[0].failures)


def test_one_failure_of_a_submission_is_whole_and_of_yours_one_a_stage(tmp_path: Path) -> None:
    yours, learner = of(COUNTER, tmp_path, all_stages=True), Learner(tmp_path)
    stages = ("three by three", "any size", "bad boards")
    assert [f"{WINNER}: {stage} =" in yours.text for stage in stages] == [True, True, True]
    label = "ann/tictactoe_winner.py"
    short, long = (learner.screen(all_stages=True, label=label, verbosity=v) for v in (0, 1))
    assert [screen.text.count(f"= {WINNER}: ") for screen in (short, long)] == [1, 4]
    assert (len(short.lines) <= 40, too_long(yours.text + short.text)) == (True, [])


# Of a run of pytest: beside the terminal, a file for other programs.


def test_a_file_for_programs_says_what_the_terminal_does(project: Project, wrong: Screen) -> None:
    project.write(NEVER_OVER)
    run = project.pytest(FOLDER, "--junitxml=results.xml")
    hidden = ("kata_kit", "kata_worker", "assert ", "conftest", str(Path(ROOT.anchor, "tests")))
    assert [word for word in (*hidden, "short test summary info") if word in run.text] == []
    assert wrong.text in run.text
    junit = ElementTree.parse(project.root / "results.xml").getroot()
    assert b"kata_kit" not in ElementTree.tostring(junit)
    counts = [int(junit[0].attrib[name]) for name in ("failures", "skipped", "tests", "errors")]
    told = run.counts
    assert counts == [told["failed"], told["locked"], sum(told.values()), 0]
    failures = [*junit.iter("failure")]
    assert " ".join((failures[0].text or "").split()) in " ".join(run.text.split())
    heads = {str(failure.get("message")).splitlines()[0] for failure in failures}
    words = {head.partition(" (")[0] for head in heads}
    assert words == {"expected 0", "expected 1", "expected 2"}
    reasons = {skipped.get("message") for skipped in junit.iter("skipped")}
    assert reasons == {"locked until 'three by three' passes"}
    found = [
        {str(item.get("name")): str(item.get("value")) for item in case.iter("property")}
        for case in junit.iter("testcase")
    ]
    assert {one["kata"] for one in found} == {WINNER}
    stages = {"any size", "bad boards", "cost", "leaves the board alone", "three by three"}
    assert {one["stage"] for one in found} == stages
    assert found[0]["case"] == "An empty board is unfinished"


# Eighty columns, and others.


def test_what_does_not_fit_is_cut_or_wrapped(learner: Learner) -> None:
    learner.write(NEVER_OVER)
    cut, whole = (learner.screen(verbosity=v, columns=40) for v in (0, 1))
    assert cut.also_failing[0] == "  The bottom row of O wins: expected ..."
    place = whole.also_failing.index("  The bottom row of O wins: expected 2")
    assert whole.also_failing[place + 1] == "    (O wins), got -1 (unfinished)"
    learner.write("import numpyy\n")
    lines = learner.screen(columns=40).lines
    place = lines.index("numpyy is neither a file beside yours")
    assert lines[place + 1] == "  nor installed; `pip list` shows what"


def test_code_is_cut_where_the_terminal_ends(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"return board[{' + '.join(map(str, range(30)))}]"
    learner.write(f"def is_solved(board):\n    {line}\n")
    assert f"    {line[:73]}...\n" in learner.screen(short=True).text
    monkeypatch.setenv("COLUMNS", "200")
    assert f"    {line}\n" in learner.screen(short=True).text


@pytest.mark.slow
@pytest.mark.parametrize("kata", ALL)
def test_no_line_about_a_kata_is_too_long(learner: Learner, kata: str) -> None:
    learner.write((ROOT / f"katas/{kata}/{kata}.py").read_bytes(), kata)
    assert too_long(learner.screen(kata, all_stages=True).text) == []
    assert too_long(show(green(kata)).text) == []
