"""Tables: the rows that the tests of a kata read, in `tests/<kata>/table.txt`.

    == three by three                 a stage; stages run in the order of the file
    -- is_solved                      the function that the rows below it call

    The top row of X wins             the name of a row, which is fixed once it is published
        XXX                           its picture, if it has one: indented lines
        .OO
        ...
    = X                               the right answer, a Python expression
    A full row wins, whatever is on the rest of the board.
    from: Codewars, sample test       a field

A row is a paragraph. `! QUOTED` in place of an answer: the call raises a ValueError
whose message has this in it (or one of `A or B`). The fields are `with:`, further
arguments, `from:`, where a worked example was published, `name:`, by which expressions
know the picture, and the kata's own. Any other line is why the row is there, for
whoever fails it. `unreachable`: no game leads there.

Behind the function, `: unchanged` compares the arguments after the call, and `: taken`
how much of an iterator was read. `-- negamax (bad boards)` gives the rows below a name,
and where the name was given before, runs them again, `with: ...` further arguments.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kata_tables.case import (
    ANSWERED,
    MISSING,
    REFUSED,
    UNCHANGED,
    Build,
    Case,
    Row,
    hold,
)

__all__ = ["Case", "Row", "Table", "hold"]

HEADING = re.compile(r"-- (\w+)(?: \((.+?)\))?(?: with: (.+?))?(?:: +([a-z ]+))?$")
NAMED = re.compile(r"([A-Z][A-Z_]+) = (.+)")


class Table:
    """The table beside a test file.

    `build` makes a call of a row, `board` the value of a picture that has a name;
    expressions know `names`. Raises `pytest.Collector.CollectError`, with file and
    line, for what it cannot read.
    """

    def __init__(
        self,
        test_file: str,
        build: Build,
        names: Mapping[str, object] | None = None,
        fields: Sequence[str] = (),
        board: Callable[[tuple[str, ...]], object] = tuple,
    ) -> None:
        self.stages = list[str]()  # in order
        self.rows = list[Any]()  # as parameters of a test
        self.names: dict[str, Any] = dict(names or {})  # what expressions know
        self.fields = dict[str, dict[str, str]]()  # of the pictures that have a name
        self._build, self._board = build, board
        self._field = re.compile(
            rf"({'|'.join(('with', 'from', 'name', *fields))}):(?: (.*))?$"
        )
        self._groups: dict[str, list[tuple[int, list[str]]]] = {}
        path = Path(test_file).with_name("table.txt")
        self._label, self._line = "/".join(path.parts[-3:]), 1
        _, *sections = re.split(
            r"(?m)^(?=(?:==|--) )", path.read_text(encoding="utf-8")
        )
        self._line += _.count("\n")
        for section in sections:
            heading, _, text = section.partition("\n")
            self._section(heading, text)

    def _section(self, heading: str, text: str) -> None:
        """Read a stage, or the rows of a function."""
        function = group = more = about = ""
        if heading.startswith("== "):
            self.stages.append(heading[3:])
        elif found := HEADING.match(heading):
            function, group, more, about = found.groups(default="")
        else:
            raise self._error(
                "expected `-- function (rows): what is compared`", heading
            )
        rows = self._groups.setdefault(group, []) if group else []
        for paragraph in re.split(r"(?<=\n)(?=\n)", f"\n{text}"):
            rows += (
                [(self._line + 1, paragraph.split("\n"))] if paragraph.strip() else []
            )
            self._line += paragraph.count("\n")
        end = self._line
        for self._line, lines in rows:
            self._row(
                function, about or ANSWERED, more, [line for line in lines if line]
            )
        self._line = end

    def _row(self, function: str, about: str, more: str, lines: list[str]) -> None:
        """Make a case of a row, or give a name to the picture or the expression of one."""
        name, *others = lines
        if NAMED.match(name):
            for line in lines:
                known, _, text = line.partition(" = ")
                self.names[known] = self._expression(text)
            return
        picture = tuple(line[4:] for line in others if line.startswith("    "))
        fields, why, right = dict[str, str](), [], MISSING
        for line in (line for line in others if not line.startswith("    ")):
            if field := self._field.match(line):
                fields[field[1]] = field[2] or ""
            elif line.startswith("= "):
                right = self._expression(line[2:])
            elif line == "!" or line.startswith("! "):
                about, right = REFUSED, line[2:]
                right = self._expression(right) if right[:1] in ("'", '"') else right
            elif line != "unreachable":
                why.append(line)
        if known := fields.get("name"):
            self.names[known], self.fields[known] = self._board(picture), fields
        extra = self._expression(
            f"[{', '.join(filter(None, (fields.get('with'), more)))}]"
        )
        try:
            row = Row(function, picture, tuple(extra), right, about, fields)
            call, expected = self._build(row)
        except (ValueError, LookupError, TypeError) as error:
            raise self._error(f"this row cannot be read ({error})", name) from error
        expected = call if about == UNCHANGED else expected
        source = fields.get("from", "")
        case = Case(
            name, function, call, expected, about, " ".join(why), source, self._line
        )
        taken, label = {row.id for row in self.rows}, name
        if label in taken:
            label = f"{name}, {function}"
        while label in taken:
            label += ", again"
        self.rows.append(
            pytest.param(case, id=label, marks=pytest.mark.stage(self.stages[-1]))
        )

    def _expression(self, text: str) -> Any:
        try:
            return eval(
                text, {"__builtins__": {"range": range, "set": set}}, self.names
            )
        except Exception as error:
            raise self._error(
                f"expected a Python expression ({error})", text
            ) from error

    def _error(self, problem: str, quoted: str) -> pytest.Collector.CollectError:
        return pytest.Collector.CollectError(
            f"{self._label}:{self._line}: {problem}, got:\n  {quoted}"
        )
