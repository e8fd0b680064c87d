"""What a confined process tries, in a process of its own: see `test_guard`.

The calls are those of Python, or of the C library where Python has none. Each attempt
gets the folder of the process; beside that is a file of somebody else.
"""

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


def opened(own: Path) -> int:
    return os.open(own / "notes.txt", os.O_RDONLY)


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


def lower_the_memory() -> None:
    """Have less memory for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (soft - 2**20, hard))
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def end_with_the_parent() -> None:
    """Ask for PR_GET_PDEATHSIG."""
    call("prctl", 2, BUFFER, 0, 0, 0)
    assert BUFFER.raw[0] == signal.SIGKILL


Attempts = dict[str, Callable[[Path], object]]

FILES: Attempts = {
    "somebody's file": lambda own: (own / "../bob.py").read_bytes(),
    "somebody's file, through a link": lambda own: (own / "link.py").read_bytes(),
    "somebody's file, in our thread": lambda own: OUR_THREAD.submit(
        open, own / "../bob.py"
    ).result(),
    "the folder of everybody": lambda own: os.listdir(own.parent),
    "the repository": lambda _: (TESTS / "../conftest.py").read_bytes(),
    "a file of the system": lambda _: Path("/etc/passwd").read_bytes(),
    "itself, as the kernel sees it": lambda _: Path("/proc/self/maps").read_bytes(),
    "the memory of the parent": lambda _: os.open(f"/proc/{PARENT}/mem", os.O_RDONLY),
    "write the own file": lambda own: os.open(own / "notes.txt", os.O_WRONLY),
    "empty the own file": lambda own: os.open(own / "notes.txt", os.O_TRUNC),
    "empty it by its name": lambda own: os.truncate(own / "notes.txt", 0),
    "make a file": lambda own: (own / "new").touch(),
    "make a file without a name": lambda own: os.open(own, os.O_TMPFILE | os.O_RDWR),
    "make a file in /tmp": lambda _: Path("/tmp/new, of nobody").touch(),
    "make a folder": lambda own: os.mkdir(own / "new"),
    "make a pipe with a name": lambda own: os.mkfifo(own / "new"),
    "rename": lambda own: os.rename(own / "notes.txt", own / "new"),
    "remove": lambda own: os.remove(own / "notes.txt"),
    "link": lambda own: os.link(own / "notes.txt", own / "new"),
    "link by a name": lambda own: os.symlink("notes.txt", own / "new"),
    "chmod": lambda own: os.chmod(own / "notes.txt", 0),
    "chmod of what is open": lambda own: os.chmod(opened(own), 0),
    "chown": lambda own: os.chown(own / "notes.txt", 1, 1),
    "utime": lambda own: os.utime(own / "notes.txt"),
    "setxattr": lambda own: os.setxattr(own / "notes.txt", "user.a", b""),
    "flock": lambda own: fcntl.flock(opened(own), fcntl.LOCK_SH),
    "lockf": lambda own: fcntl.lockf(opened(own), fcntl.LOCK_SH),
    "watch files": lambda _: call("inotify_init"),
}
PROCESSES: Attempts = {
    "fork": lambda _: os.fork() or os._exit(1),
    "spawn": lambda _: os.posix_spawn("/bin/true", ["true"], {}),
    "exec": lambda _: os.execv("/bin/true", ["true"]),
    "subprocess": lambda _: subprocess.run("true"),
    "a thread": lambda _: start_thread_in_c(),
    "clone3": lambda _: call("syscall", 435, BUFFER, 88),
    "kill the parent": lambda _: os.kill(PARENT, 0),
    "kill the group": lambda _: os.killpg(0, 0),
    "kill everybody": lambda _: os.kill(-1, 0),
    "a signal from a pipe": lambda _: fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, PARENT),
    "a handle of the parent": lambda _: call("syscall", 434, PARENT, 0),
    "ptrace": lambda _: call("ptrace", 0x4206, PARENT, 0, 0),
    "read memory": lambda _: call("process_vm_readv", PARENT, BUFFER, 1, BUFFER, 1, 0),
    "limits of the parent": lambda _: resource.prlimit(PARENT, resource.RLIMIT_CORE),
    "priority of the parent": lambda _: os.setpriority(os.PRIO_PROCESS, PARENT, 19),
    "outlive the parent": lambda _: call("prctl", 1, 0, 0, 0, 0),
}
THE_REST: Attempts = {
    "the network": lambda _: socket.socket(),
    "the network, in our thread": lambda _: OUR_THREAD.submit(socket.socket).result(),
    "a socket of this machine": lambda _: socket.socket(socket.AF_UNIX),
    "a pair of sockets": lambda _: socket.socketpair(),
    "io_uring": lambda _: call("syscall", 425, 1, BUFFER),
    "shared memory": lambda _: call("shmget", 0, 4096, 0o1600),
    "type into a terminal": lambda _: fcntl.ioctl(1, 0x5412, b"x"),
    "set the clock": lambda _: time.clock_settime(time.CLOCK_REALTIME, time.time()),
    "another user": lambda _: os.setuid(12345),
    "another root": lambda _: os.chroot("."),
    "namespaces": lambda _: call("unshare", 0x1000_0000),
    "mount": lambda _: call("mount", b"a", b"missing", b"tmpfs", 0, None),
}
POSSIBLE: Attempts = {
    "every other call fails": lambda _: make_every_other_call(),
    "its own file": lambda own: (own / "notes.txt").read_bytes(),
    "its own folder": lambda own: os.listdir(own),
    "modules": lambda _: [import_module(name) for name in MODULES],
    "nothing": lambda _: os.write(os.open(os.devnull, os.O_WRONLY), b"x"),
    "chance": lambda _: os.read(os.open("/dev/urandom", os.O_RDONLY), 8),
    "print": lambda _: print("printed", flush=True),
    "a pipe": lambda _: os.write(os.pipe()[1], b"x"),
    "sleep": lambda _: time.sleep(0.001),
    "a timer": lambda _: receive(
        signal.SIGALRM, lambda: signal.setitimer(signal.ITIMER_REAL, 0.001)
    ),
    "a signal from our thread": lambda _: receive(
        signal.SIGINT,
        lambda: OUR_THREAD.submit(
            signal.pthread_kill, threading.main_thread().ident or 0, signal.SIGINT
        ).result(),
    ),
    "a stack for signals": lambda _: faulthandler.enable(),
    "memory": lambda _: lower_the_memory(),
    "is it a terminal?": lambda _: os.isatty(1),
    "its end": lambda _: end_with_the_parent(),
}
# By what became of it
LIMITED: Attempts = {
    "EFBIG": lambda _: write_over_the_limit(),
    "MemoryError": lambda _: bytearray(3 * 2**30),
    "can't start new thread": lambda _: threading.Thread().start(),
    "not allowed to raise maximum limit": lambda _: resource.setrlimit(
        resource.RLIMIT_FSIZE, (2**30, 2**30)
    ),
    "EMFILE": lambda _: [os.pipe() for _ in range(128)],
}


def outcome(attempt: Callable[[Path], object], own: Path) -> str:
    """Return what became of an attempt."""
    try:
        attempt(own)
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    except Exception as error:
        return str(error) or type(error).__name__
    return "done"


def everything(folder: str, results: str, version: str) -> None:
    """Try it all; write what became of it into the descriptor `results`."""
    own = Path(folder)
    if version:  # as an older kernel would say
        guard._landlock_version = lambda: int(version)
    start = OUR_THREAD.submit
    guard.confine([own, TESTS], PARENT, lambda: start(int).result())
    attempts = FILES | PROCESSES | THE_REST | POSSIBLE | LIMITED
    outcomes = {name: outcome(attempts[name], own) for name in attempts}
    with open(int(results), "w", encoding="utf-8") as file:
        json.dump(outcomes | {"a large result": "done" * 2**19}, file)


def after_a_thread() -> None:
    """Ask for the guard when a thread runs already."""
    OUR_THREAD.submit(int).result()
    guard.confine([])
    print("confined")


def with_a_missing_folder() -> None:
    """Ask for a folder that isn't there."""
    guard.confine(["missing"])
    print("confined")


def without_its_parent() -> None:
    """Ask for the guard when the parent has ended."""
    guard.confine([], parent=0)
    print("confined")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
