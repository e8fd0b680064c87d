"""pytest as its users know it: its options, plugins and debugger, on a real kata."""

import importlib.util
import os
import re
import signal
import sys
import time

import pytest
from kata_kit.attempt import stages_of
from kata_kit.katas import PATH, load
from repository.project import (
    GREEN_BAR,
    ROOT,
    ROWS_ONLY,
    WINNER,
    Terminal,
)

STAGES = stages_of(load(PATH[0].tests))  # of the first kata, with their tests

FOLDER = f"katas/{WINNER}"
TESTS = f"tests/{WINNER}/test_{WINNER}.py"

CHAIN = """
def look(cell):
    marks = {0: ".", 1: "X"}
    return marks[cell]

def is_solved(board):
    try:
        look(2)
    except KeyError as error:
        raise RuntimeError("no mark") from error
"""
FIRST = "test_row[An-empty-board-is-unfinished]"

CARETS = ["^^^"] if sys.version_info >= (3, 11) else []  # below the part that fails

# The code, options, what the screen has in this order, and what it lacks.
SCREENS = {
    "a traceback as Python writes it": (
        CHAIN,
        "-x",
        ["RuntimeError: no mark", 'y", line 4, in look', *CARETS, "KeyError: 2"],
        ["kata_kit", "test_row("],
    ),
    "the chain of causes": (
        CHAIN,
        "-x",
        ["KeyError: 2", "the direct cause of", "line 10, in is_solved"],
        [],
    ),
    "--tb=short": (CHAIN, "-x --tb=short", ["py:4: in look", "E   KeyError: 2"], []),
    "--tb=long": (
        CHAIN,
        "-x --tb=long",
        ["    def look(cell):", ">       return marks[cell]", "E       KeyError: 2"],
        ["kata_kit"],
    ),
    "--tb=line": (
        CHAIN,
        "-x --tb=line",
        [f"{FOLDER}/{WINNER}.py:10: is_solved raised RuntimeError: no mark"],
        ["KeyError"],
    ),
    "--tb=no": (CHAIN, "-x --tb=no", ["1 failed"], ["KeyError", "FAILURES"]),
    "-l": (CHAIN, "-x -l", ["def look", "cell       = 2", "marks      = {0: '.'"], []),
    "-l --tb=short": (CHAIN, "-x -l --tb=short", ["in look", "cell       = 2"], []),
    "--full-trace": (CHAIN, "-x --full-trace", ["def look(cell):"], ["kata_kit"]),
    "no options": (
        ROWS_ONLY,
        "",
        ["platform ", "under test: your code", "rootdir", "also failing:"],
        ["FAILED tests"],
    ),
    "-rf": (ROWS_ONLY, "-x -rf", [f"FAILED {TESTS}::test_row[The-diagonal-of-X-w"], []),
    "-ra": (ROWS_ONLY, "-x -ra", [f"FAILED {TESTS}::test_row[The-diagonal-of-X-w"], []),
    "-q": (ROWS_ONLY, "-x -q", ["...F"], ["platform", "under test"]),
    "-qq": (ROWS_ONLY, "-x -qq", ["...F"], ["platform", " passed"]),
    "-v": (
        ROWS_ONLY,
        "-v",
        [
            f"{TESTS}::{FIRST} PASSED",
            "The diagonal of X wins",
            "The diagonal of O wins",
            "    [O]",
        ],
        ["also failing"],
    ),
    "--no-header": (
        ROWS_ONLY,
        "-x --no-header",
        ["collected"],
        ["platform", "rootdir"],
    ),
    "--no-summary": (ROWS_ONLY, "-x --no-summary", ["1 failed"], ["FAILURES"]),
    "a SyntaxWarning": (
        f"{ROWS_ONLY}\nif 'a' is 'b':\n    pass\n",
        "-x",
        ["warnings summary", 'SyntaxWarning: "is" with'],
        [],
    ),
    "a warning": (
        f"import warnings\nwarnings.warn('mind')\n{ROWS_ONLY}",
        "-x",
        ["warnings summary", "UserWarning: mind"],
        [],
    ),
    "-W error": (
        f"import warnings\n{ROWS_ONLY}    warnings.warn('mind')".replace(
            "    for mark", "    warnings.warn('mind')\n    for mark"
        ),
        "-x -W error",
        ["is_solved raised UserWarning: mind"],
        [],
    ),
    "--log-cli-level": (
        ROWS_ONLY.replace("    for mark", "    logging.info('here')\n    for mark")
        + "import logging\n",
        "-x --log-cli-level=INFO",
        ["live log call", "here"],
        [],
    ),
    "what is printed": (
        ROWS_ONLY.replace("    for mark", "    print('here')\n    for mark"),
        "-x",
        ["Captured stdout call", "here"],
        [],
    ),
    "-s": (
        ROWS_ONLY.replace("    for mark", "    print('here')\n    for mark"),
        "-x -s",
        ["here\n.here"],
        ["Captured"],
    ),
    "--collect-only -q": (ROWS_ONLY, "--collect-only -q", [f"{TESTS}::{FIRST}"], []),
    "-k": (ROWS_ONLY, "-k diagonal", ["deselected"], ["row of X"]),
    "--case": (ROWS_ONLY, "--case=diagonal", ["deselected"], ["row of X"]),
    "--junitxml": (ROWS_ONLY, "-x --junitxml=out.xml", ["generated xml"], []),
    "--durations": (ROWS_ONLY, "-x --durations=2 -vv", ["slowest 2 durations"], []),
    "--doctest-modules": (
        ROWS_ONLY.replace(
            "board):", 'board):\n    """\n    >>> is_solved([[1]])\n    5\n    """', 1
        ),
        "--doctest-modules",
        ["[doctest]", "Expected:", "    5", "6 failed"],
        [],
    ),
}


@pytest.mark.parametrize(
    ("code", "options", "has", "lacks"), SCREENS.values(), ids=SCREENS
)
def test_an_option_does_what_pytest_does(project, code, options, has, lacks):
    project.write(code)
    screen = project.pytest(FOLDER, *options.split()).text
    place = 0
    for text in has:
        assert text in screen[place:], f"expected {text!r} after {place} in\n{screen}"
        place = screen.index(text, place)
    assert [text for text in lacks if text in screen] == []


PLUGINS = {
    "xdist": ("-n 2", "5 failed"),
    "pytest_cov": ("--cov=katas", "TOTAL"),
    "pytest_randomly": ("-p randomly", "5 failed"),
    "pytest_sugar": ("-p sugar", "5 failed"),
    "pytest_timeout": ("--timeout=30", "5 failed"),
    "pytest_html": ("--html=report.html", "5 failed"),
}


@pytest.mark.parametrize(("module", "options"), PLUGINS.items(), ids=PLUGINS)
def test_a_plugin_works(project, module, options):
    if not importlib.util.find_spec(module):
        pytest.skip(f"{module} is not installed")
    project.write(ROWS_ONLY)
    words, text = options
    run = project.pytest(FOLDER, *words.split(), PYTEST_DISABLE_PLUGIN_AUTOLOAD="")
    assert text in run.text
    assert "perhaps: no diagonals" in run.text


# What a run ends with
EXIT_CODES = {
    (FOLDER, "-x"): 1,
    (FOLDER, "--solution", "--case=empty"): 0,
    ("katas/no_such_kata",): 4,
    (FOLDER, "-k", "no_such_case"): 5,
}


def test_an_exit_code_says_how_it_ended_in_a_new_process_and_in_a_forked_one(project):
    project.write(ROWS_ONLY)
    for words, exit_code in EXIT_CODES.items():
        new, forked = project.python("-m", "pytest", *words), project.pytest(*words)
        assert (new.exit_code, forked.exit_code) == (exit_code, exit_code)
        assert new.errors == forked.errors
        first, second = (
            re.sub(r"=+|\d+\.\d\ds", "", run.text) for run in (new, forked)
        )
        assert first == second


OWN = {
    "beside the stub": (f"{FOLDER}/test_mine.py", "def test_mine(): assert 1 == 2\n"),
    "in a folder": (f"{FOLDER}/tests/test_mine.py", "def test_mine(): assert 1 == 2\n"),
    "with the kata": (
        f"{FOLDER}/test_mine.py",
        "def test_mine(kata): assert kata.is_solved([[1]]) == 2\n",
    ),
    "with a benchmark": (
        f"{FOLDER}/test_mine.py",
        f"from {WINNER} import is_solved\n"
        "def test_mine(benchmark): assert benchmark(is_solved, [[1]]) == 2\n",
    ),
}


@pytest.mark.parametrize(("place", "test"), OWN.values(), ids=OWN)
def test_a_test_of_ones_own_runs_under_its_own_name(project, place, test):
    project.solve()
    path = project.root / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(test)
    run = project.pytest(FOLDER)
    assert "_ test_mine _" in run.text
    assert f"{WINNER}  {GREEN_BAR}  all 5 stages pass" in run.text
    assert f"1 failed, {sum(STAGES.values())} passed" in run.text


def test_a_test_of_ones_own_has_no_part_in_a_misconception(project):
    project.write(ROWS_ONLY)
    own = "def test_mine(): pass\ndef test_other(kata): assert kata.f(1) == 1\n"
    (project.root / FOLDER / "test_mine.py").write_text(own)
    run = project.pytest(FOLDER)
    # Five rows and a test of one's own fail; the other one passes.
    passed = STAGES["three by three"] - 5 + 1
    assert f"6 failed, {passed} passed" in run.text
    assert "perhaps: no diagonals" in run.text


def test_a_check_that_is_missing_is_named_by_a_whole_stage(project):
    kata = "tictactoe_coordinates"
    reference = (ROOT / "solutions" / f"{kata}.py").read_text()
    project.write(reference.replace("if n < 1:", "if n == 0:"), kata)
    whole = project.pytest(f"katas/{kata}").text
    assert "perhaps: not refused: a negative n" in whole
    part = project.pytest(f"katas/{kata}", "--case=minus").text
    assert "1 failed" in part
    assert "perhaps" not in part
    more = reference.replace("if 0 <= row < n and 0 <= column < n", "if n")
    project.write(more, kata)
    assert "perhaps: bad input is let through" in project.pytest(f"katas/{kata}").text


def test_a_test_in_the_stub_runs_as_well(project):
    reference = (ROOT / "solutions" / f"{WINNER}.py").read_text()
    project.write(f"{reference}\n\ndef test_mine():\n    assert 1 == 2\n")
    assert f"1 failed, {sum(STAGES.values())} passed" in project.pytest(FOLDER).text
    alone = project.pytest(f"{FOLDER}/{WINNER}.py::test_mine").text
    assert "1 failed in" in alone


# What is typed at the debugger, and what is shown then
def debugged(project, code, *options):
    project.write(code)
    return Terminal(project.root, "-m", "pytest", FOLDER, *options)


def test_breakpoint_stops_and_waits_without_a_limit(project):
    code = ROWS_ONLY.replace("    for mark", "    breakpoint()\n    for mark")
    terminal = debugged(project, code, "-x", "--kata-timeout=.2")
    terminal.expect(r"-> (breakpoint\(\)|for mark in \(1, 2\):)")  # by the Python
    time.sleep(2)  # longer than the limit by the clock
    terminal.type("p len(board)\n")
    terminal.expect(r"\n3\n")
    terminal.type("q\n")
    terminal.end()
    assert "Quitting debugger" in terminal.screen


def test_pdb_stops_where_the_exception_was_raised(project):
    terminal = debugged(project, CHAIN.replace("from error", ""), "--pdb", "-x")
    terminal.expect(r"-> raise RuntimeError")
    terminal.type("q\n")
    terminal.end()


def test_pdb_makes_the_call_of_a_wrong_answer_once_more(project):
    terminal = debugged(project, ROWS_ONLY, "--pdb")
    terminal.expect(r"is_solved is called once more.*-> for mark in \(1, 2\):")
    terminal.type("p board\n")
    terminal.expect(r"\[\[1, 2, 0\], \[2, 1, 0\], \[0, 0, 1\]\]")
    terminal.type("c\n")
    terminal.expect(r"is_solved is called once more.*-> for mark in \(1, 2\):")
    terminal.type("q\n")
    assert terminal.end() == 2
    assert "Quitting debugger" in terminal.screen


def test_trace_stops_in_the_function_of_the_learner(project):
    terminal = debugged(project, ROWS_ONLY, "--trace")
    terminal.expect(r"-> def is_solved\(board\):")
    terminal.type("q\n")
    terminal.end()


def test_ctrl_c_shows_the_case_and_the_line(project):
    code = "def is_solved(board):\n    print('begun')\n    while True:\n        pass\n"
    terminal = debugged(project, code, "-s")
    terminal.expect("begun")
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == 2
    assert "KeyboardInterrupt: in 'An empty board is unfinished'" in terminal.screen
    assert f"{WINNER}.py:" in terminal.screen


def test_a_green_run_of_the_references_keeps_what_failed(project):
    project.write(ROWS_ONLY)
    project.pytest(FOLDER)
    project.pytest(FOLDER, "--solution")
    assert "5 failed" in project.pytest(FOLDER, "--lf").text
