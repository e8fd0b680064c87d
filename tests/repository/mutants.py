"""Mutants of a reference: its source with one small mistake in it.

Most are made by the operators of cosmic-ray, which is used as a library here: its own runner
starts a test command for each mutant, which for these tables is a second each, and a file that is
mutated in place. What its operators lack is made below, with `ast`: removed statements, removed
operands and elements, exchanged arguments, `in`, strings, `+=`, and the quoted value of a message.

Tried and not used: mutmut 3.8. It has no operator that removes a statement, mutates functions only
(not `LINES` and `CELLS`), adds 1 to a number but never takes 1 off, turns `<` into `<=` only, and
writes all mutants into one file that asks an environment variable which one to be, which does not
reach the process that holds the code under test.

Left out, because no table could or should see the difference:

- docstrings, annotations, names of types and imports;
- the words of messages; the value that a message quotes is taken out of it, however;
- decorators: without `@cache` the answers are the same, and the cost is no matter of a table;
- `is` for `==`: whether equal ints are one object is the interpreter's choice.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

# `AddNot` negates the first half of `a or b` only; below, conditions are negated whole.
LEFT_OUT = ("core/RemoveDecorator", "core/Variable", "core/AddNot")
# Binary operators are exchanged within a group: a list divided by 8 proves nothing about a table.
GROUPS = (
    ("Add", "Sub", "Mul", "FloorDiv", "Mod"),
    ("BitOr", "BitAnd", "BitXor"),
    ("LShift", "RShift"),
)

EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
OPPOSITE = {
    ast.Add: ("+=", "-="),
    ast.Sub: ("-=", "+="),
    ast.BitOr: ("|=", "&="),
    ast.BitAnd: ("&=", "|="),
    ast.BitXor: ("^=", "|="),
    ast.LShift: ("<<=", ">>="),
    ast.RShift: (">>=", "<<="),
    ast.Mult: ("*=", "+="),
    ast.FloorDiv: ("//=", "*="),
}

# Where in a text something stands: from one offset to another.
Span = tuple[int, int]


@dataclass(frozen=True, order=True)
class Name:
    """What a mutant is known by; it stays the same when lines are added elsewhere.

    Attributes:
        place: the function or the constant that is changed.
        was: the changed lines, as they stand in the reference, and
        becomes: as they stand in the mutant; empty when nothing is left of them.
        nth: 2 and more when the function has the same line more than once.
    """

    place: str
    was: str
    becomes: str
    nth: int = 1

    def __str__(self) -> str:
        nth = f"        nth={self.nth},\n" if self.nth > 1 else ""
        return (
            f"    Equivalent(\n        {self.place!r},\n        was={self.was!r},\n"
            f"        becomes={self.becomes!r},\n{nth}        why='',\n    ),"
        )


@dataclass(frozen=True)
class Equivalent:
    """A mutant that no row can reject, in the reviewed list of a kata.

    Attributes:
        place, was, becomes, nth: as in `Name`.
        why: a reason that a reader can check.
    """

    place: str
    was: str
    becomes: str
    why: str
    nth: int = 1

    @property
    def name(self) -> Name:
        """What the mutant is known by."""
        return Name(self.place, self.was, self.becomes, self.nth)


@dataclass(frozen=True)
class Mutant:
    """A reference with one mistake in it."""

    name: Name
    source: str


@dataclass(frozen=True)
class Edit:
    """A text in place of another one."""

    span: Span
    text: str


def mutants_of(source: str) -> list[Mutant]:
    """All mutants of a module, in the order of its lines, each once."""
    seen = {ast.dump(ast.parse(source))}
    numbers: dict[tuple[str, str, str], int] = {}
    found = []
    for edit in sorted(_edits(source), key=lambda edit: edit.span):
        mutated = source[: edit.span[0]] + edit.text + source[edit.span[1] :]
        try:
            tree = ast.dump(ast.parse(mutated))
        except SyntaxError:  # Such as `& not mask` for `& -mask`.
            continue
        if tree in seen:
            continue
        seen.add(tree)
        key = (_place(source, edit.span[0]), *_changed_lines(source, mutated))
        numbers[key] = numbers.get(key, 0) + 1
        found.append(Mutant(Name(*key, numbers[key]), mutated))
    return found


def _edits(source: str) -> Iterator[Edit]:
    text = Text(source)
    for statement in text.tree.body:
        yield from _by_cosmic_ray(text, statement)
    for node in ast.walk(text.tree):
        yield from _own(text, node)


class Text:
    """A source with its tree, and where it is not to be mutated."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        self._excluded = [self.span(node) for node in _not_to_mutate(self.tree)]
        # The strings that are neither docstrings nor words of a message.
        self.strings = {
            id(node)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        } - {
            id(part)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Raise)
            for part in ast.walk(node)
        }

    def offset(self, line: int, column: int) -> int:
        """A place that the parsers name by line (from 1) and column."""
        return self._starts[line - 1] + column

    def span(self, node: ast.AST) -> Span:
        """Where a node stands. The columns of `ast` count bytes."""
        assert isinstance(node, (ast.stmt, ast.expr, ast.pattern, ast.arg, ast.keyword))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._offset_of_bytes(node.lineno, node.col_offset),
            self._offset_of_bytes(node.end_lineno, node.end_col_offset),
        )

    def _offset_of_bytes(self, line: int, column: int) -> int:
        return self.offset(line, len(self._lines[line - 1].encode()[:column].decode()))

    def code(self, node: ast.AST) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self.source[start:end]

    def excluded(self, offset: int) -> bool:
        """Whether a place is not to be mutated."""
        return any(start <= offset < end for start, end in self._excluded)


def _not_to_mutate(tree: ast.Module) -> Iterator[ast.AST]:
    yield from _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr)):
            yield node
        elif isinstance(node, ast.AnnAssign):
            yield node.annotation
            if "TypeAlias" in ast.unparse(node.annotation):
                yield node
        elif isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("TypeVar("):
            yield node
        elif isinstance(node, ast.arg) and node.annotation:
            yield node.annotation
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield from node.decorator_list
            if isinstance(node, ast.FunctionDef) and node.returns:
                yield node.returns
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'":
            yield node


def _docstrings(tree: ast.Module) -> Iterator[ast.Expr]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node


class _Positions(Visitor):  # type: ignore[misc]
    """Where which operator of cosmic-ray can change a text, and how often before."""

    def __init__(self) -> None:
        self.found: list[tuple[type, int, tuple[int, int]]] = []
        self._counts: dict[str, int] = {}

    def visit(self, node: Any) -> Any:
        """Ask each operator."""
        for name, operator in _operators().items():
            for start, _ in operator().mutation_positions(node):
                count = self._counts.get(name, 0)
                self._counts[name] = count + 1
                self.found.append((operator, count, start))
        return node


@cache
def _operators() -> dict[str, Any]:
    """The operators of cosmic-ray, without those that are left out."""
    return {name: get_operator(name) for name in operator_names() if _is_wanted(name)}


def _is_wanted(name: str) -> bool:
    if name.startswith("core/ReplaceBinaryOperator"):
        _, old, new = name.split("_")
        return any(old in group and new in group for group in GROUPS)
    if name.startswith("core/ReplaceComparisonOperator"):
        _, old, new = name.split("_")
        return old.startswith("Is") == new.startswith("Is")
    return not name.startswith(LEFT_OUT)


def _by_cosmic_ray(text: Text, statement: ast.stmt) -> Iterator[Edit]:
    """Ask for mutants of one statement of the module: the whole would take 20 times as long."""
    if text.excluded(text.span(statement)[0]):
        return
    assert statement.end_lineno is not None
    first = min(
        [statement.lineno, *(node.lineno for node in getattr(statement, "decorator_list", []))]
    )
    span = text.offset(first, 0), text.offset(statement.end_lineno + 1, 0)
    code = text.source[span[0] : span[1]]
    positions = _Positions()
    positions.walk(get_ast(code))
    for operator, occurrence, (line, column) in positions.found:
        if not text.excluded(text.offset(first + line - 1, column)):
            mutated = mutate_code(code, operator(), occurrence)
            # The edit says where exactly, so that mutants can be put in order.
            before, after = _common(code, mutated)
            place = (span[0] + before, span[1] - after)
            yield Edit(place, mutated[before : len(mutated) - after])


def _own(text: Text, node: ast.AST) -> Iterator[Edit]:
    if isinstance(node, (ast.FunctionDef, ast.For, ast.While, ast.If, ast.With, ast.Try)):
        yield from _removed_statements(text, node)
    if isinstance(node, ast.match_case):
        yield from _removed_statements(text, node)
    if not isinstance(node, ast.expr | ast.stmt) or text.excluded(text.span(node)[0]):
        return
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield from _other_conditions(text, node.test)
    if isinstance(node, ast.BoolOp):
        yield from _each_taken_out(text, node.values)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set) and isinstance(
        getattr(node, "ctx", ast.Load()), ast.Load
    ):
        # Of a pair, what is left would be no tuple.
        if not (isinstance(node, ast.Tuple) and len(node.elts) == 2):
            yield from _each_taken_out(text, node.elts)
        yield from _exchanged(text, node.elts, most=2)
    elif isinstance(node, ast.Call):
        yield from _exchanged(text, node.args, most=3)
        if isinstance(node.func, ast.Name) and node.func.id in EXCHANGED:
            yield Edit(text.span(node.func), EXCHANGED[node.func.id])
    elif isinstance(node, ast.Compare):
        yield from _membership(text, node)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for generator in node.generators:
            for test in generator.ifs:
                yield from _other_conditions(text, test)
    elif isinstance(node, ast.AugAssign) and type(node.op) in OPPOSITE:
        yield from _other_assignments(text, node)
    elif isinstance(node, ast.Raise):
        yield from _unquoted(text, node)
    elif id(node) in text.strings:
        yield Edit(text.span(node), '"?"' if text.code(node) in ("''", '""') else '""')


def _other_conditions(text: Text, test: ast.expr) -> Iterator[Edit]:
    """The branches exchanged, and the first one always taken."""
    if not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):  # cosmic-ray's
        yield Edit(text.span(test), f"not ({text.code(test)})")
    yield Edit(text.span(test), "True")


def _removed_statements(text: Text, node: ast.AST) -> Iterator[Edit]:
    """Each statement of a block as `pass`, unless that is the same as to remove the block."""
    for block in ("body", "orelse", "finalbody"):
        statements = getattr(node, block, [])
        if len(statements) == 1 and isinstance(node, (ast.For, ast.If)) and not node.orelse:
            continue
        for statement in statements:
            start, end = text.span(statement)
            unwanted = (ast.Pass, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
            if text.excluded(start) or isinstance(statement, unwanted):
                continue
            if text.source.startswith("elif", start):
                assert isinstance(statement, ast.If)
                yield Edit(text.span(statement.test), "False")
            else:
                yield Edit((start, end), "pass")


def _each_taken_out(text: Text, parts: list[ast.expr]) -> Iterator[Edit]:
    """A list of alternatives without one of them."""
    if len(parts) < 2:
        return
    spans = [_with_brackets(text, part) for part in parts]
    for number in range(len(parts) - 1):
        yield Edit((spans[number][0], spans[number + 1][0]), "")
    yield Edit((spans[-2][1], spans[-1][1]), "")


def _with_brackets(text: Text, node: ast.expr) -> Span:
    """Where an expression stands with the brackets around it, which are no part of its node."""
    start, end = text.span(node)
    while True:
        before = len(text.source[:start].rstrip())
        after = len(text.source) - len(text.source[end:].lstrip())
        if text.source[before - 1] != "(" or text.source[after] != ")":
            return start, end
        if text.source[: before - 1][-1:].isidentifier():  # A call of one argument.
            return start, end
        start, end = before - 1, after + 1


def _exchanged(text: Text, parts: list[ast.expr], most: int) -> Iterator[Edit]:
    """Two neighbours, each in the place of the other."""
    if len(parts) > most:
        return
    for left, right in pairwise(parts):
        if not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
            (start, left_end), (right_start, end) = text.span(left), text.span(right)
            between = text.source[left_end:right_start]
            yield Edit((start, end), text.code(right) + between + text.code(left))


def _membership(text: Text, node: ast.Compare) -> Iterator[Edit]:
    """The opposite of `in`."""
    if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        word = "not in" if isinstance(node.ops[0], ast.In) else "in"
        span = text.span(node.left)[1], text.span(node.comparators[0])[0]
        yield Edit(span, f" {word} ")


def _other_assignments(text: Text, node: ast.AugAssign) -> Iterator[Edit]:
    """`x += 1` as `x -= 1` and as `x = 1`."""
    sign, opposite = OPPOSITE[type(node.op)]
    start, end = text.span(node.target)[1], text.span(node.value)[0]
    between = text.source[start:end]
    yield Edit((start, end), between.replace(sign, opposite))
    yield Edit((start, end), between.replace(sign, "="))


def _unquoted(text: Text, node: ast.Raise) -> Iterator[Edit]:
    """A message without the values that it says it got."""
    for message in ast.walk(node):
        if not isinstance(message, ast.JoinedStr):
            continue
        start, end = text.span(message)
        code = text.source[start:end]
        at = code.rfind("got ")
        if at >= 0 and "{" in code[at:]:
            last = code.rindex("}") + 1
            yield Edit((start + at, start + last), "got something")


def _place(source: str, offset: int) -> str:
    """The function, or the constant of the module, around a place."""
    line = source.count("\n", 0, offset) + 1
    around = [scope for scope in _scopes(source) if scope[0] <= line <= scope[1]]
    return ".".join(name for _, _, name in around)


@cache
def _scopes(source: str) -> list[tuple[int, int, str]]:
    """The functions and constants of a module, with their first and last lines."""
    tree = ast.parse(source)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.append((node.lineno, node.end_lineno or 0, node.name))
        elif node in tree.body and isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            found.append((node.lineno, node.end_lineno or 0, ast.unparse(target)))
    return sorted(found)


def _changed_lines(before: str, after: str) -> tuple[str, str]:
    """The lines of two texts that differ, without their indentation, joined."""
    old, new = before.splitlines(), after.splitlines()
    start, end = _common(old, new)
    return _one_line(old[start : len(old) - end]), _one_line(new[start : len(new) - end])


def _one_line(lines: list[str]) -> str:
    """Lines as one, without the spaces that mutation leaves."""
    line = " ".join(line.strip() for line in lines)
    return re.sub(r"(?<=[\[({]) (?=[-\d])|(?<=\w) (?= \w)", "", line)


def _common(left: Any, right: Any) -> tuple[int, int]:
    """How much of two sequences is the same at the beginning and, of the rest, at the end."""
    most = min(len(left), len(right))
    start = next((n for n in range(most) if left[n] != right[n]), most)
    end = next((n for n in range(most - start) if left[-1 - n] != right[-1 - n]), most - start)
    return start, end
