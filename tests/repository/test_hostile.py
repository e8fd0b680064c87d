"""Code that cheats, breaks out or breaks down: its calls fail, and nothing else comes of it.

Each piece of code is put into a file of its own and called in a process as any code under test; a
few tests run pytest as a whole. All of it is bounded (some hundred megabytes, signal 0, priorities
as they are), so that a guard that fails does not take the machine down.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

import pytest
from kata_kit.incoming import Trouble
from kata_kit.katas import BY_NAME
from kata_kit.process import PATIENCE, Limits, Process, Reply
from kata_kit.show import source
from kata_kit.under_test import UnderTest
from kata_kit.whose import code
from repository.project import ROOT, Project, clean_environment

WINNER = BY_NAME["tictactoe_winner"]
FILE, FOLDER = f"{WINNER.name}.py", f"katas/{WINNER.name}"
SECONDS = 0.3
ESCAPE = "\x1b[31m"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these limits")

Ask = Callable[..., Reply]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Ask]:
    """Write code into a file, and call its function `f`."""
    asked: list[UnderTest] = []

    def call(
        text: str,
        batch: Sequence[tuple[object, ...]] = ((),),
        limits: Limits = Limits(),  # noqa: B008 - it is frozen
        *,
        wanted: str = "answer",
        function: str = "f",
    ) -> Reply:
        file = tmp_path / "own" / FILE
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        asked.append(UnderTest(file, WINNER, limits))
        return asked[-1].call(function, wanted, batch)

    yield call
    for one in asked:
        one.close()


def trouble(reply: Reply) -> Trouble:
    """The one trouble that came of a call."""
    (outcome,) = reply.outcomes
    assert isinstance(outcome, Trouble)
    return outcome


# What the kernel refuses: one line for each rule of Landlock, of seccomp and of the capabilities.
# The calls are those of the C library, because the audit hook does not hear of them.

KERNEL = """
import ctypes, errno, os, resource, signal, sys, time
libc = ctypes.CDLL(None, use_errno=True)
me, parent, buffer = os.getpid(), os.getppid(), ctypes.create_string_buffer(1000)
def opened(path, flags=os.O_RDONLY): return libc.open(os.fsencode(path), flags, 0o600)
def own(name): return os.fsencode(os.path.join(os.path.dirname(__file__), name))
def f(attempt, paths):
    ctypes.set_errno(0)
    try:
        result = eval(attempt, globals(), paths)
    except OSError as error:
        return errno.errorcode.get(error.errno, "the hook")
    return errno.errorcode[ctypes.get_errno()] if result == -1 else "done"
"""
REFUSED = {
    "a reference is read": "opened(reference)",
    "a table is read": "opened(table)",
    "somebody's file is read": "opened(neighbour)",
    "the folder of everybody is listed": "opened(everybody, os.O_DIRECTORY)",
    "a file of the system is read": "opened('/etc/passwd')",
    "the memory of pytest is read": "opened(f'/proc/{parent}/mem')",
    "the memory of pytest is copied": "libc.process_vm_readv(parent, buffer, 0, buffer, 0, 0)",
    "the files of pytest are taken": "libc.syscall(438, os.pidfd_open(parent), 0, 0)",
    "pytest is traced": "libc.ptrace(0x4206, parent, 0, 0)",
    "the own file is written": "opened(__file__, os.O_WRONLY)",
    "the own file is emptied": "libc.truncate(os.fsencode(__file__), 10**6)",
    "a file is made": "opened(own('new'), os.O_CREAT | os.O_WRONLY)",
    "a temporary file is made": "opened(temporary, os.O_CREAT | os.O_WRONLY)",
    "a folder is made": "libc.mkdir(own('new'), 0o700)",
    "a pipe is made": "os.mkfifo(own('new'))",
    "a link is made": "libc.symlink(b'/', own('new'))",
    "a file is renamed": "libc.rename(os.fsencode(__file__), own('new'))",
    "a file is removed": "libc.unlink(own('notes.txt'))",
    "a mode is changed": "libc.chmod(own('notes.txt'), 0)",
    "an owner is changed": "libc.chown(own('notes.txt'), 12345, 12345)",
    "a time is changed": "libc.utimes(own('notes.txt'), None)",
    "an attribute is set": "libc.setxattr(own('notes.txt'), b'user.x', b'', 0, 0)",
    "a process is forked": "libc.fork() or os._exit(0)",
    "a program is run": "libc.execv(b'/bin/true', None)",
    "a socket is opened": "libc.socket(2, 2, 0)",
    "a ring is made": "libc.syscall(425, 1, buffer)",
    "pytest is killed": "libc.kill(parent, 0)",
    "the group of pytest is killed": "libc.kill(-os.getpgid(parent), 0)",
    "pytest gets a signal by its descriptor": "signal.pidfd_send_signal(os.pidfd_open(parent), 0)",
    "pytest gets a signal from a pipe": "libc.fcntl(os.pipe()[0], 8, parent)",
    "the end of pytest is survived": "libc.prctl(1, 0, 0, 0, 0)",
    "pytest becomes slow": "libc.setpriority(0, parent, os.getpriority(0, 0))",
    "pytest gets fewer processors": "os.sched_setaffinity(parent, os.sched_getaffinity(0))",
    "pytest gets other limits": "resource.prlimit(parent, resource.RLIMIT_CORE)",
    "memory is left behind": "libc.shmget(0, 4096, 0o1600)",
    "a terminal is typed into": "libc.ioctl(1, 0x5412, b'x')",
    "the world changes for it": "libc.unshare(0x10000000)",
    "the clock is set": "time.clock_settime(time.CLOCK_REALTIME, time.time())",
    "the root is changed": "os.chroot('/')",
    "the user is changed": "os.setuid(12345)",
}
ALLOWED = {
    "its own file is read": "opened(__file__)",
    "what is beside it is read": "opened(own('notes.txt'))",
    "the standard library is read": "opened(os.__file__)",
    "an interface to C is found": "ctypes.CDLL('libc.so.6') and 0",
    "what nobody wants is thrown away": "open(os.devnull, 'w').write('x')",
    "it asks for its limits": "resource.getrlimit(resource.RLIMIT_CORE) and 0",
    "it asks whether it is there": "libc.kill(me, 0)",
}


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], object]]:
    """Make an attempt in a process that is guarded as a participant's is."""
    everybody = tmp_path_factory.mktemp("everybody")
    own, neighbour = everybody / "ada" / FILE, everybody / "bob.py"
    own.parent.mkdir()
    own.write_text(KERNEL, encoding="utf-8")
    (own.parent / "notes.txt").touch()
    neighbour.touch()
    paths = {
        "reference": ROOT / WINNER.solution,
        "table": ROOT / WINNER.table,
        "neighbour": neighbour,
        "everybody": everybody,
        "temporary": everybody / "new",
    }
    named = {name: str(path) for name, path in paths.items()}
    under_test = UnderTest(own, WINNER, Limits(), own.parent)
    yield lambda attempt: under_test.call("f", "answer", [(attempt, named)]).outcomes[0]
    under_test.close()
    left = [path.name for path in everybody.rglob("*") if path.is_file()]
    assert sorted(left) == ["bob.py", "notes.txt", FILE]


@on_linux
@pytest.mark.parametrize("what", REFUSED)
def test_the_kernel_refuses(kernel: Callable[[str], object], what: str) -> None:
    assert kernel(REFUSED[what]) in ("EPERM", "EACCES")


@on_linux
@pytest.mark.parametrize("what", ALLOWED)
def test_the_kernel_lets_through(kernel: Callable[[str], object], what: str) -> None:
    assert kernel(ALLOWED[what]) == "done"


TRICKS = (
    "os.fspath = lambda path: os.devnull",
    "FILE = type('Name', (str,), {'__fspath__': lambda self: os.devnull})(FILE)",
    "os.path.realpath = os.path.abspath = os.fsdecode = lambda path: os.devnull",
)


@on_linux
@pytest.mark.parametrize("trick", TRICKS)
def test_python_that_fools_the_hook_reads_nothing(ask: Ask, trick: str) -> None:
    file = str(ROOT / WINNER.solution)
    told = trouble(ask(f"import os\nFILE = {file!r}\n{trick}\ndef f(): return open(FILE).read()"))
    assert (told.kind, told.message) == ("forbidden", f"read {file!r}")


@on_linux
def test_what_holds_is_asked_of_the_kernel(tmp_path: Path) -> None:
    process = Process(tmp_path / FILE, WINNER.name, Limits(), {})
    process.load(b"")
    process.close()
    limits = {"RLIMIT_AS", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_CORE"}
    assert set(process.held) >= {*limits, "seccomp", "files", "emptying", "tcp", "signals"}


def test_the_references_that_a_kata_needs_can_be_imported_and_no_others(tmp_path: Path) -> None:
    kata, outcomes = BY_NAME["tictactoe_perft"], []
    for name in ("negamax import negamax", "perft import perft"):
        file = tmp_path / f"{kata.name}.py"
        file.write_text(f"from solutions.tictactoe_{name} as f", encoding="utf-8")
        under_test = UnderTest(file, kata, Limits(), file)
        outcomes += under_test.call("f", "answer", [(0, 0)]).outcomes
        under_test.close()
    assert outcomes[0] == 0
    assert isinstance(outcomes[1], Trouble)


def test_what_is_installed_can_be_imported(ask: Ask) -> None:
    modules = """array asyncio bisect collections concurrent.futures copy ctypes dataclasses decimal
        enum fractions functools heapq inspect itertools json logging math multiprocessing operator
        pytest random re socket sqlite3 statistics string subprocess threading typing zoneinfo"""
    assert ask(f"import {', '.join(modules.split())}\ndef f(): return 1").outcomes == [1]


# Code that never comes to an end.

LOOPS = {
    "a loop": "while True: pass",
    "a loop that swallows every exception": """while True:
        try:
            while True: pass
        except: pass""",
    "a loop inside the interpreter": "any(iter(int, 1))",
    "a loop in the text of an answer": "return type('', (), {'__repr__': lambda _: any(iter(int, 1))})()",
    "a loop in a message": "raise type('', (Exception,), {'__str__': lambda _: any(iter(int, 1))})",
    "a loop that stops its clock": """import signal
    for timer in range(3): signal.setitimer(timer, 0)
    while True: pass""",
    "a sleep": "import time; time.sleep(1000)",
    "ten million printed lines": "for _ in range(10**7): print('printed')",
    "texts in the pipe, for ever": """import os
    while True:
        for number in range(3, 20):
            try: os.write(number, b'["printed", "text"]\\n')
            except OSError: pass""",
}


@pytest.mark.parametrize("loop", LOOPS)
def test_what_never_ends_is_ended(ask: Ask, loop: str) -> None:
    began = monotonic()
    told = trouble(ask(f"def f():\n    {LOOPS[loop]}", limits=Limits(SECONDS)))
    assert told.kind in ("timeout", "garbled")
    assert monotonic() - began < PATIENCE * SECONDS + 5


def test_a_loop_outside_of_the_function_is_ended(ask: Ask) -> None:
    told = trouble(ask("while True: pass", limits=Limits(SECONDS)))
    assert (told.kind, told.at_load, told.source) == ("timeout", True, "while True: pass")


def test_it_is_told_how_a_call_spent_its_time(ask: Ask) -> None:
    waits = "def g(depth): g(depth - 1) if depth else time.sleep(60)"
    text = (
        f"import time\n{waits}\ndef f(loops):\n    while loops > 1: pass\n    return loops and g(2)"
    )
    *done, told = ask(text, [(0,), (0,), (1,)], Limits(SECONDS)).outcomes
    assert isinstance(told, Trouble)
    assert (done, told.done, told.busy, told.recursed, told.source) == (
        [0, 0],
        2,
        False,
        True,
        waits,
    )
    told = trouble(ask(text, [(2,)], Limits(SECONDS)))
    busy = sys.platform != "win32"
    assert (told.done, told.busy, told.recursed, told.line) == (0, busy, False, 4)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no timer for processor time")
def test_time_is_processor_time(ask: Ask) -> None:
    # It waits for longer than it may work: so does right code on a machine that is busy.
    text = f"import time\ndef f():\n    time.sleep({2 * SECONDS})\n    return 1"
    assert ask(text, [(), ()], Limits(SECONDS)).outcomes == [1, 1]


@on_linux
@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("while True: pass", ["too long", "not run", "not run"]),
        # The time of the system does not end a call; so this runs out between two calls.
        ("while time.process_time() < 0.5: os.urandom(10**6)", ["too long", "not run"]),
    ],
)
def test_a_call_fails_of_the_time_that_is_used_up(
    tmp_path: Path, body: str, kinds: list[str]
) -> None:
    (tmp_path / FILE).write_text(f"import os, time\ndef f():\n    {body}", encoding="utf-8")
    under_test = UnderTest(tmp_path / FILE, WINNER, Limits(5, 0.4))
    outcomes = [under_test.call("f", "answer", [()]).outcomes[0] for _ in range(3)]
    under_test.close()
    assert [outcome.kind for outcome in outcomes if isinstance(outcome, Trouble)] == kinds


# Code that ends the process, or takes too much.

ENDS = {
    "os._exit": ("os._exit(0)", "exit", "0"),
    "sys.exit": ("sys.exit(0)", "exit", "0"),
    "pytest.exit": ("import pytest; pytest.exit('done', returncode=0)", "exception", "done"),
    "pytest.skip": ("import pytest; pytest.skip('not today')", "exception", "not today"),
    "posix._exit": ("import posix; posix._exit(0)", "ended", "0"),
    "a crash": ("os.abort()", "crash", "SIGABRT"),
    "a signal": ("os.kill(os.getpid(), 9)", "forbidden", "send a signal (os.kill)"),
    "a program": ("os.execv('python', ['python'])", "forbidden", "start a process (os.exec)"),
    "a list": ("return [0] * 10**11", "memory", ""),
    "bytes": ("return bytes(3 * 10**9)", "memory", ""),
    "a growing list": ("kept = []\n    while True: kept.append('x' * 100_000)", "memory", ""),
    "a file": (
        "file = os.memfd_create('')\n    while True: os.write(file, bytes(10**5))",
        *("exception", "[Errno 27] File too large"),
    ),
    "files": ("while True: os.dup(0)", "exception", "[Errno 24] Too many open files"),
}


@on_linux
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("at_load", [False, True], ids=["in a call", "outside of the function"])
def test_whatever_ends_it_is_a_failed_call(ask: Ask, end: str, at_load: bool) -> None:
    body, kind, message = ENDS[end]
    told = trouble(ask(f"import os, sys\ndef f():\n    {body}\n{'f()' * at_load}"))
    assert (told.kind, told.message, told.at_load) == (kind, message, at_load)


@pytest.mark.parametrize("body", ["return f()", "return getattr(Deep(), 'end')"])
def test_a_recursion_without_a_limit_is_a_failed_call(ask: Ask, body: str) -> None:
    head = "import sys\nsys.setrecursionlimit(10**9)\n"
    deep = "class Deep:\n    def __getattr__(self, name): return getattr(self, name)\n"
    kinds = ("crash", "recursion", "memory", "timeout")
    assert trouble(ask(f"{head}{deep}def f(): {body}")).kind in kinds


@on_linux
def test_a_full_memory_stops_the_rest_as_an_endless_loop_does(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("def f(): return [0] * 10**11", encoding="utf-8")
    under_test = UnderTest(tmp_path / FILE, WINNER, Limits())
    outcomes = [under_test.call("f", "answer", [(), ()]).outcomes for _ in range(3)]
    under_test.close()
    kinds = [[it.kind for it in reply if isinstance(it, Trouble)] for reply in outcomes]
    assert kinds == [["memory"], ["memory"], ["not run"]]


# Code that lies.

# Writes into all pipes that it finds; what the worker itself says comes behind it.
SAY = """
import os
def say(text):
    for number in range(3, 20):
        data = text.encode() + b"\\n"
        try:
            while data: data = data[os.write(number, data):]
        except OSError: pass
def f(): say(TEXT)
"""
LIES = {
    "nonsense": "'nonsense'",
    "a message that lacks a part": """'["answer"]'""",
    "a message that is not a list": "'1'",
    "an unknown message": """'["hello", 1]'""",
    "the end, too early": """'["end", 0]'""",
    "more answers than questions": """'["answer", {"asked": [], "ended": null}]\\n' * 9""",
    "an answer that is too long to read": """'["answer", [' + '1,' * 10**6 + '1]]'""",
    "a number that is too long": """'["answer", ' + '1' * 500_000 + ']'""",
    "lists in lists": """'["answer", ' + '[' * 100_000 + ']' * 100_000 + ']'""",
    "a set whose parts collide": """'["answer", {"__set__": ' + str([n * (2**61 - 1) for n in range(40_000)]) + '}]'""",
    "a record without a name": """'["answer", {"__record__": 1}]'""",
    "bytes that are none": """'["answer", {"__bytes__": "\\u2028"}]'""",
    "trouble of an unknown kind": """'["trouble", {"kind": "party"}]'""",
    "trouble at no line": """'["trouble", {"kind": "exception", "line": -1}]'""",
    "trouble with another field": """'["trouble", {"kind": "exception", "x": 1}]'""",
    "a cost that nobody asked for": """'["cost", 1, false]'""",
    "a printed number": """'["printed", 1]'""",
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_in_the_pipe_is_one_failed_call(ask: Ask, lie: str) -> None:
    for wanted, batch in (("answer", [()]), ("session", [({"typed": []},)])):
        began = monotonic()
        reply = ask(SAY.replace("TEXT", LIES[lie]), batch, wanted=wanted)
        assert trouble(reply).kind == "garbled"
        assert monotonic() - began < 5


def test_a_cost_that_is_no_number_is_one_failed_call(tmp_path: Path) -> None:
    text = SAY.replace("TEXT", """'["cost", "x", true]'""")
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    under_test = UnderTest(tmp_path / FILE, WINNER, Limits())
    assert trouble(under_test.count("f", "lines", [None], [()])).kind == "garbled"


BREAKS = (
    "import os; os.closerange(3, 20)",
    "import sys; sys.modules['kata_worker.serve'].encoded = lambda value: 'not JSON'",
    "import builtins; builtins.isinstance = builtins.type = None",
)


@pytest.mark.parametrize("body", BREAKS)
def test_whoever_breaks_the_worker_has_failed_a_call(ask: Ask, body: str) -> None:
    assert trouble(ask(f"def f(): {body}")).kind in ("ended", "garbled")


def test_what_is_equal_to_everything_is_not_when_it_arrives(ask: Ask) -> None:
    equal = "'__eq__': lambda self, other: True, '__hash__': lambda self: 0"
    text = f"def f(base, value): return type('Any', (base and int,), {{{equal}}})(*value)"
    assert ask(text.replace("base and int", "int"), [(1, [7])]).outcomes == [7]
    (outcome,) = ask(text.replace("base and int", "object"), [(0, [])]).outcomes
    assert outcome != 7


# What it says is visible and short, and names no file that is opened.

SAYS = (
    "raise type(S, (Exception,), {})('x')",
    "raise ValueError(S)",
    "raise SystemExit(S)",
    "exec(compile('1 / 0', os.path.join(os.path.dirname(__file__), S), 'exec'))",
    "raise SyntaxError(S, (__file__, 1, 1, S))",
    "print(S)",
    "return S",
    "return type(S, (), {})()",
    "return type('T', (), {'__repr__': lambda self: S})()",
    "return type(S, (tuple,), {'_fields': (S,)})([1])",
    "return {S: {S}, 'b': S.encode(), 'f': {frozenset({S})}}",
    "os._exit(S)",
)


@pytest.mark.parametrize("body", SAYS)
def test_what_is_shown_of_it_is_visible_and_short(ask: Ask, body: str) -> None:
    for text, times in ((ESCAPE, 1), ("a", 900_000), ("\u00e9", 100_000), ("one\n", 30_000)):
        began = monotonic()
        reply = ask(f"import os\nS = {text!r} * {times}\ndef f():\n    {body}\n")
        shown = "".join(
            repr(it) if isinstance(it, Trouble) else source(it) for it in reply.outcomes
        )
        assert "\x1b" not in shown + reply.printed
        assert len(shown) < 250_000
        assert monotonic() - began < 5


def test_a_name_is_short_and_visible(ask: Ask) -> None:
    name = trouble(ask("def f(): raise type('a\\n' * 450_000, (Exception,), {})")).type
    assert (len(name), "\n" in name) == (80, False)
    told = trouble(ask(f"globals()['is_solved{ESCAPE}'] = print", function="is_solved"))
    assert (told.kind, told.message) == ("no function", "is_solved\\x1b[31m")


@on_linux
@pytest.mark.parametrize("place", ["own/link.py", "neighbour.py", "own/pipe", "own/zero"])
def test_a_forged_place_shows_no_line_of_another_file(ask: Ask, tmp_path: Path, place: str) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "neighbour.py").write_text("SECRET = 1\n", encoding="utf-8")
    (tmp_path / "own" / "link.py").symlink_to(tmp_path / "neighbour.py")
    (tmp_path / "own" / "zero").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "own" / "pipe")
    path = str(tmp_path / place)
    for body in (
        f"exec(compile('1 / 0', {path!r}, 'exec'))",
        f"exec(compile('while True: pass', {path!r}, 'exec'))",
        f"raise SyntaxError('x', ({path!r}, 1, 1, 'x'))",
    ):
        assert "SECRET" not in repr(trouble(ask(f"def f():\n    {body}", limits=Limits(SECONDS))))


@on_linux
@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("/dev/zero", "a link to another place; a file is expected"),
        ("neighbour.py", "a link to another place; a file is expected"),
        ("pipe", "a pipe or a device; a file is expected"),
        ("large", "larger than 1 MB"),
        ("folder", "a folder; a file is expected"),
        ("nothing", "missing"),
    ],
)
def test_what_is_not_a_file_of_ones_own_is_not_read(tmp_path: Path, target: str, says: str) -> None:
    own, file = tmp_path / "own", tmp_path / "own" / FILE
    (own / "folder").mkdir(parents=True)
    (tmp_path / "neighbour.py").touch()
    os.mkfifo(own / "pipe")
    with (own / "large").open("wb") as large:
        large.truncate(10**6 + 1)
    file.symlink_to(
        target
        if target.startswith("/")
        else f"../{target}"
        if says.startswith("a link")
        else target
    )
    with pytest.raises(ValueError, match=says):
        code(file)


# A run as a whole.


def test_a_run_against_hostile_code_is_red_and_whole(project: Project) -> None:
    forged = f"exec(compile('1 / 0', '/etc/passwd{ESCAPE}', 'exec'))"
    project.write(
        WINNER.name,
        f"{SAY.replace('TEXT', repr('[]'))}\ndef is_solved(board):\n"
        f"    print({ESCAPE!r})\n    {forged} if len(board) == 3 else f()\n",
    )
    run = project.pytest(FOLDER, "--all-stages", "-s")
    assert run.exit_code == 1
    assert not any(word in run.text + run.errors for word in ("INTERNALERROR", "Traceback", "\x1b"))


@on_linux
@pytest.mark.parametrize("place", ["home", "project", "handed in"])
def test_one_submitted_file_is_guarded_as_those_of_many_are(project: Project, place: str) -> None:
    folder, home = project.root / "handed in", project.root / "home"
    places = {"home": home, "project": project.root, "handed in": folder}
    for path in places.values():
        path.mkdir(exist_ok=True)
        (path / "secret").touch()
    text = f"def is_solved(board):\n    open({str(places[place] / 'secret')!r})\n"
    (folder / FILE).write_text(text, encoding="utf-8")
    run = project.pytest(f"--submission={folder / FILE}", environment={"HOME": str(home)})
    assert "is_solved tried to read '" in run.text


@on_linux
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_of_a_run_that_is_killed(
    project: Project, tmp_path: Path, number: int
) -> None:
    pipe, temporary = project.stub(WINNER.name).parent / "pipe", tmp_path / "temporary"
    temporary.mkdir()
    os.mkfifo(pipe)
    body = f"    file = open({str(pipe)!r}, 'rb')\n    time.sleep(60)"
    project.write(WINNER.name, f"import time\ndef is_solved(board):\n{body}")
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", FOLDER],
        cwd=project.root,
        env={**clean_environment(), "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
    ) as running:
        # This comes back when the code has opened the other end ...
        end = os.open(pipe, os.O_WRONLY)
        running.send_signal(number)
    waiting = select.poll()
    waiting.register(end, 0)
    # ... and this when nobody has it open any more.
    gone = waiting.poll(30_000)
    os.close(end)
    assert gone == [(end, select.POLLERR)]
    assert list(temporary.iterdir()) == []
