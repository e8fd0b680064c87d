"""Tables: rows of text, in `tests/<kata>/table.txt`, that the tests of a kata read.

    == three by three
    -- is_solved

    XXX   The top row of X wins                                   = X
    .OO   A full row wins, whatever is on the rest of the board.
    ...   from: Codewars, "Tic-Tac-Toe Checker", sample test

`==` begins a stage; stages run in the order of the file. `--` says which function the next rows
call, or which functions: then each row runs once for each of them. What follows a colon there says
what is compared: nothing for the answer; "unchanged" for the arguments, which have to be as they
were; "taken" for the number of items that were taken from a one-shot argument. In brackets the rows
below get a name: `-- negamax (bad boards)` runs the rows of that name again, for that function.
`with: ...` behind the brackets adds arguments to those of each row.

A row is a paragraph. Its picture, if it has one, is the column on the left; where each line of it
begins with its number, lines that are empty may be left out. The text beside and below it begins
with the name of the case, which is fixed once it is published. The answer follows in the same line,
after two spaces, or on a line of its own:

    = ANSWER        a Python expression, in which the names of the kata are known
    ! QUOTED        the call raises a ValueError whose message contains this, or one of `A or B`; a
                    string in quotation marks is read as Python reads it, all else as it stands

Further lines are why the row is there, in a sentence for whoever fails it, except:

    with: ...       arguments, as Python expressions with commas between them
    from: ...       where a worked example of a published text comes from
    unreachable     no game leads to this position

What goes on in the next line is indented there. A kata may have fields of its own. Short fields may
stand between name and answer, with two spaces before each. A further line with a name and an answer
begins another row, with the same picture, so no empty line is needed before it:

    XX.   The player can win, depth 1  with: 1  = 5
    OO.     A move that wins is a move like the others.
    ...   The player can win, depth 2  with: 2  = 16
            The winning move has no answer, the other four moves have four each.

`NAME =`, in capitals, gives a name to the picture beside it, or to the expression behind it. A line
that starts with `#` is a comment, and so is all else above the first stage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import pytest

from kata_tables.case import ANSWERED, MISSING, REFUSED, UNCHANGED, Build, Case, Row, Table

__all__ = ["Case", "Row", "Table", "read"]

FIELDS = ("with", "from")
PICTURE = "XOxo.*"

_HEADING = re.compile(r"-- ([^(:]+)(?:\((.+?)\))?(?: with: (.+?))?(?:: +([a-z ]+))?$")
_NAMED = re.compile(r"\s*([A-Z][A-Z_]+) =(?:\s+(.*)|$)")
_ANSWERED = re.compile(r"\s*\S.*\s{2,}[=!](?:\s|$)")


def only_extra(row: Row) -> tuple[tuple[object, ...], object]:
    """Build the call of a row without a picture."""
    return row.extra, row.answer


def read(
    test_file: str,
    build: Build = only_extra,
    names: Mapping[str, object] | None = None,
    fields: Sequence[str] = (),
    picture: str | re.Pattern[str] = PICTURE,
    board: Callable[[tuple[str, ...]], object] = tuple,
) -> Table:
    """Read the table beside a test file.

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
    path = Path(test_file).with_name("table.txt")
    reader = _Reader("/".join(path.parts[-3:]), build, dict(names or {}), fields, picture, board)
    return reader.read(path.read_text(encoding="utf-8").splitlines())


class _Reader:
    """Reads one table, line by line."""

    def __init__(
        self,
        label: str,
        build: Build,
        names: dict[str, object],
        own: Sequence[str],
        picture: str | re.Pattern[str],
        board: Callable[[tuple[str, ...]], object],
    ) -> None:
        fields = "|".join((*FIELDS, *own))
        self._label = label
        self._build, self._board = build, board
        self._names = names
        self._field = re.compile(rf"({fields}):(?:\s(.*)|$)")
        self._piece = re.compile(rf"\s{{2,}}(?=(?:{fields}):|unreachable|[=!](?:\s|$))")
        if isinstance(picture, str):
            picture = re.compile(rf"(?:\d )?[{re.escape(picture)}]+(?=\s{{2,}}|$)")
        self._pictured = picture
        self._line = 0
        self._stages: list[str] = []
        self._functions: list[str] = []
        self._about = ANSWERED
        self._group: list[list[str]] = []
        self._groups: dict[str, list[list[str]]] = {}
        self._names_taken: set[str] = set()
        self._rows: list[Any] = []
        self._more: str | None = None
        self._named_fields: dict[str, Mapping[str, Sequence[str]]] = {}

    def read(self, lines: Sequence[str]) -> Table:
        """Read all of it."""
        for self._line, paragraph in _paragraphs(lines):
            if paragraph[0].startswith("== "):
                self._stages.append(paragraph.pop(0)[3:].strip())
                self._functions = []
                self._line += 1
            while paragraph and paragraph[0].startswith("-- "):
                self._heading(paragraph.pop(0))
                self._line += 1
            if paragraph and not self._named(paragraph) and self._stages:
                self._group.append(paragraph)
                self._paragraph(paragraph)
        return Table(tuple(self._stages), self._rows, self._names, self._named_fields)

    def _named(self, lines: Sequence[str]) -> bool:
        """Note what a paragraph gives a name to; return whether it holds nothing else."""
        picture, texts = self._split(lines)
        found = [match for match in map(_NAMED.match, texts) if match]
        if picture:
            for name in found:
                self._names[name[1]] = self._board(picture)
                self._named_fields[name[1]], *_ = self._texts(_indented(texts))
        elif found and found[0].string != texts[0]:
            return False
        elif found:
            if len(found) != len(texts):
                raise self._error("expected a name in capitals and ` = ` in each line", lines[-1])
            for name in found:
                self._names[name[1]] = self._expression(name[2])
        return bool(found) and found[0].string == texts[0]

    def _heading(self, line: str) -> None:
        found = _HEADING.match(line)
        if not found:
            raise self._error("expected `-- function`, `(rows)`, `: what is compared`", line)
        names, group, self._more, about = found.groups()
        self._functions = [name.strip() for name in names.split(",")]
        self._about = about or ANSWERED
        again = self._groups.setdefault(group, []) if group else []
        for paragraph in again:
            self._paragraph(paragraph, self._line)
        self._group = again

    def _paragraph(self, lines: Sequence[str], again: int = 0) -> None:
        """Read the rows of a paragraph, which share its picture.

        Args:
            lines: the paragraph.
            again: the line of the heading that runs its rows again.
        """
        if not self._functions:
            raise self._error("expected a line `-- function` before the first row", lines[0])
        picture, texts = self._split(lines)
        begins = [0]
        for number, text in enumerate(texts):
            if number and _indent(text) == _indent(texts[0]) and _ANSWERED.match(text):
                begins.append(number)
        first = self._line
        for begin, end in pairwise([*begins, len(texts)]):
            self._line = again or first + begin
            self._row(picture, texts[begin:end])

    def _split(self, lines: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
        """The picture on the left, and the texts beside and below it, with their indents."""
        found = list(takewhile(bool, map(self._pictured.match, lines)))
        picture = tuple(match[0] for match in found if match)
        beside = [
            " " * len(row) + line[len(row) :] for row, line in zip(picture, lines, strict=False)
        ]
        return picture, [*beside, *lines[len(picture) :]]

    def _row(self, picture: tuple[str, ...], texts: Sequence[str]) -> None:
        name, *pieces = self._piece.split(texts[0].strip())
        if not name:
            raise self._error("expected the name of a case beside the picture", picture[0])
        # Nothing goes on from a piece of the first line.
        first = [(99, piece) for piece in pieces]
        fields, why, answer = self._texts([*first, *_indented(texts[1:])])
        given = " ".join(fields.get("with", ()))
        extra = self._expression(f"[{', '.join(filter(None, (given, self._more)))}]")
        about = REFUSED if answer.startswith("!") else self._about
        right = self._answer(answer)
        for function in self._functions:
            try:
                arguments, expected = self._build(
                    Row(function, picture, tuple(extra), right, about, fields)
                )
            except (ValueError, LookupError, TypeError) as error:
                raise self._error(f"this row cannot be read ({error})", name) from error
            case = Case(
                name,
                function,
                arguments,
                arguments if about == UNCHANGED else expected,
                about,
                why,
                " ".join(" ".join(fields.get("from", ())).split()),
                "unreachable" not in fields,
                fields,
                self._line,
            )
            label = name if name not in self._names_taken else f"{name}, {function}"
            while label in self._names_taken:
                label += ", again"
            self._names_taken.add(label)
            self._rows.append(
                pytest.param(case, id=label, marks=pytest.mark.stage(self._stages[-1]))
            )

    def _texts(self, texts: Sequence[tuple[int, str]]) -> tuple[dict[str, list[str]], str, str]:
        """Read the fields, why the row is there, and the answer, from lines and their indents."""
        why: list[str] = []
        fields: dict[str, list[str]] = {}
        answer, into, depth = "", why, -1
        for indent, text in texts:
            stripped = text.strip()
            begun = self._field.match(stripped)
            if stripped and into is not why and indent > depth:
                into.append(text)
                continue
            into = why
            if begun:
                into, depth = fields.setdefault(begun[1], []), indent
                into += [begun[2]] if begun[2] else []
            elif stripped == "unreachable":
                fields[stripped] = []
            elif not answer and stripped[:2] in ("= ", "! ", "!"):
                answer = stripped
            elif stripped and not _NAMED.match(stripped):
                why.append(text)
        return fields, " ".join(" ".join(why).split()), answer

    def _answer(self, written: str) -> object:
        sign, text = written[:1], written[1:].strip()
        if not sign:
            return MISSING
        return text if sign == "!" and text[:1] not in ("'", '"') else self._expression(text)

    def _expression(self, text: str) -> Any:
        try:
            return eval(text, {"__builtins__": {"range": range, "set": set}}, self._names)
        except Exception as error:
            raise self._error(f"expected a Python expression ({error})", text) from error

    def _error(self, problem: str, quoted: str) -> pytest.Collector.CollectError:
        place = f"{self._label}:{self._line}"
        return pytest.Collector.CollectError(f"{place}: {problem}, got:\n  {quoted}")


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _indented(texts: Sequence[str]) -> list[tuple[int, str]]:
    return [(_indent(text), text) for text in texts]


def _paragraphs(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Runs of lines between empty ones, each with the number of its first line."""
    paragraph: list[str] = []
    begun = 0
    for number, line in enumerate([*lines, ""], start=1):
        if line.startswith("#"):
            continue
        if line.strip():
            begun = begun if paragraph else number
            paragraph.append(line.rstrip())
        elif paragraph:
            yield begun, paragraph
            paragraph = []
