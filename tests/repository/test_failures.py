"""What a learner reads, by what can be wrong with a file: the code, and its lines."""

import re
import sys
from functools import partial
from subprocess import PIPE, Popen
from textwrap import dedent

import pytest
from kata_kit.code import Code
from kata_kit.kata import Functions
from kata_kit.katas import load
from kata_tables.rows import REFUSED
from repository.learner import (
    EMPTY,
    WINNER,
    body,
    described,
    functions,
    screen,
    wrong_in,
)
from repository.project import on_linux
from repository.tables import cases_of, each_kata
from repository.texts import text_of

FAILURES = "tests/repository/failures.txt"
ROW = r"(?m)^(.+)\n((?:    .*\n)+)((?:> .*\n)+)((?:! .*\n)*)"
ROWS = [
    pytest.param(dedent(code), re.findall("> (.*)", has), lacks[2:-1], id=name)
    for name, code, has, lacks in re.findall(ROW, text_of(FAILURES))
]


@pytest.mark.parametrize(("code", "expected", "lacking"), ROWS)
def test_a_failure_says_what_is_wrong(tmp_path, code, expected, lacking):
    lines = screen(functions(tmp_path, code, seconds=0.3))
    headline = re.escape(expected[0]).replace(r"\.\.\.", ".*")
    assert re.fullmatch(headline, lines[0]), f"{expected[0]}\n{lines[0]}"
    text = "\n".join(lines)
    assert [part for part in expected[1:] if part not in text] == [], text
    unwanted = ["kata_kit", "kata_tables", *filter(None, [lacking])]
    assert [part for part in unwanted if part in text] == []
    assert max(map(len, lines)) < 2_000


def test_a_null_byte_is_named(tmp_path):
    assert "null byte" in screen(functions(tmp_path, "x = 1\0\n"))[0]


def test_a_file_that_is_missing_can_be_brought_back(tmp_path):
    code = Code(tmp_path / f"{WINNER.name}.py")
    wrong = wrong_in(Functions(code))
    problem = described(wrong, code)
    assert (problem.headline, problem.details) == (f"{code.path} is missing", ())
    problem = described(wrong, code, file=WINNER.stub)
    label = "katas/tictactoe_winner/tictactoe_winner.py"
    assert problem.details == (f"bring it back: git checkout {label}",)


@on_linux
def test_more_memory_than_is_allowed_is_named_with_its_line(tmp_path):
    loop = ["rows = [bytes(2**28)]", "while True:", "    rows.append(bytes(2**28))"]
    headline, *lines = screen(functions(tmp_path, body(*loop), seconds=20))
    assert headline == "is_solved needed too much memory; 2 GB are allowed"
    assert any("in is_solved" in line for line in lines)


@pytest.mark.parametrize("slow", ["sum(range(10**6))", "__import__('time').sleep(.1)"])
def test_all_calls_together_have_a_limit(tmp_path, slow):
    source = body(slow, "return -1")
    kata = functions(tmp_path, source, seconds=1.0, total=0.1)
    batch = [(EMPTY,)] * 50
    wrong = wrong_in(kata, lambda kata: kata.is_solved.each(batch) == [-1] * 50)
    problem = described(wrong, kata._code)
    assert problem.headline.startswith("this kata's calls took more than 0.1 s")
    assert problem.details[0] == "--kata-total=0.4 gives them more time"


def test_a_message_of_two_lines_is_shown_once(tmp_path):
    lines = screen(functions(tmp_path, body("raise ValueError('first\\nlast')")))
    assert sum("first" in line for line in lines) == 2  # the headline, and the code


@each_kata
def test_bad_input_that_is_accepted_has_a_headline_that_says_so(kata):
    room = load(kata.tests)
    for answer in ("17", "[[' '] * 8] * 8"):
        source = f"def __getattr__(name):\n    return lambda *_, **named: {answer}\n"
        code = Code(kata.stub, source=source)
        for case in cases_of(kata):
            if case.about == REFUSED:
                wrong = wrong_in(Functions(code), partial(room.test_row, case=case))
                headline = described(wrong, code, kata).headline
                assert re.match("expected a ValueError, (got|but main)", headline)
                assert "[[" not in headline


# A message of a ValueError that should quote '3', and whether advice follows
MESSAGES = {"": False, "a disc": False, "got 3": True}


@pytest.mark.parametrize(("message", "has_advice"), MESSAGES.items(), ids=repr)
def test_a_message_that_lacks_its_quotation_marks_gets_advice(
    tmp_path, message, has_advice
):
    kata = functions(tmp_path, body(f"raise ValueError({message!r})"))
    wrong = wrong_in(kata, lambda kata: "'3' or '03'" in kata.is_solved.refusal(EMPTY))
    details = described(wrong, kata._code).details
    assert details[0] == f"it says: {message or 'nothing'}"
    assert ("in an f-string" in details[-1]) is has_advice


LOST = {
    "a loop in C": ("import itertools", "return sum(itertools.count())", "line 3"),
    "an exit in C": ("import ctypes", "ctypes.CDLL(None)._exit(0)", "exit code 0"),
    "a crash": ("import ctypes", "ctypes.string_at(0)", "line 3, in is_solved"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no parent of a run")
@pytest.mark.parametrize("lines", LOST.values(), ids=LOST)
def test_a_process_that_is_lost_is_red_with_the_case_and_the_line(project, lines):
    *code, text = lines
    project.write(body(*code))
    run = project.python("-m", "pytest", "katas/tictactoe_winner", "--kata-timeout=.3")
    assert run.exit_code == 1
    assert "An empty board is unfinished: the run ended here" in run.text
    assert text in run.text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no parent of a run")
def test_a_process_that_is_lost_before_any_test_is_red(project):
    own = project.root / "katas" / WINNER.name / "test_mine.py"
    own.write_text("import os\nos._exit(0)\n")
    run = project.python("-m", "pytest", "katas/tictactoe_winner")
    assert run.exit_code == 1
    assert "the collection: the run ended here" in run.text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no parent of a run")
def test_a_run_whose_parent_is_killed_ends(project):
    project.write(body("print('begun', flush=True)", "import time", "time.sleep(60)"))
    words = [sys.executable, "-m", "pytest", "-s", "katas/tictactoe_winner"]
    run = Popen([*words, "--kata-timeout=60"], cwd=project.root, stdout=PIPE, text=True)
    assert run.stdout
    assert any("begun" in line for line in run.stdout)
    run.kill()
    run.communicate(timeout=50)  # It ends when nobody has the other end of the pipe.
