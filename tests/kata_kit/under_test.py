"""The code of one kata, through as many processes as it takes.

What a process says is believed only as far as it answers what was asked.
"""

import os
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from difflib import get_close_matches
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from kata_kit import incoming, layout
from kata_kit.incoming import COUNTED, Trouble
from kata_kit.katas import KataFiles, offered
from kata_kit.process import PATIENCE_WITH_ALL, Limits, Process
from kata_kit.request import Batch, Request
from kata_kit.sources import code, inside

MOST_LOSSES = (
    2  # of processes, before the rest of the kata is not run: nobody waits for more
)
COUNTING = (
    4  # times longer may a call take, because it is so many times slower at the most
)
LONGEST_PRINT = 20_000  # characters

TYPED = (
    "typed",
    "closed",
)  # of a line that was read in a session, and of the end of the input


class UnderTest:
    """One file under test: starts a process for it when needed, and remembers what failed for good.

    The code may read what is its own: a folder, or the file alone; its folder if None.
    """

    def __init__(
        self, path: Path, kata: KataFiles, limits: Limits, own: Path | None = None
    ) -> None:
        self._path, self._kata, self._limits, self._own = path, kata, limits, own
        self._folder = f"{path.parent}{os.sep}"
        self._process: Process | None = None
        self._text = ""  # of the file
        self._functions: dict[
            str, tuple[str, int]
        ] = {}  # what they take, and their lines
        self._broken: Trouble | None = None
        self._losses = 0
        self._spent = 0.0  # Processor time.
        self._told = False  # Whether a call failed because the time is used up.
        self._calls = 0  # Of this process.
        self._alone = False  # Whether a call was made in a process of its own.
        self.held: Sequence[
            str
        ] = ()  # What the system guards, once the file is loaded.

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """Call a function for each tuple of arguments; to count, in a process of its own."""
        request, began, counts = (
            Request(function, wanted, batch),
            monotonic(),
            wanted in COUNTED,
        )
        if counts:
            self.close()
        trouble = self._refusal() or self._load() or self._missing(function)
        if trouble:
            request.outcomes = [trouble]
            return request
        seconds = self._limits.seconds * (COUNTING if counts else 1)
        left = self._limits.total_seconds - self._spent
        took = self._ask(request, seconds, left, function, wanted, list(batch))
        self._calls += len(batch)
        waited = monotonic() - began
        # What the process says of its own time is believed within reason.
        self._spent += max(min(took, waited), waited / PATIENCE_WITH_ALL)
        self._losses += self._process is None
        takes, line = self._functions[function]
        for number, it in enumerate(request.outcomes):
            kind = it.kind if isinstance(it, Trouble) else ""
            self._told |= kind == "too long"
            if kind == "signature" and line and not counts:
                given = len(batch[number]) - (
                    wanted == "session"
                )  # Without what is typed.
                message = f"{given}|{takes}"
                request.outcomes[number] = self._at(line, replace(it, message=message))
        if counts:
            self.close()
        return request

    def alone(self, function: str, arguments: tuple[Any, ...]) -> object:
        """The answer of a call that nothing comes before; of the first failure only."""
        done, self._alone = self._alone, True
        if done or self._calls < 2:
            return Trouble("not run")
        with closing(
            UnderTest(self._path, self._kata, self._limits, self._own)
        ) as other:
            return other.call(function, "answer", [arguments]).outcomes[0]

    def close(self) -> None:
        if self._process:
            self._process.close()
            self._process = None

    def _refusal(self) -> Trouble | None:
        total = self._limits.total_seconds
        if self._broken or (self._spent < total and self._losses < MOST_LOSSES):
            return self._broken
        if self._losses >= MOST_LOSSES:
            return Trouble(
                "not run", message=f"{MOST_LOSSES} calls before did not come back"
            )
        if self._told:
            return Trouble("not run", message=f"{total:g} s are used up")
        self._told = True  # One call fails: a run that was cut short is not green.
        return Trouble("too long", message=f"{total:g}")

    def _load(self) -> Trouble | None:
        if self._process:
            return None
        try:
            source = code(self._path, self._own)
        except ValueError as error:
            self._broken = Trouble("no file", message=str(error))
            return self._broken
        with suppress(
            UnicodeDecodeError
        ):  # What the process quotes is in the file's own encoding.
            text = source.decode("utf-8-sig")
            self._text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._calls, self._process = 0, Process()
        own, references = (
            str(self._own or self._path.parent),
            offered(self._kata, self._path),
        )
        setting = {"memory": self._limits.memory, "own": own, "references": references}
        details = str(self._path), self._kata.name, source, setting
        request, limits = Request("", "load", [()]), self._limits
        self._ask(request, limits.seconds, limits.total_seconds, *details)
        (loaded,) = request.outcomes
        if isinstance(loaded, Trouble):
            self.close()
            self._broken = loaded
        else:
            self._functions = loaded
        return self._broken

    def _missing(self, function: str) -> Trouble | None:
        if function in self._functions:
            return None
        if found := inside(self._text, function):
            where, line = found
            there_is = f"one inside the {where}\nbegin its line in the first column"
            return self._at(line, Trouble("no function", message=there_is))
        if near := get_close_matches(function, self._functions, n=1):
            _, line = self._functions[near[0]]
            return self._at(line, Trouble("no function", message=near[0]))
        return Trouble("no function")

    def _ask(
        self, request: Request, seconds: float, left: float, *details: Any
    ) -> float:
        """Have the process do it, and note what answers it; return what time it says it took."""
        process = self._process  # Another thread may end it.
        assert process is not None
        outcomes, calls, at_load = (
            request.outcomes,
            len(request.batch),
            request.wanted == "load",
        )
        shown: list[
            tuple[str, str]
        ] = []  # what was printed and read: which of these, and a text
        took = inf
        try:
            for message, content in process.ask(seconds, left, *details):
                if message == "end":
                    (took,) = map(float, content)
                    # Only a call that went wrong, or cost too much, ends a request
                    # early.
                    last = outcomes[-1] if outcomes else None
                    early = type(last) is tuple and last[1:] == (True, None)
                    if (
                        len(outcomes) < calls
                        and not early
                        and not isinstance(last, Trouble)
                    ):
                        raise ValueError("fewer answers than questions")
                    break
                if message == "printed" or (
                    message in TYPED and request.wanted == "session"
                ):
                    shown.append((message, "".join(content)))
                elif message == "held" and at_load:
                    (self.held,) = content
                else:
                    found = incoming.outcome(request.wanted, message, content, shown)
                    if isinstance(found, incoming.Transcript) and found.ended:
                        found = replace(found, ended=self._placed(found.ended))
                    outcomes.append(
                        self._placed(found) if isinstance(found, Trouble) else found
                    )
                if len(outcomes) > calls:
                    raise ValueError("more answers than questions")
            else:  # The process ended; perhaps it had said why.
                if len(outcomes) < calls:
                    why = process.autopsy(self._limits.total_seconds, self._folder)
                    outcomes.append(
                        self._placed(replace(why, done=len(outcomes), at_load=at_load))
                    )
                self.close()
        except (
            incoming.UNREADABLE
        ):  # The code under test wrote into the pipe, and badly.
            outcomes[calls - 1 :] = [Trouble("garbled", at_load=at_load)]
            self.close()
        if any(isinstance(it, Trouble) and it.kind == "memory" for it in outcomes):
            self.close()  # It may be full for good.
        request.printed = "".join(text for _, text in shown)[:LONGEST_PRINT]
        return took

    def _at(self, line: int, trouble: Trouble) -> Trouble:
        return self._placed(replace(trouble, file=str(self._path), line=line))

    def _placed(self, found: Trouble) -> Trouble:
        """The same with the line that it is about; in no other file than the learner's."""
        path = os.path.normpath(found.file)
        if not path.startswith(self._folder):
            return replace(found, file="", line=0, source="")
        if found.source or path != str(self._path):
            return found
        lines, line = self._text.split("\n"), found.line
        source = layout.visible(lines[line - 1]) if 0 < line <= len(lines) else ""
        return replace(found, source=source)
