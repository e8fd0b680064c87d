"""The end of a run: the failures, a line for each kata, and what to do next."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from kata_kit.katas import PATH
from repository.project import ROOT, Project, Run

WINNER = "tictactoe_winner"
COORDINATES = "tictactoe_coordinates"
FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"

# Wrong for won boards; two headlines in the first stage.
NEVER_OVER = """\
def is_solved(board):
    return -1
"""
# Wrong in every stage, and each time in another way.
COUNTER = """\
calls = 0


def is_solved(board):
    global calls
    calls += 1
    return calls + 100
"""
BROKEN = """\
def is_solved(board)
    return 0
"""
MISNAMED = """\
def is_sovled(board):
    return 0
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

MEND = [f"next: mend is_solved in {STUB}", f"then: pytest {FOLDER}"]
LOOK = [
    f"look: solutions/{WINNER}.py and solutions/approaches/{WINNER}/",
    f'more: "Going further" in katas/{WINNER}/README.md',
]
READ_ON = [f"next: read katas/{COORDINATES}/README.md", f"then: pytest katas/{COORDINATES}"]
RUN_ALL = [f"next: run all of it: pytest {FOLDER}"]


@pytest.fixture(scope="module")
def all_untouched(untouched: Project) -> Run:
    """What `pytest` says after the project was cloned."""
    return untouched.pytest()


@pytest.fixture(scope="module")
def never_over(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy with wrong answers in the first kata."""
    project = Project(tmp_path_factory.mktemp("never") / "project")
    project.write(WINNER, NEVER_OVER)
    return project


@pytest.fixture(scope="module")
def wrong(never_over: Project) -> Run:
    """What a run says about wrong answers."""
    return never_over.pytest(FOLDER)


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose first kata is wrong in many ways."""
    project = Project(tmp_path_factory.mktemp("counter") / "project")
    project.write(WINNER, COUNTER)
    return project


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose first kata is solved."""
    project = Project(tmp_path_factory.mktemp("solved") / "project")
    project.solve(WINNER)
    return project


# Untouched stubs.


def test_a_fresh_clone_is_red(all_untouched: Run) -> None:
    assert all_untouched.exit_code == 1


def test_a_fresh_clone_says_so_in_twenty_lines(all_untouched: Run) -> None:
    assert len(all_untouched.lines) <= 20


def test_a_fresh_clone_shows_no_traceback(all_untouched: Run) -> None:
    shown = ("Traceback", "NotImplementedError", "Error", "kata_kit")
    assert [word for word in shown if word in all_untouched.text] == []


def test_a_fresh_clone_has_a_line_for_each_kata(all_untouched: Run) -> None:
    words = [line.partition("] ")[2].strip() for line in all_untouched.katas.values()]
    assert (list(all_untouched.katas), set(words)) == (
        [kata.name for kata in PATH],
        {"not started"},
    )


def test_a_fresh_clone_says_at_its_end_what_to_do_first(all_untouched: Run) -> None:
    assert all_untouched.lines[-3:-1] == [
        f"next: write is_solved in {STUB}",
        f"then: pytest {FOLDER}",
    ]


def test_the_lines_of_the_katas_stand_under_each_other(all_untouched: Run) -> None:
    lines = [line for line in all_untouched.lines if line.endswith("not started")]
    assert len({(line.index("["), line.index("not started")) for line in lines}) == 1


# What to do next.


def test_next_is_the_function_with_the_wrong_answer(wrong: Run) -> None:
    assert wrong.advice == MEND


def test_next_is_the_function_that_is_not_written(project: Project) -> None:
    project.solve_but("tictactoe_negamax", "negamax", "def negamax(*_): raise NotImplementedError")
    run = project.pytest("katas/tictactoe_negamax")
    assert run.advice[0] == "next: write negamax in katas/tictactoe_negamax/tictactoe_negamax.py"


@pytest.mark.parametrize(
    ("code", "first"),
    [(BROKEN, f"next: mend {STUB}"), (MISNAMED, f"next: mend is_solved in {STUB}")],
    ids=["a file that cannot be loaded", "a function of another name"],
)
def test_next_is_what_keeps_the_code_from_being_called(
    project: Project, code: str, first: str
) -> None:
    project.write(WINNER, code)
    assert project.pytest(FOLDER).advice == [first, f"then: pytest {FOLDER}"]


def test_next_is_the_first_kata_of_the_path_that_is_red(solved: Project) -> None:
    run = solved.pytest("katas/reversi_flips", "katas/tictactoe_negamax", FOLDER)
    assert run.advice[-1] == "then: pytest katas/tictactoe_negamax"


def test_after_a_green_kata_the_other_ways_are_named(solved: Project) -> None:
    lines = solved.pytest(FOLDER).lines
    assert [line for line in lines if line.startswith(("look:", "more:"))] == LOOK


def test_after_several_green_katas_the_other_ways_of_none_are_named(solved: Project) -> None:
    lines = solved.pytest("--solution").lines
    assert [line for line in lines if line.startswith(("look:", "more:"))] == []


def test_next_after_a_green_kata_is_to_read_the_following_statement(solved: Project) -> None:
    assert solved.pytest(FOLDER).advice == READ_ON


def test_next_after_the_last_kata_are_the_references(solved: Project) -> None:
    solved.solve(PATH[-1].name)
    advice = solved.pytest(FOLDER, f"katas/{PATH[-1].name}").advice
    assert advice == ["next: compare with the references in solutions/"]


@pytest.mark.parametrize(
    "arguments",
    [
        [f"{FOLDER}::test_row"],
        [f"{FOLDER}::test_row[The top row of X wins]"],
        [FOLDER, "-k", "diagonal"],
        [FOLDER, "--deselect", f"tests/{WINNER}/test_{WINNER}.py::test_row"],
    ],
    ids=["a test", "a case", "-k", "--deselect"],
)
def test_next_after_a_green_part_is_to_run_all_of_it(solved: Project, arguments: list[str]) -> None:
    assert solved.pytest(*arguments).advice == RUN_ALL


def test_next_after_a_green_part_in_two_processes_is_to_run_all_of_it(solved: Project) -> None:
    pytest.importorskip("xdist")
    assert solved.pytest("-n", "2", FOLDER, "-k", "diagonal").advice == RUN_ALL


def test_next_after_a_green_part_of_a_reference_is_to_run_all_of_it(solved: Project) -> None:
    run = solved.pytest("--solution", f"{FOLDER}::test_row")
    assert run.advice == [f"next: run all of it: pytest --solution {FOLDER}"]


def test_next_after_a_green_part_of_a_submission_quotes_its_path(project: Project) -> None:
    (project.root / "my code").mkdir()
    (project.root / "solutions" / f"{WINNER}.py").rename(project.root / f"my code/{WINNER}.py")
    run = project.pytest("--submission=my code", f"{FOLDER}::test_row")
    assert run.advice == [f"next: run all of it: pytest --submission='my code' {FOLDER}"]


def test_next_after_lf_passed_is_to_run_all_of_it(project: Project) -> None:
    project.write(WINNER, NEVER_OVER)
    project.pytest(FOLDER)
    project.solve(WINNER)
    assert project.pytest("--lf", FOLDER).advice == RUN_ALL


def test_a_green_part_is_not_called_all(solved: Project) -> None:
    words = solved.pytest(f"{FOLDER}::test_every_reachable_board").katas[WINNER]
    assert words == "[#] passes, but not all of it was run"


# The failures.


def test_a_stage_that_fails_has_a_head(wrong: Run) -> None:
    heads = [line.strip("= ") for line in wrong.lines if line.startswith("==")]
    assert heads[1:-1] == [f"{WINNER}: three by three", "katas"]


def test_the_first_failure_is_shown_whole(wrong: Run) -> None:
    assert FIRST_FAILURE in wrong.text


def test_failures_of_another_kind_have_a_line_each(wrong: Run) -> None:
    others = wrong.text.partition("\nthese fail, too:\n")[2].splitlines()
    assert others[0] == "  The bottom row of O wins: expected 2 (O wins), got -1 (unfinished)"


def test_failures_of_the_same_kind_are_counted(wrong: Run) -> None:
    others = wrong.text.partition("\nthese fail, too:\n")[2].partition("\n====")[0].splitlines()
    assert [line for line in others if line.endswith(" more cases in the same way")]


def test_every_failure_is_shown_or_counted(counter: Project) -> None:
    run = counter.pytest(FOLDER)
    others = run.text.partition("\nthese fail, too:\n")[2].partition("\n====")[0].splitlines()
    more = int(others[-1].split()[0])
    assert (others[-1], 1 + len(others[:-1]) + more) == (
        f"  {more} more (-v shows them)",
        run.counts["failed"],
    )


def test_v_shows_every_failure(counter: Project) -> None:
    run = counter.pytest(FOLDER, "-v")
    others = run.text.partition("\nthese fail, too:\n")[2].partition("\n====")[0].splitlines()
    assert len(others) == run.counts["failed"] - 1


def test_all_stages_shows_a_failure_of_each_stage(counter: Project) -> None:
    text = counter.pytest(FOLDER, "--all-stages").text
    stages = ("three by three", "any size", "bad boards")
    assert [f"{WINNER}: {stage} =" in text for stage in stages] == [True, True, True]


def test_a_failure_is_told_once(wrong: Run) -> None:
    assert "short test summary info" not in wrong.text


def test_no_line_of_the_harness_is_shown(wrong: Run) -> None:
    hidden = ("kata_kit", "kata_worker", "assert ", "conftest", str(Path(ROOT.anchor, "tests")))
    assert [word for word in hidden if word in wrong.text] == []


def test_the_words_count_the_cases_that_fail(wrong: Run) -> None:
    words = f"[x....] three by three: {wrong.counts['failed']} of "
    assert wrong.katas[WINNER].startswith(words)


# Files for other programs.


@pytest.fixture(scope="module")
def junit(never_over: Project, tmp_path_factory: pytest.TempPathFactory) -> ElementTree.Element:
    """The file of results of a run with wrong answers."""
    file = tmp_path_factory.mktemp("junit") / "results.xml"
    never_over.pytest(FOLDER, f"--junitxml={file}")
    return ElementTree.parse(file).getroot()


def test_junit_counts_as_the_terminal_does(junit: ElementTree.Element, wrong: Run) -> None:
    (suite,) = junit
    counts = {name: int(suite.attrib[name]) for name in ("failures", "skipped", "tests", "errors")}
    assert counts == {
        "failures": wrong.counts["failed"],
        "skipped": wrong.counts["locked"],
        "tests": sum(wrong.counts.values()),
        "errors": 0,
    }


def test_junit_has_the_words_of_the_terminal(junit: ElementTree.Element, wrong: Run) -> None:
    first = next(failure.text or "" for failure in junit.iter("failure"))
    assert " ".join(first.split()) in " ".join(wrong.text.split())


def test_junit_has_a_message_for_every_failure(junit: ElementTree.Element) -> None:
    heads = {str(failure.get("message")).splitlines()[0] for failure in junit.iter("failure")}
    assert {head.partition(" (")[0] for head in heads} == {
        "expected 0",
        "expected 1",
        "expected 2",
    }


def test_junit_says_which_stage_locks_a_test(junit: ElementTree.Element) -> None:
    reasons = {skipped.get("message") for skipped in junit.iter("skipped")}
    assert reasons == {"locked until 'three by three' passes"}


def test_junit_has_the_kata_the_stage_and_the_name_of_every_case(
    junit: ElementTree.Element,
) -> None:
    stages = ["any size", "bad boards", "cost", "leaves the board alone", "three by three"]
    found = [
        {str(item.get("name")): str(item.get("value")) for item in case.iter("property")}
        for case in junit.iter("testcase")
    ]
    assert {one["kata"] for one in found} == {WINNER}
    assert sorted({one["stage"] for one in found}) == stages
    assert found[0]["case"] == "An empty board is unfinished"


def test_junit_names_no_file_of_the_harness(junit: ElementTree.Element) -> None:
    assert b"kata_kit" not in ElementTree.tostring(junit)


# Eighty columns.


@pytest.mark.parametrize("kata", [kata.name for kata in PATH])
@pytest.mark.parametrize("source", ["katas", "solutions"])
def test_no_line_about_a_kata_is_longer_than_the_terminal_is_wide(
    untouched: Project, kata: str, source: str
) -> None:
    # As a submission every stage is run, and named as one it is longer than your own code.
    assert too_long(untouched.pytest(f"--submission={source}", f"katas/{kata}")) == []


def test_no_line_about_all_katas_is_longer_than_the_terminal_is_wide(all_untouched: Run) -> None:
    assert too_long(all_untouched) == []


def test_no_line_about_a_green_kata_is_longer_than_the_terminal_is_wide(solved: Project) -> None:
    solved.solve(COORDINATES)
    assert too_long(solved.pytest(f"katas/{COORDINATES}")) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["solutions"],
        ["katas/chess"],
        ["--submission=nothing_here"],
        ["--submission=conftest.py"],
        ["--submission=tests"],
        ["--solution", "--submission=solutions"],
    ],
    ids=" ".join,
)
def test_no_line_of_an_error_is_longer_than_the_terminal_is_wide(
    untouched: Project, arguments: list[str]
) -> None:
    assert too_long(untouched.pytest(*arguments)) == []


@pytest.mark.parametrize("code", [NEVER_OVER, COUNTER, BROKEN], ids=["never", "counter", "broken"])
def test_no_line_about_a_wrong_file_is_longer_than_the_terminal_is_wide(
    project: Project, code: str
) -> None:
    project.write(WINNER, code)
    assert too_long(project.pytest(FOLDER, "--all-stages")) == []


@pytest.mark.parametrize(
    "code",
    [
        f"def is_solved(board):\n    return {'abc ' * 14!r}\n",
        f"def is_solved(board):\n    raise LookupError({'long words ' * 200!r})\n",
        f"def is_solved(board):\n    raise LookupError({'x' * 500!r})\n",
        f"class {'Long' * 30}(Exception): pass\ndef is_solved(board):\n    raise {'Long' * 30}\n",
    ],
    ids=["a long answer", "a long message", "a long word", "a long name"],
)
def test_no_headline_is_longer_than_the_terminal_is_wide(project: Project, code: str) -> None:
    project.write(WINNER, code)
    assert too_long(project.pytest(FOLDER)) == []


def test_a_long_headline_goes_on_below_the_got(project: Project) -> None:
    answer = "nobody has won yet, there are still empty cells on it"
    project.write(WINNER, f"def is_solved(board):\n    return {answer!r}\n")
    lines = project.pytest(FOLDER).lines
    start = lines.index("An empty board is unfinished")
    assert lines[start + 1 : start + 3] == ["expected -1 (unfinished),", f"got {answer!r}"]


def test_of_a_very_long_headline_the_beginning_is_shown(project: Project) -> None:
    project.write(WINNER, f"def is_solved(board):\n    raise LookupError({'0123456789' * 100!r})\n")
    lines = project.pytest(FOLDER).lines
    end = lines.index(f"{FOLDER}/{WINNER}.py:2")
    assert " ".join(lines[end - 2 : end]).endswith(" ... (630 characters more)")


def too_long(run: Run) -> list[str]:
    """The lines of more than 80 columns."""
    return [line for line in (run.text + run.errors).splitlines() if len(line) > 80]
