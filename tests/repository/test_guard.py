"""What the kernel keeps code from, and which files and imports code has."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.process import Limits
from kata_kit.sources import code
from kata_kit.under_test import UnderTest
from repository.project import ROOT, Project

WINNER = BY_NAME["tictactoe_winner"]
FILE = f"{WINNER.name}.py"

on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has these limits"
)


def came(
    file: Path,
    text: str,
    *batch: tuple[object, ...],
    own: Path | None = None,
    seconds: float = 5,
) -> Any:
    """What comes of calls of `f`; the kernel guards a process that has something of its own."""
    file.write_text(text, encoding="utf-8")
    with closing(
        UnderTest(file, BY_NAME[file.stem], Limits(seconds), own)
    ) as under_test:
        return under_test.call("f", "answer", batch).outcomes


# What the kernel refuses: one line for each rule of Landlock, of seccomp and of the
# capabilities. The calls are those of the C library, because the audit hook does not
# hear of them.

KERNEL = """
import ctypes, errno, os, resource, signal, sys, time
libc = ctypes.CDLL(None, use_errno=True)
me, parent, buffer = os.getpid(), os.getppid(), ctypes.create_string_buffer(1000)
folder = os.path.dirname(__file__)
def opened(path, flags=os.O_RDONLY): return libc.open(os.fsencode(path), flags, 0o600)
def own(name): return os.fsencode(os.path.join(folder, name))
def f(attempt):
    ctypes.set_errno(0)
    try:
        result = eval(attempt)
    except OSError as error:
        return errno.errorcode.get(error.errno, "the hook")
    return errno.errorcode[ctypes.get_errno()] if result == -1 else "done"
"""
REFUSED = {
    "a reference is read": "opened(REFERENCE)",
    "a table is read": "opened(TABLE)",
    "somebody's file is read": "opened(own('../bob.py'))",
    "the folder of everybody is listed": "opened(own('..'), os.O_DIRECTORY)",
    "a file of the system is read": "opened('/etc/passwd')",
    "the memory of pytest is read": "opened(f'/proc/{parent}/mem')",
    "the memory of pytest is copied": "libc.process_vm_readv(parent, buffer, 0, buffer, 0, 0)",
    "the files of pytest are taken": "libc.syscall(438, os.pidfd_open(parent), 0, 0)",
    "pytest is traced": "libc.ptrace(0x4206, parent, 0, 0)",
    "the own file is written": "opened(__file__, os.O_WRONLY)",
    "the own file is emptied": "libc.truncate(os.fsencode(__file__), 10**6)",
    "a file is made": "opened(own('new'), os.O_CREAT | os.O_WRONLY)",
    "a temporary file is made": "opened(own('../new'), os.O_CREAT | os.O_WRONLY)",
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
    "its own file is read": "opened(own('notes.txt'))",
    "the standard library is read": "opened(os.__file__)",
    "what nobody wants is thrown away": "open(os.devnull, 'w').write('x')",
    "it asks for its limits": "resource.getrlimit(resource.RLIMIT_CORE) and 0",
    "it asks whether it is there": "libc.kill(me, 0)",
}


@on_linux
def test_the_kernel_decides_in_a_process_that_is_guarded_as_a_participants(
    tmp_path: Path,
) -> None:
    own, bob = tmp_path / "ada" / FILE, tmp_path / "bob.py"
    own.parent.mkdir()
    for other in (own.with_name("notes.txt"), bob):
        other.touch()
    secret = {
        "REFERENCE": str(ROOT / WINNER.solution),
        "TABLE": str(ROOT / WINNER.table),
    }
    attempts, text = REFUSED | ALLOWED, f"{KERNEL}\nglobals().update({secret})"
    calls = [(attempt,) for attempt in attempts.values()]
    told = dict(zip(attempts, came(own, text, *calls, own=own.parent), strict=True))
    assert {
        what: told[what] for what in REFUSED if told[what] not in ("EPERM", "EACCES")
    } == {}
    assert {what: told[what] for what in ALLOWED if told[what] != "done"} == {}
    assert len([*tmp_path.rglob("*")]) == 4


OLDER = """
from kata_worker import kernel
libc = kernel.LIBC
class Older:
    def syscall(self, number, rules, *more):
        return ABI if rules is None else libc.syscall(number, rules, *more)
kernel.give_up_privileges()
kernel.LIBC = Older()
print(*kernel.restrict_files(["/usr", "/lib"], "/dev/null"))
print(libc.open(b"/etc/passwd", 0) < 0)
"""


@on_linux
@pytest.mark.parametrize(
    ("abi", "held"),
    [(0, ""), (2, "files"), (3, "files emptying"), (6, "files emptying tcp signals")],
)
def test_an_older_kernel_guards_what_it_can(abi: int, held: str) -> None:
    command = [sys.executable, "-c", OLDER.replace("ABI", str(abi))]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    told = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{held}\n{abi > 0}\n"


def test_a_thread_is_refused_also_where_threads_were_imported_before() -> None:
    setting = {"memory": 2**31, "own": os.getcwd(), "references": {}}
    code = f"import threading; from kata_worker.guard import guard; guard({setting})"
    command = [sys.executable, "-c", f"{code}; threading.Thread(target=print).start()"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    told = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert told.stderr.endswith("Forbidden: start a thread\n")


@pytest.mark.parametrize("name", ["negamax", "perft"])
def test_a_reference_can_be_imported_if_a_kata_needs_it(
    tmp_path: Path, name: str
) -> None:
    text = f"from solutions.tictactoe_{name} import {name} as f"
    file = tmp_path / "tictactoe_perft.py"
    (outcome,) = came(file, text, (0, 0), own=file)
    assert (outcome == 0) is (name == "negamax")


def test_what_is_installed_can_be_imported(tmp_path: Path) -> None:
    modules = """array asyncio bisect collections concurrent.futures copy ctypes dataclasses decimal
        enum fractions functools heapq inspect itertools json logging math multiprocessing operator
        pytest random re socket sqlite3 statistics string subprocess threading typing zoneinfo"""
    text = f"import {', '.join(modules.split())}\ndef f(): return 1"
    assert came(tmp_path / FILE, text, ()) == [1]


NOT_READ = {
    "link.py": "a link to another place; a file is expected",
    "zero": "a link to another place; a file is expected",
    "pipe": "a pipe or a device; a file is expected",
    "large": "larger than 1 MB",
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with what is not a file of one's own, beside one of somebody else."""
    own = tmp_path / "own"
    own.mkdir(exist_ok=True)
    (tmp_path / "neighbour.py").write_text("SECRET = 1\n", encoding="utf-8")
    (own / "link.py").symlink_to("../neighbour.py")
    (own / "zero").symlink_to("/dev/zero")
    (own / "large").write_bytes(bytes(10**6 + 1))
    os.mkfifo(own / "pipe")
    return own


@on_linux
@pytest.mark.parametrize("place", ["link.py", "../neighbour.py", "pipe", "zero"])
def test_a_forged_place_shows_no_other_file(own: Path, place: str) -> None:
    path = str(own / place)
    for body in (
        f"exec(compile('1 / 0', {path!r}, 'exec'))",
        f"exec(compile('while True: pass', {path!r}, 'exec'))",
        f"raise SyntaxError('x', ({path!r}, 1, 1, 'x'))",
    ):
        assert "SECRET" not in repr(
            came(own / FILE, f"def f():\n    {body}", (), seconds=0.2)
        )


@on_linux
@pytest.mark.parametrize("target", NOT_READ)
def test_what_is_not_a_file_of_ones_own_is_not_read(own: Path, target: str) -> None:
    (own / FILE).symlink_to(target)
    with pytest.raises(ValueError, match=NOT_READ[target]):
        code(own / FILE)


@on_linux
def test_one_submitted_file_is_guarded_as_those_of_many_are(project: Project) -> None:
    secrets = [project.root / place / "secret" for place in ("", "home", "handed in")]
    for secret in secrets:
        secret.parent.mkdir(exist_ok=True)
        secret.touch()
    file, home = secrets[2].with_name(FILE), secrets[1].parent
    body = f"""
def is_solved(board):
    for file in {[*map(str, secrets)]}:
        try: return open(file)
        except PermissionError: pass
    raise LookupError("nothing was read")"""
    file.write_text(body, encoding="utf-8")
    run = project.pytest(f"--submission={file}", environment={"HOME": str(home)})
    assert "is_solved raised LookupError: nothing was read" in run.lines
