"""The code of one kata, through as many processes as it takes."""

import os
from contextlib import closing, suppress
from dataclasses import replace
from difflib import get_close_matches
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from kata_worker import COUNTED

from kata_kit import layout
from kata_kit.katas import KataFiles, offered
from kata_kit.parsing import Own, code, inside, may_be_endless
from kata_kit.process import PATIENCE_WITH_ALL, Limits, Process
from kata_kit.replies import UNREADABLE, Replies, Transcript, Trouble, read
from kata_kit.request import Batch, Request

# Processes that are lost, before the rest of the kata is not run: nobody waits longer.
MOST_LOSSES = 2
# So many times longer may a call take that is counted, because it is that much slower.
COUNTING = 4
SECONDS_ALONE = 2.0  # for the calls that are made in another process


class UnderTest:
    """One file under test: starts a process for it when needed, and knows its failures.

    The code may read what is its own: a folder, or the file alone; its folder if None.
    A descriptor of either stays open here, and is passed on.
    """

    def __init__(
        self, path: Path, kata: KataFiles, limits: Limits, own: Own | None = None
    ) -> None:
        self._path, self._kata, self._limits, self._own = path, kata, limits, own
        self._folder = f"{path.parent}{os.sep}"
        self._process: Process | None = None
        self._loading: tuple[Any, ...] = ()  # the request, once the file was read
        self._text = ""
        self._functions: dict[str, int] = {}  # the lines of their `def`s
        self._broken: Trouble | None = None  # The file cannot be loaded.
        self._losses = 0  # of processes
        self._spent = 0.0  # processor time
        self._has_told = False  # A call failed because the time is used up.
        self.calls = 0  # of this process
        self.may_ask_alone = True  # It is done for the first failure only.
        self.held: list[str] = []  # what the system guards, once the file is loaded

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """Call a function for each tuple of arguments.

        To count something, each request has a process of its own.
        """
        began = monotonic()
        if wanted in COUNTED:
            self.close()
        trouble = self._refusal() or self._load()
        if not trouble and function not in self._functions:
            trouble = self._missing(function)
        if trouble:
            return Request(function, wanted, batch, [trouble])
        process = self._process
        assert process is not None  # Another thread may end it.
        left = self._limits.total_seconds - self._spent
        replies = self._ask(process, left, function, wanted, list(batch))
        self.calls += len(batch)
        self._losses += not replies.is_done
        if wanted in COUNTED or not replies.is_done:
            self.close()
        waited = monotonic() - began
        # What the process says of its own time is believed within reason.
        self._spent += max(min(replies.seconds, waited), waited / PATIENCE_WITH_ALL)
        return Request(function, wanted, batch, replies.outcomes, replies.printed)

    def alone(self, function: str, batch: Batch, seed: int) -> list[Any]:
        """Return what comes of some calls in a new process, in little time."""
        self.may_ask_alone = False
        with closing(self._start()) as process:
            self._ask(process, SECONDS_ALONE, *self._loading, seed)
            details = function, "answer", list(batch)
            return self._ask(process, SECONDS_ALONE, *details).outcomes

    def close(self) -> None:
        if self._process:
            self._process.close()
            self._process = None

    def _refusal(self) -> Trouble | None:
        total = self._limits.total_seconds
        if self._broken:
            return self._broken
        if self._losses >= MOST_LOSSES:
            message = f"{MOST_LOSSES} calls before did not come back"
            return Trouble("not run", message=message)
        if self._spent < total:
            return None
        if self._has_told:
            return Trouble("not run", message=f"{total:g} s are used up")
        self._has_told = True  # One call fails: a run that was cut short is not green.
        return Trouble("too long", message=f"{total:g}")

    def _load(self) -> Trouble | None:
        if self._process:
            return None
        try:
            self._loading = self._loading or self._read()
        except ValueError as error:
            self._broken = Trouble("no file", message=str(error))
            return self._broken
        self.calls, self._process = 0, self._start()
        left = self._limits.total_seconds
        (loaded,) = self._ask(self._process, left, *self._loading, 0).outcomes
        if isinstance(loaded, Trouble):
            self.close()
            self._broken = loaded
        else:
            self._functions, self.held = loaded
        return self._broken

    def _read(self) -> tuple[Any, ...]:
        """Return the request that loads the file, without the seed for `random`."""
        source = code(self._path, self._own)
        # What the process quotes is in the file's own encoding.
        with suppress(UnicodeDecodeError):
            text = source.decode("utf-8-sig")
            self._text = text.replace("\r\n", "\n").replace("\r", "\n")
        is_open = isinstance(self._own, int)
        setting = {
            "memory": self._limits.memory,
            "own": self._own if is_open else str(self._own or self._path.parent),
            "references": offered(self._kata, self._path),
        }
        return str(self._path), "load", self._kata.name, source, setting

    def _start(self) -> Process:
        opened = [self._own] if isinstance(self._own, int) else []
        return Process(self._limits, self._folder, opened)

    def _missing(self, function: str) -> Trouble:
        if found := inside(self._text, function):
            where, line = found
            there_is = f"one inside the {where}\nbegin its line in the first column"
        else:
            (there_is, *_) = get_close_matches(function, self._functions, n=1) or [""]
            line = self._functions.get(there_is, 0)
        file = str(self._path) if line else ""
        return self._placed(
            Trouble("no function", message=there_is, file=file, line=line)
        )

    def _ask(
        self, process: Process, left: float, name: str, wanted: str, *details: Any
    ) -> Replies:
        """Have a process do it in the time that is left, or say why it did not."""
        at_load = wanted == "load"
        calls = 1 if at_load else len(details[0])
        seconds = self._limits.seconds * (COUNTING if wanted in COUNTED else 1)
        replies = Replies()
        outcomes = replies.outcomes
        try:
            lines = process.ask(seconds, left, name, wanted, *details)
            read(replies, lines, wanted, calls)
            if not replies.is_done and len(outcomes) < calls:  # It had not said why.
                why = process.autopsy()
                outcomes.append(replace(why, done=len(outcomes), at_load=at_load))
        except UNREADABLE:
            # The code wrote into the pipe, and badly; or another thread closed it.
            outcomes[calls - 1 :] = [Trouble("garbled", at_load=at_load)]
            replies.seconds, replies.is_done = inf, False
        for number, outcome in enumerate(outcomes):
            if isinstance(outcome, Trouble):
                outcomes[number] = self._placed(outcome)
                self._has_told |= outcome.kind == "too long"
                if outcome.kind == "memory":
                    replies.is_done = False  # It may be full for good.
            elif isinstance(outcome, Transcript) and outcome.ended:
                ended = self._placed(outcome.ended)
                outcomes[number] = replace(outcome, ended=ended)
        return replies

    def _placed(self, trouble: Trouble) -> Trouble:
        """Return it with its line; in no file but the learner's."""
        if trouble.kind == "timeout":
            # Where nobody could see the lines, it may have been any of them.
            everywhere = range(1, self._text.count("\n") + 2)
            running = [int(line) for line in trouble.running.split()] or everywhere
            endless = may_be_endless(self._text, running) and not trouble.recursed
            trouble = replace(trouble, endless=endless)
        path = os.path.normpath(trouble.file)
        if not path.startswith(self._folder):
            return replace(trouble, file="", line=0, source="", inside="", callers="")
        if trouble.source or path != str(self._path):
            return trouble
        lines = ["", *self._text.split("\n")]
        source = next(iter(lines[trouble.line : trouble.line + 1]), "")
        return replace(trouble, source=layout.visible(source))
