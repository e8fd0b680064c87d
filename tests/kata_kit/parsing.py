"""Read a file under test, and find in its text a stub, a function, an endless loop."""

import ast
from collections.abc import Collection
from pathlib import Path

LARGEST = 1_000_000  # bytes; a solution has some thousands
Function = ast.FunctionDef | ast.AsyncFunctionDef

# Calls that may never end, that leave less to do, and that add to it
WITHOUT_END = ("itertools.count", "itertools.cycle", "count", "cycle")
TAKES = ("pop", "popleft", "popitem", "heappop")
ADDS = ("append", "extend", "insert", "add")

# What code may read: a folder, a file, or on Linux the descriptor of one of these.
Own = Path | int


def code(path: Path, own: Own | None = None) -> bytes:
    """Return what is in a file, which has to lie in `own`.

    Raises ValueError with what is there instead.
    """
    real = path.resolve()
    if not real.exists():
        raise ValueError("missing")
    if isinstance(own, int):
        own = Path(f"/proc/self/fd/{own}")
    if not real.is_relative_to((own or path.parent).resolve()):
        raise ValueError("a link to another place; a file is expected")
    if not real.is_file():
        kind = "a folder" if real.is_dir() else "a pipe or a device"
        raise ValueError(f"{kind}; a file is expected")
    if real.stat().st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 10**6} MB")
    try:
        return real.read_bytes()
    except OSError as error:
        raise ValueError(f"not readable ({error.strerror})") from None


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


def inside(text: str, function: str) -> tuple[str, int] | None:
    """Return where a function stands inside another one or a class, and its line."""
    try:
        nodes = ast.walk(ast.parse(text))
    except (RecursionError, MemoryError):  # Other versions of Python can load it.
        return None
    for outer in (node for node in nodes if isinstance(node, ast.ClassDef | Function)):
        for inner in outer.body:
            if isinstance(inner, Function) and inner.name == function:
                kind = "class" if isinstance(outer, ast.ClassDef) else "function"
                return f"{kind} {outer.name}", inner.lineno
    return None


def line_of(function: str, file: Path) -> int:
    """Return the line in which a function or class begins; 1 if none does."""
    try:
        body = ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return 1
    defined = (one for one in body if isinstance(one, (Function, ast.ClassDef)))
    return next((one.lineno for one in defined if one.name == function), 1)


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
