"""Find a stub, a function or an endless loop in the text of a file under test."""

import ast
from collections.abc import Collection
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef

# Calls that may never end, and that leave less to do
WITHOUT_END = ("itertools.count", "itertools.cycle", "count", "cycle")
TAKES = ("pop", "popleft", "popitem", "heappop")


def is_stub(text: str) -> bool:
    """Return True if every function of a file is still to be written."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    functions = [one for one in body if isinstance(one, ast.FunctionDef)]
    return bool(functions) and all(
        len(one.body) <= 2 and ast.unparse(one.body[-1]) == "raise NotImplementedError"
        for one in functions
    )


def defined(text: str | bytes, name: str) -> tuple[str, int] | None:
    r"""Return the line in which a function or class begins, behind what it is inside.

    >>> defined("class A:\n    def f(self): ...", "f")
    ('class A', 2)
    """
    try:
        nodes = ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for outer in nodes:
        if isinstance(outer, (ast.Module, ast.ClassDef, Function)):
            for inner in outer.body:
                if isinstance(inner, (ast.ClassDef, Function)) and inner.name == name:
                    kind = "class" if isinstance(outer, ast.ClassDef) else "function"
                    where = getattr(outer, "name", "")
                    return where and f"{kind} {where}", inner.lineno
    return None


def line_of(function: str, file: Path) -> int:
    """Return the line in which a function of a file begins; 1 if none does."""
    try:
        found = defined(file.read_bytes(), function)
    except OSError:
        return 1
    return found[1] if found else 1


def may_be_endless(source: str, running: Collection[int]) -> bool:
    r"""Return True if one of the running lines is in a loop that may have no end.

    >>> endless = "while row < 3:\n    column += 1"
    >>> may_be_endless(endless, [2]), may_be_endless(endless, [3])
    (True, False)
    >>> may_be_endless("while left:\n    visit(left.pop())", [2])
    False
    >>> may_be_endless("sum(iter(int, 1))", [1]), may_be_endless("row.count(1)", [1])
    (True, False)
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    loops = filter(_may_have_no_end, ast.walk(tree))
    return any(_is_in(loop, line) for loop in loops for line in running)


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


def _is_in(node: ast.AST, line: int) -> bool:
    begin, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    return bool(begin <= line <= end)
