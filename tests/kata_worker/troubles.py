"""Describe exceptions of the code under test as plain values, as Python's help does.

The place is the expression that failed, the functions of the learner that were on the
way, with their arguments, and a name that may be meant.
"""

from __future__ import annotations

import builtins
import sys
from errno import EACCES

from kata_worker.guard import Forbidden
from kata_worker.plain_values import without_addresses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType, TracebackType
    from typing import Any

LONGEST_MESSAGE = 2_000
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
MOST_CALLERS = 3
LONGEST_CALL = 72  # characters of a call whose arguments are not cut
LONGEST_VALUE, SHORTEST_VALUE = 60, 12  # characters of an argument
MOST_PARTS = 20  # of a list in it
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
    message = _message(error) + _suggestion(error, own)
    told: dict[str, Any] = {
        "kind": kind,
        "type": type(error).__qualname__[:LONGEST_MESSAGE],
        "message": message[:LONGEST_MESSAGE],
        "refusal": isinstance(error, ValueError),
    }
    # The file is another one for eval("1 +").
    if isinstance(error, SyntaxError) and str(error.filename).startswith(folder):
        file, line = str(error.filename), error.lineno or 0
        told |= {"file": file, "line": line, "column": max(error.offset or 0, 0)}
    elif own:
        told |= _place(own, with_callers=kind != "recursion")
    elif kind == "signature" and (line := line_of(function, folder)):
        file = function.__code__.co_filename
        told |= {"file": file, "line": line, "takes": _parameters(function)}
    if "file" in told:
        told["source"] = _source_line(told["file"], told["line"])
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


def _is_unreadable(error: Any) -> bool:
    """Return True if the kernel refused to open a file."""
    is_refused = isinstance(error, PermissionError) and error.errno == EACCES
    return is_refused and bool(error.filename)


def _message(error: Any) -> str:
    if isinstance(error, RecursionError):
        return f"{sys.getrecursionlimit():,}"
    try:
        if isinstance(error, SyntaxError):
            return str(error.msg)
        if isinstance(error, (SystemExit, ExitAtOnce)):
            return repr(error.code)
        if _is_unreadable(error):
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


def _place(own: Sequence[TracebackType], *, with_callers: bool) -> dict[str, Any]:
    """Return where an exception came from, by its frames in the learner's files."""
    last = own[-1]
    file, line = last.tb_frame.f_code.co_filename, last.tb_lineno
    source = _source_line(file, line)
    begin, end = _expression(last, source)
    told: dict[str, Any] = {"file": file, "line": line, "column": begin, "end": end}
    # A comprehension is a part of its function; from Python 3.12 on it has no frame.
    named = [one for one in own if one.tb_frame.f_code.co_name not in COMPREHENSIONS]
    if with_callers and len(named) > 1:
        *callers, inside = named
        told["inside"] = _call(inside.tb_frame)
        nearest = reversed(callers[-MOST_CALLERS:])
        told["callers"] = "\n".join(_caller(one) for one in nearest)
    return told


def _expression(traceback: TracebackType, source: str) -> tuple[int, int]:
    """Return the columns of what failed, from 1 on; 0 for a whole line."""
    positions = getattr(traceback.tb_frame.f_code, "co_positions", None)
    if positions is None:  # Before Python 3.11.
        return 0, 0
    every = list(positions())
    line, last_line, begin, end = every[traceback.tb_lasti // 2]
    if None in (line, last_line, begin, end) or line != last_line:
        return 0, 0
    # Python counts bytes.
    encoded = source.encode()
    begin, end = (
        len(encoded[:place].decode(errors="replace")) for place in (begin, end)
    )
    is_whole = source[begin:end] == source.strip()
    return (0, 0) if is_whole else (begin + 1, end + 1)


def _call(frame: FrameType) -> str:
    """Return the call of a function with its arguments, as they are now."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = {name: frame.f_locals[name] for name in names if name in frame.f_locals}
    whole = _written(code.co_name, known, LONGEST_VALUE)
    if len(whole) <= LONGEST_CALL:
        return whole
    # A board hides no argument behind it.
    room = max(SHORTEST_VALUE, LONGEST_VALUE // len(known))
    return _written(code.co_name, known, room)


def _written(function: str, arguments: dict[str, Any], longest: int) -> str:
    pairs = [f"{name}={_value(one, longest)}" for name, one in arguments.items()]
    return f"{function}({', '.join(pairs)})"


def _value(value: object, longest: int) -> str:
    from reprlib import Repr  # It writes the beginning of what is large.

    short = Repr()
    short.maxlist = short.maxtuple = short.maxset = short.maxdict = MOST_PARTS
    short.maxstring = short.maxlong = short.maxother = LONGEST_VALUE
    try:
        text = without_addresses(str.__str__(short.repr(value)))
    except Exception:
        return "..."
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def _caller(traceback: TracebackType) -> str:
    code, line = traceback.tb_frame.f_code, traceback.tb_lineno
    source = _source_line(code.co_filename, line).strip()
    return f"line {line} of {code.co_name}: {source}"


def _source_line(file: str, line: int) -> str:
    """Return the text of a line; "" if it cannot be read."""
    try:
        import linecache  # Needed when something is wrong only.

        return linecache.getline(file, line).rstrip("\n")
    except Exception:
        return ""  # All descriptors may be taken.


def _suggestion(error: BaseException, own: Sequence[TracebackType]) -> str:
    """Return a question about a name that may be meant; "" if none is near."""
    wrong = getattr(error, "name", None)
    if not isinstance(wrong, str) or not own:
        return ""
    try:
        from difflib import get_close_matches  # Needed when something is wrong only.

        names = [name for name in _names(error, own[-1].tb_frame) if name != wrong]
        near = get_close_matches(wrong, names, n=1, cutoff=0.7)
    except Exception:  # The code under test says which names an object has.
        return ""
    return f". Did you mean: {near[0]!r}?" if near else ""


def _names(error: BaseException, frame: FrameType) -> Iterator[str]:
    """Yield the names that were there where another one was asked for."""
    if isinstance(error, NameError):
        yield from frame.f_locals
        yield from frame.f_globals
        yield from dir(builtins)
    elif isinstance(error, AttributeError):
        yield from dir(error.obj)
