"""What a call costs, counted and not timed.

    calls      calls of functions in the code under test from within themselves, directly or not
    lines      executed lines of the code under test
    steps      lines, and cells that are read from `Row`s
    own steps  lines, and items that the code reads of its own lists: `n in counts` is one line
    memory     the most memory that was held at once during the call, in bytes

The code under test is its folder, and the references that it builds on. A call that is
not recursive is not counted: many small functions are as good as a few large ones. What
differs between versions of Python is not a call either: a comprehension, which is a
function before Python 3.12, and a generator, whose every item would be one. Their lines
count.
"""

from __future__ import annotations

import ast
import builtins
import sys
import tracemalloc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType
    from typing import Any, NoReturn

    Function = Callable[..., Any]
    Stop = Callable[[object], NoReturn]
    Tracer = Callable[[FrameType, str, Any], Any]

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
NO_PLAIN_FUNCTION = (
    0x20 | 0x80 | 0x200
)  # of `inspect`: generators, coroutines, and both


class Tally:
    """What is counted now."""

    number = 0


def counter(
    what: str, function: Function, files: tuple[str, ...], stop: Stop
) -> Function:
    """What makes a call and returns what it costs, that this is no more, and the answer.

    It takes how far to count (None: to the end), and the arguments; when there is more,
    it calls `stop` with what to return. `files` is how the names of counted files
    begin.
    """

    def ask(most: int | None, arguments: tuple[Any, ...]) -> tuple[int, bool, object]:
        Tally.number = 0
        running: dict[
            CodeType, int
        ] = {}  # How many calls of a function have not returned.

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
# Those of Python's own functions that do not read what they are given, or hand it to a
# loop.
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
    if hasattr(value, "__len__") and not isinstance(
        value, (set, frozenset, dict, range)
    ):
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
