"""The published perft of Reversi, deeper than the table asks a learner for.

Source: Aart Bik, "Perft for Reversi", 2009. A pass is a ply; a finished game stays as one leaf.
"""

from __future__ import annotations

import pytest
from kata_kit.loading import load
from repository.project import ROOT

START = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35)


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(8, 390_216), (9, 3_005_288)])
def test_the_reference_counts_what_is_published(depth: int, leaves: int) -> None:
    reference = load(ROOT / "solutions" / "reversi_bitboards.py")
    assert reference.perft(*START, depth) == leaves


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(9, 3_005_288), (10, 24_571_284), (11, 212_258_800)])
def test_lanes_counts_what_is_published(depth: int, leaves: int) -> None:
    lanes = load(ROOT / "solutions" / "approaches" / "reversi_bitboards" / "lanes.py")
    assert lanes.perft(*START, depth) == leaves
