"""The tests of a kata, called one after the other without pytest, on any code."""

import ast
import marshal
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial, wraps
from importlib import import_module
from itertools import chain, groupby
from typing import Any, NamedTuple

import pytest
from kata_kit.attempt import stages_of, title_and_why
from kata_kit.code import Code
from kata_kit.kata import Function, Functions
from kata_kit.katas import PATH, Kata, load
from kata_kit.misconceptions import key_of_test
from kata_tables import Case

BITBOARDS = "solutions.reversi_bitboards"
# By module, the functions that later katas ask for again and again
RULES = {
    "reversi_flips": "legal_moves flips play",
    "reversi_bitboards": "legal_moves play",
    "tictactoe_winner": "is_solved",
}

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the rules keep their answers, in every module that has them."""
    for origin, names in RULES.items():
        for name in names.split():
            rule = getattr(import_module(f"solutions.{origin}"), name)
            for module in [*sys.modules.values()]:
                if getattr(module, "__dict__", {}).get(name) is rule:
                    monkeypatch.setattr(module, name, remembered(rule))


@cache
def remembered(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that answers as this one does; an error isn't remembered."""
    answers = dict[bytes, bytes]()
    of_numbers = lru_cache(None, typed=True)(rule)

    def of_lists(*arguments: Any, **named: Any) -> Any:
        try:
            key = marshal.dumps((arguments, named), 2)
        except ValueError:  # It's called with anything, by a mistake.
            return rule(*arguments, **named)
        if key not in answers:
            answers[key] = marshal.dumps(rule(*arguments, **named), 2)
        return marshal.loads(answers[key])

    kept = of_numbers if rule.__module__ == BITBOARDS else of_lists

    @wraps(rule)
    def asked(*arguments: Any, **named: Any) -> Any:
        # With a tracer, its cost is counted.
        return (rule if sys.gettrace() else kept)(*arguments, **named)

    return asked


@dataclass(frozen=True, eq=False)
class Row:
    """A test, with one of its cases if it has cases."""

    stage: str
    title: str
    obj: Any  # takes the fixture `kata`; the name is that of pytest's items
    is_case: bool = False


@cache
def rows(kata: Kata) -> list[Row]:
    """Return the tests of a kata in the order of a run."""
    module = load(kata.tests)
    tests = [test for name, test in vars(module).items() if name.startswith("test_")]
    order = [*stages_of(module)]
    every_row = chain.from_iterable(map(rows_of, tests))
    return sorted(every_row, key=lambda row: order.index(row.stage))


def cases_of(kata: Kata) -> list[Case]:
    """Return the cases of the table of a kata."""
    return [row.values[0] for row in load(kata.tests).TABLE.rows]


def rows_of(test: Any) -> Iterator[Row]:
    marks = {mark.name: mark.args for mark in test.pytestmark}
    if "stage" in marks:
        (stage,) = marks["stage"]
        title, _ = title_and_why(test, None)
        yield Row(stage, title, test)
    for parameters in marks.get("parametrize", ("case", ()))[1]:
        (case,) = parameters.values
        (stage,) = [mark.args[0] for mark in parameters.marks if mark.name == "stage"]
        yield Row(stage, case.name, partial(test, case=case), is_case=True)


class Noting(Functions):
    """The functions of some code, and the names of those that a test has used."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.names = set[str]()

    def __getattr__(self, name: str) -> Function:
        self.names.add(name)
        return super().__getattr__(name)


class Part(NamedTuple):
    """A statement of a module, with the names in it; a function has a name itself."""

    name: str
    inner: frozenset[str]
    lines: slice


@cache
def parts_of(source: bytes) -> list[Part]:
    """Return the statements of a module."""
    return [
        Part(
            getattr(part, "name", ""),
            frozenset(node.id for node in ast.walk(part) if isinstance(node, ast.Name)),
            slice(part.lineno - 1, part.end_lineno),
        )
        for part in ast.parse(source).body
    ]


@cache
def text_reached(source: bytes, names: Collection[str]) -> bytes:
    """Return a module without the functions that these functions can't reach.

    What the module itself uses, outside of all of them, is reached as well.
    """
    parts, lines = parts_of(source), source.splitlines()
    seen, size = {"", *names}, 0
    while size < len(seen):
        size = len(seen)
        seen.update(*[part.inner for part in parts if part.name in seen])
    for part in reversed(parts):
        if part.name not in seen:
            lines[part.lines] = []
    return b"\n".join(lines)


class Endings:
    """How tests end, which all code shares that has the same functions for them."""

    def __init__(self) -> None:
        # By test, by the names of the functions that it used, by their text
        self._keys = defaultdict[Row, dict[frozenset[str], dict[bytes, Any]]](dict)

    def key(self, row: Row, code: Code) -> Any:
        """Return how a test ends with some code; None if it passes."""
        for names, keys in self._keys[row].items():
            text = text_reached(code.source, names)
            if text in keys:
                return keys[text]
        functions = Noting(code)
        key, names = key_of_test(row, functions), frozenset(functions.names)
        text = text_reached(code.source, names)
        self._keys[row].setdefault(names, {})[text] = key
        return key


class Keys(dict[Row, Any]):
    """How each test ends with some code, looked up in endings that code shares.

    It's None for a test that passes.
    """

    def __init__(self, kata: Kata, code: Code, endings: Endings | None = None) -> None:
        super().__init__()
        self._kata, self._code, self._endings = kata, code, endings or Endings()

    def __missing__(self, row: Row) -> Any:
        self[row] = self._endings.key(row, self._code)
        return self[row]

    def run(self, *, in_order: bool = True) -> list[Row]:
        """Return the tests of a run, which ends with the first stage that fails.

        A run that isn't in order has the cases of a stage before its large tests, which
        are looked up only if no case of theirs fails.
        """
        tests = list[Row]()
        for _, stage in groupby(rows(self._kata), key=lambda row: row.stage):
            of_stage = sorted(stage, key=lambda row: not (in_order or row.is_case))
            tests += of_stage
            keys = (self[row] for row in of_stage)
            if any([*keys] if in_order else keys):
                break
        return tests
