"""The harness of the katas: what a test file imports.

The way of a run stands in CONTRIBUTING.md; the hooks of pytest are in `kata_kit.plugin`.
"""

from kata_kit.kata import Kata
from kata_kit.table import BadInput, Call, Case, OneShot, one_shot, seeded
from kata_kit.values import OneOf, Record

__all__ = ["BadInput", "Call", "Case", "Kata", "OneOf", "OneShot", "Record", "one_shot", "seeded"]
