"""The language that the test files of the katas are written in."""

from kata_tables.answers import OneOf, Record
from kata_tables.arguments import Call, Growth, OneShot, scripted, seeded, written
from kata_tables.case import Case, Kata, Row, hold
from kata_tables.drawing import Drawing
from kata_tables.scripts import Screen, script
from kata_tables.table import Table

__all__ = [
    "Call",
    "Case",
    "Drawing",
    "Growth",
    "Kata",
    "OneOf",
    "OneShot",
    "Record",
    "Row",
    "Screen",
    "Table",
    "hold",
    "script",
    "scripted",
    "seeded",
    "written",
]
