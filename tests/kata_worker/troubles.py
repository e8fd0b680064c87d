"""Describe exceptions of the code under test, and its functions, as plain values."""

from __future__ import annotations

import sys
from errno import EACCES

from kata_worker.guard import Forbidden
from kata_worker.places import place, source_line, suggestion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType, TracebackType
    from typing import Any

LONGEST_MESSAGE = 2_000
CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08  # of `inspect`, which takes 10 ms to import


class Refused(Exception):
    """The code asked for something that it does not get, or its answer is not one."""

    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__(message)
        self.kind = kind  # of trouble


class ExitAtOnce(BaseException):
    """The code under test called `os._exit`."""

    __qualname__ = "os._exit"

    def __init__(self, status: object) -> None:
        self.code = status


# The kind of trouble that an exception is; the first that fits counts.
KINDS: dict[str, Any] = {
    "forbidden": Forbidden,
    "not written": NotImplementedError,
    "recursion": RecursionError,
    "memory": MemoryError,
    "exit": (SystemExit, ExitAtOnce),
    "syntax": SyntaxError,
    "import": ImportError,
}


def explain(error: BaseException, folder: str, function: Any = None) -> dict[str, Any]:
    """Return the fields of `kata_kit.replies.Trouble`, about code in a folder.

    If it is about the arguments of this function, say what it takes.
    """
    every = list(_tracebacks(error))
    frames = [one.tb_frame for one in every]
    own = [one for one in every if one.tb_frame.f_code.co_filename.startswith(folder)]
    kind = _kind(error, frames, is_own=bool(own))
    told: dict[str, Any] = {
        "kind": kind,
        "type": type(error).__qualname__[:LONGEST_MESSAGE],
        "message": (_message(error) + suggestion(error, own))[:LONGEST_MESSAGE],
        "refusal": isinstance(error, ValueError),
    }
    # The file is another one for eval("1 +").
    if isinstance(error, SyntaxError) and str(error.filename).startswith(folder):
        file, line = str(error.filename), error.lineno or 0
        told |= {"file": file, "line": line, "column": max(error.offset or 0, 0)}
    elif own:
        told |= place(own, with_callers=kind != "recursion")
    elif kind == "signature" and (line := line_of(function, folder)):
        file = function.__code__.co_filename
        told |= {"file": file, "line": line, "takes": _parameters(function)}
    if "file" in told:
        told["source"] = source_line(told["file"], told["line"])
    return told


def _tracebacks(error: BaseException) -> Iterator[TracebackType]:
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def _kind(error: BaseException, frames: list[FrameType], *, is_own: bool) -> str:
    if isinstance(error, Refused):
        # `pdb.set_trace()` asks for input.
        in_pdb = any(frame.f_globals.get("__name__") == "pdb" for frame in frames)
        return "debugger" if in_pdb else error.kind
    if _is_unreadable(error):
        return "forbidden"
    if type(error) is TypeError and not is_own:
        return "signature"
    for kind, types in KINDS.items():
        if isinstance(error, types):
            return kind
    return "exception"


def _is_unreadable(error: BaseException) -> bool:
    """Return whether the kernel refused to open a file."""
    if not isinstance(error, PermissionError):
        return False
    return error.errno == EACCES and bool(error.filename)


def _message(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return f"{sys.getrecursionlimit():,}"
    try:
        if isinstance(error, SyntaxError):
            return str(error.msg)
        if isinstance(error, (SystemExit, ExitAtOnce)):
            return repr(error.code)
        if isinstance(error, PermissionError) and _is_unreadable(error):
            return f"read {error.filename!r}"
        return str.__str__(str(error))
    except Exception:
        return "(its message cannot be read)"


def line_of(function: Any, folder: str) -> int:
    """Return the line of a function's `def` in a folder; 0 if it has none there."""
    code = getattr(function, "__code__", None)
    # It may be a class, a partial, a builtin, or imported.
    if code is None or not code.co_filename.startswith(folder):
        return 0
    return int(code.co_firstlineno)


def _parameters(function: Any) -> str:
    code = function.__code__
    positional = code.co_argcount
    all_named = positional + code.co_kwonlyargcount
    names = list(code.co_varnames)
    rest = names[all_named:]
    for number in range(positional - len(function.__defaults__ or ()), positional):
        names[number] += "=..."
    shown = names[:positional]
    if code.co_flags & CO_VARARGS:
        shown.append(f"*{rest.pop(0)}")
    elif code.co_kwonlyargcount:
        shown.append("*")
    shown += names[positional:all_named]
    if code.co_flags & CO_VARKEYWORDS:
        shown.append(f"**{rest[0]}")
    return ", ".join(shown)
