"""What is checked about a call, and what a call leaves behind."""

import builtins
import random
import signal
import sys
import threading
import time

import pytest
from kata_kit import record
from kata_kit.code import Code, StillRunning, Surroundings
from kata_kit.console import MOST_PRINTED
from kata_kit.watch import Watch
from kata_tables.arguments import Named
from kata_tables.calls import OneOf
from kata_tables.rows import Case
from repository.learner import EMPTY, body, functions, is_unfinished, wrong_in

TWICE = [(EMPTY,)] * 2
NO_COMPARISONS = {
    "an answer on its own": lambda kata: bool(kata.is_solved(EMPTY)),
    "an answer that is another one": lambda kata: kata.is_solved(EMPTY) != 1,
    "a part of a session": lambda kata: bool(kata.main.session(["1"]).lines),
}


@pytest.mark.parametrize("test", NO_COMPARISONS.values(), ids=NO_COMPARISONS)
def test_an_answer_is_compared_with_two_equals_signs_only(tmp_path, test):
    kata = functions(tmp_path, "def is_solved(board): return 0\nmain = input\n")
    with pytest.raises(TypeError, match=r"expected a comparison with ==.*; got"):
        test(kata)


# What a function returns that spoils its board and notes that in `calls`, the test, and
# the kind
KINDS = [
    (
        "-len(calls)",
        lambda kata: is_unfinished(kata) and is_unfinished(kata),
        record.BEFORE,
    ),
    (
        "(len(calls), 0)",
        lambda kata: kata.is_solved.distinct(TWICE) == OneOf([{(1, 1)}, {(2, 2)}]),
        record.VARYING,
    ),
    # The calls differ, and may have other answers.
    ("(1, 1)", lambda kata: kata.is_solved.distinct(TWICE) == {(1, 1), (2, 2)}, ""),
    (
        "None",
        lambda kata: kata.is_solved.arguments_after(EMPTY) == (EMPTY,),
        record.CHANGED,
    ),
]


@pytest.mark.parametrize(("answer", "test", "kind"), KINDS)
def test_a_wrong_answer_is_of_a_kind(tmp_path, answer, test, kind):
    source = body("calls.append(board.pop())", f"return {answer}") + "\ncalls = []\n"
    assert wrong_in(functions(tmp_path, source), test).kind == kind
    assert EMPTY == 3 * [[0, 0, 0]]


def test_an_answer_that_varies_is_no_list_that_is_shared(tmp_path):
    source = "numbers = [1, 2, 3]\ndef is_solved(board):\n    return [numbers.pop()]\n"
    wrong = wrong_in(
        functions(tmp_path, source),
        lambda kata: kata.is_solved.own([(EMPTY,)]) == [[3]],
    )
    varies = "is_solved gave another answer to the same call, after the first"
    assert wrong.headline.startswith(varies)


def test_an_argument_that_is_named_is_compared_after_the_call(tmp_path):
    kata = functions(tmp_path, "def is_solved(board, size):\n    board[0][0] += size\n")

    unchanged, changed = (
        Case("", "is_solved", (Named(board=EMPTY, size=size),), (), "unchanged", "")
        for size in (0, 1)
    )
    unchanged.check(kata)
    got = wrong_in(kata, changed.check).call.got
    assert got == ([[1, 0, 0], [0, 0, 0], [0, 0, 0]], 1)


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
    kata = functions(tmp_path, body("while True: pass"), seconds=0.1)
    wrong_in(kata)
    with pytest.raises(pytest.skip.Exception, match="took too long, or left a"):
        is_unfinished(kata)


def test_chance_is_the_same_in_every_run(tmp_path):
    source = "import random\ndef is_solved(board):\n    return random.random()\n"
    kata = functions(tmp_path, source)
    calls = [(EMPTY,)]
    first = [kata.is_solved.each(calls), kata.is_solved.own(calls)]
    again = [kata.is_solved.each(calls), kata.is_solved.own(calls)]
    assert [answers.got for answers in first] == [answers.got for answers in again]


def test_a_flood_of_printing_is_cut(tmp_path, capsys):
    kata = functions(tmp_path, body("print('x' * 10**6)", "return -1"))
    assert is_unfinished(kata)
    printed = capsys.readouterr().out
    assert printed.startswith("x" * MOST_PRINTED)
    assert "the rest was cut" in printed[MOST_PRINTED:]
    assert len(printed) < MOST_PRINTED + 100


def test_a_signal_that_comes_after_its_call_is_no_ctrl_c(monkeypatch):
    watch, calls = Watch(), []
    watch._previous = lambda *_: calls.append("Ctrl-C")
    monkeypatch.setattr(signal, "pthread_kill", lambda *_: None)
    watch._interrupt()
    watch._handle(signal.SIGINT, None)
    assert calls == []
    watch._handle(signal.SIGINT, None)
    assert calls == ["Ctrl-C"]


class Evil:
    """Can't be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


def test_what_code_changes_for_everybody_is_put_back():
    surroundings, before = Surroundings(), (builtins.len, random.choice)
    theirs, errors = surroundings.replace(None), sys.stderr
    sys.stderr.close()
    sys.stderr = sys.stdout
    builtins.len = random.choice = lambda *_: 0  # type: ignore[assignment]
    del builtins.sum
    sys.setrecursionlimit(5_000)
    surroundings.put_back(theirs)
    assert (builtins.len, random.choice) == before
    assert builtins.sum([1, 2]) == 3
    assert sys.stderr is errors
    assert not errors.closed


def test_what_cannot_be_compared_is_put_back():
    surroundings = Surroundings()
    theirs = surroundings.replace(None)
    builtins.min = Evil()  # type: ignore[assignment]
    surroundings.put_back(theirs)
    assert min(3, 4) == 3
