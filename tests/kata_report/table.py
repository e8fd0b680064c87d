"""The matrix as CSV: a row for each participant, two columns for each kata."""

import csv
from io import StringIO

from kata_kit.layout import on_one_line

from kata_report.cohort import Cohort

FORMULAS = ("=", "+", "-", "@")  # A spreadsheet would run what begins so.


def as_csv(cohort: Cohort) -> str:
    """Return the matrix as CSV, which spreadsheets open."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    pairs = [(kata, f"{kata}: stages") for kata in cohort.katas]
    lines.writerow(["handle", "name", *(column for pair in pairs for column in pair)])
    for name, records in cohort.by_person.items():
        cells = [name, cohort.called.get(name, "")]
        for record in records:
            passed = f"{record.passed_stages} of {len(record.stages)}"
            cells += [record.state, passed]
        lines.writerow(map(_plain, cells))
    return f"\ufeff{text.getvalue()}"


def _plain(cell: str) -> str:
    shown = on_one_line(cell)
    return f"'{shown}" if shown.startswith(FORMULAS) else shown
