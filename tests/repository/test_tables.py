"""Tables of text: how `kata_tables.table` reads them."""

from pathlib import Path

import pytest
from kata_tables.table import Case, Row, Table

HEADING = "== moves\n-- walk"


def build(row: Row) -> tuple[tuple[object, ...], object]:
    return (*row.picture, *row.extra), row.answer


def rows(folder: Path, *lines: str) -> list[tuple[str, Case]]:
    """The id and the case of each row of a table."""
    (folder / "table.txt").write_text("\n".join(lines), encoding="utf-8")
    table = Table(str(folder / "test_kata.py"), build)
    return [(row.id, row.values[0]) for row in table.rows]


def test_rows_with_an_answer_in_their_first_line_share_a_picture(
    tmp_path: Path,
) -> None:
    lines = (
        "X.   One step  with: 1  = 5",
        "..     Why.",
        "     Two steps  with: 2  = 6",
        "       Why?",
    )
    (_, one), (_, two) = rows(tmp_path, HEADING, *lines)
    assert (one.name, one.arguments, one.expected) == ("One step", ("X.", "..", 1), 5)
    assert (two.name, two.arguments, two.expected) == ("Two steps", ("X.", "..", 2), 6)
    assert (one.why, two.why, two.line - one.line) == ("Why.", "Why?", 2)


def test_rows_need_no_empty_line_where_something_else_parts_them(
    tmp_path: Path,
) -> None:
    """Each line at the margin is a row; one of a single line has the why of the next."""
    one_why = ("One  = 1", "Two  = 2", "    Why.", "Three  with: 7  = 3", "    Why?")
    found = rows(tmp_path, HEADING, *one_why)
    assert [(case.name, case.why, case.line) for _, case in found] == [
        ("One", "Why.", 3),
        ("Two", "Why.", 4),
        ("Three", "Why?", 6),
    ]


def test_a_gap_beside_or_below_a_picture_parts_it_from_the_next(tmp_path: Path) -> None:
    lines = (
        "1 X.   One  = 1",
        "       Why.",
        "1 .X   Two  = 2",
        "2 .X",
        "1 XX   Three  = 3",
    )
    found = rows(tmp_path, HEADING, *lines, "2 ..", "Four  = 4", "    Why?")
    assert [(case.name, case.arguments, case.why) for _, case in found] == [
        ("One", ("1 X.",), "Why."),
        ("Two", ("1 .X", "2 .X"), ""),
        ("Three", ("1 XX", "2 .."), ""),
        ("Four", (), "Why?"),
    ]


def test_named_rows_run_again_for_another_function(tmp_path: Path) -> None:
    bad = (
        "-- walk (bad steps)",
        "No step  with: 0  ! 0",
        "    Why.",
        "Back  with: -1  ! -1",
    )
    again = ("== values", "-- value (bad steps)")
    first, second, third, fourth = rows(tmp_path, "== moves", *bad, "", *again)
    ids = [name for name, _ in (first, second, third, fourth)]
    assert ids == ["No step", "Back", "No step, value", "Back, value"]
    assert [third[1].function, fourth[1].function] == ["value", "value"]
    # They stand where the heading is.
    assert [case.line for _, case in (first, second, third, fourth)] == [3, 5, 8, 8]


def test_rows_below_a_name_that_is_used_again_are_added_to_it(tmp_path: Path) -> None:
    bad = (
        "-- walk (bad)",
        "One  ! 1",
        "",
        "-- value (bad)",
        "",
        "Two  ! 2",
        "",
        "-- best (bad)",
    )
    functions = [
        (case.name, case.function) for _, case in rows(tmp_path, "== moves", *bad)
    ]
    each = [
        ("One", "walk"),
        ("One", "value"),
        ("Two", "value"),
        ("One", "best"),
        ("Two", "best"),
    ]
    assert functions == each


def test_a_heading_adds_arguments_to_named_rows(tmp_path: Path) -> None:
    bad = (
        "-- walk (bad) with: 2",
        "One  with: 1  ! 1",
        "",
        "-- walk (bad) with: 3, 4",
        "-- walk (bad)",
    )
    found = [
        (label, case.arguments) for label, case in rows(tmp_path, "== moves", *bad)
    ]
    assert found == [
        ("One", (1, 2)),
        ("One, walk", (1, 3, 4)),
        ("One, walk, again", (1,)),
    ]


def test_a_heading_says_where_its_rows_come_from(tmp_path: Path) -> None:
    lines = (
        "-- walk from: a book",
        "One  = 1",
        "    Why.",
        "Two  = 2",
        "    from: a page",
    )
    more = ("-- walk", "Three  = 3")
    found = [case.source for _, case in rows(tmp_path, "== moves", *lines, "", *more)]
    assert found == ["a book", "a page", ""]


def test_pictures_and_expressions_have_names_for_the_rows_below(tmp_path: Path) -> None:
    named = (
        "X.   CORNER =",
        "..   with: 7",
        "",
        "TWICE = [CORNER] * 2",
        "ALL = [*TWICE, 1]",
    )
    ((_, case),) = rows(tmp_path, *named, "", HEADING, "One  with: ALL  = CORNER")
    corner = ("X.", "..")
    assert (case.arguments, case.expected) == (([corner, corner, 1],), corner)
    table = Table(str(tmp_path / "test_kata.py"), build, board="".join)
    assert (table.names["CORNER"], table.fields["CORNER"]) == ("X...", {"with": ["7"]})


def test_the_picture_of_a_row_may_have_a_name(tmp_path: Path) -> None:
    lines = (
        "X.   One step  = 5",
        "..   Why.",
        "     CORNER =",
        "",
        "Two steps  with: CORNER  = 6",
    )
    (_, one), (_, two) = rows(tmp_path, HEADING, *lines)
    assert (one.name, one.why, two.arguments) == ("One step", "Why.", (("X.", ".."),))


def test_pictures_side_by_side_have_a_row_each(tmp_path: Path) -> None:
    lines = ("2 X.   2 .X   One  = 1", "3 ..   3 X.   Two  = 2", "4 XX            Why.")
    more = ("                SECOND =", "2 .X   One more  with: SECOND  = 1")
    assert [
        (case.name, case.arguments, case.why)
        for _, case in rows(tmp_path, HEADING, *lines, *more)
    ] == [
        ("One", ("2 X.", "3 ..", "4 XX"), "Why."),
        ("Two", ("2 .X", "3 X."), "Why."),
        ("One more", ("2 .X", ("2 .X", "3 X.")), ""),
    ]


def test_lines_of_a_picture_may_have_numbers(tmp_path: Path) -> None:
    ((_, case),) = rows(tmp_path, HEADING, "2 X.   One step  = 5", "4 ..   Why.")
    assert (case.arguments, case.why) == (("2 X.", "4 .."), "Why.")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A row  = oops", "table.txt:4: expected a Python expression"),
        ("-- walk (rows", "table.txt:4: expected `-- function`"),
        ("X.", "table.txt:4: expected the name of a case"),
        ("X.   .X   One  = 1", "table.txt:4: expected 2 rows, one for each picture"),
        ("ONE = 1\ntwo = 2", "table.txt:4: expected a name in capitals"),
    ],
)
def test_an_error_names_file_and_line(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(pytest.Collector.CollectError) as caught:
        rows(tmp_path, HEADING, "", line)
    assert problem in str(caught.value)
