"""The code of one kata, through as many processes as it takes."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from time import monotonic
from typing import Any

from kata_tables.arguments import true_arguments

from kata_kit.clues import inside
from kata_kit.incoming import Trouble
from kata_kit.katas import KataFiles, offered
from kata_kit.process import PATIENCE_WITH_ALL, Batch, Limits, Most, Process, Reply
from kata_kit.whose import code

# After so many processes were lost, the rest of the kata is not run: nobody waits for more.
MOST_LOSSES = 2


class UnderTest:
    """One file under test: starts a process for it when needed, and remembers what failed for good.

    What it may read is its own, as `Process` has it.
    """

    def __init__(
        self, path: Path, kata: KataFiles, limits: Limits, own: Path | None = None
    ) -> None:
        self._path, self._kata, self._limits, self._own = path, kata, limits, own
        self._process: Process | None = None
        self._functions: dict[str, tuple[str, int]] = {}
        self._broken: Trouble | None = None
        self._losses = 0
        self._spent = 0.0  # Processor time.
        self._told = False  # Whether a call failed because the time is used up.
        self._calls = 0  # Of this process.
        self._alone = False  # Whether a call was made in a process of its own.

    def call(self, function: str, wanted: str, batch: Batch) -> Reply:
        """Call a function once for each tuple of arguments.

        What is wanted is "answer", "refusal", "arguments" (as they are after the call), "taken"
        (how many items of one-shot arguments), "session", or what `kata_worker.apart` does. The
        reply is as that of `Process.ask`; a file that cannot be loaded is one `Trouble`.
        """
        reply = self._ask("call", function, wanted, batch)
        for number, outcome in enumerate(reply.outcomes):
            if isinstance(outcome, Trouble) and outcome.kind == "signature":
                given = len(true_arguments(batch[number]))
                reply.outcomes[number] = self._misfit(function, outcome, given)
        return reply

    def count(self, function: str, what: str, most: Most, batch: Batch) -> Reply:
        """Count what calls cost, in a process that has done nothing before.

        What is counted, and what comes of a call, stands in `kata_worker.counting`: what it costs,
        whether it costs more than that, and its answer.
        """
        self.close()
        try:
            return self._ask("count", function, what, list(zip(most, batch, strict=True)))
        finally:
            self.close()

    def alone(self, function: str, arguments: tuple[Any, ...]) -> object:
        """The answer of a call that nothing comes before; of the first failure only."""
        done, self._alone = self._alone, True
        if done or self._calls < 2:
            return Trouble("not run")
        other = UnderTest(self._path, self._kata, self._limits, self._own)
        try:
            return other.call(function, "answer", [arguments]).outcomes[0]
        finally:
            other.close()

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()
            self._process = None

    def _ask(self, verb: str, function: str, how: str, batch: Batch) -> Reply:
        """Ask the process, in the time that is left, and note what became of it."""
        began = monotonic()
        trouble = self._refusal() or self._ready(function)
        if trouble:
            return Reply([trouble])
        assert self._process is not None
        left = self._limits.total_seconds - self._spent
        reply = self._process.ask(verb, function, how, batch, left)
        self._calls += len(batch)
        waited = monotonic() - began
        # What the process says of its own time is believed within reason.
        self._spent += max(min(reply.seconds, waited), waited / PATIENCE_WITH_ALL)
        if not self._process.alive:
            self._losses += 1
            self._told |= any(
                isinstance(it, Trouble) and it.kind == "too long" for it in reply.outcomes
            )
        return reply

    def _refusal(self) -> Trouble | None:
        if self._broken:
            return self._broken
        if self._losses >= MOST_LOSSES:
            return Trouble("not run", message=f"{MOST_LOSSES} calls before did not come back")
        if self._spent < self._limits.total_seconds:
            return None
        total = f"{self._limits.total_seconds:g}"
        if self._told:
            return Trouble("not run", message=f"{total} s are used up")
        self._told = True  # One call fails: a run that was cut short is not green.
        return Trouble("too long", message=total)

    def _ready(self, function: str) -> Trouble | None:
        if self._process is None or not self._process.alive:
            self._broken = self._load()
        return self._broken or (None if function in self._functions else self._missing(function))

    def _load(self) -> Trouble | None:
        try:
            source = code(self._path, self._own)
        except ValueError as error:
            return Trouble("no file", message=str(error))
        files = offered(self._kata, self._path)
        self._calls = 0
        self._process = Process(self._path, self._kata.name, self._limits, files, self._own)
        loaded = self._process.load(source)
        if isinstance(loaded, Trouble):
            self.close()
            return loaded
        self._functions = loaded
        return None

    def _missing(self, function: str) -> Trouble:
        found = inside(code(self._path, self._own).decode("utf-8", "replace"), function)
        if found and self._process:
            words = f"one inside the {found[0]}\nbegin its line in the first column"
            return self._process.placed(
                Trouble("no function", message=words, file=str(self._path), line=found[1])
            )
        near = get_close_matches(function, self._functions, n=1)
        if not near:
            return Trouble("no function")
        return self._at_the_def_of(near[0], Trouble("no function", message=near[0]))

    def _misfit(self, function: str, trouble: Trouble, given: int) -> Trouble:
        """Say for a call that did not fit what the function takes."""
        takes, line = self._functions[function]
        fits_in = replace(trouble, message=f"{given}|{takes}")
        return self._at_the_def_of(function, fits_in) if line else trouble

    def _at_the_def_of(self, function: str, trouble: Trouble) -> Trouble:
        assert self._process is not None
        _, line = self._functions[function]
        return self._process.placed(replace(trouble, file=str(self._path), line=line))
