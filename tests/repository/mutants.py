"""Mutants of a reference: its source with one small mistake in it.

Left out, because no table could or should see the difference:
- docstrings, annotations, imports and decorators: without `@cache` answers stay;
- the words of messages; but the values that a message quotes are taken out of it;
- the opposite of a condition, `max` for `min`, a loop over nothing and the like: with
  two hundred of these in twelve references, no row was needed for any of them;
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
GROUPS = """
    Add Sub Mult FloorDiv Mod
    BitOr BitAnd
    BitAnd BitXor
    LShift RShift
    Eq NotEq
    NotEq Lt LtE Gt GtE
    In NotIn
    Is IsNot
    And Or
"""
TYPES = ("annotation", "returns", "decorator_list")


class Mutant(NamedTuple):
    """A mistake in a reference."""

    name: str  # where and what it is; the same when lines are added elsewhere
    line: int  # of the reference
    text: str  # of the module with the mistake


def mutants_of(source: str) -> list[Mutant]:
    """Return all mutants of a module, each once."""
    module = ast.parse(source)
    texts = [ast.unparse(statement) for statement in module.body]
    mutants, numbers, seen = list[Mutant](), Counter[str](), {*texts}
    for number, top in enumerate(module.body):
        for name, line in [] if is_left_out(top) else mistakes_below(top, top, ""):
            text = ast.unparse(top)
            if text in seen:
                continue
            seen.add(text)
            numbers[name] += 1
            if numbers[name] > 1:
                name += f" #{numbers[name]}"
            whole = "\n\n".join([*texts[:number], text, *texts[number + 1 :]])
            mutants.append(Mutant(name, line, whole))
    return mutants


def mistakes_below(
    node: ast.AST, statement: Any, outer: str
) -> Iterator[tuple[str, int]]:
    """Make each mistake below a node of a statement, and yield its name and line.

    The tree has the mistake until the next one is asked for.
    """
    function = function_of(node, outer)
    for holder, key in places_in(node):
        child = holder[key]
        if not isinstance(child, ast.AST) or is_left_out(child):
            continue
        is_statement = isinstance(child, (ast.stmt, ast.ExceptHandler))
        inner: Any = child if is_statement else statement
        for variant in variants(child):
            without = f"without {first_line(inner)}"
            holder[key] = variant
            line = first_line(variant if is_statement else inner)
            mistake = without if isinstance(variant, ast.Pass) else line
            yield f"{function}: {mistake}", inner.lineno
            holder[key] = child
        if not isinstance(child, (ast.Raise, ast.Expr)):
            yield from mistakes_below(child, inner, function)


def places_in(node: ast.AST) -> Iterator[tuple[Any, Any]]:
    """Yield the list or the attributes that have each part of a node, and its key."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, list) and field not in TYPES:
            yield from [(value, number) for number in range(len(value))]
        elif field not in TYPES:
            yield vars(node), field


def function_of(node: Any, outer: str) -> str:
    """Return the function, class or constant that a node makes, with its outer ones."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{outer}.{node.name}".lstrip(".")
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and not outer:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return ast.unparse(target)
    return outer


def is_left_out(node: ast.AST) -> bool:
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


def first_line(node: ast.AST) -> str:
    line = ast.unparse(node).splitlines()[0]
    # Python 3.10 has brackets around targets.
    return re.sub(r"(^|for )\(((?:[^()]|\([^()]*\))*)\)( = | in )", r"\1\2\3", line)


def variants(node: Any) -> Iterator[ast.AST]:
    """Yield the mistakes that can be made in a place."""
    own = type(node).__name__
    for group in map(str.split, GROUPS.splitlines()):
        if own in group:
            yield from [getattr(ast, name)() for name in group if name != own]
    yield from variants_of_values(node)
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
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


def variants_of_values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=bool() as known):
            yield ast.Constant(not known)
        case ast.Constant(value=int() as number):
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
        case ast.Constant(value=str() as text):
            yield ast.Constant("" if text else "?")
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.BoolOp(op=operator, values=values):
            yield from [ast.BoolOp(operator, rest) for rest in each_out(values)]
        case ast.Tuple(elts=parts, ctx=ast.Load()) if len(parts) == 2:
            # One of them is no tuple.
            yield from [ast.Tuple(other, ast.Load()) for other in exchanged(parts)]
        case ast.Tuple() | ast.List() if isinstance(node.ctx, ast.Load):
            yield from [type(node)(rest, node.ctx) for rest in each_out(node.elts)]
        case ast.Call(function, arguments, keywords) if len(arguments) <= 3:
            for other in exchanged(arguments):
                yield ast.Call(function, other, keywords)
        case ast.comprehension(target, iterated, [_, *_], is_async):
            yield ast.comprehension(target, iterated, [], is_async)
        case ast.Raise():  # Its message without the values that it quotes.
            code = re.sub(r"got .*\}", "got something", ast.unparse(node))
            yield from ast.parse(code).body


def each_out(parts: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield a list of several without each of them."""
    if len(parts) > 1:
        for number in range(len(parts)):
            yield parts[:number] + parts[number + 1 :]


def exchanged(parts: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Yield a list with two neighbours in each other's place."""
    for number, pair in enumerate(pairwise(parts)):
        if not any(isinstance(part, ast.Starred) for part in pair):
            yield [*parts[:number], *reversed(pair), *parts[number + 2 :]]
