"""Tables: the rows that the tests of a kata read, in `tests/<kata>/table.txt`.

    == three by three                 a stage; stages run in the order of the file
    -- is_solved                      the function that the rows below it call

    The top row of X wins             the name of a row, fixed once it's published
        XXX                           its picture, if it has one
        .OO
        ...
    = X                               the right answer, a Python expression
    A full row wins.                  why the row is there, for whoever fails it
    from: Codewars, sample test       where a worked example was published

1. A row is a paragraph. It has each part once, in this order: name, picture,
   fields, answer, reason, `from:`. Only the name and the reason are in every row.
2. A name has no full stop. A reason is one line that ends in a full stop.
3. A picture is indented by four spaces. Below it, `unreachable` says that no game leads
   there (in Reversi mostly because one of the four cells in the middle is empty), and
   `name: START` gives it a name, for `with: START` in rows below it.
4. `with: 3, "X"` are further arguments; `with: named(depth=3)` calls by name. A kata
   can have fields of its own; the text at the top of the table says what they mean.
5. `! 7 or [7]` instead of an answer: the call raises a ValueError whose message has
   "7" or "[7]" in it. A text in quotation marks is a Python expression. `!` on its
   own: any message will do.
6. After the function, `: unchanged` compares the arguments after the call, and
   `: taken` how much of an iterator was read. A kata can have words of its own.
7. `-- negamax (bad boards)` gives a name to the rows below it. Where the name was given
   before, these rows run again. `with: 3` in the heading adds to their arguments.
8. `SHORT = START[:7]`, in a paragraph of its own, gives a name to an expression.

A line that breaks a rule is an error with its file and number.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kata_tables.arguments import Named
from kata_tables.rows import (
    ANSWERED,
    MISSING,
    REFUSED,
    TAKEN,
    UNCHANGED,
    Build,
    Case,
    Line,
    Row,
)

CONSTANT = re.compile(r"([A-Z][A-Z_]+) = (.+)")
HEADING = re.compile(r"-- (\w+)(?: \((.+?)\))?(?: with: (.+?))?(?:: ([a-z ]+))?")
PART = re.compile(r"(unreachable|=|!|\w+:)(?: (.*))?")
PICTURE = "    "


class Unreadable(Exception):
    """A line breaks a rule; the message says what was expected."""


class Table:
    """The table beside a test file.

    `build` makes a call of a row, `board` the value of a picture that has a name.
    Expressions know `names`. `fields` and `compared` are the kata's own.
    """

    def __init__(
        self,
        test_file: str,
        build: Build,
        names: Mapping[str, object] | None = None,
        *,
        fields: Sequence[str] = (),
        compared: Sequence[str] = (),
        board: Callable[[tuple[str, ...]], object] = tuple,
    ) -> None:
        self.stages = list[str]()  # in order
        self.rows = list[Any]()  # as parameters of a test
        self.names: dict[str, Any] = dict(names or {})  # what expressions know
        self.fields = dict[str, dict[str, str]]()  # of the pictures that have a name
        self._build, self._board = build, board
        parts = "unreachable", "name", "with", *fields, "=", "!", "reason", "from"
        self._parts = list(parts)  # of a row, in order
        self._compared = [ANSWERED, UNCHANGED, TAKEN, *compared]
        self._groups = defaultdict[str, list[Row]](list)
        self._function = self._group = self._about = ""  # as the heading says
        self._extra: list[object] = []
        self._row: Row | None = None  # whose lines are read
        self._line = Line(0, "")  # the one that an error is about
        path = Path(test_file).with_name("table.txt")
        try:
            self._read(path.read_text(encoding="utf-8"))
        except Unreadable as error:
            place = f"{'/'.join(path.parts[-3:])}:{self._line.number}"
            problem = f"{place}: {error}, got:\n  {self._line.text}"
            import pytest  # It takes long, and a player does without.

            raise pytest.Collector.CollectError(problem) from error

    def _read(self, text: str) -> None:
        lines = [*text.splitlines(), ""]
        gap = lines.index("")  # The text above it is for people.
        for number, line in enumerate(lines[gap:], gap + 1):
            is_heading = line.startswith(("== ", "-- "))
            if is_heading or not line:
                self._end_row()
            self._line = Line(number, line)
            if is_heading:
                self._read_heading(line)
            elif self._row:
                self._read_part(self._row, line)
            elif constant := CONSTANT.fullmatch(line):
                self.names[constant[1]] = self._value(constant[2])
            elif line:
                self._begin_row(line)

    def _read_heading(self, line: str) -> None:
        """Begin a stage, or the rows of a function."""
        self._function = ""
        if line.startswith("== "):
            self.stages.append(line.removeprefix("== "))
            return
        parts = HEADING.fullmatch(line)
        if not parts or not self.stages:
            form = "-- function (name of the rows) with: arguments: what is compared"
            raise Unreadable(f"expected a stage, and below it `{form}`")
        self._function, self._group, extra, about = parts.groups(default="")
        self._extra, self._about = self._value(f"[{extra}]"), about or ANSWERED
        if self._about not in self._compared:
            words = ", ".join(self._compared)
            raise Unreadable(f"expected one of {words} after the function")
        for row in self._groups[self._group]:
            self._add(row)

    def _begin_row(self, line: str) -> None:
        is_part = line[0].isspace() or key_and_text(line)[0] in self._parts
        if is_part or not self._function:
            name = "the name of a row, without a full stop"
            raise Unreadable(f"expected a function, and below it {name}")
        self._row = Row(self._line)

    def _read_part(self, row: Row, line: str) -> None:
        """Read a line below the name of a row."""
        if line.startswith(PICTURE) and not row.fields:
            row.picture += (line.removeprefix(PICTURE),)
            return
        key, text = key_and_text(line)
        keys = [*row.fields, key]
        if key not in self._parts or keys != sorted({*keys}, key=self._parts.index):
            parts = ", ".join(self._parts)
            raise Unreadable(f"expected parts of a row, each once in the order {parts}")
        row.fields[key] = text
        if key == "with":
            row.extra = tuple(self._value(f"[{text}]"))
        elif key == "!" and not text.startswith(("'", '"')):
            row.answer = text
        elif key in ("=", "!"):
            row.answer = self._value(text)

    def _end_row(self) -> None:
        row, self._row = self._row, None
        if not row:
            return
        self._line = row.line
        if "reason" not in row.fields:
            raise Unreadable("expected a reason that ends in a full stop in the row")
        if "name" in row.fields:
            name = row.fields["name"]
            self.names[name] = self._board(row.picture)
            self.fields[name] = row.fields
        if self._group:
            self._groups[self._group].append(row)
        self._add(row)

    def _add(self, row: Row) -> None:
        """Add the case that a row makes below the heading."""
        about = REFUSED if "!" in row.fields else self._about
        extra = (*row.extra, *self._extra)
        row = replace(row, function=self._function, about=about, extra=extra)
        try:
            arguments, expected = self._build(row)
        except (ValueError, LookupError, TypeError) as error:
            raise Unreadable(f"expected a row that makes a call ({error!r})") from error
        if about == UNCHANGED:
            expected = arguments
        if expected is MISSING:
            raise Unreadable("expected a line `= answer` in the row")
        name, why = row.line.text, row.fields["reason"]
        case = Case(name, row.function, arguments, expected, about, why)
        import pytest

        mark = pytest.mark.stage(self.stages[-1])
        self.rows.append(pytest.param(case, id=self._id(case), marks=mark))

    def _id(self, case: Case) -> str:
        """Return an id that can be pasted into a shell, and that no other row has."""
        slug = re.sub(r"[^A-Za-z0-9.]+", "-", case.name).strip("-")
        taken = {row.id for row in self.rows}
        if slug in taken:
            slug += f"-{case.function}"
        while slug in taken:
            slug += "-again"
        return slug

    def _value(self, text: str) -> Any:
        try:
            known = {"__builtins__": {"range": range, "set": set, "named": Named}}
            return eval(text, known, self.names)
        except Exception as error:
            raise Unreadable(f"expected a Python expression ({error})") from error


def key_and_text(line: str) -> tuple[str, str]:
    """Return the key of a part of a row, and its text; no key for another line.

    >>> key_and_text('with: 3, "X"'), key_and_text("A full row wins.")
    (('with', '3, "X"'), ('reason', 'A full row wins.'))
    """
    if part := PART.fullmatch(line):
        return part[1].removesuffix(":"), part[2] or ""
    is_reason = line.endswith(".") and not line[0].isspace()
    return "reason" if is_reason else "", line
