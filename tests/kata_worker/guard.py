"""What the code under test may not do.

The operating system keeps it from that: limits on memory and files (Linux; macOS has some, Windows
none), and on Linux Landlock and seccomp. What came into force is told.

The audit hook is for friendly messages only: it names an accident, such as a file that is written,
on every platform. It is no protection: code that means to gets around it.
"""

from __future__ import annotations

import _thread
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


class Forbidden(PermissionError):
    """The code under test tried something that it may not do; the message says what."""


FORBIDDEN = {
    "start a process": "os.fork os.forkpty os.posix_spawn os.spawn os.exec os.system os.startfile "
    "os.startfile/2 pty.spawn subprocess.Popen _winapi.CreateProcess",
    "send a signal": "os.kill os.killpg signal.pthread_kill",
    "use the network": "socket.__new__ socket.getaddrinfo",
    "change files": "os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod "
    "os.chown os.utime os.setxattr os.removexattr shutil.rmtree",
}
WORDS = {event: words for words, events in FORBIDDEN.items() for event in events.split()}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

MOST_OPEN_FILES = 128


def guard(setting: Mapping[str, Any]) -> list[str]:
    """Put everything in force; return what the system took, such as "RLIMIT_AS" and "seccomp".

    The setting is `memory` and `file_size` in bytes; `own`, the folder or the file of the code
    under test, and `references`, files by kata: what it may read beside Python.
    """
    limits = {
        "RLIMIT_AS": setting["memory"],
        "RLIMIT_FSIZE": setting["file_size"],
        "RLIMIT_NOFILE": MOST_OPEN_FILES,
        "RLIMIT_CORE": 0,
    }
    held = [name for name, value in limits.items() if _is_set(name, value)]
    if sys.platform == "linux":
        held += _ask_the_kernel([setting["own"], *setting["references"].values()])
    # The hook hears of threads only from Python 3.12 on.
    vars(_thread).update(start_new_thread=refuse_thread, start_joinable_thread=refuse_thread)
    sys.addaudithook(hook)
    return held


def _is_set(name: str, value: int) -> bool:
    """Set a limit of the operating system; return whether it knows it, and one so low."""
    try:
        import resource  # Not on Windows.

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (limit, limit))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


def _ask_the_kernel(own: Iterable[str]) -> list[str]:
    try:
        import ctypes

        from kata_worker import landlock, seccomp
    except ImportError:  # Python was built without ctypes.
        return []
    libc = ctypes.CDLL(None, use_errno=True)
    seccomp.prepare(libc)
    # Of a system, Python and the libraries that packages were built against; no folder of users.
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, "/", "/usr", "/usr/local"}
    libraries = [os.path.join(folder, name) for folder in folders for name in ("lib", "lib64")]
    files = ["/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom"]
    readable = [*libraries, *files, os.path.dirname(__file__), *own]
    held = landlock.restrict(libc, readable, [os.devnull])
    return [*held, "seccomp"] if seccomp.install(libc) else held


def refuse_thread(*_: object, **__: object) -> Any:
    """Stand in for what starts a thread."""
    raise Forbidden("start a thread")


def hook(event: str, details: tuple[Any, ...]) -> None:
    """Raise for what has a friendly message."""
    if event in WORDS:
        raise Forbidden(f"{WORDS[event]} ({event})")
    if event == "open":
        path, _, flags = details
        if isinstance(path, (str, bytes)) and (flags or 0) & WRITING and path != os.devnull:
            raise Forbidden(f"write the file {path!r}")
