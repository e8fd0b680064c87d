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
# Characters of all arguments of a call together, and of each if they are longer.
LONGEST_ARGUMENTS, SHORTEST_VALUE = 60, 12
MOST_PARTS = 20  # of a list in it


class Refused(Exception):
    """The code asked for something that it does not get, or its answer is not one."""

    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__(message)
        self.kind = kind  # of trouble


class Left:
    """Stands for a default, which may be long, or fail when it is shown."""

    def __repr__(self) -> str:
        return "..."


# The kind of trouble that an exception is; the first that fits counts.
KINDS: dict[str, Any] = {
    "forbidden": Forbidden,
    "not written": NotImplementedError,
    "recursion": RecursionError,
    "memory": MemoryError,
    "exit": SystemExit,
    "syntax": SyntaxError,
    "import": ImportError,
}


def explain(error: BaseException, folder: str, function: Any = None) -> dict[str, Any]:
    """Return the fields of `kata_kit.replies.Trouble`, about code in a folder.

    If it is about the arguments of this function, say what it takes.
    """
    own = [
        one
        for one in _tracebacks(error)
        if one.tb_frame.f_code.co_filename.startswith(folder)
    ]
    kind = _kind(error, is_own=bool(own))
    message = _message(error) + _suggestion(error, own)
    place: dict[str, Any] = {}
    # The file is another one for eval("1 +").
    if isinstance(error, SyntaxError) and str(error.filename).startswith(folder):
        line, column = error.lineno or 0, max(error.offset or 0, 0)
        place = {"file": str(error.filename), "line": line, "column": column}
    elif own:
        place = _place(own, with_callers=kind != "recursion")
    elif kind == "signature":
        place = _definition(function, folder)
    return {
        "kind": kind,
        "type": type(error).__qualname__[:LONGEST_MESSAGE],
        "message": message[:LONGEST_MESSAGE],
        "refusal": isinstance(error, ValueError),
        "source": _source_line(place["file"], place["line"]) if place else "",
        **place,
    }


def _tracebacks(error: BaseException) -> Iterator[TracebackType]:
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def _kind(error: BaseException, *, is_own: bool) -> str:
    if isinstance(error, Refused):
        modules = [one.tb_frame.f_globals.get("__name__") for one in _tracebacks(error)]
        # `pdb.set_trace()` asks for input.
        return "debugger" if "pdb" in modules else error.kind
    if _is_unreadable(error):
        return "forbidden"
    if type(error) is TypeError and not is_own:
        return "signature"
    kinds = (kind for kind, types in KINDS.items() if isinstance(error, types))
    return next(kinds, "exception")


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
        if isinstance(error, SystemExit):
            return repr(error.code)
        if _is_unreadable(error):
            return f"read {error.filename!r}"
        return str.__str__(str(error))
    except Exception:
        return "(its message cannot be read)"


def _definition(function: Any, folder: str) -> dict[str, Any]:
    """Return the place and the parameters of a function, if a file there defines it."""
    code = getattr(function, "__code__", None)
    # It may be a class, a partial, a builtin, or imported.
    if code is None or not code.co_filename.startswith(folder):
        return {}
    from inspect import Signature, signature  # 6 ms, for wrong calls only

    shown = []
    try:
        for one in signature(function, follow_wrapped=False).parameters.values():
            default = one.empty if one.default is one.empty else Left()
            shown.append(one.replace(annotation=one.empty, default=default))
        takes = str(Signature(shown))[1:-1]
    except Exception:  # The code under test may have set `__signature__`.
        return {}
    return {"file": code.co_filename, "line": code.co_firstlineno, "takes": takes}


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
    line, last_line, *columns = [*positions()][traceback.tb_lasti // 2]
    if line != last_line or None in columns:
        return 0, 0
    encoded = source.encode()  # Python counts bytes.
    begin, end = (len(encoded[:one].decode(errors="replace")) for one in columns)
    is_whole = source[begin:end] == source.strip()
    return (0, 0) if is_whole else (begin + 1, end + 1)


def _call(frame: FrameType) -> str:
    """Return the call of a function with its arguments, as they are now."""
    code, known = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    values = {name: _value(known[name]) for name in names if name in known}
    room = LONGEST_ARGUMENTS
    if sum(map(len, values.values())) > room:
        # A board hides no argument behind it.
        room = max(SHORTEST_VALUE, room // len(values))
    shown = [
        f"{name}={text if len(text) <= room else f'{text[: room - 3]}...'}"
        for name, text in values.items()
    ]
    return f"{code.co_name}({', '.join(shown)})"


def _value(value: object) -> str:
    from reprlib import Repr  # It writes the beginning of what is large.

    short = Repr()
    short.maxlist = short.maxtuple = short.maxset = short.maxdict = MOST_PARTS
    short.maxstring = short.maxlong = short.maxother = LONGEST_ARGUMENTS
    try:
        return without_addresses(str.__str__(short.repr(value)))
    except Exception:
        return "..."


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

        names = list[str]()
        if isinstance(error, NameError):
            frame = own[-1].tb_frame
            names = [*frame.f_locals, *frame.f_globals, *dir(builtins)]
        elif isinstance(error, AttributeError):
            names = dir(error.obj)
        others = [name for name in names if name != wrong]
        near = get_close_matches(wrong, others, n=1, cutoff=0.7)
    except Exception:  # The code under test says which names an object has.
        return ""
    return f". Did you mean: {near[0]!r}?" if near else ""
