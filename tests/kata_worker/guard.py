"""What the code under test may not do, and how long it may take.

The operating system keeps it from that: limits on memory and files (Linux; macOS has
some, Windows none), and on Linux Landlock and seccomp. The audit hook is for messages,
and no protection.
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

FORBIDDEN = {
    "start a process": "os.fork os.forkpty os.posix_spawn os.spawn os.exec os.system os.startfile "
    "os.startfile/2 pty.spawn subprocess.Popen _winapi.CreateProcess",
    "send a signal": "os.kill os.killpg signal.pthread_kill",
    "use the network": "socket.__new__ socket.getaddrinfo",
    "change files": "os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod "
    "os.chown os.utime os.setxattr os.removexattr shutil.rmtree",
}
WORDS = {
    event: words for words, events in FORBIDDEN.items() for event in events.split()
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

LIMITS = {
    "RLIMIT_FSIZE": 2**20,
    "RLIMIT_NOFILE": 128,
    "RLIMIT_CORE": 0,
}  # bytes, files, bytes

SHORTEST = 0.05  # seconds between the threads that are started for calls without interval timers


class Forbidden(PermissionError):
    """The code under test tried something that it may not do; the message says what."""


def guard(setting: Mapping[str, Any]) -> list[str]:
    """Put everything in force; return what the system took, such as "RLIMIT_AS" and "seccomp".

    What may be read is Python, the `own` folder or file of the code, and the files of
    `references`.
    """
    limits = {"RLIMIT_AS": setting["memory"], **LIMITS}
    held = [name for name, value in limits.items() if _is_set(name, value)]
    if sys.platform == "linux":
        held += _ask_the_kernel([setting["own"], *setting["references"].values()])
    # The hook hears of threads only from Python 3.12 on.
    vars(_thread).update(
        start_new_thread=refuse_thread, start_joinable_thread=refuse_thread
    )
    if threading := sys.modules.get(
        "threading"
    ):  # A package of the installation imported it.
        names = "_start_new_thread", "_start_joinable_thread"
        vars(threading).update(dict.fromkeys(names, refuse_thread))
    sys.addaudithook(hook)
    return held


def _is_set(name: str, value: int) -> bool:
    """Set a limit of the operating system; return whether it took it."""
    try:
        import resource  # Not on Windows.

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (limit, limit))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


def _ask_the_kernel(own: list[str]) -> list[str]:
    try:
        from kata_worker import kernel
    except ImportError:  # Python was built without ctypes.
        return []
    kernel.give_up_privileges()
    # Of a system, Python and the libraries that packages were built against; no folder
    # of users.
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, "/", "/usr", "/usr/local"}
    libraries = [
        os.path.join(folder, name) for folder in folders for name in ("lib", "lib64")
    ]
    files = [
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/usr/share/zoneinfo",
        "/dev/urandom",
    ]
    readable = [*libraries, *files, os.path.dirname(__file__), *own]
    return kernel.restrict_files(readable, os.devnull) + kernel.filter_calls()


def refuse_thread(*_: object, **__: object) -> Any:
    raise Forbidden("start a thread")


def hook(event: str, details: tuple[Any, ...]) -> None:
    if event in WORDS:
        raise Forbidden(f"{WORDS[event]} ({event})")
    if event == "open":
        path, _, flags = details
        if (
            isinstance(path, (str, bytes))
            and (flags or 0) & WRITING
            and path != os.devnull
        ):
            raise Forbidden(f"write the file {path!r}")


class Clock:
    """Ends this process when time is up; says in the file `dump` where the code was.

    With interval timers (not on Windows) a signal does, whose handler is C code of
    `faulthandler`: it ends also a loop inside a bare `except:`, and a call that never
    returns to Python. SIGPROF says that the call used up its processor time, SIGVTALRM
    that all calls did, SIGALRM that the call took too long by the clock on the wall, as
    does a thread of `faulthandler` elsewhere.
    """

    def __init__(self, dump: int) -> None:
        self._dump = dump
        self._seconds = self._wall = self._began = 0.0
        self._timers = hasattr(signal, "setitimer")
        if self._timers:
            for number in (signal.SIGPROF, signal.SIGVTALRM, signal.SIGALRM):
                # Behind it, the signal does what it does by default: it ends the
                # process.
                faulthandler.register(number, file=dump, all_threads=False, chain=True)

    def begin(self, seconds: float, wall: float, left: float) -> None:
        """Begin a request: `left` is the processor time for all calls, the others are for each."""
        self._seconds, self._wall = seconds, wall
        if self._timers:
            signal.setitimer(signal.ITIMER_VIRTUAL, left)
        self.restart()

    def restart(self) -> None:
        if self._timers:
            signal.setitimer(signal.ITIMER_PROF, self._seconds)
            signal.setitimer(signal.ITIMER_REAL, self._wall)
        elif monotonic() - self._began > SHORTEST:
            self._began = monotonic()
            faulthandler.dump_traceback_later(self._wall, exit=True, file=self._dump)

    def stop(self) -> None:
        if self._timers:
            for timer in (
                signal.ITIMER_PROF,
                signal.ITIMER_REAL,
                signal.ITIMER_VIRTUAL,
            ):
                signal.setitimer(timer, 0)
        else:
            self._began = 0.0
            faulthandler.cancel_dump_traceback_later()
