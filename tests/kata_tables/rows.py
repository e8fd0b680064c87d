"""The rows of a table, as they are written and as the cases that they make.

`kata_tables.table` has the rules of the language.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

ANSWERED, REFUSED, UNCHANGED, TAKEN = "answer", "refusal", "unchanged", "taken"

MISSING = object()
"""Stands for an answer that is not written, such as one that the picture holds."""

CONSTANT = re.compile(r"([A-Z][A-Z_]+) = (.+)")
FUNCTION = re.compile(r"-- (\w+)(?: \((.+?)\))?(?: with: (.+?))?(?:: ([a-z ]+))?")
PART = re.compile(r"(unreachable|=|!|\w+:)(?: (.*))?")
PICTURE = "    "
UNTIDY = re.compile(r".*\t.*|.*\s|\s{1,3}\S.*")


class Kata(Protocol):
    """The fixture `kata`: the functions of the code under test, each by its name."""

    def __getattr__(self, name: str) -> Any: ...


@dataclass(frozen=True)
class Case:
    """One row of a table: a call, and what is right."""

    name: str  # a sentence; fixed once published, because people refer to it
    function: str  # the name of the function that is called
    arguments: tuple[object, ...]
    # The one right answer, or a `OneOf`; for "refusal" what the message of the
    # ValueError has to contain.
    expected: object
    about: str  # "answer", "refusal", "unchanged", "taken", or a kata's own word
    why: str  # why the row is there, in one sentence for whoever fails it
    source: str  # where a worked example of a published text is from

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
    rows = list(rows)
    calls = [arguments for arguments, _ in rows]
    assert ask(calls) == [answer for _, answer in rows]


class Row:
    """A row with its texts and values, for the function that builds its call.

    Values are `picture`, `extra` (the arguments behind `with:`), and `answer`, which is
    `MISSING` if none is written.
    """

    def __init__(
        self, function: str, about: str, fields: Mapping[str, str], **parts: object
    ) -> None:
        self.function, self.about = function, about
        self.fields, self._parts = fields, parts
        self.unread = {
            name for name, part in parts.items() if part not in ((), MISSING)
        }

    def __getattr__(self, name: str) -> Any:
        self.unread.discard(name)
        return self._parts[name]

    def answer_or(self, answer: object) -> object:
        """Return the answer that is written, or else this one."""
        return answer if self.answer is MISSING else self.answer


# Makes of a row the arguments of its call and the right answer.
Build = Callable[[Row], tuple[tuple[object, ...], object]]


class Line(NamedTuple):
    """A line of a table, or the part of it that matters."""

    number: int
    text: str


class Unreadable(Exception):
    """A line that breaks a rule."""

    def __init__(self, line: Line, problem: str) -> None:
        super().__init__(f"{problem}, got:\n  {line.text}")
        self.line = line


class Heading(NamedTuple):
    """The line above the rows of a function."""

    line: Line
    function: str
    group: str  # the name of the rows, if they have one
    extra: str  # further arguments
    about: str  # what is compared, if it is not the answer


class Written(NamedTuple):
    """A row as it is written."""

    name: Line
    picture: tuple[str, ...]
    parts: Mapping[str, Line]  # by their keys: fields, "=" or "!", "reason"

    def texts(self) -> dict[str, str]:
        """Return the texts of the parts."""
        return {key: part.text for key, part in self.parts.items()}


def paragraphs(text: str) -> Iterator[list[Line]]:
    """Yield the lines that stand together; a heading is a paragraph of its own."""
    paragraph = list[Line]()
    for number, words in enumerate(text.split("\n"), start=1):
        line = Line(number, words)
        if UNTIDY.fullmatch(words):
            problem = (
                "expected no tab, no space at the end, four spaces or none in front"
            )
            raise Unreadable(line._replace(text=repr(words)), problem)
        is_heading = words.startswith(("==", "--"))
        if paragraph and (is_heading or not words):
            yield paragraph
            paragraph = []
        if is_heading:
            yield [line]
        elif words:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def heading(line: Line) -> Heading:
    """Read the heading of a function."""
    found = FUNCTION.fullmatch(line.text)
    if not found:
        expected = "-- function (name of the rows) with: arguments: what is compared"
        raise Unreadable(line, f"expected `{expected}`")
    return Heading(line, *found.groups(default=""))


def row(paragraph: Sequence[Line], fields: Sequence[str]) -> Written:
    """Read a row; `fields` are those of the kata."""
    name, *others = paragraph
    keys = ["unreachable", "name", "with", *fields, "=", "reason", "from"]
    if name.text.startswith(PICTURE) or _part(name, keys):
        raise Unreadable(name, "expected the name of a row, without a full stop")
    picture, parts = list[str](), dict[str, Line]()
    latest = -1  # The place of the part above among the keys.
    for line in others:
        if line.text.startswith(PICTURE) and not parts:
            picture.append(line.text.removeprefix(PICTURE))
            continue
        part = _part(line, keys)
        if not part:
            raise Unreadable(
                line, "expected a part of a row, or a reason that ends in a full stop"
            )
        key, text = part
        place = keys.index("=" if key == "!" else key)
        if place <= latest:
            order = ", ".join(keys)
            raise Unreadable(line, f"expected each part once, in the order {order}")
        parts[key], latest = Line(line.number, text), place
    if "reason" not in parts:
        raise Unreadable(name, "expected a reason that ends in a full stop in the row")
    return Written(name, tuple(picture), parts)


def _part(line: Line, keys: Sequence[str]) -> tuple[str, str] | None:
    """Return the key of a part of a row, and its text; None for another line."""
    found = PART.fullmatch(line.text)
    if found:
        key = found[1].removesuffix(":")
        return (key, found[2] or "") if key in (*keys, "!") else None
    is_reason = line.text.endswith(".") and not line.text.startswith(PICTURE)
    return ("reason", line.text) if is_reason else None
