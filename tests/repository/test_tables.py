"""Tables of text: how `kata_tables.table` reads them."""

from pathlib import Path

import pytest
from kata_tables.table import Case, Row, Table

HEADING = "== moves\n-- walk"


def build(row: Row) -> tuple[tuple[object, ...], object]:
    return (*row.picture, *row.extra), row.answer


def rows(folder: Path, text: str) -> list[tuple[str, Case]]:
    """The id and the case of each row of a table."""
    (folder / "table.txt").write_text(text, encoding="utf-8")
    table = Table(str(folder / "test_kata.py"), build)
    return [(row.id, row.values[0]) for row in table.rows]


def test_a_row_is_a_paragraph(tmp_path: Path) -> None:
    text = f"""\
{HEADING}

One step
    X.
    ..
with: 1
= 5
It is short.
from: a book

Two steps
with: 2
= 6
"""
    (_, one), (_, two) = rows(tmp_path, text)
    assert (one.name, one.arguments, one.expected) == ("One step", ("X.", "..", 1), 5)
    assert (one.why, one.source, one.line) == ("It is short.", "a book", 4)
    assert (two.name, two.arguments, two.expected) == ("Two steps", (2,), 6)
    assert (two.why, two.source, two.line) == ("", "", 12)


def test_named_rows_run_again_for_another_function(tmp_path: Path) -> None:
    text = """\
== moves
-- walk (bad steps)

No step
with: 0
! 0

== values
-- value (bad steps) with: 7

Back
with: -1
! -1
"""
    found = rows(tmp_path, text)
    assert [(label, case.function, case.arguments) for label, case in found] == [
        ("No step", "walk", (0,)),
        ("No step, value", "value", (0, 7)),
        ("Back", "value", (-1, 7)),
    ]


def test_pictures_and_expressions_have_names_for_the_rows_below(tmp_path: Path) -> None:
    text = f"""\
{HEADING}

One step
    X.
    ..
name: CORNER
= 5

TWICE = [CORNER] * 2

Two steps
with: [*TWICE, 1]
= CORNER
"""
    _, (_, case) = rows(tmp_path, text)
    corner = ("X.", "..")
    assert (case.arguments, case.expected) == (([corner, corner, 1],), corner)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A row\n= oops", "table.txt:4: expected a Python expression"),
        ("-- walk (rows", "table.txt:4: expected `-- function"),
    ],
)
def test_an_error_names_file_and_line(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(pytest.Collector.CollectError) as caught:
        rows(tmp_path, f"{HEADING}\n\n{line}")
    assert problem in str(caught.value)
