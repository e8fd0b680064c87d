"""What the code under test may not do, and how it is kept from it.

Three layers, each where the platform has it:

- limits of the operating system on memory, the size and number of files, processor time and core
  dumps (Linux; macOS has some of them, Windows none);
- a filter of the Linux kernel (seccomp) that refuses new processes and signals to others, for root
  too, whom the ordinary limit on processes does not bind;
- an audit hook of the interpreter, on every platform: no processes, threads, sockets, signals to
  others, written files, C libraries, and no look at the tests or the solutions.

The first two hold against anything. The hook holds against Python code that does not set out to
break the interpreter; CONTRIBUTING.md says what is and what is not prevented.
"""

from __future__ import annotations

import _thread
import os
import sys

from kata_worker.seccomp import install_filter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class Forbidden(PermissionError):
    """The code under test tried something that it may not do; the message says what."""


class ForbiddenImport(ImportError):
    """The same for an import, so that packages that can do without go on."""


FORBIDDEN_EVENTS = {
    **dict.fromkeys(
        (
            "os.fork",
            "os.forkpty",
            "os.posix_spawn",
            "os.spawn",
            "os.exec",
            "os.system",
            "os.startfile",
            "os.startfile/2",
            "pty.spawn",
            "subprocess.Popen",
            "_winapi.CreateProcess",
        ),
        "start a process",
    ),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"), "send a signal"),
    **dict.fromkeys(
        ("_thread.start_new_thread", "_thread.start_joinable_thread"), "start a thread"
    ),
    **dict.fromkeys(("socket.__new__", "socket.getaddrinfo"), "use the network"),
    **dict.fromkeys(
        (
            "os.remove",
            "os.rename",
            "os.rmdir",
            "os.mkdir",
            "os.link",
            "os.symlink",
            "os.truncate",
            "os.chmod",
            "os.chown",
            "os.utime",
            "os.setxattr",
            "os.removexattr",
            "shutil.rmtree",
        ),
        "change files",
    ),
    **dict.fromkeys(("resource.setrlimit", "resource.prlimit"), "change its limits"),
    **dict.fromkeys(("gc.get_objects", "gc.get_referrers"), "look at the interpreter's objects"),
    "cpython.PyInterpreterState_New": "start an interpreter",
    **dict.fromkeys(("ctypes.dlopen", "ctypes.dlsym", "sqlite3.connect"), "open a C library"),
}
# With these, Python code could step around the hook: they open files, call C functions, or start
# an interpreter, which has no hook.
FORBIDDEN_IMPORTS = frozenset(
    {
        "_ctypes",
        "_dbm",
        "_gdbm",
        "_interpreters",
        "_multiprocessing",
        "_posixshmem",
        "_testcapi",
        "_testinternalcapi",
        "_tkinter",
        "_xxsubinterpreters",
        "readline",
    }
)
MOST_OPEN_FILES = 128
# With a submission in the root of this repository, these are what it may not read of it.
HIDDEN_FOLDERS = ("tests", "solutions", ".git")
LOOKS = frozenset({"os.listdir", "os.scandir", "os.chdir", "os.fchdir"})


def guard(setting: Mapping[str, Any], peeks: list[str]) -> list[str]:
    """Put all three layers in place.

    Args:
        setting: `memory` and `file_size` in bytes, `cpu_seconds`; `own`, the folder or the file
            of the code under test, which it may read; `project`, the root of this repository,
            and the folders in `hidden`, of which nothing else may be read but the interpreter's
            packages; `references`, the files of reference solutions that may be read, by kata.
        peeks: gets a note of each look at the tests or the solutions, also when the code under
            test swallows the exception.

    Returns:
        The names of the limits that the system took, "seccomp" among them if the filter holds.
    """
    # The audit hook comes last: the other two open what it forbids.
    held = ["seccomp"] if install_filter() else []
    held += set_limits(setting)
    refuse_threads()
    real = os.path.realpath
    project = real(setting["project"]) + os.sep
    packages = [real(path) + os.sep for path in (sys.prefix, sys.base_prefix, os.__file__ + "/..")]
    own = real(setting["own"])
    inside_own = own + os.sep
    around = project.startswith(inside_own)
    hidden = [project + name + os.sep for name in HIDDEN_FOLDERS] if around else [project]
    hidden += [real(path) + os.sep for path in setting["hidden"]]
    worker = real(os.path.dirname(__file__)) + os.sep
    allowed = [path for path in (inside_own, *packages) if not project.startswith(path)]
    readable = frozenset([own, *map(real, setting["references"].values())])
    sys.addaudithook(_hook(tuple(hidden), (worker, *allowed), readable, peeks))
    return held


def set_limits(limits: Mapping[str, Any]) -> list[str]:
    """Set the limits of the operating system, and return the names of those that it has."""
    try:
        import resource
    except ImportError:  # Windows
        return []
    held = []
    for name, value in (
        ("RLIMIT_AS", limits["memory"]),
        ("RLIMIT_FSIZE", limits["file_size"]),
        ("RLIMIT_NOFILE", MOST_OPEN_FILES),
        ("RLIMIT_CPU", limits["cpu_seconds"]),
        ("RLIMIT_CORE", 0),
    ):
        try:
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (limit, limit))
            held.append(name)
        except (AttributeError, OSError, ValueError):
            continue  # This system does not know the limit, or not one so low.
    return held


def refuse_threads() -> None:
    """Replace what starts a thread; the audit hook hears of threads only from Python 3.12 on."""

    def refuse(*_: object, **__: object) -> Any:
        raise Forbidden("start a thread")

    for name in ("start_new_thread", "start_new", "start_joinable_thread"):
        if hasattr(_thread, name):
            setattr(_thread, name, refuse)


def _hook(
    hidden: tuple[str, ...], allowed: tuple[str, ...], readable: frozenset[str], peeks: list[str]
) -> Callable[[str, tuple[Any, ...]], None]:
    """Build the hook. What it uses is bound here, out of reach of the code under test."""
    events, imports, looks = dict(FORBIDDEN_EVENTS), FORBIDDEN_IMPORTS, LOOKS
    forbidden, forbidden_import = Forbidden, ForbiddenImport
    is_a, number, show, path_like = isinstance, int, repr, (str, bytes, os.PathLike)
    decode, real, is_folder = os.fsdecode, os.path.realpath, os.path.isdir
    nowhere, separator = os.devnull, os.sep
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

    def hook(event: str, details: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = details
            if not is_a(path, path_like):  # An open file's number.
                return
            name = decode(path)
            if is_a(flags, number) and flags & writing and name != nowhere:
                raise forbidden(f"write the file {show(name)}")
            if is_hidden(name):
                peeks.append(f"read {show(name)}")
                raise forbidden(peeks[-1])
            if is_folder(name):  # What is opened relative to it, the hook could not place.
                raise forbidden(f"open the folder {show(name)}")
        elif event in looks:
            path = details[0]
            if path is None or is_a(path, path_like):
                name = "." if path is None else decode(path)
                if is_hidden(name):
                    # No peek: the import machinery lists folders on the path, and goes on.
                    raise forbidden(f"look into {show(name)}")
        elif event == "import":
            if details[0].rpartition(".")[2] in imports:
                raise forbidden_import(f"import {details[0]}")
        elif event in events:
            raise forbidden(f"{events[event]} ({event})")

    def is_hidden(name: str) -> bool:
        path = real(name)
        if path.startswith("/proc/") and path[6:7].isdigit():  # What other processes hold.
            return True
        inside = path + separator if is_folder(path) else path
        return inside.startswith(hidden) and not inside.startswith(allowed) and path not in readable

    return hook
