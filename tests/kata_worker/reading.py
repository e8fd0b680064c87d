"""Counting what code reads of its own lists: `n in counts` and `max(counts)` are one line each.

The code is run once more from its source, in which whatever a C function reads goes through
`read`. A loop needs none of that: it runs a line for each item.
"""

from __future__ import annotations

import ast
import builtins

from kata_worker.counting import TALLY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Those of Python's own functions that do not read what they are given, or hand it to a loop.
NO_READERS = {"enumerate", "id", "isinstance", "iter", "len", "type", "zip"}
FUNCTIONS = vars(builtins).keys() - NO_READERS
METHODS = frozenset({"copy", "count", "index", "remove"})
NAME = "__read__"


def read(value: Any) -> Any:
    """Count the items of a value that is read item by item, and return it."""
    # To look for something in a set, a dict or a range takes one step.
    if hasattr(value, "__len__") and not isinstance(value, (set, frozenset, dict, range)):
        TALLY.number += len(value)
    return value


class _Reading(ast.NodeTransformer):
    """Has what is read go through `read`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        looks = [isinstance(sign, (ast.In, ast.NotIn)) for sign in node.ops]
        pairs = zip(looks, node.comparators, strict=True)
        node.comparators = [_read(value) if look else value for look, value in pairs]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name) and called.id in FUNCTIONS:
            node.args = [_read(value) for value in node.args]
        if isinstance(called, ast.Attribute) and called.attr in METHODS:
            called.value = _read(called.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_read = isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice)
        return _read(node) if is_read else node


def _read(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.Starred):
        value.value = _read(value.value)
        return value
    return ast.Call(ast.Name(NAME, ast.Load()), [value], [])


def reading(path: str, kata: str, source: bytes, function: str) -> Any:
    """A function of the file at `path`, from a copy that counts what it reads."""
    tree = ast.fix_missing_locations(_Reading().visit(ast.parse(source, path)))
    names: dict[str, Any] = {"__name__": kata, "__file__": path, NAME: read}
    exec(compile(tree, path, "exec", dont_inherit=True), names)
    return names[function]
