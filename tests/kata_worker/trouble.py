"""What went wrong in the code under test, as plain facts that can leave the process."""

from __future__ import annotations

import sys
from errno import EACCES

from kata_worker.calls import Refused
from kata_worker.guard import Forbidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any

LONGEST_MESSAGE = 2_000
# Of `inspect`, which takes 10 ms to import.
CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08


class ExitAtOnce(BaseException):
    """The code under test called `os._exit`."""

    __qualname__ = "os._exit"

    def __init__(self, status: object) -> None:
        self.code = status


# What kind of trouble an exception is; the first that fits counts.
KINDS: dict[str, Any] = {
    "forbidden": Forbidden,
    "not written": NotImplementedError,
    "recursion": RecursionError,
    "memory": MemoryError,
    "exit": (SystemExit, ExitAtOnce),
    "syntax": SyntaxError,
    "import": ImportError,
}


def explain(error: BaseException, folder: str) -> dict[str, Any]:
    """The fields of `kata_kit.incoming.Trouble`; only lines of code in the folder are told."""
    file, line, column = "", 0, 0
    for frame, number in _frames(error):
        if frame.f_code.co_filename.startswith(folder):
            file, line = frame.f_code.co_filename, number
    kind = next((kind for kind, of in KINDS.items() if isinstance(error, of)), "exception")
    try:
        message = str.__str__(str(error))
    except Exception:
        message = "(its message cannot be read)"
    if isinstance(error, SyntaxError):
        message = str(error.msg)
        if str(error.filename).startswith(folder):  # Not so for eval("1 +").
            file, line, column = str(error.filename), error.lineno or 0, max(error.offset or 0, 0)
    elif isinstance(error, RecursionError):
        message = f"{sys.getrecursionlimit():,}"
    elif isinstance(error, (SystemExit, ExitAtOnce)):
        message = repr(error.code)
    elif isinstance(error, PermissionError) and error.errno == EACCES and error.filename:
        kind, message = "forbidden", f"read {error.filename!r}"  # The kernel refused to open it.
    elif isinstance(error, Refused):
        # `pdb.set_trace()` asks for input.
        of_pdb = any(frame.f_globals.get("__name__") == "pdb" for frame, _ in _frames(error))
        kind = "debugger" if of_pdb else error.kind
    elif type(error) is TypeError and not file:
        kind = "signature"
    return {
        "kind": kind,
        "type": type(error).__qualname__[:LONGEST_MESSAGE],
        "message": message[:LONGEST_MESSAGE],
        "file": file,
        "line": line,
        "source": _line_of(file, line),
        "column": column,
        "refusal": isinstance(error, ValueError),
    }


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames that an exception came through, each with its line, the outermost first."""
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def _line_of(file: str, line: int) -> str:
    """A line of the code under test: the harness itself opens no file that code names."""
    try:
        import linecache  # Needed when something is wrong only.

        return linecache.getline(file, line).rstrip("\n")
    except Exception:  # All descriptors may be taken.
        return ""


def signature(function: Callable[..., Any], file: str) -> tuple[str, int]:
    """The parameters of a function as its `def` names them, and the line of the `def` in `file`."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename != file:  # A class, a partial, a builtin, an import.
        return "...", 0
    names, keywords = code.co_varnames, code.co_argcount + code.co_kwonlyargcount
    rest, defaults = iter(names[keywords:]), len(function.__defaults__ or ())
    shown = [*names[: code.co_argcount - defaults]]
    shown += [f"{name}=..." for name in names[len(shown) : code.co_argcount]]
    if code.co_flags & CO_VARARGS:
        shown.append(f"*{next(rest)}")
    elif code.co_kwonlyargcount:
        shown.append("*")
    shown += names[code.co_argcount : keywords]
    shown += [f"**{next(rest)}"] if code.co_flags & CO_VARKEYWORDS else []
    return ", ".join(shown), code.co_firstlineno
