"""Count what a call costs; nothing here is timed.

    calls     calls of functions from within themselves, directly or not
    lines     executed lines
    steps     lines, and items that C functions read: `n in counts` is one line
    memory    the most memory that was held at once during the call, in bytes

Many small functions are as good as a few large ones, so only recursive calls count. A
comprehension, which is a function before Python 3.12, and a generator, whose every item
would be one, are no calls. Their lines count.

For steps a copy of the code under test is run. In it values that a C function reads to
their end go through a function `read`: those behind `in`, the arguments of builtins,
lists whose methods are called, and slices.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Mapping, Set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import Any, NoReturn

    Function = Callable[..., Any]
    Stop = Callable[[object], NoReturn]
    Cost = tuple[int, bool, object]

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200  # of `inspect`: generators, coroutines, both

NAME = "__read__"
# These builtins do not read what they are given, or hand it to a loop.
NO_READERS = {"enumerate", "id", "isinstance", "iter", "len", "type", "zip"}
READERS = vars(builtins).keys() - NO_READERS
METHODS = frozenset({"copy", "count", "index", "remove"})


class Lines:
    """Counts the lines that run in files whose names begin in one of these ways."""

    def __init__(self, files: tuple[str, ...], stop: Stop) -> None:
        self._files, self._stop = files, stop
        self._number = 0
        self._most: int | None = None

    def cost(
        self, function: Function, most: int | None, arguments: tuple[Any, ...]
    ) -> Cost:
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
            self._stop((self._most, True, None))

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code.co_filename.startswith(self._files):
            return self._on_event
        return None

    def _on_event(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            self.count()
        return self._on_event


class Calls(Lines):
    """Counts the calls of functions that run already."""

    def __init__(self, files: tuple[str, ...], stop: Stop) -> None:
        super().__init__(files, stop)
        self._running: Counter[CodeType] = Counter()

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        frame.f_trace_lines = False
        if not code.co_filename.startswith(self._files):
            return None
        if code.co_flags & NO_PLAIN_FUNCTION or code.co_name in COMPREHENSIONS:
            return None
        if self._running[code]:
            self.count()
        self._running[code] += 1
        return self._on_event

    def _on_event(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "return":
            self._running[frame.f_code] -= 1
        return self._on_event


class Memory(Lines):
    """Measures the memory of a call; there is no bound at which it stops."""

    def cost(
        self, function: Function, most: int | None, arguments: tuple[Any, ...]
    ) -> Cost:
        """Make a call; return its cost, that this is no more, and its answer."""
        import tracemalloc  # Needed in one stage only.

        tracemalloc.start()
        try:
            answer = function(*arguments)
            _, number = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return number, False, answer


COUNTERS = {"calls": Calls, "lines": Lines, "steps": Lines, "memory": Memory}


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
    if isinstance(value, (Set, Mapping, range, type)) or not hasattr(value, "__len__"):
        return 0
    return len(value)


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
