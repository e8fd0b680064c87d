"""Find a stub, a function or an endless loop in the text of a file under test."""

import ast
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef

# Calls that may never end, and that leave less to do
WITHOUT_END = ("itertools.count", "itertools.cycle", "count", "cycle")
TAKES = ("pop", "popleft", "popitem", "heappop")


def parsed(text: str | bytes) -> ast.Module:
    """Return the syntax tree of a file; an empty one if Python cannot read it."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(text)
    return ast.Module([], [])


def functions(text: str | bytes) -> list[ast.FunctionDef]:
    """Return the functions of a file, but no methods."""
    return [one for one in parsed(text).body if isinstance(one, ast.FunctionDef)]


def is_stub(text: str) -> bool:
    """Return True if every function of a file is still to be written."""
    found = functions(text)
    return bool(found) and all(
        len(one.body) <= 2 and ast.unparse(one.body[-1]) == "raise NotImplementedError"
        for one in found
    )


def defined(text: str | bytes, name: str) -> tuple[str, int]:
    r"""Return what a function or class is inside, and the line in which it begins.

    >>> defined("class A:\n    def f(self): ...", "f"), defined("", "f")
    (('class A', 2), ('', 0))
    """
    for outer in ast.walk(parsed(text)):
        if isinstance(outer, (ast.Module, ast.ClassDef, Function)):
            for inner in outer.body:
                if isinstance(inner, (ast.ClassDef, Function)) and inner.name == name:
                    kind = "class" if isinstance(outer, ast.ClassDef) else "function"
                    where = getattr(outer, "name", "")
                    return where and f"{kind} {where}", inner.lineno
    return "", 0


def line_of(function: str, file: Path) -> int:
    """Return the line in which a function of a file begins; 1 if none does."""
    with suppress(OSError):
        return defined(file.read_bytes(), function)[1] or 1
    return 1


def returns_nothing(text: str | bytes, name: str) -> bool:
    r"""Return True if a function of a file has no `return` with a value.

    >>> returns_nothing("def f():\n    return print(1)", "f")
    True
    >>> returns_nothing("def f():\n    return 1", "f"), returns_nothing("", "f")
    (False, False)
    """
    found = [one for one in functions(text) if one.name == name]
    return bool(found) and not any(map(_is_a_value, ast.walk(found[-1])))


def _is_a_value(node: ast.AST) -> bool:
    match node:
        case ast.Return(None | ast.Constant(None) | ast.Call(ast.Name("print"))):
            return False
    return isinstance(node, ast.Return)


def may_be_endless(text: str, running: Collection[int]) -> bool:
    r"""Return True if one of the running lines is in a loop that may have no end.

    Where nobody could see the lines, it may have been any of them.

    >>> endless = "while row < 3:\n    column += 1"
    >>> may_be_endless(endless, [2]), may_be_endless(endless, [3])
    (True, False)
    >>> may_be_endless("while left:\n    visit(left.pop())", [2])
    False
    >>> may_be_endless("sum(iter(int, 1))", []), may_be_endless("row.count(1)", [])
    (True, False)
    """
    loops = filter(_may_have_no_end, ast.walk(parsed(text)))
    return any(not running or _has_one(loop, running) for loop in loops)


def _may_have_no_end(node: ast.AST) -> bool:
    if isinstance(node, ast.While):
        calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
        return not any(ast.unparse(call.func).endswith(TAKES) for call in calls)
    if isinstance(node, ast.For):
        return any(map(_is_endless_call, ast.walk(node.iter)))
    return _is_endless_call(node)


def _is_endless_call(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func)
    return name in WITHOUT_END or (name == "iter" and len(node.args) > 1)


def _has_one(node: Any, lines: Collection[int]) -> bool:
    return any(node.lineno <= line <= node.end_lineno for line in lines)
