"""The code of one kata, through as many processes as it takes."""

import os
from collections.abc import Sequence
from contextlib import closing, suppress
from copy import copy
from dataclasses import replace
from difflib import get_close_matches
from importlib.util import decode_source
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from kata_tables.calls import Call, same, source
from kata_worker import COUNTED

from kata_kit import layout
from kata_kit.katas import KataFiles, offered
from kata_kit.parsing import defined, may_be_endless
from kata_kit.process import PATIENCE_WITH_ALL, Limits, Process
from kata_kit.replies import UNREADABLE, read
from kata_kit.request import Batch, Request, Transcript, Trouble
from kata_kit.sources import Own, code

# Processes that are lost, before the rest of the kata is not run: nobody waits longer.
MOST_LOSSES = 2
# So many times longer may a call take that is counted, because it is that much slower.
COUNTING = 4
SECONDS_ALONE = 2.0  # for the calls that are made in another process
# So often a call is made again, and to notice chance.
FEW, MANY = 4, 40


class Alone(NamedTuple):
    """The outcome of a call that was made again in processes of its own."""

    is_right: bool = False  # where the answer was wrong behind other calls
    varying: tuple[Any, ...] = ()  # two outcomes that chance made different


class UnderTest:
    """One file under test: starts a process for it when needed, and knows its failures.

    The code may read what is its own: a folder, or the file alone; its folder if None.
    A descriptor of either stays open here, and is passed on.
    """

    def __init__(
        self, path: Path, kata: KataFiles, limits: Limits, own: Own | None = None
    ) -> None:
        self._path, self._kata, self._limits = path, kata.name, limits
        self._own = path.parent if own is None else own
        self._references = offered(kata, path)
        self._folder = f"{path.parent}{os.sep}"
        self._process: Process | None = None
        self._functions: list[str] = []
        self._source, self.text = b"", ""
        self._broken: Trouble | None = None  # The file cannot be loaded.
        self._losses = 0  # of processes
        self._spent = 0.0  # processor time
        self._calls = 0  # of this process
        self._seed = 0  # of its generators of random numbers
        self._has_asked_alone = False  # It is done for the first failure only.
        self.varies = False  # Something else came of that.
        self.held: list[str] = []  # what the system guards, once the file is loaded
        try:
            self._source = code(path, self._own)
        except ValueError as error:
            self._broken = Trouble("no file", message=str(error))
        with suppress(UnicodeDecodeError, SyntaxError):  # The process tells of it.
            self.text = decode_source(self._source)

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """Call a function for each tuple of arguments.

        To count something, each request has a process of its own.
        """
        began, request = monotonic(), Request(function, wanted, batch)
        if wanted in COUNTED:
            self.close()
        trouble = self._broken or self._refusal() or self._load()
        if not trouble and function not in self._functions:
            trouble = self._missing(function)
        if trouble:
            request.outcomes = [trouble]
            return request
        self._ask(request, self._limits.total_seconds - self._spent)
        kinds = {one.kind for one in request.outcomes if isinstance(one, Trouble)}
        if "memory" in kinds:
            request.is_done = False  # It may be full for good.
        self._calls += len(batch)
        self._losses += not request.is_done
        if "too long" in kinds:
            self._losses = MOST_LOSSES
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
        if _are_alike(trouble or call.got, self._alone(call, FEW, seed=1)):
            return Alone()
        self.varies = True
        one, other = self._alone(call, MANY, seed=0), self._alone(call, MANY, seed=1)
        for pair in zip(one, other, strict=False):
            if not _are_alike(pair[0], pair[1:]):
                return Alone(varying=pair)
        is_right = bool(one) and same(call.expected, one[0])
        return Alone(is_right=is_right and self._calls > 1)

    def close(self) -> None:
        if self._process:
            self._process.close()
            self._process = None

    def _alone(self, call: Call, times: int, seed: int) -> list[Any]:
        """Make a call so often in a process of its own; return what came of it."""
        alone = copy(self)
        alone._process, alone._seed, alone._spent = None, seed, 0.0
        alone._limits = replace(self._limits, total_seconds=SECONDS_ALONE)
        with closing(alone):
            asked = alone.call(call.function, "answer", [call.arguments] * times)
        # Others say that the time was up, or that the process ended.
        return [
            one
            for one in asked.outcomes
            if not isinstance(one, Trouble) or one.is_raised
        ]

    def _refusal(self) -> Trouble | None:
        """Say why no further call is made, if so."""
        if self._losses >= MOST_LOSSES:
            return Trouble("not run", message="calls before did not come back in time")
        if self._spent < self._limits.total_seconds:
            return None
        self._losses = MOST_LOSSES  # One call fails: what was cut short is not green.
        return Trouble("too long", message=f"{self._limits.total_seconds:g}")

    def _load(self) -> Trouble | None:
        """Have the file loaded, if no process has it; say why it cannot be."""
        if self._process:
            return None
        is_open = isinstance(self._own, int)
        setting = {
            "parent": os.getpid(),
            "memory": self._limits.memory,
            "own": self._own if is_open else str(self._own),
            "references": self._references,
        }
        details = self._kata, self._source, setting, self._seed
        request = Request(str(self._path), "load", [details])
        descriptors: Any = [self._own] if is_open else []
        self._calls = 0
        self._process = Process(self._limits, self._folder, descriptors)
        self._ask(request, self._limits.total_seconds)
        (loaded,) = request.outcomes
        if isinstance(loaded, Trouble):
            self.close()
            self._broken = replace(loaded, at_load=True)
        else:
            self._functions, self.held = loaded
        return self._broken

    def _missing(self, function: str) -> Trouble:
        """Tell of a function that is not there, and which one may be meant."""
        inside, line = defined(self.text, function)
        there_is = f"one inside the {inside}\nbegin its line in the first column"
        if not inside:
            (there_is, *_) = get_close_matches(function, self._functions, n=1) or [""]
            _, line = defined(self.text, there_is)
        file = str(self._path) if line else ""
        return self._placed(Trouble("no function", "", there_is, file, line))

    def _ask(self, request: Request, left: float) -> None:
        """Have the process do it in the time that is left, or say why it did not."""
        process: Any = self._process
        calls, outcomes = len(request.batch), request.outcomes
        seconds = self._limits.seconds * (COUNTING if request.wanted in COUNTED else 1)
        # Of what is `Made`, the recipe is sent.
        batch = [
            tuple([getattr(one, "recipe", one) for one in arguments])
            for arguments in request.batch
        ]
        details = request.function, request.wanted, batch
        try:
            read(request, process.ask(seconds, left, *details))
            if not request.is_done and len(outcomes) < calls:  # It had not said why.
                outcomes.append(process.autopsy())
        except UNREADABLE:
            # The code wrote into the pipe, and badly; or another thread closed it.
            outcomes[calls - 1 :] = [Trouble("garbled")]
            request.seconds, request.is_done = inf, False
        for number, outcome in enumerate(outcomes):
            if isinstance(outcome, Trouble):
                outcomes[number] = self._placed(outcome)
            elif isinstance(outcome, Transcript) and outcome.ended:
                outcome.ended = self._placed(outcome.ended)

    def _placed(self, trouble: Trouble) -> Trouble:
        """Return it with its line; in no file but the learner's."""
        if trouble.kind == "timeout":
            running = [int(line) for line in trouble.running.split()]
            endless = may_be_endless(self.text, running) and not trouble.recursed
            trouble = replace(trouble, endless=endless)
        path = os.path.normpath(trouble.file)
        if not path.startswith(self._folder):
            return replace(trouble, file="", line=0, source="", inside="", callers="")
        if trouble.source or path != str(self._path):
            return trouble
        (line, *_) = self.text.split("\n")[trouble.line - 1 : trouble.line] or [""]
        return replace(trouble, source=layout.visible(line))


def _are_alike(outcome: object, others: Sequence[object]) -> bool:
    """Return True if all of these are answers or exceptions of the same kind."""
    first, *rest = [
        one.type if isinstance(one, Trouble) else one for one in (outcome, *others)
    ]
    return source([first] * len(rest)) == source(rest)
