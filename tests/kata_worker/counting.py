"""What a call costs, counted and not timed; and its `Trace`: what it does, line by line.

    calls      calls of functions in the code under test from within themselves, directly or not
    lines      executed lines of the code under test
    steps      lines, and cells that are read from `Row`s
    own steps  lines, and items that the code reads of its own lists: `n in counts` is one line
    memory     the most memory that was held at once during the call, in bytes

The code under test is its folder, and the references that it builds on. A call that is not
recursive is not counted: many small functions are as good as a few large ones. What differs between
versions of Python is not a call either: a comprehension, which is a function before Python 3.12,
and a generator, whose every item would be one. Their lines count.
"""

from __future__ import annotations

import ast
import builtins
import os
import sys
import tracemalloc
from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType
    from typing import Any, NoReturn

    Function = Callable[..., Any]
    Stop = Callable[[object], NoReturn]
    Tracer = Callable[[FrameType, str, Any], Any]

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200  # of `inspect`: generators, coroutines, and both


class Tally:
    """What is counted now."""

    number = 0


def counter(what: str, function: Function, files: tuple[str, ...], stop: Stop) -> Function:
    """What makes a call and returns what it costs, that this is no more, and the answer.

    It takes how far to count (None: to the end), and the arguments; when there is more, it calls
    `stop` with what to return. `files` is how the names of counted files begin.
    """

    def ask(most: int | None, arguments: tuple[Any, ...]) -> tuple[int, bool, object]:
        Tally.number = 0
        running: dict[CodeType, int] = {}  # How many calls of a function have not returned.

        def count() -> None:
            Tally.number += 1
            if most is not None and Tally.number > most:
                stop((most, True, None))

        def on_call(frame: FrameType, event: str, arg: object) -> Tracer | None:
            code = frame.f_code
            if not code.co_filename.startswith(files):
                return None
            if what == "calls":
                frame.f_trace_lines = False
                if code.co_flags & NO_PLAIN_FUNCTION or code.co_name in COMPREHENSIONS:
                    return None
                if running.setdefault(code, 0):
                    count()
                running[code] += 1
            return on_event

        def on_event(frame: FrameType, event: str, arg: object) -> Tracer:
            if event == "line":
                count()
            elif event == "return" and what == "calls":
                running[frame.f_code] -= 1
            return on_event

        if what == "memory":
            tracemalloc.start()
        else:
            sys.settrace(on_call)
        try:
            answer = function(*arguments)
            if what == "memory":
                Tally.number = tracemalloc.get_traced_memory()[1]
        finally:
            sys.settrace(None)
            tracemalloc.stop()
        return Tally.number, False, answer

    return ask


class Row(list):  # type: ignore[type-arg] # with [int] it would not be a class before it is made
    """A row of a board that counts the cells that are read, also by C functions and for copies."""

    def __iter__(self) -> Iterator[Any]:
        for cell in list.__iter__(self):
            Tally.number += 1
            yield cell

    def __reversed__(self) -> Iterator[Any]:
        return iter(Row(list.__reversed__(self)))

    def __contains__(self, value: object) -> bool:
        return any(cell == value for cell in self)


# How many cells other methods of a list read, by what they return.
READ: dict[str, Callable[[Row, Any], int]] = dict.fromkeys(
    ("count", "copy", "__eq__", "__ne__", "__lt__", "__gt__", "__add__", "__mul__"),
    lambda row, _: len(row),
)
READ["__getitem__"] = lambda _, found: len(found) if type(found) is list else 1
READ["index"] = lambda _, place: place + 1


def _counted(method: Function, cells: Callable[[Row, Any], int]) -> Function:
    def counted(self: Row, *arguments: Any) -> Any:
        found = method(self, *arguments)
        Tally.number += cells(self, found)
        return found

    return counted


for _name, _cells in READ.items():
    setattr(Row, _name, _counted(getattr(list, _name), _cells))


NAME = "__read__"
# Those of Python's own functions that do not read what they are given, or hand it to a loop.
NO_READERS = {"enumerate", "id", "isinstance", "iter", "len", "type", "zip"}
FUNCTIONS = vars(builtins).keys() - NO_READERS
METHODS = frozenset({"copy", "count", "index", "remove"})


def reading(path: str, kata: str, source: bytes, function: str) -> Any:
    """A function from a copy of a file in which whatever a C function reads goes through `read`."""
    tree = ast.fix_missing_locations(_Reading().visit(ast.parse(source, path)))
    names: dict[str, Any] = {"__name__": kata, "__file__": path, NAME: read}
    exec(compile(tree, path, "exec", dont_inherit=True), names)
    return names[function]


def read(value: Any) -> Any:
    """Count the items of a value; to look into a set, a dict or a range takes one step."""
    if hasattr(value, "__len__") and not isinstance(value, (set, frozenset, dict, range)):
        Tally.number += len(value)
    return value


class _Reading(ast.NodeTransformer):
    """Has what is read go through `read`."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Compare):
            for number, sign in enumerate(node.ops):
                if isinstance(sign, (ast.In, ast.NotIn)):
                    node.comparators[number] = _read(node.comparators[number])
        elif isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in FUNCTIONS:
                node.args = [_read(value) for value in node.args]
            if isinstance(called, ast.Attribute) and called.attr in METHODS:
                called.value = _read(called.value)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return _read(node) if isinstance(node.ctx, ast.Load) else node
        return node


def _read(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.Starred):
        return ast.Starred(_read(value.value), value.ctx)
    return ast.Call(ast.Name(NAME, ast.Load()), [value], [])


FIRST, LAST, LONGEST = 100, 30, 100  # rows that are kept, and characters of what stands in each
SHORT = Repr()
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8
SHORT.maxlevel, SHORT.maxlong = 3, LONGEST


class Trace:
    """Takes down what a call of a function does in a folder; `stop`s after too many lines.

    Of each line there is a row: its place, the source and the variables that it changes; and one
    without a place for a function with its arguments, and for what it returns or raises.
    """

    def __init__(self, function: Function, folder: str, stop: Stop) -> None:
        from linecache import getline  # Nobody counts with it.

        self._function, self._folder, self._stop, self._line_of = function, folder, stop, getline
        self._rows: list[list[str]] = []
        self._left = 0  # of the lines

    def ask(self, most: int, arguments: tuple[Any, ...]) -> object:
        """Make a call of at most so many lines; return what `counter` does, but the rows."""
        self._left = most
        sys.settrace(self._on_call)
        try:
            self._function(*arguments)
        except BaseException:
            pass  # It is in the rows.
        finally:
            sys.settrace(None)
        return self._told(more=False)

    def _told(self, *, more: bool) -> object:
        left_out = len(self._rows) - FIRST - LAST
        if left_out > 0:
            self._rows[FIRST:-LAST] = [["", f"... {left_out:,} more ...", ""]]
        return len(self._rows), more, self._rows

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        own = code.co_filename.startswith(self._folder)
        if not own or (code.co_name.startswith("<") and code.co_name != "<lambda>"):
            return None
        now = {name: _short(value) for name, value in frame.f_locals.items()}
        row = self._row("", f"{code.co_name}({', '.join(map('='.join, now.items()))})")
        return lambda *event: self._on_event(row, now, *event)

    def _on_event(
        self, row: list[str], before: dict[str, str], frame: FrameType, event: str, arg: Any
    ) -> Any:
        now = {name: _short(value) for name, value in frame.f_locals.items()}
        changes = (f"{name} = {text}" for name, text in now.items() if before.get(name) != text)
        row[2] = ", ".join(changes)[:LONGEST]
        if event == "line":
            if not self._left:
                sys.settrace(None)
                self._stop(self._told(more=True))
            self._left -= 1
            file, line = frame.f_code.co_filename, frame.f_lineno
            row = self._row(f"{os.path.basename(file)}:{line}", self._line_of(file, line).rstrip())
        elif event == "exception":
            row = self._row("", f"raises {arg[0].__name__}")
        elif not row[1].startswith("raises "):
            row = self._row("", f"returns {_short(arg)}")
        return lambda *event: self._on_event(row, now, *event)

    def _row(self, place: str, text: str) -> list[str]:
        self._rows.append([place, text.expandtabs()[:LONGEST], ""])
        return self._rows[-1]


def _short(value: object) -> str:
    return " ".join(SHORT.repr(value)[:LONGEST].split())
