"""Cut the text of a table into headings and rows; `kata_tables.table` has the rules."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

CONSTANT = re.compile(r"([A-Z][A-Z_]+) = (.+)")
FUNCTION = re.compile(r"-- (\w+)(?: \((.+?)\))?(?: with: (.+?))?(?:: ([a-z ]+))?")
FIELD = re.compile(r"(\w+):(?: (.*))?")
PICTURE = "    "
UNTIDY = re.compile(r".*\t.*|.*\s|\s{1,3}\S.*")


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
            raise Unreadable(
                Line(number, repr(words)),
                "expected no tab, no space at the end, four spaces or none in front",
            )
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


def check_head(paragraph: Sequence[Line]) -> None:
    """Refuse a row where the words about the table stand."""
    for line in paragraph:
        if line.text.startswith((PICTURE, "= ", "! ")):
            problem = "expected a stage and a function above the first row"
            raise Unreadable(line, problem)


def heading(line: Line) -> Heading:
    """Read the heading of a function."""
    found = FUNCTION.fullmatch(line.text)
    if not found:
        expected = "-- function (name of the rows) with: arguments: what is compared"
        raise Unreadable(line, f"expected `{expected}`")
    return Heading(*found.groups(default=""))


def row(paragraph: Sequence[Line], fields: Sequence[str]) -> Written:
    """Read a row; `fields` are those of the kata."""
    name, *others = paragraph
    keys = ["unreachable", "name", "with", *fields, "=", "reason", "from"]
    if name.text.endswith((".", "?")) or _part(name, keys):
        raise Unreadable(name, "expected the name of a row, without a full stop")
    picture, parts = list[str](), dict[str, Line]()
    latest = -1  # The place of the part above among the keys.
    for line in others:
        if line.text.startswith(PICTURE):
            if parts:
                raise Unreadable(line, f"expected the picture below {name.text!r}")
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
    text = line.text
    if text in ("unreachable", "!"):
        return text, ""
    if text.startswith(("= ", "! ")):
        return text[0], text[2:]
    field = FIELD.fullmatch(text)
    if field and field[1] in keys:
        return field[1], field[2] or ""
    if text.endswith((".", "?")) and not field:
        return "reason", text
    return None
