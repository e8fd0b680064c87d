"""The code of one kata, through as many processes as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path
from time import monotonic
from typing import Any

from kata_tables.arguments import true_arguments

from kata_kit.katas import KataFiles, references
from kata_kit.process import Limits, Process, Reply, Trouble

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
        try:
            trouble = self._refusal() or self._ready(function)
            if trouble:
                return Reply([trouble])
            assert self._process is not None
            left = self.limits.total_seconds - self._spent
            reply = ask(self._process, left)
        finally:
            self._spent += monotonic() - began
        if not self._process.alive:
            self._process = None
            self._losses += 1
        return self._with_signature(reply, function, batch)

    def _refusal(self) -> Trouble | None:
        if self._broken:
            return self._broken
        if self._losses >= MOST_LOSSES:
            return Trouble("not run", message=f"{MOST_LOSSES} calls before did not come back")
        if self._spent >= self.limits.total_seconds:
            return Trouble("not run", message=f"{self.limits.total_seconds:g} s are used up")
        return None

    def _ready(self, function: str) -> Trouble | None:
        if not self.path.is_file():
            what = "a folder; a file is expected" if self.path.is_dir() else "missing"
            self._broken = Trouble("no file", message=what)
            return self._broken
        if self._process is None:
            offered = references(self._kata)
            self._process = Process(self.path, self._kata.name, self.limits, offered, self._own)
            reply = self._process.load()
            if reply.loaded is None:
                self.close()
                self._broken = next(
                    (outcome for outcome in reply.outcomes if isinstance(outcome, Trouble)),
                    Trouble("garbled", at_load=True),
                )
                return self._broken
            self._functions = reply.loaded
        if function not in self._functions:
            return self._missing(function)
        return None

    def _missing(self, function: str) -> Trouble:
        near = get_close_matches(function, self._functions, n=1)
        if not near:
            return Trouble("no function")
        _, line = self._functions[near[0]]
        return Trouble("no function", message=near[0], file=str(self.path), line=line)

    def _with_signature(
        self, reply: Reply, function: str, batch: Sequence[tuple[Any, ...]]
    ) -> Reply:
        """Say for a call that did not fit what the function takes."""
        parameters, line = self._functions[function]
        for number, outcome in enumerate(reply.outcomes):
            if isinstance(outcome, Trouble) and outcome.kind == "signature" and line:
                given = f"{len(true_arguments(batch[number]))}|{parameters}"
                reply.outcomes[number] = Trouble(
                    "signature", "TypeError", given, str(self.path), line
                )
        return reply
