"""The rows of a table, as they are written and as the cases that they make."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

ANSWERED, REFUSED, UNCHANGED, TAKEN = "answer", "refusal", "unchanged", "taken"
COMPARED = (UNCHANGED, TAKEN)  # what may stand behind a function, in every table

MISSING = object()
"""Stands for an answer that is not written, such as one that the picture holds."""


class Kata(Protocol):
    """The fixture `kata`: the functions of the code under test, each by its name."""

    def __getattr__(self, name: str) -> Any: ...


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
        """Call the function and compare; the fixture remembers a wrong answer."""
        function = getattr(kata, self.function)
        if self.about == REFUSED:
            assert self.expected in function.refusal(*self.arguments)
        elif self.about == UNCHANGED:
            assert function.arguments_after(*self.arguments) == self.arguments
        elif self.about == TAKEN:
            assert function.taken(*self.arguments) == self.expected
        else:
            assert function(*self.arguments) == self.expected

    def compare(self, session: object) -> None:
        """Compare the part of a session that the row is about."""
        assert getattr(session, self.about) == self.expected


def hold(
    ask: Callable[[Any], object], rows: Iterable[tuple[tuple[object, ...], object]]
) -> None:
    """Compare the answers of many calls, made with `kata.f.each` or its like."""
    calls, answers = map(list, zip(*rows, strict=True))
    assert ask(calls) == answers


class Row:
    """A row as it is written, for the function that builds its call."""

    picture: tuple[str, ...]
    extra: tuple[object, ...]  # the arguments behind `with:`
    answer: object  # `MISSING` if none is written

    def __init__(
        self,
        function: str,
        about: str,
        fields: Mapping[str, str],
        **parts: object,
    ) -> None:
        self.function = function
        self.about = about  # what is compared
        self.fields = fields  # by its key, each field
        self._parts = parts
        self.unread = {
            name
            for name, part in parts.items()
            if part is not MISSING and (part != () or name == "answer")
        }

    def __getattr__(self, name: str) -> Any:
        self.unread.discard(name)
        return self._parts[name]

    @property
    def has_answer(self) -> bool:
        """True if an answer is written."""
        return self._parts["answer"] is not MISSING

    def answer_or(self, answer: object) -> object:
        """Return the answer that is written, or else this one."""
        return self.answer if self.has_answer else answer


# Makes of a row the arguments of its call and the right answer.
Build = Callable[[Row], tuple[tuple[object, ...], object]]
