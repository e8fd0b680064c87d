"""What a learner reads, by what can be wrong with a file: the code, and its lines."""

import builtins
import random
import re
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from kata_kit import record
from kata_kit.again import doubt_about
from kata_kit.attempt import Attempt
from kata_kit.code import SECONDS, Code, StillRunning, Surroundings
from kata_kit.console import MOST_PRINTED
from kata_kit.failure import Describer
from kata_kit.kata import Functions
from kata_kit.katas import BY_NAME, load
from kata_kit.record import Failure, failure_lines
from kata_kit.watch import Watch
from kata_tables.arguments import Named
from kata_tables.calls import OneOf
from kata_tables.rows import REFUSED, Case
from kata_tables.wrong import Wrong
from repository.tables import each_kata

WINNER = BY_NAME["tictactoe_winner"]
FAILURES = Path(__file__).with_name("failures.txt")
EMPTY = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the limit is of Linux")


def functions(
    folder: Path, source: str, seconds: float = SECONDS, total: float = 0.0
) -> Functions:
    """Return the functions of some code."""
    file = folder / "tictactoe_winner.py"
    file.write_text(source)
    return Functions(Code(file, seconds, total))


def described(wrong: Wrong, code: Code, file: Path | None = None) -> Failure:
    about = Attempt(WINNER, file or code.path, "A case", room=load(WINNER.tests))
    return Describer(wrong, about, code).failure()


def failure(folder, source, seconds=0.3):
    """Return the lines of a failure of some code."""
    kata = functions(folder, source, seconds)
    with pytest.raises(Wrong) as raised:
        assert kata.is_solved(EMPTY) == -1
    doubt_about(kata._code, raised.value)
    problem = described(raised.value, kata._code)
    return [problem.headline, *failure_lines(problem)]


def body(*lines: str) -> str:
    return "\n    ".join(["def is_solved(board):", *lines, ""])


ROW = r"(?m)^(.+)\n((?:    .*\n)+)((?:> .*\n)+)((?:! .*\n)*)"
ROWS = [
    pytest.param(dedent(code), re.findall("> (.*)", has), lacks[2:-1], id=name)
    for name, code, has, lacks in re.findall(ROW, FAILURES.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("code", "expected", "lacking"), ROWS)
def test_a_failure_says_what_is_wrong(tmp_path, code, expected, lacking):
    screen = failure(tmp_path, code)
    headline = re.escape(expected[0]).replace(r"\.\.\.", ".*")
    assert re.fullmatch(headline, screen[0])
    lines = "\n".join(screen)
    assert [text for text in expected[1:] if text not in lines] == [], lines
    unwanted = ["kata_kit", "kata_tables", *filter(None, [lacking])]
    assert [text for text in unwanted if text in lines] == []


@pytest.mark.parametrize(
    "line",
    [
        "return type('Endless' * 10**6, (), {})()",
        "raise type('Endless' * 10**6, (Exception,), {})",
    ],
)
def test_the_name_of_a_class_is_cut(tmp_path, line):
    screen = failure(tmp_path, body(line))
    assert any("EndlessEndless" in line for line in screen)
    assert all(len(line) < 2_000 for line in screen)


NO_COMPARISONS = {
    "an answer on its own": lambda kata: bool(kata.is_solved(EMPTY)),
    "the answers of a batch": lambda kata: bool(kata.is_solved.each([(EMPTY,)])),
    "an answer that is another one": lambda kata: kata.is_solved(EMPTY) != 1,
    "a part of a session": lambda kata: bool(kata.main.session(["1"]).lines),
    "another part of a session": lambda kata: kata.main.session(["1"]).lines != [],
}


@pytest.mark.parametrize("test", NO_COMPARISONS.values(), ids=NO_COMPARISONS)
def test_an_answer_is_compared_with_two_equals_signs_only(tmp_path, test):
    kata = functions(tmp_path, "def is_solved(board): return 0\nmain = input\n")
    with pytest.raises(TypeError, match=r"expected a comparison with ==.*; got"):
        test(kata)


def test_a_null_byte_is_named(tmp_path):
    screen = failure(tmp_path, "x = 1\0\n")
    assert "null byte" in screen[0]


def test_a_file_that_is_missing_can_be_brought_back(tmp_path):
    code = Code(tmp_path / "tictactoe_winner.py")
    with pytest.raises(Wrong) as raised:
        assert Functions(code).is_solved(EMPTY) == -1
    problem = described(raised.value, code)
    assert (problem.headline, problem.details) == (f"{code.path} is missing", ())
    problem = described(raised.value, code, WINNER.stub)
    label = "katas/tictactoe_winner/tictactoe_winner.py"
    assert problem.details == (f"bring it back: git checkout {label}",)


@on_linux
def test_more_memory_than_is_allowed_is_named_with_its_line(tmp_path):
    lines = ["rows = [bytes(2**28)]", "while True:", "    rows.append(bytes(2**28))"]
    screen = failure(tmp_path, body(*lines), seconds=20)
    assert screen[0] == "is_solved needed too much memory; 2 GB are allowed"
    assert any("in is_solved" in line for line in screen)


def test_an_answer_that_depends_on_earlier_calls_is_named(tmp_path):
    source = (
        "seen = []\ndef is_solved(board):\n    seen.append(1)\n    return -len(seen)\n"
    )
    kata = functions(tmp_path, source)
    assert kata.is_solved(EMPTY) == -1
    with pytest.raises(Wrong) as raised:
        assert kata.is_solved(EMPTY) == -1
    doubt_about(kata._code, raised.value)
    assert raised.value.kind == record.BEFORE


def test_answers_that_vary_are_two_different_ones(tmp_path, monkeypatch):
    monkeypatch.setenv("ANSWER", "5")
    lines = [
        "import os",
        "os.environ['ANSWER'] = str(12 - int(os.environ['ANSWER']))",
        "return int(os.environ['ANSWER'])",
    ]
    screen = failure(tmp_path, body(*lines))
    assert "your answers vary from call to call: the same call gave 7 and 5" in screen


def test_a_signal_that_comes_after_its_call_is_no_ctrl_c(monkeypatch):
    watch, calls = Watch(), []
    watch._previous = lambda *_: calls.append("Ctrl-C")
    monkeypatch.setattr(signal, "pthread_kill", lambda *_: None)
    watch._interrupt()
    watch._handle(signal.SIGINT, None)
    assert calls == []
    watch._handle(signal.SIGINT, None)
    assert calls == ["Ctrl-C"]


@each_kata
def test_bad_input_that_is_accepted_has_a_headline_that_says_so(kata):
    room = load(kata.tests)
    cases = [row.values[0] for row in room.TABLE.rows]
    for answer in ("17", "[[' '] * 8] * 8"):
        source = f"def __getattr__(name):\n    return lambda *_, **named: {answer}\n"
        code = Code(kata.stub, source=source)
        for case in cases:
            if case.about == REFUSED:
                with pytest.raises(Wrong) as raised:
                    room.test_row(kata=Functions(code), case=case)
                about = Attempt(kata, kata.stub, case.name, case=case, room=room)
                headline = Describer(raised.value, about, code).failure().headline
                assert re.match("expected a ValueError, (got|but main)", headline)
                assert "[[" not in headline


MESSAGES = {"": False, "a disc": False, "got 3": True, "got '3'": None}


@pytest.mark.parametrize(("message", "has_advice"), MESSAGES.items(), ids=repr)
def test_a_message_that_lacks_its_quotation_marks_gets_advice(
    tmp_path, message, has_advice
):
    kata = functions(tmp_path, body(f"raise ValueError({message!r})"))
    if has_advice is None:
        assert "'3' or '03'" in kata.is_solved.refusal(EMPTY)
        return
    with pytest.raises(Wrong) as raised:
        assert "'3' or '03'" in kata.is_solved.refusal(EMPTY)
    details = described(raised.value, kata._code).details
    assert details[0] == f"it says: {message or 'nothing'}"
    assert ("in an f-string" in details[-1]) is has_advice


@pytest.mark.parametrize(
    ("expected", "kind", "answer"),
    [
        (OneOf([{(1, 1)}, {(2, 2)}]), record.VARYING, "next(numbers), 0"),
        ({(1, 1), (2, 2)}, "", "1, 1"),  # The calls differ, and may have other answers.
    ],
)
def test_answers_vary_if_one_call_gives_several(tmp_path, expected, kind, answer):
    file = tmp_path / "tictactoe_winner.py"
    source = f"numbers = iter(range(99))\ndef is_solved(board):\n    return {answer}\n"
    file.write_text(source)
    code = Code(file)
    with pytest.raises(Wrong) as raised:
        assert Functions(code).is_solved.distinct([(EMPTY,)] * 2) == expected
    doubt_about(code, raised.value)
    assert raised.value.kind == kind


def test_a_board_that_is_changed_is_named_and_was_a_copy(tmp_path):
    source = "def is_solved(board):\n    board.clear()\n    return -1\n"
    kata, board = functions(tmp_path, source), [row[:] for row in EMPTY]
    assert kata.is_solved(board) == -1
    assert board == EMPTY
    with pytest.raises(Wrong) as raised:
        assert kata.is_solved.arguments_after(board) == (board,)
    assert raised.value.kind == record.CHANGED


PLAYING_ON = {
    "return numbers": "returned a list that it has returned before; make a new one",
    "return [numbers.pop()]": "gave another answer to the same call, after the first",
}


@pytest.mark.parametrize(("line", "headline"), PLAYING_ON.items(), ids=PLAYING_ON)
def test_an_answer_that_varies_is_no_list_that_is_shared(tmp_path, line, headline):
    source = f"numbers = [1, 2, 3]\ndef is_solved(board):\n    {line}\n"
    kata = functions(tmp_path, source)
    with pytest.raises(Wrong) as raised:
        assert kata.is_solved.own([(EMPTY,)]) == [[3]]
    assert raised.value.headline.startswith(f"is_solved {headline}")


def test_an_argument_that_is_named_is_compared_after_the_call(tmp_path):
    kata = functions(tmp_path, "def is_solved(board, size):\n    board[0][0] += size\n")
    arguments = (Named(board=EMPTY, size=0),)
    case = Case("A case", "is_solved", arguments, arguments, "unchanged", "")
    case.check(kata)
    case = replace(case, arguments=(Named(board=EMPTY, size=1),))
    with pytest.raises(Wrong) as raised:
        case.check(kata)
    assert raised.value.call.got == ([[1, 0, 0], [0, 0, 0], [0, 0, 0]], 1)


def test_a_message_of_two_lines_is_shown_once(tmp_path):
    screen = failure(tmp_path, body("raise ValueError('first\\nlast')"))
    assert sum("first" in line for line in screen) == 2  # the headline, and the code


def test_a_thread_that_goes_on_is_seen_where_another_one_ends(tmp_path):
    stop = threading.Event()
    before = threading.Thread(target=stop.wait)
    before.start()

    def call() -> None:
        threading.Thread(target=time.sleep, args=(1,)).start()
        stop.set()
        before.join()

    assert isinstance(Code(tmp_path / "none.py").call(call), StillRunning)


def test_a_call_that_took_too_long_ends_the_kata(tmp_path):
    source = "def is_solved(board):\n    while True: pass\n"
    kata = functions(tmp_path, source, 0.1)
    with pytest.raises(Wrong):
        assert kata.is_solved(EMPTY) == -1
    with pytest.raises(pytest.skip.Exception, match="took too long, or left a"):
        assert kata.is_solved(EMPTY) == -1


def test_all_calls_together_have_a_limit(tmp_path):
    source = "def is_solved(board):\n    return sum(range(10**6)) * 0 - 1\n"
    kata = functions(tmp_path, source, 1.0, 0.1)
    with pytest.raises(Wrong) as raised:
        assert kata.is_solved.each([(EMPTY,)] * 500) == [-1] * 500
    code = kata._code
    problem = described(raised.value, code)
    assert problem.headline.startswith("this kata's calls took more than 0.1 s")
    assert problem.details[0] == "--kata-total=0.4 gives them more time"


def test_a_flood_of_printing_is_cut(tmp_path, capsys):
    source = "def is_solved(board):\n    print('x' * 10**6)\n    return -1\n"
    assert functions(tmp_path, source).is_solved(EMPTY) == -1
    printed = capsys.readouterr().out
    assert printed.startswith("x" * MOST_PRINTED)
    assert "the rest was cut" in printed[MOST_PRINTED:]
    assert len(printed) < MOST_PRINTED + 100


def test_what_code_changes_for_everybody_is_put_back():
    surroundings, before = Surroundings(), (builtins.len, random.choice)
    theirs = surroundings.replace(None)
    builtins.len = random.choice = lambda *_: 0  # type: ignore[assignment]
    del builtins.sum
    sys.setrecursionlimit(5_000)
    surroundings.put_back(theirs)
    assert (builtins.len, random.choice) == before
    assert builtins.sum([1, 2]) == 3


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
