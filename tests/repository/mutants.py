"""Mutants of a reference: its source with one small mistake in it.

Left out, because no table could or should see the difference:
- docstrings, annotations, imports and decorators: without `@cache` answers stay;
- the words of messages; but the values that a message quotes are taken out of it;
- the opposite of a condition, `max` for `min`, a loop over nothing and the like: with
  two hundred of these in twelve references, no row was needed for one of them alone;
- `is` for `==`, `<` and its like for `==`, `^` for `|`, and arguments of a call that
  only checks: of two hundred one was seen by one row alone, and every fifth by none.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple

# An operator is exchanged within its group: a list divided by 8 proves nothing about a
# table.
GROUPS: tuple[tuple[type[ast.AST], ...], ...] = (
    (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    (ast.BitOr, ast.BitAnd),
    (ast.BitAnd, ast.BitXor),
    (ast.LShift, ast.RShift),
    (ast.Eq, ast.NotEq),
    (ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
)
TYPES = ("annotation", "returns", "decorator_list")


class Mutant(NamedTuple):
    """One mistake in a reference."""

    name: str  # where and what it is; the same when lines are added elsewhere
    line: int  # of the reference
    text: str  # of the module with the mistake


def mutants_of(source: str) -> list[Mutant]:
    """Return all mutants of a module, each once."""
    module = ast.parse(source)
    texts = [ast.unparse(statement) for statement in module.body]
    found, numbers, seen = list[Mutant](), Counter[str](), {*texts}
    for part, top in enumerate(module.body):
        for holder, key, node, statement, place in _spots(top, top, ""):
            was = _on_one_line(statement)
            for variant in _variants(node):
                holder[key] = variant
                becomes = _on_one_line(variant if statement is node else statement)
                if isinstance(variant, ast.Pass):
                    becomes = f"without {was}"
                text = ast.unparse(top)
                holder[key] = node
                if text not in seen:
                    seen.add(text)
                    name = f"{place}: {becomes}"
                    numbers[name] += 1
                    if numbers[name] > 1:
                        name += f" #{numbers[name]}"
                    whole = "\n\n".join([*texts[:part], text, *texts[part + 1 :]])
                    found.append(Mutant(name, statement.lineno, whole))
    return found


def _spots(node: ast.AST, statement: ast.AST, place: str) -> Iterator[tuple[Any, ...]]:
    """Yield where the nodes below one stand, each with its statement and function."""
    place = _place(node, place)
    for field, value in [] if _is_left_out(node) else ast.iter_fields(node):
        if field in TYPES:
            continue
        holder: Any = value if isinstance(value, list) else vars(node)
        for key in range(len(value)) if holder is value else [field]:
            child = holder[key]
            if isinstance(child, ast.AST) and not _is_left_out(child):
                is_statement = isinstance(child, (ast.stmt, ast.ExceptHandler))
                inner = child if is_statement else statement
                yield holder, key, child, inner, place
                if not isinstance(child, (ast.Raise, ast.Expr)):
                    yield from _spots(child, inner, place)


def _place(node: ast.AST, outer: str) -> str:
    """Return the function, class or constant that a node makes, with its outer ones."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{outer}.{node.name}".lstrip(".")
    if isinstance(node, ast.Assign) and not outer:
        return ast.unparse(node.targets[0])
    if isinstance(node, ast.AnnAssign) and not outer:
        return ast.unparse(node.target)
    return outer


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case (
            ast.Import()
            | ast.ImportFrom()
            | ast.JoinedStr()
            | ast.Expr(value=ast.Constant(value=str()))  # a docstring
            | ast.keyword(arg="strict")  # of `zip`, behind a check of the lengths
            | ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
            | ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar")))
            | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
        ):
            return True
    return False


def _on_one_line(node: ast.AST) -> str:
    """Return a statement; of a block its first line."""
    line = ast.unparse(node).splitlines()[0]
    # Python 3.10 has brackets around targets.
    return re.sub(r"(^|for )\(((?:[^()]|\([^()]*\))*)\)( = | in )", r"\1\2\3", line)


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the mistakes that can be made in one place."""
    for group in GROUPS:
        if type(node) in group:
            yield from (other() for other in group if other is not type(node))
    match node:
        case ast.Constant(value=bool() as known):
            yield ast.Constant(not known)
        case ast.Constant(value=int() as number):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Constant(value=str() as text):
            yield ast.Constant("" if text else "?")
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.BoolOp(op=op, values=values):
            yield from (ast.BoolOp(op, rest) for rest in _each_out(values))
        case ast.Tuple(elts=[_, _] as parts, ctx=ast.Load()):  # One is not a tuple.
            yield from (ast.Tuple(other, ast.Load()) for other in _exchanged(parts))
        case (
            ast.Tuple(elts=parts, ctx=ast.Load()) | ast.List(elts=parts, ctx=ast.Load())
        ):
            yield from (type(node)(rest, ast.Load()) for rest in _each_out(parts))
        case ast.Call(func, arguments, keywords) if len(arguments) <= 3:
            for others in _exchanged(arguments):
                yield ast.Call(func, others, keywords)
        case ast.comprehension(target, iterated, [_, *_], is_async):
            yield ast.comprehension(target, iterated, [], is_async)
        case ast.Raise():  # Its message without the values that it says it got.
            code = re.sub(r"got .*\}", "got something", ast.unparse(node))
            yield from ast.parse(code).body
        case ast.If() | ast.While() | ast.IfExp():
            always = copy(node)
            always.test = ast.Constant(True)
            yield always
    match node:
        case ast.FunctionDef():
            pass
        case ast.If(body=[_], orelse=[]) | ast.For(body=[_], orelse=[]):
            pass  # Its only statement is removed with it.
        case ast.stmt():
            yield ast.Pass()


def _each_out(parts: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield a list of several without one of them."""
    if len(parts) > 1:
        for number in range(len(parts)):
            yield parts[:number] + parts[number + 1 :]


def _exchanged(parts: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield a list with two neighbours in each other's place."""
    for number, (one, other) in enumerate(pairwise(parts)):
        if not isinstance(one, ast.Starred) and not isinstance(other, ast.Starred):
            yield [*parts[:number], other, one, *parts[number + 2 :]]
