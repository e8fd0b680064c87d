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
   "7" or "[7]" in it. A text in quotation marks is a Python expression.
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
from kata_tables.case import (
    ANSWERED,
    COMPARED,
    MISSING,
    REFUSED,
    UNCHANGED,
    Build,
    Case,
    Row,
)
from kata_tables.rows import Heading, Line, Unreadable, Written


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
        board: Callable[[tuple[str, ...]], object] | None = None,
    ) -> None:
        self.stages = list[str]()  # in order
        self.rows = list[Any]()  # as parameters of a test
        self.names: dict[str, Any] = dict(names or {})  # what expressions know
        self.fields = dict[str, dict[str, str]]()  # of the pictures that have a name
        self._build, self._board = build, board
        self._own_fields, self._compared = fields, (*COMPARED, *compared)
        self._groups = dict[str, list[Written]]()
        self._taken = set[tuple[str, str, str]]()  # function, what is compared, name
        self._heading: Heading | None = None
        self._extra: tuple[object, ...] = ()  # The arguments in the heading.
        self._empty: Line | None = None  # A heading that has no row yet.
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
            if first.text.startswith("=="):
                self._begin_stage(first)
            elif first.text.startswith("--"):
                self._begin_function(first)
            elif number == 0:
                rows.check_head(paragraph)
            elif rows.CONSTANT.fullmatch(first.text):
                for line in paragraph:
                    self._take_constant(line)
            else:
                self._take(rows.row(paragraph, self._own_fields))
        self._check_heading()

    def _begin_stage(self, line: Line) -> None:
        self._check_heading()
        stage = line.text.removeprefix("== ")
        if stage in self.stages or stage.startswith("="):
            raise Unreadable(line, "expected `== stage`, and each stage once")
        self.stages.append(stage)
        self._heading = None

    def _begin_function(self, line: Line) -> None:
        """Begin the rows of a function; run those again that have the same name."""
        self._check_heading()
        heading = rows.heading(line)
        if not self.stages:
            raise Unreadable(line, "expected a stage above the first function")
        if heading.about and heading.about not in self._compared:
            words = ", ".join(self._compared)
            raise Unreadable(line, f"expected one of {words} behind the function")
        self._heading, self._empty = heading, line
        self._extra = self._values(Line(line.number, heading.extra))
        for written in self._groups.get(heading.group, ()):
            self._add(heading, written)

    def _check_heading(self) -> None:
        if self._empty:
            raise Unreadable(self._empty, "expected a row below the heading")

    def _take_constant(self, line: Line) -> None:
        found = rows.CONSTANT.fullmatch(line.text)
        if not found:
            raise Unreadable(line, "expected `NAME = expression`, as above it")
        name, expression = found.groups()
        self._name(name, line, self._value(line._replace(text=expression)))

    def _take(self, written: Written) -> None:
        heading = self._heading
        if not heading:
            raise Unreadable(written.name, "expected a function above the row")
        if (heading.function, heading.about, written.name.text) in self._taken:
            raise Unreadable(written.name, "expected another name, this one is taken")
        if "name" in written.parts:
            name = written.parts["name"]
            if not self._board:
                raise Unreadable(name, "expected no `name:`, the Table has no `board`")
            self._name(name.text, name, self._board(written.picture))
            self.fields[name.text] = written.texts()
        if heading.group:
            self._groups.setdefault(heading.group, []).append(written)
        self._add(heading, written)

    def _add(self, heading: Heading, written: Written) -> None:
        self._taken.add((heading.function, heading.about, written.name.text))
        about, answer = heading.about or ANSWERED, MISSING
        if "=" in written.parts:
            answer = self._value(written.parts["="])
        elif "!" in written.parts:
            quoted = written.parts["!"]
            is_expression = quoted.text.startswith(("'", '"'))
            answer = self._value(quoted) if is_expression else quoted.text
            about = REFUSED
        extra = self._extra
        if "with" in written.parts:
            extra = self._values(written.parts["with"]) + extra
        row = Row(
            heading.function,
            about,
            written.texts(),
            picture=written.picture,
            extra=extra,
            answer=answer,
        )
        case = Case(
            written.name.text,
            heading.function,
            *self._call(row, written.name),
            about,
            row.fields["reason"],
            row.fields.get("from", ""),
            written.name.number,
        )
        mark = pytest.mark.stage(self.stages[-1])
        self.rows.append(pytest.param(case, id=self._label(case), marks=mark))
        self._empty = None

    def _call(self, row: Row, name: Line) -> tuple[tuple[object, ...], object]:
        """Return the arguments of a row's call, and what is right."""
        try:
            arguments, expected = self._build(row)
        except (ValueError, LookupError, TypeError) as error:
            raise Unreadable(name, f"this row has no call ({error})") from error
        if row.unread:
            parts = ", ".join(sorted(row.unread))
            raise Unreadable(name, f"this row does not need its {parts}")
        if row.about == UNCHANGED and not row.has_answer:
            return arguments, arguments
        if row.about == UNCHANGED:
            raise Unreadable(name, "expected no answer: the arguments are compared")
        if expected is MISSING:
            raise Unreadable(name, "expected a line `= answer` in this row")
        return arguments, expected

    def _values(self, line: Line) -> tuple[object, ...]:
        """Return the values of expressions with commas between them."""
        return tuple(self._value(line._replace(text=f"[{line.text}]")))

    def _label(self, case: Case) -> str:
        """Return the name by which a case is run: its own, if no other case has it."""
        taken = {row.id for row in self.rows}
        label = case.name
        if label in taken:
            label = f"{case.name}, {case.function}"
        while label in taken:
            label += ", again"
        return label

    def _name(self, name: str, line: Line, value: object) -> None:
        if name in self.names:
            raise Unreadable(line, f"expected another name than {name}, it is taken")
        self.names[name] = value

    def _value(self, line: Line) -> Any:
        try:
            known = {"__builtins__": {"range": range, "set": set}}
            return eval(line.text, known, self.names)
        except Exception as error:
            problem = f"expected a Python expression ({error})"
            raise Unreadable(line, problem) from error
