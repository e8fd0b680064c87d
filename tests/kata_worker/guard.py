"""Keep the code under test from doing harm, and from going on for ever.

The operating system keeps it from that: limits on memory and files (macOS has some,
Windows none), and on Linux Landlock and seccomp. The audit hook is for messages only.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found] # `signal` takes 6 ms, for its enums.
import _thread
import faulthandler
import os
import sys
from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Audit events, by what the code tried to do.
FORBIDDEN = {
    "start a process": """
        os.fork os.forkpty os.posix_spawn os.spawn os.exec os.system os.startfile
        os.startfile/2 pty.spawn subprocess.Popen _winapi.CreateProcess
    """,
    "send a signal": "os.kill os.killpg signal.pthread_kill",
    "use the network": "socket.__new__ socket.getaddrinfo",
    "change files": """
        os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod
        os.chown os.utime os.setxattr os.removexattr shutil.rmtree
    """,
}
WORDS = {
    event: words for words, events in FORBIDDEN.items() for event in events.split()
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

# Bytes, open files, and bytes
LIMITS = {"RLIMIT_FSIZE": 2**20, "RLIMIT_NOFILE": 128, "RLIMIT_CORE": 0}

# A system, Python and the libraries of packages may be read; no folder of users.
ROOTS = {sys.prefix, sys.base_prefix, sys.exec_prefix, "/", "/usr", "/usr/local"}
FILES = [
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/dev/urandom",
]

# Seconds between the threads that are started for calls without interval timers.
SHORTEST = 0.05


class Forbidden(PermissionError):
    """The code under test tried something that it may not do; the message says what."""


def guard(setting: Mapping[str, Any]) -> list[str]:
    """Put everything in force; return what the system took, such as "seccomp".

    Code may read Python, its `own` folder or file, and the files of its `references`.
    `own` is a path, or a descriptor that this process inherits. It ends with its
    `parent`, the process of pytest.
    """
    limits = {"RLIMIT_AS": setting["memory"], **LIMITS}
    held = [name for name, value in limits.items() if _limit(name, value)]
    if sys.platform == "linux":
        own = [setting["own"], *setting["references"].values()]
        held += _ask_the_kernel(own, setting["parent"])
    # Audit hooks hear of threads from Python 3.12 on only.
    vars(_thread).update(
        start_new_thread=refuse_thread, start_joinable_thread=refuse_thread
    )
    sys.addaudithook(hook)
    return held


def _limit(name: str, value: int) -> bool:
    """Set a limit of the operating system; return whether it took it."""
    try:
        import resource  # Not on Windows.

        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (limit, limit))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


def _ask_the_kernel(own: list[str | int], parent: int) -> list[str]:
    try:
        from kata_worker import kernel
    except ImportError:  # Python was built without ctypes.
        return []
    kernel.give_up_privileges(parent)
    readable: list[str | int] = [
        os.path.join(root, name) for root in ROOTS for name in ("lib", "lib64")
    ]
    readable += [*FILES, os.path.dirname(__file__), *own]
    return kernel.restrict_files(readable, os.devnull) + kernel.filter_calls()


def refuse_thread(*_: object, **__: object) -> Any:
    raise Forbidden("start a thread")


def hook(event: str, details: tuple[Any, ...]) -> None:
    if event in WORDS:
        raise Forbidden(f"{WORDS[event]} ({event})")
    if event == "open":
        path, _, flags = details
        is_written = (flags or 0) & WRITING and path != os.devnull
        if is_written and isinstance(path, (str, bytes)):
            raise Forbidden(f"write the file {path!r}")


class Clock:
    """Ends this process when time is up; says in the file `dump` where the code was.

    A signal does, whose handler is C code of `faulthandler`: it ends also a loop inside
    a bare `except:`, and a call that never returns to Python. SIGPROF says that a call
    used up its processor time, SIGVTALRM that all calls did, SIGALRM that a call took
    too long by the clock on the wall. On Windows a thread does, by that clock.
    """

    def __init__(self, dump: int) -> None:
        self._dump = dump
        self._seconds = self._wall = self._began = 0.0
        self._has_timers = hasattr(signal, "setitimer")
        if self._has_timers:
            for number in (signal.SIGPROF, signal.SIGVTALRM, signal.SIGALRM):
                # Behind the handler the signal ends the process, as it does by default.
                faulthandler.register(number, file=dump, all_threads=False, chain=True)

    def begin(self, seconds: float, wall: float, left: float) -> None:
        """Begin a request with limits for each call, and what is left for all calls."""
        self._seconds, self._wall = seconds, wall
        if self._has_timers:
            signal.setitimer(signal.ITIMER_VIRTUAL, left)
        self.restart()

    def restart(self) -> None:
        """Begin a call."""
        if self._has_timers:
            signal.setitimer(signal.ITIMER_PROF, self._seconds)
            signal.setitimer(signal.ITIMER_REAL, self._wall)
        elif monotonic() - self._began > SHORTEST:
            self._began = monotonic()
            faulthandler.dump_traceback_later(self._wall, exit=True, file=self._dump)

    def stop(self) -> None:
        if self._has_timers:
            self.begin(0.0, 0.0, 0.0)
        else:
            self._began = 0.0
            faulthandler.cancel_dump_traceback_later()
