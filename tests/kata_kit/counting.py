"""Count what a call costs, with the interpreter's own hooks; nothing here is timed.

    calls     calls of functions from within themselves, directly or not
    lines     executed lines
    steps     lines, and items that C functions read: `n in counts` is one line
    memory    the most memory that was held at once during the call, in bytes

Many small functions are as good as a few large ones, so only recursive calls count. A
comprehension isn't a call, and neither is a generator, whose every item would be one.
Their lines count.

For steps a copy of the code is run. In it, values that a C function reads to their end
go through a function `read`: those behind `in`, the arguments of builtins, lists whose
methods are called, and slices.
"""

import ast
import builtins
import sys
import tracemalloc
from collections.abc import Callable, Mapping, Set
from types import CodeType, FrameType
from typing import Any

NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200  # of `inspect`: generators, coroutines, both

NAME = "__read__"
# These builtins don't read what they are given, or hand it to a loop.
NO_READERS = {"enumerate", "id", "isinstance", "iter", "len", "type", "zip"}
READERS = vars(builtins).keys() - NO_READERS
METHODS = frozenset({"copy", "count", "index", "remove"})


class TooMuch(BaseException):
    """The call costs more than the bound; no `except Exception` catches it."""


class Counter:
    """Counts what runs in files whose names begin in one of these ways."""

    def __init__(self, what: str, files: tuple[str, ...], most: float) -> None:
        self.number, self._most = 0, most
        self._what, self._files = what, files
        self._on_line = self._line_counter()

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Make a call and count it.

        Raises:
            TooMuch: when it costs more than the bound.
        """
        if self._what == "memory":
            return self._measured(function, *arguments)
        before = sys.gettrace()
        sys.settrace(self._on_call)
        try:
            return function(*arguments)
        finally:
            sys.settrace(before)

    def _measured(self, function: Callable[..., Any], *arguments: Any) -> Any:
        tracemalloc.start()
        try:
            answer = function(*arguments)
            _, self.number = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return answer

    def count(self, number: int = 1) -> None:
        self.number += number
        if self.number > self._most:
            sys.settrace(None)
            raise TooMuch

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        """Return what is called at each line of a call; None to see none."""
        code = frame.f_code
        if not code.co_filename.startswith(self._files):
            return None
        if self._what != "calls":
            return self._on_line
        if not (code.co_flags & NO_PLAIN_FUNCTION or is_part(code)):
            outer = frame.f_back
            while outer and (outer_code := outer.f_code) is not BEGINNING:
                if outer_code is code:
                    self.count()
                    break
                outer = outer.f_back
        return None

    def _line_counter(self) -> Callable[..., Any]:
        """Return what is called at each line, a million times: it's made for speed."""

        def on_line(frame: FrameType, event: str, arg: object) -> Any:
            if event == "line":
                self.number += 1
                if self.number > self._most:
                    self.count(0)
            return on_line

        return on_line


BEGINNING = Counter.call.__code__  # No frame outside of it is the code's.


def is_part(code: CodeType) -> bool:
    """Return True for a comprehension, which is a function before Python 3.12."""
    return code.co_name.startswith("<") and code.co_name != "<lambda>"


def reading(path: str, source: bytes, count: Callable[[int], None]) -> dict[str, Any]:
    """Run a copy of a file that counts what it reads; return its names."""

    def read(value: Any) -> Any:
        count(items(value))
        return value

    tree = Reading().visit(ast.parse(source, path))
    code = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    module = path.replace("\\", "/").rpartition("/")[2].removesuffix(".py")
    names = {"__name__": module, "__file__": path, NAME: read}
    exec(code, names)
    return names


def items(value: Any) -> int:
    """Return how many items it takes to read a value.

    To look into a set, a dict or a range takes one step, which is part of its line.
    """
    is_looked_into = isinstance(value, (Set, Mapping, range, type))
    return 0 if is_looked_into or not hasattr(value, "__len__") else len(value)


class Reading(ast.NodeTransformer):
    """Has what is read go through `read`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for number, sign in enumerate(node.ops):
            if isinstance(sign, (ast.In, ast.NotIn)):
                node.comparators[number] = read_by_name(node.comparators[number])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name) and called.id in READERS:
            node.args = [read_by_name(value) for value in node.args]
        elif isinstance(called, ast.Attribute) and called.attr in METHODS:
            called.value = read_by_name(called.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_read = isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load)
        return read_by_name(node) if is_read else node


def read_by_name(value: ast.expr) -> ast.expr:
    """Return the call `read(value)`."""
    if isinstance(value, ast.Starred):
        value.value = read_by_name(value.value)
        return value
    name = ast.Name(NAME, ast.Load())
    return ast.copy_location(ast.Call(name, [value], []), value)
