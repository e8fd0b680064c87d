"""What leaves the process of the code under test: answers as plain values, and troubles as facts.

A message is a line of JSON, in which what JSON lacks has a mark for
`kata_kit.incoming`:

    {"__tuple__": [...]}, {"__set__": [...]}, {"__dict__": [[key, value], ...]}
    {"__bytes__": "a character for each byte"}
    {"__record__": "Statistics", "fields": [["nodes", 9]]}     a NamedTuple or a dataclass
    {"__other__": "generator", "text": "<generator ...>"}      anything else; equal to nothing

Subclasses are reduced to the plain value that they hold, so that no method of theirs is
ever called by a comparison.
"""

from __future__ import annotations

import sys
from _json import encode_basestring_ascii  # `json` itself takes 4 ms to import.
from errno import EACCES

from kata_worker.guard import Forbidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# No answer to any kata has more parts; a set or a dict of parts that collide takes
# quadratic time.
MOST_PARTS, MOST_IN_A_SET = 200_000, 1_000
DEEPEST = 40
WIDEST_INT = 14_000  # bits; Python refuses to print ints of more than 4,300 digits
LONGEST_TEXT, LONGEST_ANSWER = (
    100_000,
    900_000,
)  # characters; the harness reads no longer line
TOO_LARGE = "an answer that is too large to show"
LONGEST_MESSAGE = 2_000
CO_VARARGS, CO_VARKEYWORDS = 0x04, 0x08  # of `inspect`, which takes 10 ms to import


def encoded(value: object) -> str:
    """A value as JSON, in a length that the harness reads."""
    text = to_json(plain(value))
    return text if len(text) <= LONGEST_ANSWER else to_json(_other(value, TOO_LARGE))


def to_json(value: Any) -> str:
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, (list, tuple)):
        return f"[{','.join(map(to_json, value))}]"
    if isinstance(value, dict):
        return f"{{{','.join(f'{to_json(k)}:{to_json(v)}' for k, v in value.items())}}}"
    return "null" if value is None else repr(value).lower()


def plain(value: object) -> Any:
    """Return what `value` is made of, with marks for what JSON lacks."""
    try:
        return _Reducer().reduce(value, 0)
    except Refused:
        return _other(value, TOO_LARGE)


class _Reducer:
    """Walks one answer and counts its parts, so that a huge, deep or endless one ends."""

    _parts = 0

    def reduce(self, value: Any, depth: int) -> Any:
        self._parts += 1
        if self._parts > MOST_PARTS or depth > DEEPEST:
            raise Refused("too large")
        if value is None or value is True or value is False:
            return value
        if isinstance(value, (int, float, str, bytes)):
            return _scalar(value)
        if isinstance(value, list):
            return self._all(list.__iter__(value), depth)
        if isinstance(value, (set, frozenset)):
            return {"__set__": self._all(frozenset(value), depth, MOST_IN_A_SET)}
        if isinstance(value, dict):
            return {
                "__dict__": self._all(
                    map(list, dict.items(value)), depth, MOST_IN_A_SET
                )
            }
        if isinstance(value, tuple):
            names = getattr(type(value), "_fields", None)
            items = self._all(tuple.__iter__(value), depth)
            if names is None:
                return {"__tuple__": items}
        else:
            names = getattr(type(value), "__dataclass_fields__", None)
            if names is None:
                return _other(value)
            items = self._all((getattr(value, name) for name in names), depth)
        fields = [[str(name), item] for name, item in zip(names, items, strict=True)]
        return {"__record__": _bare_name(value), "fields": fields}

    def _all(
        self, items: Iterable[Any], depth: int, most: int = MOST_PARTS
    ) -> list[Any]:
        reduced = [self.reduce(item, depth + 1) for item in items]
        if len(reduced) > most:
            raise Refused("too large")
        return reduced


def _scalar(value: Any) -> Any:
    if isinstance(value, int):
        number = int.__int__(value)
        return (
            _other(value, "a very large int")
            if number.bit_length() > WIDEST_INT
            else number
        )
    if isinstance(value, float):
        real = float.__float__(value)
        # nan and inf are not JSON.
        return real if real - real == 0 else _other(value, float.__repr__(value))
    is_text = isinstance(value, str)
    if len(value) > LONGEST_TEXT:
        return _other(value, "a very long text" if is_text else "very long bytes")
    return (
        str.__str__(value) if is_text else {"__bytes__": bytes.decode(value, "latin-1")}
    )


def _other(value: object, text: str = "") -> dict[str, Any]:
    module, name = type(value).__module__, _bare_name(value)
    if module not in ("builtins", "__main__"):
        name = f"{module}.{name}"
    try:
        if name == "coroutine":
            value.close()  # type: ignore[attr-defined] # or a warning says that it was not awaited
        line = " ".join(str.__str__(text or repr(value))[:LONGEST_TEXT].split())
    except Exception:
        line = f"<{name} object>"
    # Without the address of an object, which differs each time.
    before, _, after = line.partition(" at 0x")
    return {"__other__": name, "text": before + after.lstrip("0123456789abcdefABCDEF")}


def _bare_name(value: object) -> str:
    return str(type(value).__qualname__).rpartition(">.")[2]


class Refused(Exception):
    """The code asked for what it does not get, or its answer is none; for a kind of trouble."""

    def __init__(self, kind: str, message: str = "") -> None:
        super().__init__(message)
        self.kind = kind


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
    file, line, column, source = "", 0, 0, ""
    traceback, of_pdb = error.__traceback__, False
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename.startswith(folder):
            file, line = code.co_filename, traceback.tb_lineno
        of_pdb |= traceback.tb_frame.f_globals.get("__name__") == "pdb"
        traceback = traceback.tb_next
    kind = next(
        (kind for kind, of in KINDS.items() if isinstance(error, of)), "exception"
    )
    try:
        message = str.__str__(str(error))
    except Exception:
        message = "(its message cannot be read)"
    if isinstance(error, SyntaxError):
        message = str(error.msg)
        if str(error.filename).startswith(folder):  # Not so for eval("1 +").
            file, line, column = (
                str(error.filename),
                error.lineno or 0,
                max(error.offset or 0, 0),
            )
    elif isinstance(error, RecursionError):
        message = f"{sys.getrecursionlimit():,}"
    elif isinstance(error, (SystemExit, ExitAtOnce)):
        message = repr(error.code)
    elif (
        isinstance(error, PermissionError) and error.errno == EACCES and error.filename
    ):
        kind, message = (
            "forbidden",
            f"read {error.filename!r}",
        )  # The kernel refused to open it.
    elif isinstance(error, Refused):
        kind = "debugger" if of_pdb else error.kind  # `pdb.set_trace()` asks for input.
    elif type(error) is TypeError and not file:
        kind = "signature"
    try:
        import linecache  # Needed when something is wrong only.

        source = linecache.getline(file, line).rstrip("\n")
    except Exception:
        pass  # All descriptors may be taken.
    return {
        "kind": kind,
        "type": type(error).__qualname__[:LONGEST_MESSAGE],
        "message": message[:LONGEST_MESSAGE],
        "file": file,
        "line": line,
        "source": source,
        "column": column,
        "refusal": isinstance(error, ValueError),
    }


def signature(function: Callable[..., Any], file: str) -> tuple[str, int]:
    """The parameters of a function as its `def` names them, and the line of the `def` in `file`."""
    code = getattr(function, "__code__", None)
    if (
        code is None or code.co_filename != file
    ):  # A class, a partial, a builtin, an import.
        return "...", 0
    names, keywords = code.co_varnames, code.co_argcount + code.co_kwonlyargcount
    rest, defaults = iter(names[keywords:]), len(function.__defaults__ or ())
    shown = [*names[: code.co_argcount - defaults]]
    shown += [f"{name}=..." for name in names[len(shown) : code.co_argcount]]
    if code.co_flags & CO_VARARGS or code.co_kwonlyargcount:
        shown.append("*" + (next(rest) if code.co_flags & CO_VARARGS else ""))
    shown += names[code.co_argcount : keywords]
    shown += [f"**{next(rest)}"] if code.co_flags & CO_VARKEYWORDS else []
    return ", ".join(shown), code.co_firstlineno
