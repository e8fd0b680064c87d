"""The rows of a table: as a kata's `build` gets them, and the cases that they make."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from kata_tables.arguments import flat

ANSWERED, REFUSED, UNCHANGED, TAKEN = "answer", "refusal", "unchanged", "taken"

MISSING = object()
"""Stands for an answer that isn't written, such as one that the picture holds."""

Arguments = tuple[object, ...]


Kata: TypeAlias = Any
"""The fixture `kata`: the functions of the code under test, each by its name."""


@dataclass(frozen=True)
class Case:
    """One row of a table: a call, and what is right."""

    name: str  # a sentence; fixed once published, because people refer to it
    function: str  # the name of the function that is called
    arguments: Arguments
    # The one right answer, or a `OneOf`; for "refusal" what the message of the
    # ValueError has to contain.
    expected: object
    about: str  # "answer", "refusal", "unchanged", "taken", or a kata's own word
    why: str  # why the row is there, in one sentence for whoever fails it

    def check(self, kata: Kata) -> None:
        """Call the function and compare."""
        function = getattr(kata, self.function)
        if self.about == REFUSED:
            assert self.expected in function.refusal(*self.arguments)
        elif self.about == UNCHANGED:
            assert function.arguments_after(*self.arguments) == flat(self.arguments)
        elif self.about == TAKEN:
            assert function.taken(*self.arguments) == self.expected
        else:
            assert function(*self.arguments) == self.expected

    def compare(self, session: object) -> None:
        """Compare the part of a session that the row is about."""
        assert getattr(session, self.about) == self.expected


def hold(
    ask: Callable[[Any], object], rows: Iterable[tuple[Arguments, object]]
) -> None:
    """Compare the answers of many calls, made with `kata.f.each` or its like."""
    rows = list(rows)
    calls = [arguments for arguments, _ in rows]
    assert ask(calls) == [answer for _, answer in rows]


class Line(NamedTuple):
    """A line of a table."""

    number: int
    text: str


@dataclass
class Row:
    """A row with its texts and values, for the function that builds its call."""

    line: Line  # its name
    function: str = ""
    about: str = ""
    picture: tuple[str, ...] = ()
    fields: dict[str, str] = field(default_factory=dict)  # the texts of all parts
    extra: Arguments = ()  # those behind `with:`
    answer: Any = MISSING

    def answer_or(self, answer: object) -> object:
        """Return the answer that is written, or else this one."""
        return answer if self.answer is MISSING else self.answer


# Makes of a row the arguments of its call and the right answer.
Build = Callable[[Row], tuple[Arguments, object]]
