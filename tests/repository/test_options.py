"""Every way to name a kata, and the options of the katas beside pytest's own."""

import json
import os
import re
import shlex
import sys
from xml.etree import ElementTree

import pytest
from kata_kit import hints, progress
from kata_kit.attempt import stages_of, title_of
from kata_kit.hints import Hint
from kata_kit.katas import BY_NAME, PATH, Paths, load
from kata_kit.options import case_option
from kata_kit.record import KataRecord, StageRecord, value_of
from repository.project import GREEN_BAR, RED_BAR, ROOT, WINNER, bar
from repository.tables import cases_of, each_kata

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ROW = f"{TABLE}::test_row"
TABLES = [os.path.relpath(kata.tests, ROOT) for kata in PATH]

# What is typed, where it is typed, and the test files that are meant. "{root}" is the
# root.
MEANT = [
    (f"{FOLDER} {FOLDER}/", ".", [TABLE]),
    (f"{STUB} {{root}}/{STUB} {WINNER} {TABLE} {{root}}/{TABLE}", ".", [TABLE]),
    (f". {WINNER}.py {FOLDER} {WINNER} {TABLE} ../{WINNER}", FOLDER, [TABLE]),
    (f"{WINNER}/test_{WINNER}.py", "tests", [TABLE]),
    (f"{{root}}/{FOLDER}", "..", [TABLE]),
    (". katas {root}", ".", TABLES),
    (". {root} ..", "katas", TABLES),
    (f"{FOLDER}::test_row {STUB}::test_row {TABLE}::test_row", ".", [ROW]),
    (f"{WINNER}.py::test_row", FOLDER, [ROW]),
]


def meant(here: str, typed: str) -> list[str]:
    """Return the test files that arguments mean, from the root."""
    paths = Paths(lambda kata: kata.stub, yours=True)
    arguments = typed.format(root=ROOT).split()
    chosen = paths.replaced(arguments, (ROOT / here).resolve())
    return [os.path.relpath(argument, ROOT) for argument in chosen]


@pytest.mark.parametrize(("typed", "here", "files"), MEANT)
def test_an_argument_means_test_files(typed, here, files):
    for argument in typed.split():
        assert meant(here, argument) == files, argument
    # A kata that is named twice is run once.
    assert meant(here, typed) == files


@pytest.mark.parametrize("here", [".", "katas"])
def test_a_path_of_no_kata_is_refused_with_the_katas(here):
    typed = os.path.relpath("katas/tictactoe_wimmer", here)
    with pytest.raises(ValueError, match=r"'tictactoe_wimmer'\.\nThe katas"):
        meant(here, typed)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_the_project_is_found_through_a_link(untouched, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    run = untouched.pytest(str(link / STUB), str(link / TABLE))
    assert f"{WINNER}  {RED_BAR}  not started" in run.lines


@each_kata
def test_the_option_of_a_case_names_it_alone(kata, request):
    for case in cases_of(kata):
        assert shlex.split(case_option(case.name)) == [f"--case={case.name}"]
    assert title_of(request.node) == request.node.name


def test_all_stages_run_although_one_fails(project):
    project.solve_but(
        "is_solved", "def is_solved(b):\n    return right(b) if len(b) == 3 else 7"
    )
    run = project.pytest(FOLDER, "--all-stages")
    assert f"{WINNER}  {bar('#x#xx')}" in run.text
    assert "locked" not in run.text


def test_the_record_and_junit_have_what_the_screen_has(project):
    code = "def is_solved(b):\n    return (right(b) or 7) if b[0][0] else [][1]"
    project.solve_but("is_solved", code)
    project.pytest(FOLDER, "--record=out.json", "--junitxml=out.xml")
    (data,) = json.loads((project.root / "out.json").read_text())
    record = value_of(KataRecord, data)
    assert (record.kata, record.state, record.file) == (WINNER, "red", STUB)
    raised, *others = [case.failure for case in record.failures]
    assert raised.error == "IndexError"
    wrong = next(failure for failure in others if not failure.error)
    assert wrong.headline == "expected 0 (draw), got 7"
    assert (wrong.expected, wrong.got) == ("0 (draw)", "7")
    assert len(wrong.drawing.cells) == 3
    tree = ElementTree.parse(project.root / "out.xml")
    case = next(tree.iterfind(".//testcase[failure]"))
    assert next(case.iter("failure")).get("message") == raised.headline
    properties = {p.get("name"): p.get("value") for p in case.iter("property")}
    assert properties == {
        "kata": WINNER,
        "stage": "three by three",
        "case": "An empty board is unfinished",
    }


def test_hints_begin_with_the_stage_at_hand(project):
    run = project.pytest(FOLDER, "--hints=2")
    assert re.search(r'hint 1 of \d+, for the stage "three by three":', run.text)
    assert re.search(r"hint 2 of \d+", run.text)
    every = [Hint("1", "a"), Hint("1", "b"), Hint("3", "c")]

    def place(reached: int) -> int:
        stages = [
            StageRecord(str(n), n < reached, n == reached, not_run=n > reached)
            for n in (1, 2, 3)
        ]
        return hints.start(every, KataRecord("", "", "", "", stages=tuple(stages)))

    # Where a stage has no hint, those of the stage before it come first.
    assert [place(reached) for reached in (1, 2, 3)] == [0, 0, 2]


KILLED = """
import os, pathlib
opened = pathlib.Path.open
def killed(path, mode="r", *others, **named):
    file = opened(path, mode, *others, **named)
    if path.parent.name == "katas" and "w" in mode:
        os._exit(9)
    return file
pathlib.Path.open = killed
"""


def test_the_progress_is_that_of_the_code_as_it_is(project):
    project.solve()
    project.pytest(FOLDER)
    # A run that is killed while it writes changes nothing.
    (project.root / "killed.py").write_text(KILLED)
    killed = project.pytest(FOLDER, "-p", "killed")
    assert killed.exit_code == 1
    assert "the end of the run: the run ended here" in killed.text
    screen = project.pytest("--progress")
    assert screen.exit_code == 0
    assert re.search(
        rf"{WINNER} +{re.escape(GREEN_BAR)}  all 5 stages pass", screen.text
    )
    assert f"1 of {len(PATH)} katas is done" in screen.lines
    project.write("changed = 1\n")
    assert "changed since its last run" in project.pytest("--progress").text


WEIRD = f'"kata": "{WINNER}", "file": "", "state": "red", "words": "", "stages": [1]'


@pytest.mark.parametrize("text", ["{", "[" * 200_000, f'["x", {{{WEIRD}}}]'])
def test_a_cache_of_another_form_is_no_progress(tmp_path, text):
    file = tmp_path / "v" / progress.key(WINNER)
    file.parent.mkdir(parents=True)
    file.write_text(text)
    path = progress.of_path(tmp_path)
    assert [record.states for record in path] == [[]] * len(BY_NAME)


def test_a_cache_that_cannot_be_written_is_reported_and_the_run_goes_on(project):
    """A file's rights don't hold for root, so a folder stands in its place."""
    (project.root / ".pytest_cache" / "v" / progress.key(WINNER)).mkdir(parents=True)
    run = project.pytest(FOLDER)
    assert run.exit_code == 1
    assert progress.UNSAVED in run.lines


CASES = sum(stages_of(load(BY_NAME[WINNER].tests)).values())
REFUSED_OPTIONS = {
    "--case=row-a --solution": f"none of {CASES} cases has 'row-a' in its name",
    "--hints=no": "expected a number of 1 or more, as --hints=1; got 'no'",
    "--kata-timeout=0": "expected a number of seconds above 0",
    "--kata-total=1e300": "and 86400 at most; got '1e300'",
    "--record=no/folder/x.json": "--record=no/folder/x.json can't be written",
    "--solution --lf": "--lf and --ff are for your own code",
    "--solution --submission=x": "expected one, got both",
    "--case=row --submission=x": "--case and --submission: expected one",
    "--trust": "--report and --trust need --submission=PATH",
}


@pytest.mark.parametrize(("options", "problem"), REFUSED_OPTIONS.items())
def test_an_option_that_cannot_be_is_refused(untouched, options, problem):
    run = untouched.pytest(FOLDER, *options.split())
    assert problem in run.errors
    assert run.exit_code == 4


def test_a_python_without_asserts_is_refused(untouched):
    run = untouched.python("-O", "-m", "pytest", FOLDER)
    assert "take the asserts out of the tests: run pytest without them" in run.errors
    assert run.exit_code == 4
