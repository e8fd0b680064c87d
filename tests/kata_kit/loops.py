"""Tell from its source if code that took too long may have been in an endless loop."""

import ast
from collections.abc import Collection

WITHOUT_END = ("count", "cycle")  # of `itertools`
TAKES = ("pop", "popleft", "popitem", "heappop")  # what is left to do grows less


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
        nodes = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    loops = filter(_may_have_no_end, nodes)
    return any(_is_in(loop, line) for loop in loops for line in running)


def _may_have_no_end(node: ast.AST) -> bool:
    if isinstance(node, ast.For):
        return any(map(_is_endless_call, ast.walk(node.iter)))
    if isinstance(node, ast.While):
        return not any(map(_takes_away, ast.walk(node)))
    return _is_endless_call(node)


def _is_endless_call(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).removeprefix("itertools.")
    return name in WITHOUT_END or (name == "iter" and len(node.args) > 1)


def _takes_away(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    return ast.unparse(node.func).rpartition(".")[2] in TAKES


def _is_in(node: ast.AST, line: int) -> bool:
    begin, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    return bool(begin <= line <= end)
