"""Tables: rows of text, in `tests/<kata>/table.txt`, that the tests of a kata read.

    == three by three
    -- is_solved

    XXX   The top row of X wins                                   = X
    .OO   A full row wins, whatever is on the rest of the board.
    ...   from: Codewars, "Tic-Tac-Toe Checker", sample test

`==` begins a stage; stages run in the order of the file. `--` says which function the
next rows call. What follows a colon there says what is compared: nothing for the
answer; "unchanged" for the arguments, which have to be as they were; "taken" for the
number of items that were taken from a one-shot argument. In brackets the rows below get
a name: `-- negamax (bad boards)` runs the rows of that name again, for that function.
`with: ...` behind the brackets adds arguments to those of each row, and `from: ...`
says where rows that do not say it come from.

A row is a paragraph, which ends before an empty line, or where a line begins at the
margin below one that does not. Its picture, if it has one, is the column on the left;
where each line of it begins with its number, lines that are empty may be left out, and
one with text beside it, below one without, begins the next picture. A line at the
margin below a picture is the next row as well. The text beside and below it begins with
the name of the case, which is fixed once it is published. The answer follows in the
same line, after two spaces, or on a line of its own:

    = ANSWER        a Python expression, in which the names of the kata are known
    ! QUOTED        the call raises a ValueError whose message contains this, or one of `A or B`; a
                    string in quotation marks is read as Python reads it, all else as it stands

Further lines are why the row is there, in a sentence for whoever fails it, except:

    with: ...       arguments, as Python expressions with commas between them
    from: ...       where a worked example of a published text comes from
    unreachable     no game leads to this position, which nothing depends on

What goes on in the next line is indented there. A kata may have fields of its own.
Short fields may stand between name and answer, with two spaces before each. A further
line with a name and an answer begins another row, with the same picture, so no empty
line is needed before it; without a picture each line with the indent of the first does.
A row of one line has the further lines of the next.

    XX.   The player can win, depth 1  with: 1  = 5
    OO.     A move that wins is a move like the others.
    ...   The player can win, depth 2  with: 2  = 16
            The winning move has no answer, the other four moves have four each.

Several pictures may stand side by side, the highest first, with three spaces between
them. Then the rows, each beginning in a line with the indent of the first, are about
one picture each, in turn.

    O.O   XO.   The middle row of X wins     = X
    XXX   .OX   The middle column of O wins  = O
    ...   XO.     Every line counts, for both sides.

`NAME =`, in capitals, gives a name to the picture beside it, or to the expression
behind it. A line that starts with `#` is a comment, and so is all else above the first
stage.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, pairwise, takewhile, zip_longest
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

_HEADING = re.compile(
    r"-- (\w+)(?: \((.+?)\))?(?: with: (.+?))?(?: from: (.+?))?(?:: +([a-z ]+))?$"
)
_NAMED = re.compile(r"\s*([A-Z][A-Z_]+) =(?:\s+(.*)|$)")
_ANSWERED = re.compile(r"\s*\S.*\s{2,}[=!](?:\s|$)")

Picture = tuple[str, ...]


class Table:
    """The table beside a test file.

    Args:
        test_file: the test file.
        build: makes a call of a row.
        names: what expressions may name.
        fields: the kata's own fields.
        picture: the signs that a picture is drawn with, or a pattern of its lines.
        board: makes a value of the lines of a picture that has a name.

    Raises:
        pytest.Collector.CollectError: for a table that cannot be read; it names file and line.
    """

    def __init__(
        self,
        test_file: str,
        build: Build,
        names: Mapping[str, object] | None = None,
        fields: Sequence[str] = (),
        picture: str | re.Pattern[str] = "XOxo.*",
        board: Callable[[Picture], object] = tuple,
    ) -> None:
        self.stages = list[str]()  # in order
        self.rows = list[Any]()  # as parameters of a test
        self.names: dict[str, Any] = dict(names or {})  # the values that have names
        self.fields = dict[
            str, Mapping[str, Sequence[str]]
        ]()  # those of the pictures with names
        path = Path(test_file).with_name("table.txt")
        self._label, self._line = "/".join(path.parts[-3:]), 0
        self._build, self._board = build, board
        field = "|".join(("with", "from", *fields))
        self._field = re.compile(rf"({field}):(?:\s(.*)|$)")
        self._piece = re.compile(rf"\s{{2,}}(?=(?:{field}):|unreachable|[=!](?:\s|$))")
        if isinstance(picture, str):
            one = rf"(?:\d )?[{re.escape(picture)}]+"
            self._one, picture = (
                re.compile(one),
                re.compile(rf"{one}(?:   {one})*(?=\s{{2,}}|$)"),
            )
        else:
            self._one = picture
        self._pictured = picture
        # Of the latest heading: the function, what is compared, further arguments,
        # where its rows come from, and the rows.
        self._function, self._about, self._more, self._source = "", ANSWERED, "", ""
        self._group = list[tuple[Picture, list[str]]]()
        self._groups: dict[str, list[tuple[Picture, list[str]]]] = {}
        for number, paragraph in self._paragraphs(
            path.read_text(encoding="utf-8").splitlines()
        ):
            self._line = number
            while paragraph and paragraph[0][:3] in ("== ", "-- "):
                self._heading(paragraph.pop(0))
                self._line += 1
            drawn, texts = self._split(paragraph)
            is_name = len(drawn) < 2 and self._named(drawn[0] if drawn else (), texts)
            if paragraph and not is_name and self.stages:
                self._paragraph(drawn, texts)

    def _paragraphs(self, lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Lines that belong together, each time with the number of the first one."""
        paragraph: list[str] = []
        for number, line in enumerate([*lines, ""], start=1):
            if line.startswith("#"):
                continue
            if paragraph and (not line.strip() or self._begins(line, paragraph[-1])):
                yield number - len(paragraph), paragraph
                paragraph = []
            if line.strip():
                paragraph.append(line.rstrip())

    def _begins(self, line: str, latest: str) -> bool:
        """Whether a line begins the next row, by where pictures and texts end."""
        picture, above = self._pictured.match(line), self._pictured.match(latest)
        if above and picture:
            return line[0].isdigit() and above[0] == latest and picture[0] != line
        return not line.startswith(" ") and (
            above is not None or latest.startswith(" ")
        )

    def _heading(self, line: str) -> None:
        """Begin a stage, or the rows of a function; run those of a name again."""
        if line.startswith("== "):
            self.stages.append(line[3:].strip())
            self._function = ""
            return
        found = _HEADING.match(line)
        if not found:
            raise self._error(
                "expected `-- function`, `(rows)`, `: what is compared`", line
            )
        self._function, group, self._more, self._source, about = found.groups(
            default=""
        )
        self._about = about or ANSWERED
        self._group = self._groups.setdefault(group, []) if group else []
        for picture, texts in self._group:
            self._row(picture, texts)

    def _split(self, lines: Sequence[str]) -> tuple[list[Picture], list[str]]:
        """The pictures on the left, and the texts beside and below them, with their indents."""
        found = list(takewhile(bool, map(self._pictured.match, lines)))
        drawn = [match[0] for match in found if match]
        parts = [[one[0] for one in self._one.finditer(row)] for row in drawn]
        pictures = [tuple(filter(None, column)) for column in zip_longest(*parts)]
        beside = [
            line[len(row) :].rjust(len(line))
            for row, line in zip(drawn, lines, strict=False)
        ]
        return pictures, [*beside, *lines[len(drawn) :]]

    def _named(self, picture: Picture, texts: Sequence[str]) -> bool:
        """Note what texts give a name to; return whether they hold nothing else."""
        found = [match for match in map(_NAMED.match, texts) if match]
        is_first = bool(found) and found[0].string == texts[0]
        for name in found if picture or is_first else ():
            if not picture and len(found) != len(texts):
                raise self._error(
                    "expected a name in capitals and ` = ` in each line", texts[-1]
                )
            self.names[name[1]] = (
                self._board(picture) if picture else self._expression(name[2])
            )
            self.fields[name[1]] = self._texts(texts)[0] if picture else {}
        return is_first

    def _paragraph(self, pictures: Sequence[Picture], texts: Sequence[str]) -> None:
        """Read the rows of a paragraph, which share its picture or have one each."""
        if not self._function:
            raise self._error(
                "expected a line `-- function` before the first row", texts[0]
            )
        begins = [0]
        for number, text in enumerate(texts[1:], start=1):
            is_row = len(pictures) != 1 or _ANSWERED.match(text)
            begins += [number] if is_row and _indent(text) == _indent(texts[0]) else []
        rows = [
            list(texts[begin:end]) for begin, end in pairwise([*begins, len(texts)])
        ]
        for row, following in reversed(list(pairwise(rows))):
            if len(row) == 1:
                row += following[1:]
        if len(pictures) > 1 and len(rows) != len(pictures):
            raise self._error(
                f"expected {len(pictures)} rows, one for each picture", texts[0]
            )
        first = self._line
        for begin, row, picture in zip(begins, rows, cycle(pictures or [()])):
            self._line = first + begin
            if len(pictures) > 1:
                self._named(picture, row)
            self._group.append((picture, row))
            self._row(picture, row)

    def _row(self, picture: Picture, texts: Sequence[str]) -> None:
        """Make a case of a row."""
        name, *pieces = self._piece.split(texts[0].strip())
        if not name:
            raise self._error(
                "expected the name of a case beside the picture", picture[0]
            )
        # Nothing goes on from a piece of the first line.
        fields, why, answer = self._texts(
            [*(" " * 99 + piece for piece in pieces), *texts[1:]]
        )
        extra = ", ".join(filter(None, (" ".join(fields.get("with", ())), self._more)))
        arguments = tuple(self._expression(f"[{extra}]"))
        about, right = self._about, MISSING
        if answer.startswith("!"):
            about, right = REFUSED, answer[1:].strip()
        if answer.startswith("=") or str(right)[:1] in ("'", '"'):
            right = self._expression(answer[1:])
        source = " ".join(" ".join(fields.get("from", ())).split()) or self._source
        try:
            row = Row(self._function, picture, arguments, right, about, fields)
            call, expected = self._build(row)
        except (ValueError, LookupError, TypeError) as error:
            raise self._error(f"this row cannot be read ({error})", name) from error
        expected = call if about == UNCHANGED else expected
        case = Case(
            name, self._function, call, expected, about, why, source, self._line
        )
        taken = {row.id for row in self.rows}
        label = name if name not in taken else f"{name}, {self._function}"
        while label in taken:
            label += ", again"
        mark = pytest.mark.stage(self.stages[-1])
        self.rows.append(pytest.param(case, id=label, marks=mark))

    def _texts(self, texts: Sequence[str]) -> tuple[dict[str, list[str]], str, str]:
        """Read the fields, why the row is there, and the answer, from lines with their indents."""
        why: list[str] = []
        fields: dict[str, list[str]] = {}
        answer, into, depth = "", why, -1
        for text in texts:
            stripped = text.strip()
            if stripped and into is not why and _indent(text) > depth:
                into.append(text)
                continue
            into = why
            if begun := self._field.match(stripped):
                into, depth = fields.setdefault(begun[1], []), _indent(text)
                into += [begun[2]] if begun[2] else []
            elif not answer and stripped[:2] in ("= ", "! ", "!"):
                answer = stripped
            elif stripped and stripped != "unreachable" and not _NAMED.match(stripped):
                why.append(text)
        return fields, " ".join(" ".join(why).split()), answer

    def _expression(self, text: str) -> Any:
        try:
            return eval(
                text.strip(), {"__builtins__": {"range": range, "set": set}}, self.names
            )
        except Exception as error:
            raise self._error(
                f"expected a Python expression ({error})", text
            ) from error

    def _error(self, problem: str, quoted: str) -> pytest.Collector.CollectError:
        place = f"{self._label}:{self._line}"
        return pytest.Collector.CollectError(f"{place}: {problem}, got:\n  {quoted}")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
