"""Tell from its source if code that took too long may have been in an endless loop."""

import ast
from collections.abc import Collection

WITHOUT_END = ("itertools.count", "itertools.cycle", "count", "cycle")
TAKES = ("pop", "popleft", "popitem", "heappop")  # what is left to do grows less
ADDS = ("append", "extend", "insert", "add")


def may_be_endless(source: str, running: Collection[int]) -> bool:
    r"""Return True if one of the running lines is in a loop that may have no end.

    >>> endless = "while row < 3:\n    column += 1"
    >>> may_be_endless(endless, [2]), may_be_endless(endless, [3])
    (True, False)
    >>> may_be_endless("while left:\n    visit(left.pop())", [2])
    False
    >>> may_be_endless("sum(iter(int, 1))", [1]), may_be_endless("row.count(1)", [1])
    (True, False)
    >>> may_be_endless("for row in rows:\n    rows.append(row)", [2])
    True
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    loops = filter(_may_have_no_end, ast.walk(tree))
    return any(_is_in(loop, line) for loop in loops for line in running)


def _may_have_no_end(node: ast.AST) -> bool:
    if isinstance(node, ast.While):
        return not any(name.endswith(TAKES) for name in _called(node))
    if isinstance(node, ast.For):
        things = ast.unparse(node.iter)
        grows = any(f"{things}.{adds}" in _called(node) for adds in ADDS)
        return grows or any(map(_is_endless_call, ast.walk(node.iter)))
    return _is_endless_call(node)


def _is_endless_call(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func)
    return name in WITHOUT_END or (name == "iter" and len(node.args) > 1)


def _called(node: ast.AST) -> set[str]:
    """Return the names of what is called somewhere in a part of the source."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    return {ast.unparse(call.func) for call in calls}


def _is_in(node: ast.AST, line: int) -> bool:
    begin, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    return bool(begin <= line <= end)
