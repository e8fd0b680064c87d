"""Who should be here, by a roster, and who has handed in nothing."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from kata_kit.record import GREEN, MISSING, RED
from kata_report.report import IS_READ
from kata_report.report import write as write_report
from kata_workshop.names import Row, read
from kata_workshop.participants import Gathering
from repository.cohorts import cohort, person, write
from repository.project import WINNER

ROSTER = """\
Handle; name ;pair;email
ada;Ada Lovelace;;a@example.org
bob;;;
\u00e9lodie;\u00c9lodie;;

grace;Grace;grace+linus;
linus;Linus;grace+linus;
ken;Ken;k+d;
dennis;Dennis;k+d;
;Nobody;;
ADA;Another;;
"""


def names(folder: Path) -> str:
    """Write the roster beside the folder, and return where it is."""
    write(folder.with_name("names.csv"), ROSTER)
    return str(folder.with_name("names.csv"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return what was handed in: files, an empty folder, and notebooks."""
    for name in ("ada", "e\u0301lodie", "grace+linus", "dennis", "zoe"):
        write(tmp_path / "all" / name / f"{WINNER}.py", "is_solved = 1 / 0")
    for path in ("empty/.keep", f"noted/{WINNER}.ipynb", f"alone__{WINNER}.ipynb"):
        write(tmp_path / "all" / path, "{}")
    return tmp_path / "all"


def test_everybody_has_a_row_and_what_does_not_fit_is_named(folder):
    roster = read(names(folder), folder)
    assert roster.rows[0] == Row("ada", "Ada Lovelace")
    found = Gathering(folder, "all", roster=roster)
    expected = {
        "ada": "Ada Lovelace",
        "bob": "",
        "e\u0301lodie": "\u00c9lodie",
        "grace+linus": "Grace, Linus",
        # One of a pair that hands in alone does so for both.
        "dennis": "Ken, Dennis",
    }
    strangers = ["alone", "empty", "noted", "zoe"]
    assert found.expected == expected
    assert found.participants == sorted([*expected, *strangers])
    assert (found.absent, found.strangers) == (["bob"], strangers)
    assert roster.odd == [
        "without a handle on the roster: line 10",
        "twice on the roster: ADA",
    ]
    without = Gathering(folder, "all")
    assert without.participants == sorted({*expected, *strangers} - {"bob"})
    assert [*without.strangers, *without.absent] == []


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"name,pair\nada,x\n", "expected a column 'handle', got 'name,pair'"),
        ("handle\nZoë\n".encode("latin-1"), r"expected UTF-8, got b'Zo\xeb'; save"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_roster_that_is_none_is_refused(tmp_path, content, why):
    if content is not None:
        (tmp_path / "x.csv").write_bytes(content)
    with pytest.raises(pytest.UsageError) as caught:
        read("x.csv", tmp_path)
    assert str(caught.value).startswith(f"--roster=x.csv: {why}")


def test_a_table_has_the_names_and_is_a_roster_as_well(untouched, folder):
    table = folder.with_name("x.csv")
    typed = f"--submission={folder}", f"--roster={names(folder)}", f"--report={table}"
    untouched.pytest(*typed)
    lines = csv.DictReader(io.StringIO(table.read_text("utf-8-sig")))
    rows = {row["handle"]: (row["name"], row[WINNER]) for row in lines}
    assert rows["ada"] == ("Ada Lovelace", "broken")
    assert rows["bob"] == ("", MISSING)
    assert [row.handle for row in read(str(table), folder).rows] == [*rows]
    run = untouched.pytest(*typed, f"--roster={table}")
    assert f"ERROR: --report={table}: {IS_READ}" in run.errors


def test_no_cell_of_the_table_is_run_by_a_spreadsheet(tmp_path):
    evil = person("=1+1", RED, bar="#x")
    everybody = cohort(evil, person("two\nlines", GREEN, bar="##"))
    named = replace(everybody, names={"=1+1": "@name"})
    write_report(tmp_path / "x.csv", named)
    assert (tmp_path / "x.csv").read_text("utf-8-sig").splitlines() == [
        "handle,name,first,first: stages",
        "'=1+1,'@name,red,1 of 2",
        "two\\nlines,,green,2 of 2",
    ]
