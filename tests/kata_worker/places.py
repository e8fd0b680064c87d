"""Describe the place of an exception in a learner's file, as Python's own help does.

The expression that failed, the functions of the learner that were on the way, with
their arguments, and a name that may be meant.
"""

from __future__ import annotations

import builtins

from kata_worker.plain_values import without_addresses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType, TracebackType
    from typing import Any

COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
MOST_CALLERS = 3
LONGEST_CALL = 72  # characters of a call whose arguments are not cut
LONGEST_VALUE, SHORTEST_VALUE = 60, 12  # characters of an argument
MOST_PARTS = 20  # of a list in it


def place(own: Sequence[TracebackType], *, with_callers: bool) -> dict[str, Any]:
    """Return where an exception came from, by its frames in the learner's files."""
    last = own[-1]
    file, line = last.tb_frame.f_code.co_filename, last.tb_lineno
    source = source_line(file, line)
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
    source = source_line(code.co_filename, line).strip()
    return f"line {line} of {code.co_name}: {source}"


def source_line(file: str, line: int) -> str:
    """Return the text of a line; "" if it cannot be read."""
    try:
        import linecache  # Needed when something is wrong only.

        return linecache.getline(file, line).rstrip("\n")
    except Exception:
        return ""  # All descriptors may be taken.


def suggestion(error: BaseException, own: Sequence[TracebackType]) -> str:
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
