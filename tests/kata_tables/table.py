"""Tables: the rows that the tests of a kata read, in `tests/<kata>/table.txt`.

    == three by three                 a stage; stages run in the order of the file
    -- is_solved                      the function that the rows below it call

    The top row of X wins             the name of a row, fixed once it is published
        XXX                           its picture, if it has one
        .OO
        ...
    = X                               the right answer, a Python expression
    A full row wins.                  why the row is there, for whoever fails it
    from: Codewars, sample test       where a worked example was published

1. A row is a paragraph. Each part stands in it once, in this order: name, picture,
   fields, answer, reason, `from:`. Only the name and the reason are in every row.
2. A name has no full stop. A reason is one line that ends in a full stop.
3. A picture is indented by four spaces. Below it, `unreachable` says that no game leads
   there, and `name: START` gives it a name, for `with: START` in rows below it.
4. `with: 3, "X"` are further arguments. A kata can have fields of its own; the text at
   the top of the table says what they mean.
5. `! 7 or [7]` in place of an answer: the call raises a ValueError whose message has
   "7" or "[7]" in it. A text in quotation marks is a Python expression. `!` alone:
   any message will do.
6. Behind the function, `: unchanged` compares the arguments after the call, and
   `: taken` how much of an iterator was read. A kata can have words of its own.
7. `-- negamax (bad boards)` gives a name to the rows below it. Where the name was given
   before, these rows run again. `with: 3` in the heading goes behind their arguments.
8. `SHORT = START[:7]`, in a paragraph of its own, gives a name to an expression.

A line that breaks a rule is an error with its file and number.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kata_tables import rows
from kata_tables.rows import (
    ANSWERED,
    MISSING,
    REFUSED,
    TAKEN,
    UNCHANGED,
    Build,
    Case,
    Heading,
    Line,
    Row,
    Unreadable,
    Written,
)

NO_HEADING = "expected a stage and a function above the row"


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
        self._own_fields, self._compared = fields, (UNCHANGED, TAKEN, *compared)
        self._groups = dict[str, list[Written]]()
        self._heading: Heading | None = None
        self._without_rows = list[Line]()  # headings
        self._titles = set[str]()  # of the rows
        path = Path(test_file).with_name("table.txt")
        try:
            self._read(path.read_text(encoding="utf-8"))
        except Unreadable as error:
            place = f"{'/'.join(path.parts[-3:])}:{error.line.number}"
            raise pytest.Collector.CollectError(f"{place}: {error}") from error

    def _read(self, text: str) -> None:
        """Read the text of the table; its first paragraph is for people."""
        for number, paragraph in enumerate(rows.paragraphs(text)):
            first = paragraph[0]
            if first.text.startswith("== "):
                self.stages.append(first.text.removeprefix("== "))
                self._heading = None
            elif first.text.startswith("-- "):
                self._begin_function(rows.heading(first))
            elif number == 0:
                self._skip(paragraph)
            elif rows.CONSTANT.fullmatch(first.text):
                for line in paragraph:
                    self._take_constant(line)
            else:
                self._take(rows.row(paragraph, self._own_fields))
        for line in self._without_rows:
            raise Unreadable(line, "expected a row below the heading")

    def _skip(self, head: Sequence[Line]) -> None:
        for line in head:
            if line.text.startswith((rows.PICTURE, "= ", "! ")):
                raise Unreadable(line, NO_HEADING)

    def _begin_function(self, heading: Heading) -> None:
        """Begin the rows of a function; run those again that have the same name."""
        if heading.about and heading.about not in self._compared:
            words = ", ".join(self._compared)
            problem = f"expected one of {words} behind the function"
            raise Unreadable(heading.line, problem)
        self._heading = heading
        self._without_rows.append(heading.line)
        for written in self._groups.get(heading.group, ()):
            self._add(heading, written)

    def _take_constant(self, line: Line) -> None:
        found = rows.CONSTANT.fullmatch(line.text)
        if not found:
            raise Unreadable(line, "expected `NAME = expression`, as above it")
        name, expression = found.groups()
        self._name(name, line, self._value(line._replace(text=expression)))

    def _take(self, written: Written) -> None:
        heading = self._heading
        if not heading or not self.stages:
            raise Unreadable(written.name, NO_HEADING)
        if written.name.text in self._titles:
            problem = "expected another name, because a row above has it"
            raise Unreadable(written.name, problem)
        self._titles.add(written.name.text)
        if "name" in written.parts:
            name = written.parts["name"]
            self._name(name.text, name, self._board(written.picture))
            self.fields[name.text] = written.texts()
        if heading.group:
            self._groups.setdefault(heading.group, []).append(written)
        self._add(heading, written)

    def _add(self, heading: Heading, written: Written) -> None:
        """Add the case of a row below a heading."""
        function, about, name = heading.function, heading.about, written.name
        answer = MISSING
        if "=" in written.parts:
            answer = self._value(written.parts["="])
        elif "!" in written.parts:
            about, quoted = REFUSED, written.parts["!"]
            is_expression = quoted.text.startswith(("'", '"'))
            answer = self._value(quoted) if is_expression else quoted.text
        given = written.parts.get("with", name._replace(text=""))
        extra = *self._values(given), *self._values(given._replace(text=heading.extra))
        fields = written.texts()
        row = Row(
            function,
            about or ANSWERED,
            fields,
            picture=written.picture,
            extra=extra,
            answer=answer,
        )
        arguments, expected = self._call(row, name)
        case = Case(
            name.text,
            function,
            arguments,
            expected,
            row.about,
            fields["reason"],
            fields.get("from", ""),
        )
        taken = {row.id for row in self.rows}
        label = name.text
        if label in taken:
            label += f", {function}"
        while label in taken:
            label += ", again"
        mark = pytest.mark.stage(self.stages[-1])
        self.rows.append(pytest.param(case, id=label, marks=mark))
        if heading.line in self._without_rows:
            self._without_rows.remove(heading.line)

    def _call(self, row: Row, name: Line) -> tuple[tuple[object, ...], object]:
        """Return the arguments of a row's call, and what is right."""
        try:
            arguments, expected = self._build(row)
        except (ValueError, LookupError, TypeError) as error:
            raise Unreadable(name, f"this row has no call ({error})") from error
        if row.unread:
            parts = ", ".join(sorted(row.unread))
            raise Unreadable(name, f"this row does not need its {parts}")
        if row.about == UNCHANGED:
            if row.answer is not MISSING:
                raise Unreadable(name, "expected no answer: the arguments are compared")
            return arguments, arguments
        if expected is MISSING:
            raise Unreadable(name, "expected a line `= answer` in this row")
        return arguments, expected

    def _name(self, name: str, line: Line, value: object) -> None:
        if name in self.names:
            raise Unreadable(line, f"expected another name than {name}, it is taken")
        self.names[name] = value

    def _values(self, line: Line) -> Any:
        """Return the values of expressions with commas between them."""
        return self._value(line._replace(text=f"[{line.text}]"))

    def _value(self, line: Line) -> Any:
        try:
            known = {"__builtins__": {"range": range, "set": set}}
            return eval(line.text, known, self.names)
        except Exception as error:
            problem = f"expected a Python expression ({error})"
            raise Unreadable(line, problem) from error
