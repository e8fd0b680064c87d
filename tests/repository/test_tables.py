"""Tables of text: what happens where one breaks a rule of `kata_tables.table`.

The tables of the katas keep the rules, and `pytest --solution` reads them.
"""

from pathlib import Path

import pytest
from kata_tables import Case, Row, Table

HEAD = """\
A walk, for tests.

== moves
-- walk
"""
ROW = """\
One step
    X.
    ..
with: 1
= 5
It is short.
from: a book
"""


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """Return the picture and the arguments; the answer is 7 if none is written.

    A row about speed has the numbers of the picture's signs, and needs an answer.
    """
    if "speed" in row.fields:
        return tuple(map(".X".index, "".join(row.picture))), row.answer
    return (*row.picture, *row.extra), row.answer_or(7)


def rows(text: str, folder: Path) -> list[tuple[str, Case]]:
    """Return the id and the case of each row of a table."""
    (folder / "table.txt").write_text(text, encoding="utf-8")
    test_file = str(folder / "test_kata.py")
    table = Table(test_file, build, fields=["speed"], compared=["pace"])
    return [(row.id, row.values[0]) for row in table.rows]


def test_named_rows_run_again_for_another_function(tmp_path):
    again = "== values\n-- value (bad steps) with: 7\n\nBack\nwith: -1\n! -1\nWhy.\n"
    row = "No step\nwith: 0\n! 0\nWhy.\n"
    text = f"For tests.\n\n== moves\n-- walk (bad steps)\n\n{row}\n{again}"
    cases = [
        (name, case.function, case.arguments) for name, case in rows(text, tmp_path)
    ]
    assert cases == [
        ("No-step", "walk", (0,)),
        ("No-step-value", "value", (0, 7)),
        ("Back", "value", (-1, 7)),
    ]


def test_an_id_can_be_pasted_into_a_shell(tmp_path):
    row = ROW.replace("One step", "f: the board's row (2.5) is X")
    ids = [name for name, _ in rows(f"{HEAD}\n{row}\n{row}\n{row}", tmp_path)]
    slug = "f-the-board-s-row-2.5-is-X"
    assert ids == [slug, f"{slug}-walk", f"{slug}-walk-again"]


# By the line and the message of the error, what is written. The row of `ROW` stands in
# lines 6 to 12.
REFUSED = {
    "9: expected parts of a row, each once": (
        f"{HEAD}\nOne step\n    X.\nWhy.\nTwo steps.\n"
    ),
    "8: expected parts of a row, each once in the order unreachable, name, with,": (
        f"{HEAD}\nOne step\nspeed: 1\nwith: 2\n= 5\nIt is short.\n"
    ),
    "7: expected parts of a row": f"{HEAD}\nOne step\n\tX.\n",
    "6: expected a function, and below it the name of a row": (
        f"{HEAD}\n= 5\nIt is short.\n"
    ),
    "6: expected a function": f"{HEAD}\n    X.\n= 5\nIt is short.\n",
    "5: expected a function": f"A walk.\n\n== moves\n\n{ROW}",
    "6: expected a reason that ends in a full stop": f"{HEAD}\nOne step\n= 5\n",
    "8: expected a Python expression": f"{HEAD}\nOne step\nwith: 1\n= oops\nWhy.\n",
    "4: expected a stage, and below it `-- function": (
        "A walk.\n\n== moves\n-- walk (rows\n"
    ),
    "3: expected a stage, and below it": f"A walk.\n\n-- walk\n\n{ROW}",
    "14: expected one of answer, unchanged, taken, pace after the function": (
        f"{HEAD}\n{ROW}\n-- walk: unchangd\n\n{ROW}"
    ),
    "6: expected a line `= answer`": f"{HEAD}\nOne step\nspeed: 1\nWhy.\n",
    "6: expected a row that makes a call (ValueError('substring not": (
        f"{HEAD}\nOne step\n    x.\nspeed: 1\n= 5\nWhy.\n"
    ),
}


@pytest.mark.parametrize("problem", REFUSED)
def test_a_line_that_breaks_a_rule_is_an_error(tmp_path, problem):
    with pytest.raises(pytest.Collector.CollectError) as caught:
        rows(REFUSED[problem], tmp_path)
    assert f"/table.txt:{problem}" in str(caught.value)
