"""Your code has to be right before it is timed: nobody is told how fast a wrong answer is.

Benchmarks run in the process of pytest, where nothing is limited. So your code is first run where
everything is: the kata's whole table, and then the calls that are to be timed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from kata_kit.benchmarks.contest import Group, LeftOut
from kata_kit.katas import ROOT, KataFiles
from kata_kit.process import Limits, Trouble
from kata_kit.under_test import UnderTest
from kata_kit.values import same
from kata_kit.whose import Source, Submission

# How much longer than all calls of the table its run may take: to start, and to compare.
HARNESS_SECONDS = 60.0


@dataclass(frozen=True)
class Proof:
    """Tells whether a file may be timed.

    Attributes:
        kata: the kata.
        source: what is under test.
        limits: what one call, and all calls, may use.
    """

    kata: KataFiles
    source: Source
    limits: Limits

    @property
    def path(self) -> Path:
        """The file under test."""
        return self.source.file(self.kata)

    def table(self) -> None:
        """Run the whole table of the kata, as everybody can.

        Raises:
            LeftOut: if something fails, with the words that a run has for it.
        """
        submission = (
            [f"--submission={self.source.path}"] if isinstance(self.source, Submission) else []
        )
        command = [
            *(sys.executable, "-m", "pytest", self.kata.table, *submission),
            *("--all-stages", "-p", "no:cacheprovider"),
            *(f"--kata-timeout={self.limits.seconds}", f"--kata-total={self.limits.total_seconds}"),
        ]
        unwanted = ("PYTEST_", "PY_COLORS", "FORCE_COLOR")
        kept = {name: text for name, text in os.environ.items() if not name.startswith(unwanted)}
        seconds = self.limits.total_seconds + HARNESS_SECONDS
        try:
            run = subprocess.run(
                command,
                cwd=ROOT,
                env={**kept, "COLUMNS": "200"},
                capture_output=True,
                encoding="utf-8",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise LeftOut(f"its table was not finished after {seconds:g} s") from None
        if run.returncode != 0:
            found = re.search(rf"^{self.kata.name} +\[.*?\] +(.+)$", run.stdout, re.MULTILINE)
            raise LeftOut(found[1] if found else "its table could not be run")

    def inputs(self, group: Group) -> None:
        """Make the calls of a group once, within the limits.

        Raises:
            LeftOut: if an answer is wrong, or the calls take too long.
        """
        batch, right = group.made()
        under_test = UnderTest(self.path, self.kata, self.limits)
        try:
            outcomes = under_test.call(group.function, "answer", batch).outcomes
        finally:
            under_test.close()
        for expected, got in zip(right, outcomes, strict=False):
            if isinstance(got, Trouble):
                raise LeftOut(self._told(got))
            if not same(expected, got):
                raise LeftOut(f"a wrong answer: expected {expected!r:.20}, got {got!r:.20}")
        if len(outcomes) < len(right):
            raise LeftOut("not all calls came back")

    def _told(self, trouble: Trouble) -> str:
        if trouble.kind == "timeout":
            return f"a call takes longer than {self.limits.seconds:g} s"
        if trouble.kind == "too long":
            return f"the calls take longer than {self.limits.total_seconds:g} s"
        return f"{trouble.kind}: {trouble.type} {trouble.message}".rstrip(" :")
