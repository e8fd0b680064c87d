"""The end of a run: the failures, a line for each kata, and what to do next."""

from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import pytest
from kata_kit import writing
from kata_kit.katas import BY_NAME, PATH
from kata_kit.process import Limits
from kata_kit.record import FAILED, CaseRecord, Failure
from kata_kit.under_test import UnderTest
from kata_kit.writing import bar as bar_of
from repository.project import ROOT, WINNER, Project
from repository.screen import Learner, green, show, too_long

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
NEGAMAX = "tictactoe_negamax"
ALL = [kata.name for kata in PATH]

# Wrong for won boards; two headlines in the first stage.
NEVER_OVER = "def is_solved(board):\n    return -1\n"
# Wrong in every stage, and each time in another way.
COUNTER = "from itertools import count\nis_solved = lambda board, answers=count(101): next(answers)"


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> list[CaseRecord]:
    """What comes of wrong answers."""
    learner = Learner(tmp_path_factory.mktemp("wrong"))
    learner.write(NEVER_OVER)
    return learner.cases()


# What to do next.


@pytest.mark.parametrize(
    ("code", "where"),
    [
        (NEVER_OVER, f"is_solved in {STUB}"),
        ("def is_sovled(board):\n    return 0\n", f"is_solved in {STUB}"),
        ("def is_solved(board)\n    return 0\n", STUB),
    ],
)
def test_next_is_what_keeps_it_from_green(
    learner: Learner, code: str, where: str
) -> None:
    learner.write(code)
    shown = learner.screen(short=True)
    assert shown.lines[-2:] == [f"next: fix {where}", f"then: pytest {FOLDER}"]
    assert ("\nalone: " in shown.text) == (
        code == NEVER_OVER
    )  # The others are of no case.


def test_next_is_the_function_that_is_not_written(learner: Learner) -> None:
    learner.solve_but("negamax", "def negamax(*_): raise NotImplementedError", NEGAMAX)
    lines = learner.screen(NEGAMAX).lines
    assert lines[-2] == f"next: write negamax in katas/{NEGAMAX}/{NEGAMAX}.py"
    assert lines[-3].endswith("[##x....]  negamax is not written yet")


def test_next_is_the_first_kata_that_is_red_or_that_comes_after_green_ones() -> None:
    red = CaseRecord(
        NEGAMAX, "moves", "A case", FAILED, "negamax", Failure("expected 1, got 2")
    )
    shown = show([*green("reversi_flips"), red, *green(WINNER)])
    assert shown.lines[-1] == f"then: pytest katas/{NEGAMAX}"
    following = [f"next: read katas/{ALL[2]}/README.md", f"then: pytest katas/{ALL[2]}"]
    assert show(green(*ALL[:2])).lines[-2:] == following
    # Behind the last kata comes the first that is not done.
    assert show(green(ALL[-1])).lines[-1] == f"then: pytest katas/{ALL[0]}"
    last = show(green(*ALL)).lines[-1]
    assert last == "next: compare with the references in solutions/"


def test_next_is_no_kata_that_is_done_already() -> None:
    lines = writing.after_green([ALL[3]], done=ALL[:6])
    assert lines[-1] == f"then: pytest katas/{ALL[6]}"
    lines = writing.after_green([ALL[6]], done=[*ALL[:2], *ALL[3:]])
    assert lines[-1] == f"then: pytest katas/{ALL[2]}"


# Stages, and what the limits leave out.


@pytest.mark.parametrize(
    ("body", "all_stages", "bar", "failing"),
    [
        # Wrong in the second stage and in the last one but one; the third is right.
        (
            "return right(board) if len(board) == 3 == len(board[0]) else -1",
            True,
            "[#x#xx]",
            "any size",
        ),
        # Wrong in one of the last stages only.
        (
            "try: return right(board)\n    except ValueError: return 0",
            False,
            "[####x]",
            "bad boards",
        ),
    ],
)
def test_stages_are_run_up_to_the_first_that_fails(
    learner: Learner, body: str, all_stages: bool, bar: str, failing: str
) -> None:
    learner.solve_but("is_solved", f"def is_solved(board):\n    {body}")
    (record,) = learner.screen(all_stages=all_stages).records
    assert (bar_of(record.states), record.words.partition(":")[0]) == (bar, failing)
    assert all(stage.passed + stage.failed == stage.total for stage in record.stages)


def test_of_a_file_that_cannot_be_loaded_one_test_is_run(learner: Learner) -> None:
    learner.write("def is_solved(board)\n")
    (record,) = learner.screen().records
    assert [(stage.failed, stage.passed) for stage in record.stages] == [(1, 0)] + [
        (0, 0)
    ] * 4


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
    assert [getattr(one, "kind", one) for one in outcomes] == [
        1,
        "too long",
        "not run",
        "not run",
    ]


# The failures.


def test_the_first_failure_of_a_stage_is_shown_whole_and_others_have_a_line(
    wrong: list[CaseRecord],
) -> None:
    shown = show(wrong)
    heads = [line.strip("= ") for line in shown.lines if line.startswith("==")]
    assert heads == [f"{WINNER}: three by three", "katas"]
    first, *others = shown.also_failing
    assert (
        first == "  The bottom row of O wins: expected 2 (O wins), got -1 (unfinished)"
    )
    assert [line for line in others if line.endswith(" more cases in the same way")]
    (record,) = shown.records
    assert bar_of(record.states) == "[x....]"
    assert record.words.startswith(f"three by three: {len(record.failures)} of ")
    # It is right where nobody has won yet: the stage that fails is run to its end.
    ran = [stage.passed + stage.failed for stage in record.stages]
    assert ran == [record.stages[0].total, 0, 0, 0, 0]


def test_a_run_that_was_stopped_draws_all_stages_and_counts_what_ran(
    wrong: list[CaseRecord],
) -> None:
    ran = next(number for number, case in enumerate(wrong, 1) if case.failure)
    stopped = show(wrong[:ran], columns=40)
    (record,) = stopped.records
    assert (bar_of(record.states), record.whole) == ("[x....]", False)
    words = f"three by three: 1 of {ran} cases fails; {record.stages[0].total - ran} not run"
    assert f" {WINNER} [x....] {words} " in " ".join(
        stopped.text.split()
    )  # It was wrapped.


def test_one_failure_of_a_submission_is_whole_and_of_yours_one_a_stage(
    learner: Learner,
) -> None:
    learner.write(COUNTER)
    yours = learner.screen(all_stages=True)
    stages = ("three by three", "any size", "bad boards")
    assert [f"{WINNER}: {stage} =" in yours.text for stage in stages] == [
        True,
        True,
        True,
    ]
    label = "ann/tictactoe_winner.py"
    cases = learner.cases(all_stages=True, label=label)
    short, long = (show(cases, label=label, verbosity=number) for number in (0, 1))
    assert [screen.text.count(f"= {WINNER}: ") for screen in (short, long)] == [1, 4]
    assert (len(short.lines) <= 40, too_long(yours.text + short.text)) == (True, [])
    # Every failure is shown or counted, and with -v shown.
    *others, last = short.also_failing
    more = int(last.split()[0])
    assert last == f"  {more} more (-v shows them)"
    assert 1 + len(others) + more == len(short.records[0].failures)
    titles = [case.title for case in cases if case.failure]
    assert [title for title in titles if title not in " ".join(long.text.split())] == []


# Of a run of pytest: beside the terminal, a file for other programs.


def test_a_file_for_programs_says_what_the_terminal_does(
    project: Project, wrong: list[CaseRecord]
) -> None:
    project.write(NEVER_OVER)
    run = project.pytest(FOLDER, "--junitxml=results.xml")
    hidden = (
        "kata_kit",
        "kata_worker",
        "assert ",
        "conftest",
        str(Path(ROOT.anchor, "tests")),
    )
    assert [
        word for word in (*hidden, "short test summary info") if word in run.text
    ] == []
    assert show(wrong).text in run.text
    junit = ElementTree.parse(project.root / "results.xml").getroot()
    assert b"kata_kit" not in ElementTree.tostring(junit)
    counts = [
        int(junit[0].attrib[name])
        for name in ("failures", "skipped", "tests", "errors")
    ]
    told = run.counts
    assert counts == [told["failed"], told["locked"], sum(told.values()), 0]
    failures = [*junit.iter("failure")]
    assert " ".join((failures[0].text or "").split()) in " ".join(run.text.split())
    heads = {str(failure.get("message")).partition(" (")[0] for failure in failures}
    assert heads == {"expected 0", "expected 1", "expected 2"}
    reasons = {skipped.get("message") for skipped in junit.iter("skipped")}
    assert reasons == {"locked until 'three by three' passes"}
    first = {
        item.get("name"): item.get("value") for item in junit[0][0].iter("property")
    }
    case = "An empty board is unfinished"
    assert first == {"kata": WINNER, "stage": "three by three", "case": case}


# Eighty columns, and others.


def test_what_does_not_fit_is_cut_or_wrapped(
    learner: Learner, wrong: list[CaseRecord]
) -> None:
    cut, whole = (show(wrong, verbosity=number, columns=40) for number in (0, 1))
    assert cut.also_failing[0] == "  The bottom row of O wins: expected ..."
    place = whole.also_failing.index("  The bottom row of O wins: expected 2")
    assert whole.also_failing[place + 1] == "    (O wins), got -1 (unfinished)"
    learner.write("import numpyy\n")
    lines = show(learner.cases(), columns=40).lines
    place = lines.index("numpyy is neither a file beside yours")
    assert lines[place + 1] == "  nor installed; `pip list` shows what"


def test_code_is_cut_where_the_terminal_ends(learner: Learner) -> None:
    line = f"return board[{' + '.join(map(str, range(30)))}]"
    learner.write(f"def is_solved(board):\n    {line}\n")
    cases = learner.cases(short=True)
    assert f"    {line[:73]}...\n" in show(cases).text
    assert f"    {line}\n" in show(cases, columns=200).text


def test_no_line_about_a_kata_is_too_long(learner: Learner) -> None:
    for kata in ALL:
        learner.write((ROOT / f"katas/{kata}/{kata}.py").read_bytes(), kata)
        assert (
            too_long(learner.screen(kata, short=True).text + show(green(kata)).text)
            == []
        )
