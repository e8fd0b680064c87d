"""What is compared: the contenders of a kata, and the groups of calls that they are timed on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest
from kata_worker.codec import plain

from kata_kit.katas import ROOT
from kata_kit.values import Record, restore, same

Test = TypeVar("Test", bound=Callable[..., None])
Batch = Sequence[tuple[Any, ...]]

YOURS = "yours"
REFERENCE = "reference"


class LeftOut(Exception):
    """A contender does not take part; the message says why."""


class Disagreement(Exception):
    """A contender of the repository's own gives other answers than the known ones."""


@dataclass(frozen=True)
class Other:
    """A contender that has other functions than the kata: a source text's, or a peer's.

    Attributes:
        name: how tables name it.
        prepare: turns the batch of calls into whatever `run` takes. It is not timed.
        run: does what the batch asks for. It is timed.
        read: turns what `run` gives back into the answers of the kata. It is not timed.
        needs: the module that has to be installed.
        right: its answers, if it is not asked for all of the batch.
    """

    name: str
    prepare: Callable[[Batch], Any]
    run: Callable[[Any], Any]
    read: Callable[[Any], list[Any]] = list
    needs: str = ""
    right: tuple[Any, ...] | None = None


@dataclass(frozen=True)
class Group:
    """Calls that all contenders are timed on; a table of its own.

    Attributes:
        name: what they are; with the kata's name it is the title of the table.
        function: the function of the kata.
        make: makes the calls, as tuples of arguments, with the known right answers.
        others: contenders that are no solutions of the kata.
        without: approaches that are left out, because they would take minutes.
        afresh: whether each round runs the whole module again before the calls, and times that,
            too. What a module keeps or makes beforehand is then no longer free.
        series: the name of the series that the group is a point of, for the table of growth, and
        size: the size of the input there.
    """

    name: str
    function: str
    make: Callable[[], tuple[Batch, list[Any]]]
    others: tuple[Other, ...] = ()
    without: tuple[str, ...] = ()
    afresh: bool = False
    series: str = ""
    size: int = 0
    _made: dict[str, tuple[Batch, list[Any]]] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return self.name

    def made(self) -> tuple[Batch, list[Any]]:
        """The calls and the right answers, made once."""
        if not self._made:
            self._made[self.name] = self.make()
        return self._made[self.name]


@dataclass(frozen=True)
class Entry:
    """A contender that is ready to be timed on a group.

    Attributes:
        run: what is timed.
        answers: the answers in what `run` gives back, as plain values.
        right: the answers that are right.
    """

    run: Callable[[], Any]
    answers: Callable[[Any], list[Any]]
    right: list[Any]

    def check(self, result: Any) -> None:
        """Compare what `run` gave back with the right answers.

        Raises:
            Disagreement: for the first answer that is another one.
        """
        got = [
            answer if isinstance(answer, Record) else restore(plain(answer))
            for answer in self.answers(result)
        ]
        if len(got) != len(self.right):
            raise Disagreement(f"expected {len(self.right)} answers, got {len(got)}")
        for right, answer in zip(self.right, got, strict=True):
            if not same(right, answer):
                raise Disagreement(f"expected {right!r:.60}, got {answer!r:.60}")


class FromFile:
    """A contender with the kata's functions: your code, the reference, an approach.

    Args:
        name: how tables name it.
        path: the file.
        group: the calls that it is to be timed on.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path

    @cached_property
    def _code(self) -> Any:
        return compile(self.path.read_bytes(), str(self.path), "exec", dont_inherit=True)

    def load(self) -> ModuleType:
        """Run the file as a module."""
        module = ModuleType(f"{self.path.stem}_{self.name}".replace(" ", "_"))
        module.__file__ = str(self.path)
        sys.modules[module.__name__] = module  # A dataclass looks for its module there.
        exec(self._code, module.__dict__)
        return module

    def enter(self, group: Group) -> Entry:
        """Get ready for a group."""
        batch, right = group.made()
        if group.afresh:
            return Entry(lambda: _called(getattr(self.load(), group.function), batch), list, right)
        function = getattr(self.load(), group.function)
        return Entry(lambda: _called(function, batch), list, right)


class FromElsewhere:
    """A contender that has other functions than the kata."""

    def __init__(self, other: Other) -> None:
        self.name = other.name
        self._other = other

    def enter(self, group: Group) -> Entry:
        """Get ready for a group.

        Raises:
            LeftOut: if what it needs is not installed.
        """
        other = self._other
        if other.needs and find_spec(other.needs) is None:
            raise LeftOut('not installed: pip install -e ".[peers]"')
        batch, right = group.made()
        prepared = other.prepare(batch)
        return Entry(
            lambda: other.run(prepared),
            other.read,
            right if other.right is None else list(other.right),
        )


Contender = FromFile | FromElsewhere


def names(kata: str, group: Group) -> list[str]:
    """The contenders of a group: yours, the reference, the approaches, the others."""
    approaches = sorted((ROOT / "solutions" / "approaches" / kata).glob("*.py"))
    return [
        YOURS,
        REFERENCE,
        *(path.stem for path in approaches if path.stem not in group.without),
        *(other.name for other in group.others),
    ]


def contender(kata: str, group: Group, name: str, yours: Path | None = None) -> Contender:
    """The contender of that name."""
    for other in group.others:
        if other.name == name:
            return FromElsewhere(other)
    if name == YOURS and yours is not None:
        return FromFile(name, yours)
    if name == REFERENCE:
        return FromFile(name, ROOT / "solutions" / f"{kata}.py")
    return FromFile(name, ROOT / "solutions" / "approaches" / kata / f"{name}.py")


def each_contender(kata: str, groups: Sequence[Group]) -> Callable[[Test], Test]:
    """Run a benchmark for every contender of every group: the arguments `group` and `name`."""
    pairs = [
        pytest.param(group, name, id=f"{group}-{name}".replace("=", ""))  # -k takes no "="
        for group in groups
        for name in names(kata, group)
    ]
    return pytest.mark.parametrize(("group", "name"), pairs)


def _called(function: Callable[..., Any], batch: Batch) -> list[Any]:
    return [function(*arguments) for arguments in batch]
