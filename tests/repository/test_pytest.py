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
from repository.project import GREEN_BAR, ROWS_ONLY, WINNER
from repository.terminal import Terminal
from repository.texts import text_of

STAGES = stages_of(load(PATH[0].tests))  # of the first kata, with their tests

REFERENCE = text_of(PATH[0].solution)
FOLDER = f"katas/{WINNER}"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"

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
PRINTS = ROWS_ONLY.replace("    for mark", "    print('here')\n    for mark")
EXAMPLE = 'board):\n    """\n    >>> is_solved([[1]])\n    5\n    """'
IMPORTS = f"import warnings\nwarnings.warn('mind')\n{ROWS_ONLY}\n'a' is 'b'\n"
DOCTEST = ROWS_ONLY.replace("board):", EXAMPLE, 1)
CARETS = ["^^^"] if sys.version_info >= (3, 11) else []  # below the part that fails

# A code, options, what the screen has in this order, and what it lacks
SCREENS = [
    (
        CHAIN,
        "-x",
        ['y", line 4, in look', *CARETS, "KeyError: 2", "the direct cause of"],
        ["kata_kit", "test_row("],
    ),
    (
        CHAIN,
        "-x -l --tb=short",
        ["py:4: in look", "E   KeyError: 2", "cell       = 2"],
        ["kata_kit"],
    ),
    (
        CHAIN,
        "-x --tb=line",
        [f"{FOLDER}/{WINNER}.py:10: is_solved raised RuntimeError: no mark"],
        ["KeyError"],
    ),
    (CHAIN, "-x --tb=no", ["1 failed"], ["KeyError", "FAILURES"]),
    (CHAIN, "-x -l", ["def look", "cell       = 2", "marks      = {0: '.'"], []),
    (CHAIN, "-x --full-trace", ["def look(cell):", ">       return"], ["kata_kit"]),
    (ROWS_ONLY, "-x -ra", [f"FAILED {TABLE}::test_row[The-diagonal-of-X-w"], []),
    (
        ROWS_ONLY,
        "-v",
        [
            f"{TABLE}::test_row[An-empty-board-is-unfinished] PASSED",
            "The diagonal of X wins",
            "The diagonal of O wins",
            "    [O]",
        ],
        ["also failing"],
    ),
    (
        IMPORTS,
        "-x",
        ["warnings summary", 'SyntaxWarning: "is" with', "UserWarning: mind"],
        [],
    ),
    (IMPORTS, "-x -W error", ['SyntaxError: "is" with'], []),
    (PRINTS, "-x", ["Captured stdout call", "here"], []),
    (PRINTS, "-x -s", [".here"], ["Captured"]),
    (DOCTEST, "--doctest-modules", ["[doctest]", "Expected:", "    5", "6 failed"], []),
]
IDS = [options for _, options, _, _ in SCREENS]


@pytest.mark.parametrize(("code", "options", "has", "lacks"), SCREENS, ids=IDS)
def test_an_option_does_what_pytest_does(project, code, options, has, lacks):
    screen = project.run(code, options).text
    place = 0
    for text in has:
        place = screen.find(text, place)
        assert place >= 0, f"expected {text!r} next in\n{screen}"
    assert [text for text in lacks if text in screen] == []


PLUGINS = {
    "xdist": ("-n 2", "5 failed"),
    "pytest_cov": ("--cov=katas", "TOTAL"),
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
    (FOLDER, "--solution", "--case=empty", "-p", "no:cacheprovider"): 0,
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


# Tests of one's own, by where they are
OWN = {
    "test_beside.py": f"""
from {WINNER} import is_solved
def test_a_call(): assert is_solved([[1]]) == 2
def test_with_the_kata(kata): assert kata.is_solved([[1]]) == 2
def test_with_a_benchmark(benchmark): assert benchmark(is_solved, [[1]]) == 2
""",
    "tests/test_below.py": "def test_in_a_folder(): assert 1 == 2",
    f"{WINNER}.py": f"{REFERENCE}\n\ndef test_in_the_stub(): assert 1 == 2",
}


def test_tests_of_ones_own_run_under_their_own_names(project):
    (project.root / FOLDER / "tests").mkdir()
    for name, code in OWN.items():
        (project.root / FOLDER / name).write_text(code)
    run = project.pytest(FOLDER)
    names = re.findall(r"def (test_\w+)", "".join(OWN.values()))
    assert re.findall(r"(?m)^_+ (test_\w+) _+$", run.text) == names
    assert f"{WINNER}  {GREEN_BAR}  all 5 stages pass" in run.text
    assert f"{len(names)} failed, {sum(STAGES.values())} passed" in run.text
    alone = project.pytest(f"{FOLDER}/{WINNER}.py::test_in_the_stub").text
    assert "1 failed in" in alone


def test_a_test_of_ones_own_has_no_part_in_a_misconception(project):
    own = "def test_mine(): pass\ndef test_other(kata): assert kata.f(1) == 1\n"
    (project.root / FOLDER / "test_mine.py").write_text(own)
    run = project.run(ROWS_ONLY)
    # Five rows and a test of one's own fail; the other one passes.
    passed = STAGES["three by three"] - 5 + 1
    assert f"6 failed, {passed} passed" in run.text
    assert "perhaps: no diagonals" in run.text


def test_a_check_that_is_missing_is_named_by_a_whole_stage(project):
    kata = "tictactoe_coordinates"
    reference = text_of(f"solutions/{kata}.py")
    less = reference.replace("if n < 1:", "if n == 0:")
    assert "perhaps: not refused: a negative n" in project.run(less, kata=kata).text
    part = project.run(less, "--case=minus", kata).text
    assert "1 failed" in part
    assert "perhaps" not in part
    more = reference.replace("if 0 <= row < n and 0 <= column < n", "if n")
    assert "perhaps: bad input is let through" in project.run(more, kata=kata).text


def debugged(project, code, *options):
    """Start pytest in a terminal, where somebody types at the debugger."""
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


def test_pdb_stops_at_an_exception_and_makes_the_call_of_a_wrong_answer_again(project):
    raises = (
        "    if not any(map(any, board)):\n        raise RuntimeError\n    for mark"
    )
    terminal = debugged(project, ROWS_ONLY.replace("    for mark", raises), "--pdb")
    terminal.expect(r"-> raise RuntimeError")
    terminal.type("c\n")
    terminal.expect(r"is_solved is called once more.*-> if not any")
    terminal.type("p board\n")
    terminal.expect(r"\[\[1, 2, 0\], \[2, 1, 0\], \[0, 0, 1\]\]")
    terminal.type("c\n")
    terminal.expect(r"is_solved is called once more.*-> if not any")
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
    project.run(ROWS_ONLY)
    project.pytest(FOLDER, "--solution", "--case=diagonal")
    assert "5 failed" in project.pytest(FOLDER, "--lf").text
