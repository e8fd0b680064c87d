"""Code that cheats, breaks out or breaks down: never a green run, and nothing is left of it.

Each piece of hostile code is put into the stub of a kata, beside the right answer, so that it
would be green if nothing stopped it. All of it is bounded (a few hundred processes, threads or
megabytes), so that a guard that fails does not take the machine down.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from repository.project import ROOT, Project, Run, clean_environment

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"
SECONDS = "--kata-timeout=0.5"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these limits")


@dataclass(frozen=True)
class Hostile:
    """A piece of code, which may call `right(board)`, and the first line of what is said of it."""

    name: str
    code: str
    says: str = ""
    linux: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Aftermath:
    """What a run said, and what it left behind."""

    run: Run
    processes: list[str]
    files: list[str]


ENDLESS = "is_solved did not return within 0.5 s; is there an endless loop?"
PIPE = "is_solved wrote into the pipe for answers"

# What stands above each piece.
HEAD = """
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
SOLUTION = os.path.join(PROJECT, "solutions", "tictactoe_winner.py")
TEMPORARY = os.environ.get("TMP", HERE)


def solution(source):
    names = {}
    exec(source, names)
    return names["is_solved"]
"""

# Code that never comes to an end.

ENDLESS_CODE = [
    Hostile("a loop", "def is_solved(board):\n    while True: pass", ENDLESS),
    Hostile(
        "a loop that swallows every exception",
        """
def is_solved(board):
    while True:
        try:
            while True: pass
        except: pass
""",
        ENDLESS,
    ),
    Hostile(
        "a loop outside of the function",
        "while True: pass",
        "loading the file did not return within 0.5 s; is there an endless loop?",
    ),
    Hostile(
        "a loop inside the interpreter",
        "import itertools\ndef is_solved(board):\n    return any(itertools.repeat(0))",
        ENDLESS,
    ),
    Hostile(
        "a loop in the text of an answer",
        """
class Answer:
    def __repr__(self):
        while True: pass

def is_solved(board):
    return Answer()
""",
        ENDLESS,
    ),
    Hostile(
        "a loop in the message of an exception",
        """
class Trouble(ValueError):
    def __str__(self):
        while True: pass

def is_solved(board):
    raise Trouble
""",
        ENDLESS,
    ),
    Hostile(
        "a loop that cancels its alarm",
        """
import faulthandler
def is_solved(board):
    faulthandler.cancel_dump_traceback_later()
    while True: pass
""",
        ENDLESS,
    ),
    Hostile(
        "a sleep that puts its alarm off",
        """
import faulthandler, time
def is_solved(board):
    faulthandler.dump_traceback_later(1000, file=open(os.devnull, "w"))
    time.sleep(1000)
""",
        ENDLESS,
    ),
    Hostile(
        "ten million printed lines",
        """
def is_solved(board):
    for _ in range(10**7): print("printed")
    return right(board)
""",
        ENDLESS,
    ),
    Hostile(
        "answers without a question, for ever",
        """
import faulthandler
def is_solved(board):
    faulthandler.cancel_dump_traceback_later()
    while True:
        for number in range(3, 20):
            try: os.write(number, b"('answers', [])\\n")
            except OSError: pass
""",
        PIPE,
    ),
    Hostile(
        "recursion without a limit",
        """
sys.setrecursionlimit(10**9)
def is_solved(board):
    return is_solved(board)
""",
    ),
    Hostile(
        "recursion without a limit inside the interpreter",
        """
sys.setrecursionlimit(10**9)
class Deep:
    def __getattr__(self, name):
        return getattr(self, name)

def is_solved(board):
    return Deep().end
""",
    ),
]

# Code that ends the process, or the run.

ENDING_CODE = [
    Hostile("os._exit outside of the function", "os._exit(0)"),
    Hostile(
        "os._exit",
        "def is_solved(board):\n    os._exit(0)",
        "is_solved called os._exit(0); return the answer instead",
    ),
    Hostile(
        "os._exit by its other name",
        "import posix\ndef is_solved(board):\n    posix._exit(0)",
        "is_solved ended the Python process (exit code 0)",
        linux=True,
    ),
    Hostile("sys.exit outside of the function", "sys.exit(0)"),
    Hostile(
        "sys.exit",
        "def is_solved(board):\n    sys.exit(0)",
        "is_solved called sys.exit(0); return the answer instead",
    ),
    Hostile(
        "pytest.exit",
        "import pytest\ndef is_solved(board):\n    pytest.exit('done', returncode=0)",
        "is_solved raised Exit: done",
    ),
    Hostile(
        "pytest.skip",
        "import pytest\ndef is_solved(board):\n    pytest.skip('not today')",
        "is_solved raised Skipped: not today",
    ),
    Hostile("a skip outside of the function", "import unittest\nraise unittest.SkipTest"),
    Hostile(
        "a crash",
        "def is_solved(board):\n    os.abort()",
        "is_solved crashed Python itself (SIGABRT)",
        linux=True,
    ),
    Hostile(
        "another program in the place of the process",
        "def is_solved(board):\n    os.execv(sys.executable, [sys.executable, '-c', ''])",
        "is_solved tried to start a process (os.exec)",
    ),
    Hostile(
        "a signal that kills pytest",
        "def is_solved(board):\n    os.kill(os.getppid(), 9)\n    return right(board)",
        "is_solved tried to send a signal (os.kill)",
        linux=True,
    ),
    Hostile(
        "a signal that no audit event tells of",
        """
import signal
def is_solved(board):
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 9)
    return right(board)
""",
        "is_solved raised PermissionError: [Errno 1] Operation not permitted",
        linux=True,
    ),
]

# Code that takes too much, or more than its own.

GREEDY_CODE = [
    Hostile(
        "a list that no memory holds",
        "def is_solved(board):\n    return [0] * 10**11",
        "is_solved needed too much memory; 2 GB are allowed",
    ),
    Hostile(
        "more memory than allowed",
        "def is_solved(board):\n    kept = bytes(3 * 10**9)\n    return right(board)",
        "is_solved needed too much memory; 2 GB are allowed",
        linux=True,
    ),
    Hostile(
        "memory in files that have no name",
        """
def is_solved(board):
    for number in range(200):
        os.write(os.memfd_create(str(number)), bytes(2**20))
    return right(board)
""",
        "is_solved raised OSError: [Errno 24] Too many open files",
        linux=True,
    ),
    Hostile(
        "a file without an end",
        """
def is_solved(board):
    with open(os.path.join(HERE, "large"), "wb") as file:
        for _ in range(300): file.write(bytes(10**6))
    return right(board)
""",
    ),
    Hostile(
        "a temporary file",
        """
import tempfile
def is_solved(board):
    tempfile.NamedTemporaryFile(dir=TEMPORARY, delete=False).write(bytes(10))
    return right(board)
""",
    ),
    Hostile(
        "another answer in the reference",
        """
def is_solved(board):
    with open(SOLUTION, "a") as file: file.write("is_solved = print")
    return right(board)
""",
    ),
    Hostile(
        "a pipe with a name",
        "def is_solved(board):\n    os.mkfifo(os.path.join(HERE, 'pipe'))\n    return right(board)",
        "is_solved raised PermissionError: [Errno 1] Operation not permitted",
        linux=True,
    ),
    Hostile(
        "a removed statement",
        "def is_solved(board):\n    os.remove(os.path.join(HERE, 'README.md'))",
        "is_solved tried to change files (os.remove)",
    ),
    Hostile(
        "processes from processes",
        """
def is_solved(board):
    for _ in range(8): os.fork()
    return right(board)
""",
        "is_solved tried to start a process (os.fork)",
        linux=True,
    ),
    Hostile(
        "a process that goes on",
        """
import subprocess
def is_solved(board):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    return right(board)
""",
        "is_solved tried to start a process (subprocess.Popen)",
    ),
    Hostile(
        "a command of the shell",
        "def is_solved(board):\n    os.system('sleep 60 &')\n    return right(board)",
        "is_solved tried to start a process (os.system)",
    ),
    Hostile(
        "processes to share the work",
        """
import multiprocessing
def is_solved(board):
    with multiprocessing.Pool(2) as pool: return pool.apply(right, [board])
""",
    ),
    Hostile(
        "threads that never end",
        """
import threading, time
def is_solved(board):
    for _ in range(300): threading.Thread(target=time.sleep, args=(60,)).start()
    return right(board)
""",
        "is_solved tried to start a thread",
    ),
    Hostile(
        "a socket",
        "import socket\ndef is_solved(board):\n    socket.socket()\n    return right(board)",
        "is_solved tried to use the network (socket.__new__)",
    ),
]

# Code that looks for the answers.

PEEKING_CODE = [
    Hostile(
        "the reference is read",
        "def is_solved(board):\n    return solution(open(SOLUTION).read())(board)",
    ),
    Hostile(
        "the reference is read by a relative path",
        """
def is_solved(board):
    path = os.path.relpath(SOLUTION)
    return solution(open(path).read())(board)
""",
    ),
    Hostile(
        "the reference is read from an open folder",
        """
folder = os.open(os.path.dirname(PROJECT), os.O_RDONLY)
path = os.path.relpath(SOLUTION, os.path.dirname(PROJECT))
file = os.open(path, os.O_RDONLY, dir_fd=folder)
is_solved = solution(os.read(file, 10**6))
""",
        linux=True,
    ),
    Hostile(
        "the reference is read through /proc",
        """
def is_solved(board):
    return solution(open("/proc/self/root" + SOLUTION).read())(board)
""",
        linux=True,
    ),
    Hostile(
        "the reference is read in an interpreter of its own",
        """
try: import _interpreters as interpreters
except ModuleNotFoundError: import _xxsubinterpreters as interpreters

end, begin = os.pipe()
run = getattr(interpreters, "run_string", None) or interpreters.exec
run(interpreters.create(), f"import os; os.write({begin}, open({SOLUTION!r}, 'rb').read())")
is_solved = solution(os.read(end, 10**6))
""",
        linux=True,
    ),
    Hostile(
        "the reference is imported",
        """
sys.path.insert(0, PROJECT)
from solutions.tictactoe_winner import is_solved
""",
    ),
    Hostile(
        "the reference is imported in the call",
        """
def is_solved(board):
    from importlib.machinery import SourceFileLoader
    return SourceFileLoader("reference", SOLUTION).load_module().is_solved(board)
""",
    ),
    Hostile(
        "the tests are imported",
        "sys.path.insert(0, os.path.join(PROJECT, 'tests'))\nfrom kata_kit.katas import PATH",
    ),
]

# Code that lies.

LYING_CODE = [
    Hostile(
        "an object that equals everything",
        """
class Anything:
    def __eq__(self, other): return True
    def __hash__(self): return 0

def is_solved(board):
    return Anything()
""",
    ),
    Hostile(
        "a number that equals everything",
        """
class Anything(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = int.__hash__

def is_solved(board):
    return Anything(7)
""",
        "expected -1 (unfinished), got 7",
    ),
    Hostile(
        "an object that calls itself an int",
        """
class Anything:
    __class__ = int
    def __eq__(self, other): return True

def is_solved(board):
    return Anything()
""",
    ),
    Hostile(
        "assertions that always hold",
        """
import builtins, pytest
pytest.fail = pytest.raises = print
builtins.AssertionError = builtins.isinstance = builtins.type = lambda *_: True
def is_solved(board):
    return 7
""",
    ),
    Hostile(
        "a worker that always answers the same",
        """
def is_solved(board):
    sys.modules["kata_worker.serve"].literal = lambda value: "-1"
    return 7
""",
    ),
    Hostile(
        "answers written into the pipe",
        """
def is_solved(board):
    for number in range(3, 20):
        try: os.write(number, b"('answers', [-1, 1, 2, 0])\\n('end',)\\n")
        except OSError: pass
    return right(board)
""",
    ),
    Hostile(
        "nonsense written into the pipe",
        """
def is_solved(board):
    for number in range(3, 20):
        try: os.write(number, b"[" * 10**5 + b"\\n")
        except OSError: pass
    return right(board)
""",
        PIPE,
    ),
    Hostile(
        "an answer in the pipe that would take gigabytes to read",
        """
def is_solved(board):
    data = b"('answers', [" + b"1," * 10**7
    for number in range(3, 20):
        try:
            while data: data = data[os.write(number, data):]
        except OSError: pass
    return right(board)
""",
        PIPE,
    ),
    Hostile(
        "trouble of an unknown kind in the pipe",
        """
facts = {"kind": "party", "type": "", "message": "", "frame": None, "refusal": True}
message = f"('trouble', {facts})\\n('end',)\\n".encode()
def is_solved(board):
    for number in range(3, 20):
        try: os.write(number, message)
        except OSError: pass
    return right(board)
""",
        PIPE,
    ),
    Hostile(
        "a message in the pipe that lacks a part",
        """
def is_solved(board):
    for number in range(3, 20):
        try: os.write(number, b"('answers',)\\n")
        except OSError: pass
    return right(board)
""",
        PIPE,
    ),
    Hostile(
        "a pipe that is closed",
        """
def is_solved(board):
    for number in range(3, 20):
        try: os.close(number)
        except OSError: pass
    return right(board)
""",
    ),
]

# Code that answers rightly, and would leave something behind.

MESSY_CODE = [
    Hostile(
        "writing wherever it may",
        """
def is_solved(board):
    for folder in (HERE, PROJECT, TEMPORARY, "."):
        for attempt in (
            lambda: open(os.path.join(folder, "left"), "w"),
            lambda: os.open(os.path.join(folder, "left"), os.O_CREAT),
            lambda: os.mkdir(os.path.join(folder, "left")),
            lambda: os.symlink(HERE, os.path.join(folder, "left")),
            lambda: os.link(__file__, os.path.join(folder, "left")),
            lambda: os.mkfifo(os.path.join(folder, "left")),
            lambda: os.rename(__file__, os.path.join(folder, "left")),
        ):
            try: attempt()
            except Exception: pass
    return right(board)
""",
    ),
    Hostile(
        "starting what it can",
        """
import subprocess, threading, _thread
def is_solved(board):
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    for attempt in (
        lambda: subprocess.Popen(command),
        lambda: os.posix_spawn(sys.executable, command, os.environ),
        lambda: os.spawnv(os.P_NOWAIT, sys.executable, command),
        lambda: os.system("sleep 60 &"),
        lambda: os.fork() or os._exit(0),
        lambda: threading.Thread(target=threading.Event().wait).start(),
        lambda: _thread.start_new_thread(threading.Event().wait, ()),
    ):
        try: attempt()
        except Exception: pass
    return right(board)
""",
    ),
    Hostile(
        "writing at its end",
        """
import atexit
atexit.register(lambda: open(os.path.join(HERE, "left"), "w"))

class Late:
    def __del__(self):
        open(os.path.join(HERE, "left"), "w")

late = Late()
def is_solved(board):
    return right(board)
""",
    ),
]

RED = ENDLESS_CODE + ENDING_CODE + GREEDY_CODE + PEEKING_CODE + LYING_CODE


def cases(hostile: list[Hostile]) -> list[object]:
    """The pieces as parameters; those for Linux are skipped elsewhere."""
    return [pytest.param(it, id=it.name, marks=on_linux if it.linux else ()) for it in hostile]


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Hostile], Aftermath]:
    """Put a piece of code into the stub and run the kata; each piece once."""
    project = Project(tmp_path_factory.mktemp("hostile") / "project")
    known: dict[str, Aftermath] = {}

    def run(hostile: Hostile) -> Aftermath:
        if hostile.name not in known:
            known[hostile.name] = attacked(project, hostile, tmp_path_factory.mktemp("temporary"))
        return known[hostile.name]

    return run


@pytest.mark.parametrize("hostile", cases(RED))
def test_hostile_code_makes_the_run_red(
    after: Callable[[Hostile], Aftermath], hostile: Hostile
) -> None:
    assert after(hostile).run.exit_code == 1


@pytest.mark.parametrize("hostile", cases([it for it in RED if it.says]))
def test_a_run_says_what_hostile_code_did(
    after: Callable[[Hostile], Aftermath], hostile: Hostile
) -> None:
    assert hostile.says in after(hostile).run.lines


@pytest.mark.parametrize("hostile", cases(RED + MESSY_CODE))
def test_hostile_code_leaves_no_file(
    after: Callable[[Hostile], Aftermath], hostile: Hostile
) -> None:
    assert after(hostile).files == []


@on_linux
@pytest.mark.parametrize("hostile", cases(RED + MESSY_CODE))
def test_hostile_code_leaves_no_process(
    after: Callable[[Hostile], Aftermath], hostile: Hostile
) -> None:
    assert after(hostile).processes == []


@pytest.mark.parametrize("hostile", cases(RED + MESSY_CODE))
def test_hostile_code_does_not_break_the_harness(
    after: Callable[[Hostile], Aftermath], hostile: Hostile
) -> None:
    text = after(hostile).run.text + after(hostile).run.errors
    assert not re.search('INTERNALERROR|Traceback|File "', text)


@pytest.mark.parametrize("hostile", cases(PEEKING_CODE))
def test_hostile_code_learns_no_line_of_the_reference(
    after: Callable[[Hostile], Aftermath], hostile: Hostile
) -> None:
    assert "def checked_rows" not in after(hostile).run.text


# Each layer of the guard alone, for root as for any other user.


@on_linux
@pytest.mark.parametrize(
    "code",
    [
        "os.fork()",
        "os.execv(sys.executable, [sys.executable, '--version'])",
        "os.posix_spawn(sys.executable, [sys.executable, '--version'], {})",
        "subprocess.run([sys.executable, '--version'])",
        "os.kill(os.getppid(), 0)",
        "os.kill(0, 0)",
        "os.killpg(os.getpgid(0), 0)",
        "signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)",
        "os.mkfifo('pipe')",
        "os.mknod('node')",
    ],
)
def test_the_kernel_refuses(code: str, tmp_path: Path) -> None:
    run = filtered(code, tmp_path)
    assert run.errors.splitlines()[-1].startswith("PermissionError: [Errno 1]")


@on_linux
@pytest.mark.parametrize(
    ("code", "number"),
    [("os.abort()", signal.SIGABRT), ("os.kill(os.getpid(), 9)", 9)],
)
def test_the_kernel_lets_a_process_end_itself(code: str, number: int, tmp_path: Path) -> None:
    assert filtered(code, tmp_path).exit_code == -number


@on_linux
@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("bytes(3 * 10**9)", "MemoryError"),
        ("open('large', 'wb').write(bytes(3 * 10**6))", "OSError: [Errno 27] File too large"),
        ("[os.dup(0) for _ in range(200)]", "OSError: [Errno 24] Too many open files"),
    ],
)
def test_the_limits_hold(code: str, error: str, tmp_path: Path) -> None:
    limits = {"memory": 2 * 1024**3, "file_size": 1024**2, "cpu_seconds": 60}
    run = python(
        f"from kata_worker.guard import set_limits\nset_limits({limits})\n{code}", tmp_path
    )
    assert run.errors.splitlines()[-1] == error


@on_linux
def test_the_code_ends_with_a_pytest_that_is_killed(project: Project, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    project.write(
        WINNER,
        f"""
import faulthandler, time
def is_solved(board):
    faulthandler.cancel_dump_traceback_later()
    file = open({str(pipe)!r}, "rb")
    time.sleep(1000)
""",
    )
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", FOLDER],
        cwd=project.root,
        env={**clean_environment(), "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
    ) as running:
        # This comes back when the code has opened the other end ...
        end = os.open(pipe, os.O_WRONLY)
        running.kill()
    waiting = select.poll()
    waiting.register(end, 0)
    # ... and this when nobody has it open any more.
    gone = waiting.poll(30_000)
    os.close(end)
    assert gone == [(end, select.POLLERR)]


# What the guard must not stop.

ALLOWED = [
    Hostile(
        "a file beside the code is read",
        """
with open(os.path.join(HERE, "README.md")) as file:
    assert file.read()
def is_solved(board):
    return right(board)
""",
    ),
    Hostile(
        "a package that can do without C functions is imported",
        """
try:
    import ctypes
except ImportError:
    ctypes = None
def is_solved(board):
    return right(board)
""",
    ),
    Hostile(
        "much of the standard library is imported",
        """
import array, bisect, collections, copy, dataclasses, decimal, enum, fractions, functools, heapq
import inspect, itertools, json, math, operator, random, re, statistics, string, typing
import asyncio, concurrent.futures, logging, multiprocessing, socket, sqlite3, subprocess, threading
def is_solved(board):
    return right(copy.deepcopy(board))
""",
    ),
    Hostile(
        "a thousand lines are printed",
        """
def is_solved(board):
    print("X" * 80)
    return right(board)
""",
    ),
    Hostile(
        "a deep recursion comes to its end",
        """
sys.setrecursionlimit(3000)
def deep(board, depth):
    return deep(board, depth - 1) if depth else right(board)

def is_solved(board):
    return deep(board, 2500 if len(board) == 1 else 25)
""",
    ),
]


@pytest.mark.parametrize("allowed", ALLOWED, ids=str)
def test_right_code_is_not_stopped(after: Callable[[Hostile], Aftermath], allowed: Hostile) -> None:
    assert after(allowed).run.exit_code == 0


def attacked(project: Project, hostile: Hostile, temporary: Path) -> Aftermath:
    """Run a piece of hostile code, with a folder of its own for what is temporary."""
    project.solve_but(WINNER, "is_solved", HEAD + hostile.code)
    before = files_of(project.root)
    # TMP reaches the process of the code, so that what it starts can be recognised by it.
    places = {"TMPDIR": str(temporary), "TMP": str(temporary), "TEMP": str(temporary)}
    options = [SECONDS] if hostile in ENDLESS_CODE else []
    run = project.pytest(FOLDER, *options, environment=places)
    left = [str(path) for path in temporary.rglob("*")]
    changed = {path for path, _ in files_of(project.root) ^ before}
    return Aftermath(run, processes_with(str(temporary)), left + sorted(changed))


def filtered(code: str, here: Path) -> Run:
    """Run code behind the filter of the kernel, without the audit hook."""
    begin = "import ctypes\nfrom kata_worker import seccomp\nlibc = ctypes.CDLL(None)\n"
    return python(f"{begin}seccomp.prepare(libc)\nseccomp.install(libc)\n{code}", here)


def python(code: str, here: Path) -> Run:
    """Run code that imports the worker's modules."""
    done = subprocess.run(
        [sys.executable, "-c", f"import os, signal, subprocess, sys\n{code}"],
        cwd=here,
        env={**clean_environment(), "PYTHONPATH": str(ROOT / "tests")},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def files_of(folder: Path) -> set[tuple[str, int]]:
    """The files of a project with their sizes, without what pytest and Python keep."""
    kept = {"__pycache__", ".pytest_cache", ".benchmarks"}
    return {
        (str(path.relative_to(folder)), path.lstat().st_size if path.is_file() else 0)
        for path in folder.rglob("*")
        if not kept & set(path.parts)
    }


def processes_with(text: str) -> list[str]:
    """The command lines of the processes that have a text in their environment (Linux)."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if text.encode() in (process / "environ").read_bytes():
                found.append((process / "cmdline").read_bytes().decode().replace("\0", " "))
        except OSError:  # It ended while we looked, or is somebody else's.
            continue
    return found
