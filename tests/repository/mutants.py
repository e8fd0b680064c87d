"""Mutants of a reference: its source with one small mistake in it.

Left out, because no table could or should see the difference:
- docstrings, annotations, types, imports and decorators: without `@cache` answers stay,
  and the cost is not a matter of a table;
- the words of messages; but the values that a message quotes are taken out of it;
- `is` for `==`: whether equal ints are one object is the interpreter's choice.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from itertools import takewhile
from operator import eq
from typing import Any, NamedTuple

# An operator is exchanged within its group: a list divided by 8 proves nothing about a
# table.
GROUPS: tuple[tuple[type[ast.AST], ...], ...] = (
    (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    (ast.BitOr, ast.BitAnd, ast.BitXor),
    (ast.LShift, ast.RShift),
    (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Break, ast.Continue),
)
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPES = ("annotation", "returns", "decorator_list", "bases")
KEPT = (ast.Pass, ast.FunctionDef, ast.ClassDef)


class Mutant(NamedTuple):
    """One mistake in a reference."""

    name: str  # where and what it is; the same when lines are added elsewhere
    line: int  # of the reference
    part: int  # which of its top statements has the mistake,
    text: str  # and how that one reads then


def mutants_of(source: str) -> list[Mutant]:
    """All mutants of a module, each once."""
    found, numbers, seen = list[Mutant](), Counter[str](), set(texts(source))
    for part, statement in enumerate(ast.parse(source).body):
        for holder, key, node, inner, place in _spots(statement, statement, ""):
            was = _on_one_line(inner)
            for variant in _variants(node):
                holder[key] = variant
                becomes = _on_one_line(variant if inner is node else inner)
                text = ast.unparse(statement)
                holder[key] = node
                if text not in seen:
                    seen.add(text)
                    name = f"{place}: {_marked(was, becomes)}"
                    numbers[name] += 1
                    name += f" #{numbers[name]}" * (numbers[name] > 1)
                    found.append(Mutant(name, getattr(inner, "lineno", 0), part, text))
    return found


def mutated(source: str, mutants: Iterable[Mutant]) -> str:
    """A module with these mistakes in it, each in another of its top statements."""
    changed = {mutant.part: mutant.text for mutant in mutants}
    return "\n\n".join(
        changed.get(part, text) for part, text in enumerate(texts(source))
    )


@cache
def texts(source: str) -> list[str]:
    """The top statements of a module."""
    return [ast.unparse(statement) for statement in ast.parse(source).body]


def _marked(was: str, becomes: str) -> str:
    """A line with what changes in it: `if depth {== → <=} 0:`."""
    old, new = (re.findall(r"\w+|[-+*/%&|^~<>=!]+|.", line) for line in (was, becomes))
    head = len(list(takewhile(bool, map(eq, old, new))))
    tail = len(
        list(takewhile(bool, map(eq, reversed(old[head:]), reversed(new[head:]))))
    )
    first, last = "".join(old[:head]), "".join(old[len(old) - tail :])
    change = ("".join(tokens[head : len(tokens) - tail]) for tokens in (old, new))
    return f"{first}{{{' → '.join(change)}}}{last}"


def _spots(node: ast.AST, statement: ast.AST, place: str) -> Iterator[tuple[Any, ...]]:
    """Yield where the nodes below one stand, each with its statement and function."""
    place = _place(node, place)
    for field, value in [] if _is_left_out(node) else ast.iter_fields(node):
        if field in TYPES:
            continue
        holder: Any = value if type(value) is list else vars(node)
        for key in range(len(value)) if holder is value else [field]:
            child = holder[key]
            if isinstance(child, ast.AST) and not _is_left_out(child):
                inner = (
                    child
                    if isinstance(child, (ast.stmt, ast.ExceptHandler))
                    else statement
                )
                yield holder, key, child, inner, place
                if not isinstance(child, ast.Raise):
                    yield from _spots(child, inner, place)


def _place(node: ast.AST, outer: str) -> str:
    """The function, class or constant that a node makes, behind those around it."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{outer}.{node.name}".lstrip(".")
    target = (
        node.targets[0]
        if isinstance(node, ast.Assign)
        else getattr(node, "target", None)
    )
    return outer or (ast.unparse(target) if target else "")


def _is_left_out(node: ast.AST) -> bool:
    match node:
        case (
            ast.Import()
            | ast.ImportFrom()
            | ast.JoinedStr()
            | ast.Expr(value=ast.Constant(value=str()))  # a docstring
            | ast.AnnAssign(annotation=ast.Name(id="TypeAlias"))
            | ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar")))
            | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
        ):
            return True
    return False


def _on_one_line(node: ast.AST) -> str:
    """A statement; of a block its first line."""
    blocks = {"body": [ast.Pass()], "orelse": [], "finalbody": [], "decorator_list": []}
    if isinstance(node, (ast.stmt, ast.ExceptHandler)) and hasattr(node, "body"):
        node = _with(
            node,
            **{name: block for name, block in blocks.items() if hasattr(node, name)},
        )
    line = ast.unparse(node).partition("\n")[0]
    # Python 3.10 has brackets around targets.
    return re.sub(r"(^|for )\(((?:[^()]|\([^()]*\))*)\)( = | in )", r"\1\2\3", line)


def _with(node: Any, **fields: Any) -> Any:
    """A copy of a node with other fields."""
    other = copy(node)
    vars(other).update(fields)
    return other


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """The mistakes that can be made in one place."""
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
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield from (operand, ast.UnaryOp(ast.Invert(), operand))
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.BoolOp(values=values):
            yield from (_with(node, values=rest) for rest in _each_out(values))
        case (
            ast.Tuple(elts=parts, ctx=ast.Load())
            | ast.List(elts=parts, ctx=ast.Load())
            | ast.Set(elts=parts)
        ):
            if not (
                isinstance(node, ast.Tuple) and len(parts) == 2
            ):  # One is not a tuple.
                yield from (_with(node, elts=rest) for rest in _each_out(parts))
            yield from (_with(node, elts=other) for other in _exchanged(parts, most=2))
        case ast.Call(func=function, args=arguments):
            yield from (
                _with(node, args=other) for other in _exchanged(arguments, most=3)
            )
            if isinstance(function, ast.Name) and function.id in EXCHANGED:
                yield _with(node, func=ast.Name(EXCHANGED[function.id]))
        case ast.comprehension(ifs=tests):
            for number, test in enumerate(tests):
                for other in _other_conditions(test):
                    yield _with(
                        node, ifs=[*tests[:number], other, *tests[number + 1 :]]
                    )
        case ast.ExceptHandler(type=ast.Tuple(elts=parts)):
            yield from (_with(node, type=ast.Tuple(rest)) for rest in _each_out(parts))
        case ast.ExceptHandler():
            yield _with(node, type=ast.Tuple([]))
        case ast.AugAssign(target=target, value=value):
            yield ast.Assign([target], value, lineno=0)
        case ast.For():
            yield _with(node, iter=ast.List([]))
        case ast.Raise():  # Its message without the values that it says it got.
            code = re.sub(r"got (?!.*got ).*\}", "got something", ast.unparse(node))
            yield from ast.parse(code).body
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from (_with(node, test=other) for other in _other_conditions(test))
    # What is all of a block is removed with the block, or the other way round.
    is_block = (
        isinstance(node, (ast.If, ast.For)) and len(node.body) == 1 and not node.orelse
    )
    if isinstance(node, ast.stmt) and not isinstance(node, KEPT) and not is_block:
        yield ast.Pass()


def _other_conditions(test: ast.expr) -> Iterator[ast.expr]:
    """The branches exchanged, and the first one always taken."""
    yield from (ast.UnaryOp(ast.Not(), test), ast.Constant(True))


def _each_out(parts: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """A list of several without one of them."""
    if len(parts) > 1:
        yield from (
            parts[:number] + parts[number + 1 :] for number in range(len(parts))
        )


def _exchanged(parts: list[ast.expr], most: int) -> Iterator[list[ast.expr]]:
    """A short list with two neighbours in each other's place."""
    for number in range(len(parts) - 1 if len(parts) <= most else 0):
        if not any(
            isinstance(part, ast.Starred) for part in parts[number : number + 2]
        ):
            yield [
                *parts[:number],
                parts[number + 1],
                parts[number],
                *parts[number + 2 :],
            ]
