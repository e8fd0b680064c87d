"""Code that cheats, breaks out or breaks down: its calls fail, and nothing else does.

All of it is bounded (some hundred megabytes, signal 0), so that a guard that fails does
not take the machine down.
"""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kata_kit import layout
from kata_kit.katas import BY_NAME
from kata_kit.process import Limits
from kata_kit.replies import LONGEST_NAME
from kata_kit.request import Trouble
from kata_tables.calls import source
from repository.project import ROOT, clean_environment, on_linux
from repository.tables import asked

WINNER = BY_NAME["tictactoe_winner"]
FILE, FOLDER = f"{WINNER.name}.py", f"katas/{WINNER.name}"
SECONDS = 0.2
ESCAPE = "\x1b[31m"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file for code."""
    return tmp_path / FILE


def trouble(
    file: Path,
    text: str,
    *arguments: object,
    seconds: float = 5,
    wanted: str = "answer",
) -> Trouble:
    """Return the one trouble that comes of a call."""
    limits = Limits(seconds, memory=2**29)
    (outcome,) = asked(file, text, arguments, wanted=wanted, limits=limits).outcomes
    assert isinstance(outcome, Trouble)
    return outcome


# Code that never comes to an end, or that breaks what runs it.

HEAD = f"""
import builtins, os, signal, sys, time
REFERENCE = {str(ROOT / WINNER.solution)!r}
FILE = os.memfd_create("") if hasattr(os, "memfd_create") else None
def other(path): return os.devnull
def endless(_): return any(iter(int, 1))
def stop_clock(): return [signal.setitimer(number, 0) for number in range(3)]
class Deep:
    def __getattr__(self, name): return getattr(self, name)
def say(text):  # Into all pipes; what the worker itself says comes behind it.
    for number in range(3, 20):
        data = text.encode() + b"\\n"
        try:
            while data: data = data[os.write(number, data):]
        except OSError: pass
def f(*_):
    """
LOOPS = {
    "a loop without exceptions": """while True:
        try: endless(0)
        except: pass""",
    "a loop inside the interpreter": "endless(0)",
    "a loop in the text of an answer": "return type('', (), {'__repr__': endless})()",
    "a loop without a clock or a pipe": """
    stop_clock()
    os.closerange(3, 20)
    endless(0)""",
    "a sleep": "time.sleep(1000)",
    "a recursion inside the interpreter": "sys.setrecursionlimit(10**9); Deep().end",
    "ten million printed lines": "for _ in range(10**7): print('printed')",
    "texts in the pipe, for ever": """while True: say('["printed", "text"]')""",
}
WORKER = {
    "no pipe": "os.closerange(3, 20)",
    "a worker that lies": """
    sys.modules['kata_worker.plain_values'].to_json = lambda value: 'not JSON'""",
    "no types": "builtins.isinstance = builtins.type = None",
}


@pytest.mark.parametrize("body", (LOOPS | WORKER).values(), ids=LOOPS | WORKER)
def test_what_never_ends_or_breaks_the_worker_is_one_failed_call(file, body):
    told = trouble(file, HEAD + body, seconds=SECONDS)
    breaks = ("ended", "garbled")
    loops = ("timeout", "crash", "memory", "recursion", "garbled")
    assert told.kind in (breaks if body in WORKER.values() else loops)


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no timer for processor time"
)
def test_time_is_processor_time(file):
    # It waits for longer than it may work: so does right code on a machine that is
    # busy.
    text = f"import time\ndef f():\n    time.sleep({2 * SECONDS})\n    return 1"
    assert asked(file, text, (), (), limits=Limits(SECONDS)).outcomes == [1, 1]


# Code that ends the process, or takes too much.

ENDS = {
    "pytest.exit": (
        "import pytest; pytest.exit('done', returncode=0)",
        "exception",
        "done",
    ),
    "posix._exit": ("import posix; posix._exit(0)", "ended", "0"),
    "a debugger": ("import pdb; pdb.set_trace()", "debugger", ""),
    "a crash": ("os.abort()", "crash", "SIGABRT"),
    "a signal": ("os.kill(os.getpid(), 9)", "forbidden", "send a signal (os.kill)"),
    "a growing list": (
        "kept = []\n    while True: kept.append('x' * 100_000)",
        "memory",
        "",
    ),
    "a file": (
        "while True: os.write(FILE, bytes(9**6))",
        "exception",
        "[Errno 27] File too large",
    ),
    "files": (
        "while True: os.dup(0)",
        "exception",
        "[Errno 24] Too many open files",
    ),
    "a path": (
        "open(type('', (str,), {'__fspath__': other})(REFERENCE))",
        "forbidden",
        f"read {str(ROOT / WINNER.solution)!r}",
    ),
}


@on_linux
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "at_load", [False, True], ids=["in a call", "outside of the function"]
)
def test_whatever_ends_it_is_a_failed_call(file, end, at_load):
    body, kind, message = ENDS[end]
    told = trouble(file, f"{HEAD}{body}\n{'f()' if at_load else ''}")
    assert (told.kind, told.message, told.at_load) == (kind, message, at_load)


# Code that lies.

LIES = {
    "nonsense": "'nonsense'",
    "the end, too early": """'["printed", "text"]'""",
    "more answers than questions": """
        '["answer", {"asked": [], "ended": null}]\\n' * 9
    """,
    "an answer that is too long to read": """'["answer", [' + '1,' * 10**6 + '1]]'""",
    "a set that collides": """
        '["answer", {"__set__": %s}]' % [*range(0, 2**76, 2**61 - 1)]
    """,
    "trouble of an unknown kind": """'["trouble", {"kind": "party"}]'""",
    "lines that nobody typed": """
        '["typed", "x"]\\n' * 10_000 + '["answer", {"asked": [], "ended": null}]'
    """,
}


# What is wanted, and the arguments of a call for it.
WANTED: dict[str, tuple[Any, ...]] = {
    "answer": (),
    "session": ({"typed": []},),
    "lines": (None, ()),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_in_the_pipe_is_one_failed_call(file, lie):
    # Nobody reads what the worker says behind the end.
    code = f"{HEAD}say({LIES[lie].strip()}); say('[\"end\", 0]')"
    for wanted, arguments in WANTED.items():
        assert trouble(file, code, *arguments, wanted=wanted).kind == "garbled"


def test_a_lie_leaves_what_the_calls_before_it_answered(file):
    code = f"{HEAD}if _[0] == 2: say('nonsense')\n    return _[0]"
    batch = (1,), (2,), (3,)
    one, *more, last = asked(file, code, *batch).outcomes
    assert (one, last.kind) == (1, "garbled")
    assert len(more) < 2


# What it says is visible and short, and names no file that is opened.

SAYS = (
    "raise type(S, (Exception,), {})('x')",
    "raise SystemExit(S)",
    "exec(compile('1 / 0', os.path.join(os.path.dirname(__file__), S), 'exec'))",
    "raise SyntaxError(S, (__file__, 1, 1, S))",
    "print(S)",
    "return S",
    "return type('T', (), {'__repr__': lambda self: S})()",
    "return type(S, (tuple,), {'_fields': (S,)})([1])",
    "return {S: {S}, 'b': S.encode(), 'f': {frozenset({S})}}",
)


@pytest.mark.parametrize("body", SAYS)
def test_what_is_shown_of_it_is_visible_and_short(file, body):
    texts = [(ESCAPE, 1), ("a", 900_000), ("\u00e9", 100_000), ("one\n", 30_000)]
    code = f"import os\ndef f(text, times):\n    S = text * times\n    {body}\n"
    reply = asked(file, code, *texts, limits=Limits(memory=2**29))
    assert len(reply.outcomes) == len(texts)
    for one in reply.outcomes:
        parts: Any = one, source(one)
        if isinstance(one, Trouble):
            parts = vars(one).values()
            assert len(one.type.splitlines()) == 1
            assert len(one.type) <= LONGEST_NAME
        shown = reply.printed + "".join(map(str, parts))
        assert len(layout.short(shown, 78)) <= 78
        assert "\x1b" not in shown
        assert len(shown) < 500_000


WRAPPED = """
from functools import wraps
def f(board): pass
@wraps(f)
def f(): pass
"""


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ("class Bad: __repr__ = 1\ndef f(x, y=Bad()): pass", "x, y=..."),
        ("def f(x, y=[0] * 200_000, *, z=object()): pass", "x, y=..., *, z=..."),
        (WRAPPED, ""),
        ("def f(): pass\nf.__signature__ = 1", ""),
    ],
)
def test_what_a_function_takes_is_told_without_what_may_be_long_or_fail(
    file, text, takes
):
    told = trouble(file, text, 1, 2, 3)
    assert (told.kind, told.takes) == ("signature", takes)


# A run as a whole.


def test_a_run_against_hostile_code_is_red_and_whole(project):
    forged = f"exec(compile('1 / 0', '/etc/passwd{ESCAPE}', 'exec'))"
    body = f"    print({ESCAPE!r})\n    {forged} if len(board) == 3 else f()\n"
    project.write(f"{HEAD}say('1')\ndef is_solved(board):\n{body}")
    run = project.pytest(f"{FOLDER}::test_row", "--all-stages", "-s")
    assert run.exit_code == 1
    assert not any(
        word in run.text + run.errors for word in ("INTERNALERROR", "Traceback", "\x1b")
    )


@on_linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_is_left_of_a_run_that_is_killed(project, tmp_path, number):
    pipe, temporary = project.stub().parent / "pipe", tmp_path / "temporary"
    temporary.mkdir()
    os.mkfifo(pipe)
    body = f"    file = open({str(pipe)!r}, 'rb')\n    time.sleep(60)"
    project.write(f"import time\ndef is_solved(board):\n{body}")
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", FOLDER],
        cwd=project.root,
        env={**clean_environment(), "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
    ) as running:
        end = os.open(pipe, os.O_WRONLY)
        running.send_signal(number)
    waiting = select.poll()
    waiting.register(end, 0)
    # ... and this when nobody has it open any more.
    gone = waiting.poll(30_000)
    os.close(end)
    assert gone == [(end, select.POLLERR)]
    assert list(temporary.iterdir()) == []
