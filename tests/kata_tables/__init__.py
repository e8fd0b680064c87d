"""The language that the test files of the katas are written in.

In come `table.txt` and `mistakes.md`; out come rows, each with its board, its call and
its right answer, and solutions that are wrong in a known way. A row makes its call
through the fixture `kata`, so nothing here knows how code is run. Begin with `table`,
then read `rows`, whose `Case.check` is the test of a row.
"""

from kata_tables.arguments import Scripted, Seeded
from kata_tables.calls import Call, OneOf, Record
from kata_tables.drawing import Drawing
from kata_tables.rows import Case, Kata, Row, hold
from kata_tables.scripts import Screen, script
from kata_tables.table import Table

__all__ = [
    "Call",
    "Case",
    "Drawing",
    "Kata",
    "OneOf",
    "Record",
    "Row",
    "Screen",
    "Scripted",
    "Seeded",
    "Table",
    "hold",
    "script",
]
