"""The code of one kata, through as many processes as it takes."""

import os
from contextlib import closing, suppress
from dataclasses import replace
from difflib import get_close_matches
from importlib.util import decode_source
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from kata_tables.calls import Call, same
from kata_worker import COUNTED

from kata_kit import layout
from kata_kit.katas import KataFiles, offered
from kata_kit.parsing import defined, may_be_endless
from kata_kit.process import PATIENCE_WITH_ALL, Limits, Process
from kata_kit.replies import (
    RAISED,
    UNREADABLE,
    Alone,
    Batch,
    Request,
    Transcript,
    Trouble,
    read,
)
from kata_kit.sources import Own, code

# Processes that are lost, before the rest of the kata is not run: nobody waits longer.
MOST_LOSSES = 2
# So many times longer may a call take that is counted, because it is that much slower.
COUNTING = 4
SECONDS_ALONE = 2.0  # for the calls that are made in another process
# So often a call is made again, and to notice chance.
FEW, MANY = 4, 40


class UnderTest:
    """One file under test: starts a process for it when needed, and knows its failures.

    The code may read what is its own: a folder, or the file alone; its folder if None.
    A descriptor of either stays open here, and is passed on.
    """

    def __init__(
        self,
        path: Path,
        kata: KataFiles,
        limits: Limits,
        own: Own | None = None,
        seed: int = 0,
    ) -> None:
        self._path, self._kata, self._limits = path, kata, limits
        self._own, self._seed = own, seed
        self._folder = f"{path.parent}{os.sep}"
        self._process: Process | None = None
        self._text = ""
        self._functions: list[str] = []
        self._broken: Trouble | None = None  # The file cannot be loaded.
        self._losses = 0  # of processes
        self._spent = 0.0  # processor time
        self._calls = 0  # of this process
        self._has_asked_alone = False  # It is done for the first failure only.
        self.varies = False  # Something else came of that.
        self.held: list[str] = []  # what the system guards, once the file is loaded

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """Call a function for each tuple of arguments.

        To count something, each request has a process of its own.
        """
        began, request = monotonic(), Request(function, wanted, batch)
        if wanted in COUNTED:
            self.close()
        trouble = self._refusal() or self._load() or self._missing(function)
        if trouble:
            request.outcomes = [trouble]
            return request
        assert self._process is not None
        self._ask(self._process, request, self._limits.total_seconds - self._spent)
        self._calls += len(batch)
        self._losses += not request.is_done
        if wanted in COUNTED or not request.is_done:
            self.close()
        waited = monotonic() - began
        # What the process says of its own time is believed within reason.
        self._spent += max(min(request.seconds, waited), waited / PATIENCE_WITH_ALL)
        return request

    def ask_alone(self, call: Call, trouble: Trouble | None) -> Alone:
        """Have the call of the first failure made where no call comes before it.

        If that is different, two more processes with other seeds tell if it is chance.
        """
        if self._has_asked_alone:
            return Alone()
        self._has_asked_alone = True
        limits = replace(self._limits, total_seconds=SECONDS_ALONE)

        def answers(times: int, seed: int) -> list[Any]:
            file = self._path, self._kata, limits, self._own
            with closing(UnderTest(*file, seed)) as alone:
                asked = alone.call(call.function, "answer", [call.arguments] * times)
            # Others say that the time was up, or that the process ended.
            return [
                one
                for one in asked.outcomes
                if not isinstance(one, Trouble) or one.kind in RAISED
            ]

        if _are_alike(trouble or call.got, *answers(FEW, seed=1)):
            return Alone()
        self.varies = True
        one, other = answers(MANY, seed=0), answers(MANY, seed=1)
        for pair in zip(one, other, strict=False):
            if not _are_alike(*pair):
                return Alone(varying=pair)
        is_right = bool(one) and same(call.expected, one[0])
        return Alone(is_right=is_right and self._calls > 1)

    def close(self) -> None:
        if self._process:
            self._process.close()
            self._process = None

    def _refusal(self) -> Trouble | None:
        if self._broken:
            return self._broken
        if self._losses >= MOST_LOSSES:
            return Trouble("not run", message="calls before did not come back in time")
        if self._spent < self._limits.total_seconds:
            return None
        self._losses = MOST_LOSSES  # One call fails: what was cut short is not green.
        return Trouble("too long", message=f"{self._limits.total_seconds:g}")

    def _load(self) -> Trouble | None:
        if self._process:
            return None
        try:
            source = code(self._path, self._own)
        except ValueError as error:
            self._broken = Trouble("no file", message=str(error))
            return self._broken
        with suppress(UnicodeDecodeError, SyntaxError):  # The process tells of it.
            self._text = decode_source(source)
        opened = [self._own] if isinstance(self._own, int) else []
        setting = {
            "parent": os.getpid(),
            "memory": self._limits.memory,
            "own": self._own if opened else str(self._own or self._path.parent),
            "references": offered(self._kata, self._path),
        }
        details = self._kata.name, source, setting, self._seed
        request = Request(str(self._path), "load", [details])
        self._calls, self._process = 0, Process(self._limits, self._folder, opened)
        self._ask(self._process, request, self._limits.total_seconds)
        (loaded,) = request.outcomes
        if isinstance(loaded, Trouble):
            self.close()
            self._broken = loaded
        else:
            self._functions, self.held = loaded
        return self._broken

    def _missing(self, function: str) -> Trouble | None:
        if function in self._functions:
            return None
        found = defined(self._text, function)
        if found and found[0]:
            there_is = f"one inside the {found[0]}\nbegin its line in the first column"
        else:
            (there_is, *_) = get_close_matches(function, self._functions, n=1) or [""]
            found = defined(self._text, there_is)
        trouble = Trouble("no function", message=there_is)
        if found:
            trouble = replace(trouble, file=str(self._path), line=found[1])
        return self._placed(trouble)

    def _ask(self, process: Process, request: Request, left: float) -> None:
        """Have a process do it in the time that is left, or say why it did not."""
        calls, outcomes = len(request.batch), request.outcomes
        at_load = request.wanted == "load"
        seconds = self._limits.seconds * (COUNTING if request.wanted in COUNTED else 1)
        try:
            details = request.function, request.wanted, request.batch
            read(request, process.ask(seconds, left, *details))
            if not request.is_done and len(outcomes) < calls:  # It had not said why.
                why = process.autopsy()
                outcomes.append(replace(why, at_load=at_load))
        except UNREADABLE:
            # The code wrote into the pipe, and badly; or another thread closed it.
            outcomes[calls - 1 :] = [Trouble("garbled", at_load=at_load)]
            request.seconds, request.is_done = inf, False
        for number, outcome in enumerate(outcomes):
            if isinstance(outcome, Trouble):
                outcomes[number] = self._placed(outcome)
                if outcome.kind == "too long":
                    self._losses = MOST_LOSSES
                elif outcome.kind == "memory":
                    request.is_done = False  # It may be full for good.
            elif isinstance(outcome, Transcript) and outcome.ended:
                ended = self._placed(outcome.ended)
                outcomes[number] = replace(outcome, ended=ended)

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


def _are_alike(*outcomes: object) -> bool:
    shown = {
        one.type if isinstance(one, Trouble) else layout.source(one) for one in outcomes
    }
    return len(shown) == 1
