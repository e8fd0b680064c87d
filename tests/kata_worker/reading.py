"""Count the items that C functions read: `n in counts` is one line and many items.

For that a copy of the code under test is run. In it values that a C function reads to
their end go through a function `read`: those behind `in`, the arguments of builtins,
lists whose methods are called, and slices.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping, Set

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NAME = "__read__"
# These builtins do not read what they are given, or hand it to a loop.
NO_READERS = {"enumerate", "id", "isinstance", "iter", "len", "type", "zip"}
READERS = vars(builtins).keys() - NO_READERS
METHODS = frozenset({"copy", "count", "index", "remove"})


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
