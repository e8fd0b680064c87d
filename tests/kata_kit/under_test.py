"""The code of one kata, through as many processes as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from time import monotonic
from typing import Any

from kata_tables.arguments import true_arguments

from kata_kit.incoming import Trouble
from kata_kit.katas import KataFiles, references
from kata_kit.process import PATIENCE, Limits, Process, Reply
from kata_kit.whose import code

# After so many processes were lost, the rest of the kata is not run: nobody waits for more.
MOST_LOSSES = 2


class UnderTest:
    """One file under test: starts a process for it when needed, and remembers what failed for good.

    Args:
        path: the file.
        kata: its kata.
        limits: what it may use.
        own: what it may read; see `Process`.
    """

    def __init__(
        self, path: Path, kata: KataFiles, limits: Limits, own: Path | None = None
    ) -> None:
        self.path = path
        self.limits = limits
        self._kata = kata
        self._own = own
        self._process: Process | None = None
        self._functions: dict[str, tuple[str, int]] = {}
        self._broken: Trouble | None = None
        self._losses = 0
        self._spent = 0.0
        self._told = False  # Whether a call failed because the time is used up.

    def call(self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]]) -> Reply:
        """Call `function` once for each tuple of arguments.

        Returns:
            As `Process.call`; a file that cannot be loaded is one `Trouble`.
        """
        return self._request(
            function, batch, lambda process, left: process.call(function, wanted, batch, left)
        )

    def count(
        self,
        function: str,
        what: str,
        most: Sequence[int | None],
        batch: Sequence[tuple[Any, ...]],
    ) -> Reply:
        """Count what calls cost, in a process that has done nothing before.

        Returns:
            As `Process.count`; a file that cannot be loaded is one `Trouble`.
        """
        self.close()
        try:
            return self._request(
                function,
                batch,
                lambda process, left: process.count(function, what, most, batch, left),
            )
        finally:
            self.close()

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()
            self._process = None

    def _request(
        self,
        function: str,
        batch: Sequence[tuple[Any, ...]],
        ask: Callable[[Process, float], Reply],
    ) -> Reply:
        """Ask the process, in the time that is left, and note what became of it."""
        began = monotonic()
        trouble = self._refusal() or self._ready(function)
        if trouble:
            return Reply([trouble])
        assert self._process is not None
        reply = ask(self._process, self.limits.total_seconds - self._spent)
        waited = monotonic() - began
        # What the process says of its own time is believed in reason.
        self._spent += max(min(reply.seconds, waited), waited / PATIENCE)
        reply = self._with_signature(reply, function, batch)
        if not self._process.alive:
            self._process = None
            self._losses += 1
        return reply

    def _refusal(self) -> Trouble | None:
        if self._broken:
            return self._broken
        if self._losses >= MOST_LOSSES:
            return Trouble("not run", message=f"{MOST_LOSSES} calls before did not come back")
        if self._spent >= self.limits.total_seconds:
            total = f"{self.limits.total_seconds:g}"
            if self._told:
                return Trouble("not run", message=f"{total} s are used up")
            self._told = True  # One fails: a run that was cut short is not green.
            return Trouble("too long", message=total)
        return None

    def _ready(self, function: str) -> Trouble | None:
        if self._process is None:
            try:
                source = code(self.path, self._own)
            except ValueError as error:
                self._broken = Trouble("no file", message=str(error))
                return self._broken
            offered = references(self._kata)
            self._process = Process(self.path, self._kata.name, self.limits, offered, self._own)
            loaded = self._process.load(source)
            if isinstance(loaded, Trouble):
                self.close()
                self._broken = loaded
                return self._broken
            self._functions = loaded
        if function not in self._functions:
            return self._missing(function)
        return None

    def _missing(self, function: str) -> Trouble:
        near = get_close_matches(function, self._functions, n=1)
        if not near:
            return Trouble("no function")
        _, line = self._functions[near[0]]
        return self._at(line, Trouble("no function", message=near[0]))

    def _with_signature(
        self, reply: Reply, function: str, batch: Sequence[tuple[Any, ...]]
    ) -> Reply:
        """Say for a call that did not fit what the function takes."""
        parameters, line = self._functions[function]
        for number, outcome in enumerate(reply.outcomes):
            if isinstance(outcome, Trouble) and outcome.kind == "signature" and line:
                given = f"{len(true_arguments(batch[number]))}|{parameters}"
                reply.outcomes[number] = self._at(line, replace(outcome, message=given))
        return reply

    def _at(self, line: int, trouble: Trouble) -> Trouble:
        assert self._process is not None
        return self._process.placed(replace(trouble, file=str(self.path), line=line))
