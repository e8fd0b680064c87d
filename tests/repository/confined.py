"""What a confined process tries, in a process of its own: see `test_guard`.

The calls are those of Python, or of the C library where Python has none. Each attempt
is a line, in the folder of the process; beside that is a file of somebody else.
"""

# ruff: noqa: F401 (The lines use what is imported.)

import ctypes
import errno
import faulthandler
import fcntl
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

from kata_guard import guard
from kata_guard.system_calls import ALLOWED, numbers

LIBC = ctypes.CDLL(None, use_errno=True)
BUFFER = ctypes.create_string_buffer(1000)
PARENT = os.getppid()
TESTS = Path(__file__).parents[1]
OUR_THREAD = ThreadPoolExecutor(1)
MODULES = ("asyncio", "decimal", "lzma", "sqlite3", "ssl", "unittest.mock", "zoneinfo")


def call(name: str, *arguments: object) -> int:
    """Call the C library, and raise what it says."""
    result = int(getattr(LIBC, name)(*arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), name)
    return result


def start_thread_in_c() -> None:
    failure = LIBC.pthread_create(BUFFER, None, LIBC.getpid, None)
    if failure:
        raise OSError(failure, "pthread_create")


def write_over_the_limit() -> None:
    """Write 1 MiB and a byte into memory that looks like a file."""
    with os.fdopen(os.memfd_create("large"), "wb", buffering=0) as file:
        file.write(bytes(2**20))
        file.write(b"1")


def make_every_other_call() -> None:
    """Make each call that isn't allowed, with arguments that no call takes."""
    allowed = numbers("\n".join(ALLOWED.values()), os.uname().machine).values()
    # 335 and 336 are the kernel's own; the last is from the table of another system.
    for number in {*range(335), *range(424, 500), 0x4000_0000}.difference(allowed):
        LIBC.syscall(number, *[ctypes.c_long(-1)] * 6)
        expected = errno.EPERM if number < guard.NEWER else errno.ENOSYS
        assert ctypes.get_errno() == expected, number


def receive(number: int, send: Callable[[], object]) -> None:
    """Have a handler in Python receive a signal, as the clock of a call does."""
    received = list[int]()
    signal.signal(number, lambda number, _: received.append(number))
    send()
    time.sleep(0.01)
    assert received


def interrupt() -> None:
    """Send a signal from a thread to the main one."""
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def lower_the_memory() -> None:
    """Have less memory for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (soft - 2**20, hard))
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def end_with_the_parent() -> None:
    """Ask for PR_GET_PDEATHSIG."""
    call("prctl", 2, BUFFER, 0, 0, 0)
    assert BUFFER.raw[0] == signal.SIGKILL


# NOTES is a descriptor of `notes.txt`.
REFUSED = """
    open("../bob.py")
    open("link.py")
    OUR_THREAD.submit(open, "../bob.py").result()
    os.listdir("..")
    open(TESTS / "../conftest.py")
    open("/etc/passwd")
    open("/proc/self/maps")
    os.open(f"/proc/{PARENT}/mem", os.O_RDONLY)
    os.open("notes.txt", os.O_WRONLY)
    os.open("notes.txt", os.O_TRUNC)
    os.truncate("notes.txt", 0)
    Path("new").touch()
    os.open(".", os.O_TMPFILE | os.O_RDWR)
    Path("/tmp/new, of nobody").touch()
    os.mkdir("new")
    os.mkfifo("new")
    os.rename("notes.txt", "new")
    os.remove("notes.txt")
    os.link("notes.txt", "new")
    os.symlink("notes.txt", "new")
    os.chmod("notes.txt", 0)
    os.chmod(NOTES, 0)
    os.chown("notes.txt", 1, 1)
    os.utime("notes.txt")
    os.setxattr("notes.txt", "user.a", b"")
    fcntl.flock(NOTES, fcntl.LOCK_SH)
    fcntl.lockf(NOTES, fcntl.LOCK_SH)
    call("inotify_init")

    os.fork() or os._exit(1)
    os.posix_spawn("/bin/true", ["true"], {})
    os.execv("/bin/true", ["true"])
    subprocess.run("true")
    start_thread_in_c()
    call("syscall", 435, BUFFER, 88)  # clone3
    os.kill(PARENT, 0)
    os.killpg(0, 0)
    os.kill(-1, 0)
    fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, PARENT)
    call("syscall", 434, PARENT, 0)  # pidfd_open
    call("ptrace", 0x4206, PARENT, 0, 0)
    call("process_vm_readv", PARENT, BUFFER, 1, BUFFER, 1, 0)
    resource.prlimit(PARENT, resource.RLIMIT_CORE)
    os.setpriority(os.PRIO_PROCESS, PARENT, 19)
    call("prctl", 1, 0, 0, 0, 0)  # It would outlive its parent.

    socket.socket()
    OUR_THREAD.submit(socket.socket).result()
    socket.socket(socket.AF_UNIX)
    socket.socketpair()
    call("syscall", 425, 1, BUFFER)  # io_uring_setup
    call("shmget", 0, 4096, 0o1600)
    fcntl.ioctl(1, 0x5412, b"x")  # It would type into a terminal.
    time.clock_settime(time.CLOCK_REALTIME, time.time())
    os.setuid(12345)
    os.chroot(".")
    call("unshare", 0x1000_0000)
    call("mount", b"a", b"missing", b"tmpfs", 0, None)
"""
POSSIBLE = """
    make_every_other_call()
    open("notes.txt").read()
    os.listdir(".")
    [import_module(name) for name in MODULES]
    open(os.devnull, "a").write("x")
    open("/dev/urandom", "rb").read(8)
    print("printed", flush=True)
    os.write(os.pipe()[1], b"x")
    time.sleep(0.001)
    receive(signal.SIGALRM, lambda: signal.setitimer(signal.ITIMER_REAL, 0.001))
    receive(signal.SIGINT, lambda: OUR_THREAD.submit(interrupt).result())
    faulthandler.enable()
    lower_the_memory()
    os.isatty(1)
    end_with_the_parent()
"""
LIMITED = {
    "write_over_the_limit()": "EFBIG",
    "bytearray(3 * 2**30)": "MemoryError",
    "threading.Thread().start()": "can't start new thread",
    "resource.setrlimit(resource.RLIMIT_FSIZE, (2**30, 2**30))": (
        "not allowed to raise maximum limit"
    ),
    "[os.pipe() for _ in range(128)]": "EMFILE",
}


def lines(text: str) -> list[str]:
    """Return the attempts of a text."""
    return [line.strip() for line in text.splitlines() if line]


def outcome(attempt: str, notes: int) -> str:
    """Return what became of an attempt."""
    try:
        eval(attempt, globals() | {"NOTES": notes})
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    except Exception as error:
        return str(error) or type(error).__name__
    return "done"


def everything(folder: str, version: str) -> None:
    """Try it all; print what became of it as a line of JSON."""
    own = Path(folder)
    if version:  # as an older kernel would say
        guard._landlock_version = lambda: int(version)
    start = OUR_THREAD.submit
    guard.confine([own, TESTS], PARENT, lambda: start(int).result())
    os.chdir(own)
    notes = os.open("notes.txt", os.O_RDONLY)
    attempts = [*lines(REFUSED + POSSIBLE), *LIMITED]
    outcomes = {attempt: outcome(attempt, notes) for attempt in attempts}
    print(json.dumps(outcomes | {"a large result": "done" * 2**19}))


if __name__ == "__main__":
    everything(*sys.argv[1:])
