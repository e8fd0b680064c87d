"""One person's run, beside what `screens/` shows: its options, and its end."""

import re
import shlex
import signal
from time import sleep
from xml.etree import ElementTree

import pytest
from kata_kit import handback, hints, writing
from kata_kit.choosing import is_expression
from kata_kit.choosing import option as case
from kata_kit.hints import Hint
from kata_kit.katas import PATH
from kata_kit.record import FAILED
from kata_kit.writing import SIGNS
from repository.cohorts import person
from repository.project import WINNER, Terminal, each_kata, too_long
from repository.tables import rows

FOLDER = f"katas/{WINNER}"


EXPRESSIONS = "row|row and X|not (row or X)|test_row[X|a.py::test_row||and-or"
TEXTS = "top row|X & O|row and|X, O|it's|row(X)|not"


def test_what_pytest_reads_is_an_expression_and_the_rest_is_text():
    assert [one for one in EXPRESSIONS.split("|") if not is_expression(one)] == []
    assert [one for one in TEXTS.split("|") if is_expression(one)] == []


@each_kata
def test_the_option_of_a_case_names_it_alone(kata):
    titles = {row.title for row in rows(kata)}
    for title in titles:
        (text,) = shlex.split(case(title, titles, 200).removeprefix("--case="))
        (part,) = shlex.split(case(title, titles, 40).removeprefix("--case="))
        named = [one for one in titles if part.lower() in one.lower()]
        assert text == title
        assert part == title or named == [title]


def test_a_cache_that_cannot_be_written_is_told_and_the_run_goes_on(
    project,
):
    """A folder's rights do not hold for root, so a file stands in its place."""
    (project.root / ".pytest_cache").write_text("")
    project.solve()
    run = project.pytest(FOLDER)
    assert run.exit_code == 0
    assert "Your progress is not kept: .pytest_cache cannot be written." in run.lines
    assert "PytestCacheWarning" not in run.text


@pytest.mark.parametrize("option", ["--record", "--junitxml"])
def test_a_file_that_cannot_be_written_is_told_before_the_run(untouched, option):
    run = untouched.pytest(FOLDER, f"{option}=conftest.py/file")
    told = f"{option}=conftest.py/file: cannot be written: Not a directory\n"
    assert f"ERROR: {told}" in run.errors
    assert "collected" not in run.text


def test_hints_begin_with_the_stage_at_hand():
    every = [Hint("one", "a"), Hint("one", "b"), Hint("3", "c")]
    at = [person("ada", "red", bar=bar) for bar in ("x...", "#x..", "##x.", "###x")]
    # Where a stage has no hint, those of the stage before it come first.
    assert [hints.start(every, record) for record in at] == [0, 0, 2, 2]


STATES = '"states": ["weird"], "words": "", "green": true, "digest": "x"'


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", f'{{"{WINNER}": {{"green": true, "slow": 5}}}}'),
        f'{{"{WINNER}": {{{STATES}}}}}',
    ],
)
def test_a_damaged_cache_is_not_an_error(project, text):
    file = project.root / ".pytest_cache" / "v" / "katas" / "progress"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    first, *_ = project.pytest("--progress").lines
    assert first.split(maxsplit=2) == [WINNER, "-", "not run yet"]
    run = project.pytest(FOLDER, "--record=record")
    assert f"{WINNER}  [{SIGNS[FAILED]}....]  not started" in run.lines


def test_the_progress_stands_in_the_cache_that_an_option_names(project):
    katas = [kata.name for kata in PATH[:2]]
    for kata in katas:
        project.solve(kata)
        project.pytest(f"katas/{kata}", "-o", "cache_dir=other")
    lines = project.pytest("--progress", "-o", "cache_dir=other").lines
    assert [line.split()[0] for line in lines if "pass" in line] == katas
    assert "0 of " in project.pytest("--progress").text


BEGUN = """\
def is_solved(board):
    open(f"{__file__[:-19]}begun", "w").close()
    while True: pass
"""


def test_ctrl_c_in_an_endless_call_opens_the_debugger_there(project):
    project.write(BEGUN)
    terminal = Terminal(project.root, "-m", "pytest", FOLDER, "--pdb")
    terminal.expect("Ctrl-C shows where your code is")
    while not (project.root / FOLDER / "begun").exists():
        sleep(0.1)
    terminal.process.send_signal(signal.SIGINT)
    terminal.expect(r"\(Pdb\) $")
    terminal.type("q\n")
    assert terminal.end() != 0
    assert "is_solved was stopped by Ctrl-C\nkatas/tictactoe_w" in terminal.screen
    assert not re.search(r"kata_(kit|worker)|Traceback", terminal.screen)
    assert "1 failed in" in terminal.screen


def test_pdb_makes_a_call_again_whose_answer_shares_a_list(project):
    kata, kept = "reversi_flips", "def new_board():\n    return board"
    project.solve_but("new_board", f"board = right()\n{kept}", kata)
    run = project.pytest(f"katas/{kata}", "--pdb", typed="q\n")
    assert "n: next line, s: into a call" in run.text
    assert "-> return board\n" in run.text


@each_kata
def test_the_call_of_the_first_failure_can_be_pasted(project, kata):
    stub = project.stub(kata.name).read_text(encoding="utf-8")
    functions = re.findall(r"^def (\w+)", stub, re.MULTILINE)
    # Nothing is imported that the call could need.
    draft = [f"def {name}(*_):\n    return None\n" for name in functions]
    project.write("\n".join(draft), kata.name)
    run = project.pytest(f"katas/{kata.name}", "--record=record")
    (record,) = handback.read(project.root / "record").records
    failure = record.failures[0].failure
    assert failure
    assert f"\n{failure.call}\n" in run.text
    # As katas/WORKING.md says.
    started = "-i", "-m", f"katas.{kata.name}.{kata.name}"
    typed = f"{failure.call}\nprint('pas' + 'ted')\n"
    shell = project.python(*started, typed=typed)
    assert "pasted" in shell.text
    assert "Error" not in shell.errors


def test_a_text_chooses_the_cases_that_have_it_in_their_names(untouched):
    run = untouched.pytest(FOLDER, "--case=row", "--collect-only", "-q")
    assert "[The top row of X wins]" in run.text
    assert "[An empty board is unfinished]" not in run.text


def test_a_plugin_that_shuffles_changes_no_order_of_rows(project):
    plugin = "def pytest_collection_modifyitems(items):\n    items.reverse()\n"
    (project.root / "backwards.py").write_text(plugin)
    words = FOLDER, "--collect-only", "-q"
    shuffled = project.pytest(*words, "-p", "backwards", PYTHONPATH=str(project.root))
    tests = [line for line in shuffled.lines if "::" in line]
    assert tests
    assert tests == [line for line in project.pytest(*words).lines if "::" in line]


def test_the_head_has_a_line_of_its_own_also_with_pytest_xdist(untouched):
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": ""}
    terminal = Terminal(untouched.root, "-m", "pytest", FOLDER, "-n1", **plugins)
    terminal.end()
    assert "\nunder test: " in terminal.screen


# The end of the run


def test_a_file_for_programs_says_what_the_terminal_does(project):
    project.write("def is_solved(board):\n    return -1\n")
    run = project.pytest(FOLDER, "--junitxml=results.xml")
    (suite,) = ElementTree.parse(project.root / "results.xml").getroot()
    assert b"kata_kit" not in ElementTree.tostring(suite)
    assert f" {suite.attrib['failures']} failed, " in run.lines[-1]
    assert f" {suite.attrib['skipped']} locked in " in run.lines[-1]
    failures = [failure.text or "" for failure in suite.iter("failure")]
    assert failures[0].split("\n")[0] in run.lines
    reasons = {skipped.get("message") for skipped in suite.iter("skipped")}
    assert reasons == {"locked until 'three by three' passes"}
    first = {item.get("name"): item.get("value") for item in suite[0].iter("property")}
    case = "An empty board is unfinished"
    assert first == {"kata": WINNER, "stage": "three by three", "case": case}


@pytest.mark.slow
def test_every_kata_has_a_line_and_the_first_one_is_next(untouched):
    run = untouched.pytest()
    begun = [line.split()[0] for line in run.lines if line.endswith(" not started")]
    assert begun == [kata.name for kata in PATH]
    assert run.lines[-2] == f"then: pytest {FOLDER}"
    assert too_long(run.text) == []


def test_next_is_no_kata_that_is_done_already():
    katas = [kata.name for kata in PATH]
    assert writing.following(katas[3], katas[:6]) == katas[6]
    assert writing.following(katas[6], [*katas[:2], *katas[3:]]) == katas[2]
    last = writing.after_green(katas, done=katas)[-1]
    assert last == "next: compare with the references in solutions/"
