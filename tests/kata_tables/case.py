"""What a table of text becomes: its rows, the calls that are made of them, and what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kata_kit.fixture import Kata

ANSWERED, REFUSED, UNCHANGED, TAKEN = "answer", "refusal", "unchanged", "taken"


@dataclass(frozen=True)
class Case:
    """One row of a table: a call, and what is right."""

    name: str  # a sentence; fixed once published, because people refer to it
    function: str  # the name of the function that is called
    arguments: tuple[object, ...]  # what it is called with
    # The one right answer, or a `OneOf`; for "refusal" what the message of the
    # ValueError has to contain.
    expected: object
    # What is compared: "answer", "refusal", "unchanged", "taken", or a kata's own word.
    about: str = ANSWERED
    why: str = ""  # why the row is there, in one sentence for whoever fails it
    source: str = ""  # where a worked example of a published text is from
    line: int = 0  # the line of the row in the file

    def __str__(self) -> str:
        return self.name

    def check(self, kata: Kata) -> None:
        """Call the function and compare; the fixture remembers how an answer is wrong."""
        function = getattr(kata, self.function)
        if self.about == REFUSED:
            assert self.expected in function.refusal(*self.arguments)
        elif self.about == UNCHANGED:
            assert function.arguments_after(*self.arguments) == self.arguments
        elif self.about == TAKEN:
            assert function.taken(*self.arguments) == self.expected
        else:
            assert function(*self.arguments) == self.expected


def hold(
    ask: Callable[[Any], object], rows: Iterable[tuple[tuple[object, ...], object]]
) -> None:
    """Make many calls at once, with `kata.f.each` or its like, and compare all answers."""
    calls, answers = map(list, zip(*rows, strict=True))
    assert ask(calls) == answers


class Row(NamedTuple):
    """A row as it is written, for whoever builds the call of it."""

    function: str  # the function that it is about
    picture: tuple[str, ...]  # the rows of its picture
    extra: tuple[object, ...]  # the arguments behind `with:`
    answer: object  # the answer, if one is written; `MISSING` if not
    about: str  # what is compared
    fields: Mapping[str, str]  # by its key, each field


MISSING = object()
"""Stands for an answer that is not written, such as one that the picture holds."""

# Makes of a row the arguments of its call and the right answer.
Build = Callable[[Row], tuple[tuple[object, ...], object]]
