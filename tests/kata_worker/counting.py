"""Count what a call costs, and take down what it does; nothing here is timed.

    calls     calls of functions from within themselves, directly or not
    lines     executed lines
    steps     lines, and items that C functions read: `n in counts` is one line
    memory    the most memory that was held at once during the call, in bytes
    trace     lines; the answer is what each of them changed

Many small functions are as good as a few large ones, so only recursive calls count. A
comprehension is no call, and neither is a generator, whose every item would be one.
Their lines count.

For steps a copy of the code under test is run. In it values that a C function reads to
their end go through a function `read`: those behind `in`, the arguments of builtins,
lists whose methods are called, and slices.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Mapping, Set
from contextlib import suppress
from linecache import getline
from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import Any, NoReturn

    Function = Callable[..., Any]
    Stop = Callable[[object], NoReturn]
    Cost = tuple[int, bool, object]

NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200  # of `inspect`: generators, coroutines, both

NAME = "__read__"
# These builtins do not read what they are given, or hand it to a loop.
NO_READERS = {"enumerate", "id", "isinstance", "iter", "len", "type", "zip"}
READERS = vars(builtins).keys() - NO_READERS
METHODS = frozenset({"copy", "count", "index", "remove"})

# Of a trace
FIRST, LAST = 20, 10  # rows that are kept
LONGEST = 100  # characters of each field of a row
SHORT = Repr()
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8
SHORT.maxlevel, SHORT.maxlong = 3, LONGEST


class Lines:
    """Counts the lines that run in files whose names begin in one of these ways."""

    def __init__(self, files: tuple[str, ...], stop: Stop) -> None:
        self._files, self._stop = files, stop
        self._number = 0
        self._most: int | None = None
        self._rows: list[list[str]] = []  # of a trace

    def cost(self, function: Function, most: int | None, *arguments: Any) -> Cost:
        """Make a call; return its cost, that this is no more, and its answer.

        If it costs more than `most`, `stop` is called with what to return.
        """
        self._number, self._most = 0, most
        sys.settrace(self._on_call)
        try:
            answer = function(*arguments)
        finally:
            sys.settrace(None)
        return self._number, False, answer

    def count(self, number: int = 1) -> None:
        self._number += number
        if self._most is not None and self._number > self._most:
            sys.settrace(None)
            self._stop((self._most, True, self._rows))

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        """Return what is called at each event of a call; None to see none."""
        is_own = frame.f_code.co_filename.startswith(self._files)
        return self._follow(frame) if is_own else None

    def _follow(self, frame: FrameType) -> Any:
        return self._on_event

    def _on_event(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            self.count()
        return self._on_event


class Calls(Lines):
    """Counts the calls of functions that run already."""

    def _follow(self, frame: FrameType) -> None:
        code, outer = frame.f_code, frame.f_back
        if code.co_flags & NO_PLAIN_FUNCTION or _is_part(code):
            return
        while outer and outer.f_code is not code:
            outer = outer.f_back
        if outer:
            self.count()


class Memory(Lines):
    """Measures the memory of a call; there is no bound at which it stops."""

    def cost(self, function: Function, most: int | None, *arguments: Any) -> Cost:
        import tracemalloc  # Needed in one stage only.

        tracemalloc.start()
        try:
            answer = function(*arguments)
            _, number = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return number, False, answer


class Trace(Lines):
    """Takes down the rows of a call, which are its answer.

    A line has a row: its number, the source and the variables that it changes. So has a
    function with its arguments, and its answer or its exception, without a number.
    """

    def __init__(self, files: tuple[str, ...], stop: Stop) -> None:
        super().__init__(files, stop)
        # Of each call that runs, its newest row, and its variables before that.
        self._newest: dict[FrameType, tuple[list[str], dict[str, str]]] = {}

    def cost(self, function: Function, most: int | None, *arguments: Any) -> Cost:
        with suppress(BaseException):  # It is in the rows.
            super().cost(function, most, *arguments)
        return self._number, False, self._rows

    def _follow(self, frame: FrameType) -> Any:
        if _is_part(frame.f_code):
            return None
        arguments = ", ".join(map("=".join, _variables(frame).items()))
        self._add(frame, "", f"{frame.f_code.co_name}({arguments})")
        return self._on_event

    def _on_event(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Add what the last line changed, and the row of the next one."""
        row, before = self._newest[frame]
        changes = [
            f"{name} = {text}"
            for name, text in _variables(frame).items()
            if before.get(name) != text
        ]
        row[2] = ", ".join(changes)[:LONGEST]
        if event == "line":
            self.count()
            source = getline(frame.f_code.co_filename, frame.f_lineno).rstrip()
            self._add(frame, str(frame.f_lineno), source)
        elif event == "exception":
            self._add(frame, "", f"raises {arg[0].__name__}")
        elif not row[1].startswith("raises "):
            self._add(frame, "", f"returns {_short(arg)}")
        return self._on_event

    def _add(self, frame: FrameType, number: str, text: str) -> None:
        row = [number, text.expandtabs()[:LONGEST], ""]
        if len(self._rows) > FIRST + LAST:
            self._rows[FIRST : FIRST + 2] = [["", "...", ""]]
        self._rows.append(row)
        self._newest[frame] = row, _variables(frame)


def _is_part(code: CodeType) -> bool:
    """Tell whether it is of a comprehension, a function before Python 3.12."""
    return code.co_name.startswith("<") and code.co_name != "<lambda>"


def _variables(frame: FrameType) -> dict[str, str]:
    return {name: _short(value) for name, value in frame.f_locals.items()}


def _short(value: object) -> str:
    return " ".join(SHORT.repr(value)[:LONGEST].split())


COUNTERS = {
    "calls": Calls,
    "lines": Lines,
    "steps": Lines,
    "memory": Memory,
    "trace": Trace,
}


def reading(
    path: str, kata: str, source: bytes, count: Callable[[int], None]
) -> dict[str, Any]:
    """Run a copy of a file that counts what it reads; return its names."""

    def read(value: Any) -> Any:
        count(items(value))
        return value

    tree = _Reading().visit(ast.parse(source, path))
    code = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    names = {"__name__": kata, "__file__": path, NAME: read}
    exec(code, names)
    return names


def items(value: Any) -> int:
    """Return how many items it takes to read a value.

    To look into a set, a dict or a range takes one step, which is part of its line.
    """
    is_looked_into = isinstance(value, (Set, Mapping, range, type))
    return 0 if is_looked_into or not hasattr(value, "__len__") else len(value)


class _Reading(ast.NodeTransformer):
    """Has what is read go through `read`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for number, sign in enumerate(node.ops):
            if isinstance(sign, (ast.In, ast.NotIn)):
                node.comparators[number] = _read(node.comparators[number])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name) and called.id in READERS:
            node.args = [_read(value) for value in node.args]
        elif isinstance(called, ast.Attribute) and called.attr in METHODS:
            called.value = _read(called.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_read = isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load)
        return _read(node) if is_read else node


def _read(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.Starred):
        value.value = _read(value.value)
        return value
    name = ast.Name(NAME, ast.Load())
    return ast.copy_location(ast.Call(name, [value], []), value)
