"""The language that the test files of the katas are written in."""

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
