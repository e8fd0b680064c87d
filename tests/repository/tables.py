"""The tests of a kata, called one after the other without pytest, on any code."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, groupby
from typing import Any

import pytest
from kata_kit.attempt import stages_of, title_and_why
from kata_kit.code import Code
from kata_kit.katas import PATH, Kata, load
from kata_kit.misconceptions import key_of

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


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


class Keys(dict[Row, Any]):
    """How each test ends with some code, found out when it's first looked up.

    It's None for a test that passes.
    """

    def __init__(self, kata: Kata, code: Code) -> None:
        super().__init__()
        self._kata, self._code = kata, code

    def __missing__(self, row: Row) -> Any:
        self[row] = key_of(row, self._code)
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
