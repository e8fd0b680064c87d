"""Stages: while one fails, the later ones of its kata are locked."""

from __future__ import annotations


class Locks:
    """Which stages of which katas are locked, as the tests run.

    Args:
        everything: run all stages, whatever fails.
    """

    def __init__(self, *, everything: bool) -> None:
        self._everything = everything
        self._failing: dict[str, str] = {}
        self._stuck: dict[str, str] = {}
        self._begun: set[str] = set()

    def reason(self, kata: str, stage: str) -> str | None:
        """Why a test is locked; None if it may run."""
        if self._everything:
            return None
        if kata in self._stuck:
            return self._stuck[kata]
        failing = self._failing.get(kata, stage)
        return f"locked until {failing!r} passes" if failing != stage else None

    def note(self, kata: str, stage: str, status: str) -> None:
        """Take in how a test ended; see `Facts` for the words."""
        if status == "passed":
            self._begun.add(kata)
        elif status == "broken" or (status == "not written" and kata not in self._begun):
            # Every other test would say the same.
            self._stuck[kata] = f"locked: the code is {status}"
        if status in ("failed", "broken", "not written"):
            self._failing.setdefault(kata, stage)
