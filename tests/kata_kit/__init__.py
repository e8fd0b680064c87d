"""The harness of the katas: what a test file imports.

The way of a run stands in CONTRIBUTING.md; the hooks of pytest are in `kata_kit.hooks`.
"""

from kata_tables.arguments import (
    CTRL_C,
    Call,
    Growth,
    OneShot,
    cells_off_the_diagonals,
    counted_rows,
    one_shot,
    scripted,
    seeded,
    written,
)

from kata_kit.fixture import Kata
from kata_kit.values import OneOf, Record

__all__ = [
    "CTRL_C",
    "Call",
    "Growth",
    "Kata",
    "OneOf",
    "OneShot",
    "Record",
    "cells_off_the_diagonals",
    "counted_rows",
    "one_shot",
    "scripted",
    "seeded",
    "written",
]
