"""The end of a run: the failures, a line for each kata, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from kata_kit.katas import PATH
from kata_kit.record import FAILED, CaseRecord, KataRecord
from repository.project import ROOT, Project, Run
from repository.screen import Learner, Screen, green, show, too_long

WINNER = "tictactoe_winner"
COORDINATES = "tictactoe_coordinates"
FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
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
BROKEN = "def is_solved(board)\n    return 0\n"
MISNAMED = "def is_sovled(board):\n    return 0\n"

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
    f'more: "Going further" in katas/{WINNER}/README.md',
]
READ_ON = [f"next: read katas/{COORDINATES}/README.md", f"then: pytest katas/{COORDINATES}"]
RUN_ALL = [f"next: run all of it: pytest {FOLDER}"]

Runner = Callable[..., Run]


def of(code: str, folder: Path, *, all_stages: bool = False, verbosity: int = 0) -> Screen:
    """The screen of somebody who writes that code for the first kata."""
    learner = Learner(folder)
    learner.write(code)
    return learner.screen(all_stages=all_stages, verbosity=verbosity)


def failed(record: KataRecord) -> int:
    """How many cases failed."""
    return len(record.failures)


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Screen:
    """The screen of wrong answers."""
    return of(NEVER_OVER, tmp_path_factory.mktemp("wrong"))


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Screen:
    """The screen of an answer that is wrong in many ways, in every stage."""
    return of(COUNTER, tmp_path_factory.mktemp("counter"), all_stages=True)


# Untouched stubs.


def test_a_fresh_clone_is_red_and_says_so_in_twenty_lines(run: Runner) -> None:
    said = run()
    assert (said.exit_code, len(said.lines) <= 20, too_long(said.text)) == (1, True, [])
    assert set(said.counts) == {"failed", "locked"}
    shown = ("Traceback", "NotImplementedError", "Error", "kata_kit")
    assert [word for word in shown if word in said.text] == []


def test_a_fresh_clone_has_a_line_for_each_kata_and_says_what_to_do_first(run: Runner) -> None:
    said = run()
    words = {words.partition("] ")[2].strip() for words in said.katas.values()}
    assert (list(said.katas), words) == (ALL, {"not started"})
    lines = [line for line in said.lines if line.endswith("not started")]
    assert len({(line.index("["), line.index("not started")) for line in lines}) == 1
    assert said.advice == [f"next: write is_solved in {STUB}", f"then: pytest {FOLDER}"]


def test_an_untouched_kata_takes_four_lines(run: Runner) -> None:
    assert run(FOLDER).lines[4:-1] == [
        "==================================== katas =====================================",
        "tictactoe_winner  [x....]  not started",
        f"next: write is_solved in {STUB}",
        f"then: pytest {FOLDER}",
    ]


# What to do next.


@pytest.mark.parametrize(
    ("code", "first"),
    [
        (NEVER_OVER, f"next: fix is_solved in {STUB}"),
        (BROKEN, f"next: fix {STUB}"),
        (MISNAMED, f"next: fix is_solved in {STUB}"),
    ],
    ids=["a wrong answer", "a file that cannot be loaded", "a function of another name"],
)
def test_next_is_what_keeps_the_kata_from_being_green(
    tmp_path: Path, code: str, first: str
) -> None:
    assert of(code, tmp_path).lines[-2:] == [first, f"then: pytest {FOLDER}"]


def test_next_is_the_function_that_is_not_written(learner: Learner) -> None:
    kata = "tictactoe_negamax"
    learner.solve_but("negamax", "def negamax(*_): raise NotImplementedError", kata)
    lines = learner.screen(kata).lines
    assert lines[-2] == f"next: write negamax in katas/{kata}/{kata}.py"
    assert lines[-3].endswith("[##x....]  negamax is not written yet")


def test_next_is_the_first_kata_of_the_path_that_is_red() -> None:
    red = CaseRecord("tictactoe_negamax", "moves", "A case", FAILED, "expected 1, got 2", "negamax")
    shown = show([*green("reversi_flips"), red, *green(WINNER)])
    assert shown.lines[-1] == "then: pytest katas/tictactoe_negamax"


@pytest.mark.parametrize(
    ("katas", "lines"),
    [
        ([WINNER], LOOK + READ_ON),
        (
            [WINNER, COORDINATES],
            [f"next: read katas/{ALL[2]}/README.md", f"then: pytest katas/{ALL[2]}"],
        ),
        ([WINNER, ALL[-1]], ["next: compare with the references in solutions/"]),
    ],
    ids=["one", "several", "the last"],
)
def test_next_after_green_katas(katas: list[str], lines: list[str]) -> None:
    shown = show(green(*katas)).lines
    advice = [line for line in shown if line.startswith(("look:", "more:", "next:", "then:"))]
    assert advice == lines


@pytest.mark.slow
def test_next_after_a_green_part_is_to_run_all_of_it(project: Project) -> None:
    project.solve(WINNER)
    for arguments in (
        [f"{FOLDER}::test_row"],
        [FOLDER, "-k", "diagonal"],
        [FOLDER, "--deselect", f"tests/{WINNER}/test_{WINNER}.py::test_work_on_large_boards"],
    ):
        assert project.pytest(*arguments).advice == RUN_ALL, arguments


@pytest.mark.slow
def test_next_after_a_green_part_in_two_processes_is_to_run_all_of_it(project: Project) -> None:
    pytest.importorskip("xdist")
    project.solve(WINNER)
    assert project.pytest("-n", "2", FOLDER, "-k", "diagonal").advice == RUN_ALL


def test_next_after_a_green_part_of_a_reference_is_to_run_all_of_it(run: Runner) -> None:
    said = run("--solution", f"{FOLDER}::test_row")
    assert said.advice == [f"next: run all of it: pytest --solution {FOLDER}"]


def test_next_after_a_green_part_of_a_submission_quotes_its_path(project: Project) -> None:
    (project.root / "solutions").rename(project.root / "my code")
    run = project.pytest("--submission=my code", f"{FOLDER}::test_row")
    assert run.advice == [f"next: run all of it: pytest --submission='my code' {FOLDER}"]


def test_a_green_part_is_not_called_all() -> None:
    shown = show(green(WINNER)[:5])
    assert shown.records[0].words == "passes, but not all of it was run"
    assert shown.records[0].bar == "[.....]"
    assert shown.lines[-1:] == RUN_ALL


def test_a_run_that_was_stopped_draws_all_stages_and_counts_what_ran(learner: Learner) -> None:
    learner.write(NEVER_OVER)
    (record,) = learner.screen(short=True).records
    ran, total = record.stages[0].passed + 1, record.stages[0].total
    assert (record.bar, record.whole) == ("[x....]", False)
    assert record.words == f"three by three: 1 of {ran} cases fails; {total - ran} not run"


# The failures.


def test_the_first_failure_of_a_stage_is_shown_whole_below_its_head(wrong: Screen) -> None:
    heads = [line.strip("= ") for line in wrong.lines if line.startswith("==")]
    assert heads == [f"{WINNER}: three by three", "katas"]
    assert FIRST_FAILURE in wrong.text


def test_failures_of_another_kind_have_a_line_each_and_others_are_counted(wrong: Screen) -> None:
    first, *others = wrong.also_failing
    assert first == "  The bottom row of O wins: expected 2 (O wins), got -1 (unfinished)"
    assert [line for line in others if line.endswith(" more cases in the same way")]


def test_every_failure_is_shown_or_counted_and_with_v_shown(tmp_path: Path) -> None:
    shown, verbose = of(COUNTER, tmp_path), of(COUNTER, tmp_path, verbosity=1)
    *others, last = shown.also_failing
    more = int(last.split()[0])
    assert last == f"  {more} more (-v shows them)"
    begun = [line for line in verbose.also_failing if line[2] != " "]
    assert 1 + len(others) + more == 1 + len(begun) == failed(shown.records[0])


def test_all_stages_shows_a_failure_of_each_stage(counter: Screen) -> None:
    stages = ("three by three", "any size", "bad boards")
    assert [f"{WINNER}: {stage} =" in counter.text for stage in stages] == [True, True, True]


def test_a_submission_shows_one_failure_whole_and_stays_on_the_screen(tmp_path: Path) -> None:
    learner = Learner(tmp_path)
    learner.write(COUNTER)
    shown, verbose = (
        learner.screen(all_stages=True, label="ann/tictactoe_winner.py", verbosity=verbosity)
        for verbosity in (0, 1)
    )
    assert [screen.text.count(f"= {WINNER}: ") for screen in (shown, verbose)] == [1, 4]
    assert len(shown.lines) <= 40


def test_the_words_count_the_cases_that_fail(wrong: Screen) -> None:
    record = wrong.records[0]
    assert record.bar == "[x....]"
    assert record.words.startswith(f"three by three: {failed(record)} of ")


# Of a run of pytest: beside the terminal, files for other programs.


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, ElementTree.Element]:
    """A run with wrong answers, and the file of its results."""
    project = Project(tmp_path_factory.mktemp("reported") / "project")
    project.write(WINNER, NEVER_OVER)
    run = project.pytest(FOLDER, "--junitxml=results.xml")
    return run, ElementTree.parse(project.root / "results.xml").getroot()


def test_a_failure_is_told_once_and_without_a_line_of_the_harness(
    reported: tuple[Run, ElementTree.Element], wrong: Screen
) -> None:
    run, _ = reported
    hidden = ("kata_kit", "kata_worker", "assert ", "conftest", str(Path(ROOT.anchor, "tests")))
    assert [word for word in (*hidden, "short test summary info") if word in run.text] == []
    assert wrong.text in run.text


def test_junit_counts_as_the_terminal_does(reported: tuple[Run, ElementTree.Element]) -> None:
    run, junit = reported
    (suite,) = junit
    counts = {name: int(suite.attrib[name]) for name in ("failures", "skipped", "tests", "errors")}
    assert counts == {
        "failures": run.counts["failed"],
        "skipped": run.counts["locked"],
        "tests": sum(run.counts.values()),
        "errors": 0,
    }


def test_junit_has_the_words_of_the_terminal(reported: tuple[Run, ElementTree.Element]) -> None:
    run, junit = reported
    first = next(failure.text or "" for failure in junit.iter("failure"))
    assert " ".join(first.split()) in " ".join(run.text.split())
    heads = {str(failure.get("message")).splitlines()[0] for failure in junit.iter("failure")}
    words = {head.partition(" (")[0] for head in heads}
    assert words == {"expected 0", "expected 1", "expected 2"}
    reasons = {skipped.get("message") for skipped in junit.iter("skipped")}
    assert reasons == {"locked until 'three by three' passes"}
    assert b"kata_kit" not in ElementTree.tostring(junit)


def test_junit_has_the_kata_the_stage_and_the_name_of_every_case(
    reported: tuple[Run, ElementTree.Element],
) -> None:
    stages = ["any size", "bad boards", "cost", "leaves the board alone", "three by three"]
    found = [
        {str(item.get("name")): str(item.get("value")) for item in case.iter("property")}
        for case in reported[1].iter("testcase")
    ]
    assert {one["kata"] for one in found} == {WINNER}
    assert sorted({one["stage"] for one in found}) == stages
    assert found[0]["case"] == "An empty board is unfinished"


# Eighty columns, and others.


def test_v_wraps_what_is_cut_without_it(learner: Learner) -> None:
    learner.write(NEVER_OVER)
    cut, whole = (learner.screen(verbosity=v, columns=40).also_failing for v in (0, 1))
    assert cut[0] == "  The bottom row of O wins: expected ..."
    place = whole.index("  The bottom row of O wins: expected 2")
    assert whole[place + 1] == "    (O wins), got -1 (unfinished)"


def test_each_sentence_about_a_failure_is_wrapped(learner: Learner) -> None:
    learner.write("import numpyy\n")
    lines = learner.screen(columns=40).lines
    place = lines.index("numpyy is neither a file beside yours")
    assert lines[place + 1] == "  nor installed; `pip list` shows what"


def test_what_is_said_of_a_kata_is_wrapped_where_it_does_not_fit(learner: Learner) -> None:
    learner.write(NEVER_OVER)
    screen = learner.screen(short=True, columns=40)
    place = screen.lines.index(f"{WINNER}  [x....]")
    words = " ".join(line.strip() for line in screen.lines[place + 1 : place + 3])
    assert words == screen.records[0].words


def test_a_line_of_code_is_shown_as_far_as_the_terminal_is_wide(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"return board[{' + '.join(map(str, range(30)))}]"
    learner.write(f"def is_solved(board):\n    {line}\n")
    assert f"    {line[:73]}...\n" in learner.screen(short=True).text
    monkeypatch.setenv("COLUMNS", "200")
    assert f"    {line}\n" in learner.screen(short=True).text


@pytest.mark.parametrize("kata", ALL)
def test_no_line_about_a_kata_is_longer_than_the_terminal_is_wide(
    learner: Learner, kata: str
) -> None:
    learner.write((ROOT / f"katas/{kata}/{kata}.py").read_bytes(), kata)
    assert too_long(learner.screen(kata, all_stages=True).text) == []
    assert too_long(show(green(kata)).text) == []


def test_no_line_about_a_wrong_file_is_longer_than_the_terminal_is_wide(
    counter: Screen, tmp_path: Path
) -> None:
    assert too_long(counter.text) == []
    assert too_long(of(NEVER_OVER, tmp_path, all_stages=True).text) == []
