"""Stands for a process of the code under test in a browser, where there are none.

It has the interface of `kata_kit.process.Process`. README.md says how time is up:
Python asks the page for signals, and gets SIGINT. The page ends a call that never comes
back, and makes the run again: then the call with the same number is lost at once.
"""

import json
import linecache
import marshal
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic, process_time
from types import FrameType
from typing import Any, NoReturn

import js  # of Pyodide; worker.js has made `js.katas`
from kata_kit import under_test
from kata_kit.process import Limits
from kata_kit.replies import Trouble
from kata_worker import guard, serve
from kata_worker.console import Keyboard, Printer

from kata_site.restoring import Own

# As they are before pytest changes them.
SHOW_WARNING: Any = warnings._showwarnmsg_impl  # type: ignore[attr-defined]
FILTERS = [*warnings.filters]
HARNESS = os.path.dirname(os.path.dirname(__file__)) + os.sep
MOST_MEMORY = 2**30  # bytes; worker.js looks at it


class Gone(BaseException):
    """The process that this stands for has ended."""


class Worker(serve.Worker):
    """The loop of the other end, without pipes."""

    def __init__(self, process: "Process") -> None:
        self._process, self._reserve = process, b""
        self._code, self._folder, self._files = ("", "", b""), "", ()
        self._functions = {}
        self._clock: Any = process
        self.printer = Printer(self.send)
        self.keyboard = Keyboard(self.printer.tell_of)

    def within(self, limits: Sequence[float], task: Callable[[], None]) -> None:
        """Do a task, and tell of its end."""
        began = process_time()
        self._clock.begin(*limits)
        task()
        self._end(began)

    def is_own(self, frame: FrameType) -> bool:
        """Return whether a frame is of the learner's code."""
        return frame.f_code.co_filename.startswith(self._folder)

    def _write(self, line: str) -> None:
        self._process.note(line)


class Process:
    """The state of one process that is not there, and its clock."""

    def __init__(
        self, limits: Limits, folder: str, descriptors: Sequence[int] = ()
    ) -> None:
        self._lines: list[bytes] = []
        self.gone = False
        self.worker = Worker(self)
        self._why = Trouble("ended", message="1")
        self._seconds = self._end = inf
        self._own = Own()

    def ask(self, seconds: float, left: float, *details: Any) -> list[bytes]:
        """Do as `kata_kit.process.Process` does."""
        details = marshal.loads(marshal.dumps(details, 2))
        self._do((seconds, seconds, left), partial(self.worker.do, *details))
        return self._lines

    def attempt(self, seconds: float, task: Callable[[], None]) -> str:
        """Do something in place of a request; return what it prints."""
        self._do((seconds, seconds, seconds), task)
        replies = map(json.loads, self._lines)
        return "".join(text for kind, text in replies if kind == "printed")

    def _do(self, limits: Sequence[float], task: Callable[[], None]) -> None:
        self._lines = []
        if self.gone:
            return
        with self._inside():
            try:
                self.worker.within(limits, task)
            except BaseException:  # It is `Gone`, or broke what the worker needs.
                sys.settrace(None)
                self.gone = True

    def note(self, line: str) -> None:
        """Take a message of the worker."""
        if not self.gone:
            self._lines.append(line.encode() + b"\n")

    def autopsy(self) -> Trouble:
        """Say why it ended."""
        return self._why

    def close(self) -> None:
        self._own.modules.clear()
        self.gone = True

    # The clock of the worker, as `kata_worker.guard.Clock` is one

    def begin(self, seconds: float, wall: float, left: float) -> None:
        """Begin a request with limits for each call, and what is left for all calls."""
        self._seconds, self._end = seconds, monotonic() + left
        self.restart()

    def restart(self) -> None:
        """Begin a call; it ends at once if it did not come back in the run before."""
        if self.gone:
            raise Gone
        if why := js.katas.begin():
            self.gone = True
            told = f"{self._seconds:g}" if why == "timeout" else "it used up the stack"
            self._why = Trouble(why, message=told, busy=why == "timeout")
            raise Gone
        js.katas.deadline(min(self._seconds, self._end - monotonic()))

    def stop(self) -> None:
        """End a request."""
        js.katas.deadline(inf)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """Have the interpreter be as a process of its own."""
        with self._own.inside():
            signal.signal(signal.SIGINT, self._time_is_up)
            linecache.checkcache()
            self._change()
            RUNNING.append(self)
            try:
                yield
            finally:
                js.katas.deadline(inf)
                RUNNING.clear()

    def _change(self) -> None:
        """Change modules as a process does; `Own.inside` puts them back."""
        printed: Any = self.worker.printer.text
        sys.stdin = sys.__stdin__ = self.worker.keyboard  # type: ignore
        sys.stdout = sys.stderr = printed
        sys.__stdout__ = sys.__stderr__ = printed  # type: ignore[misc]
        sys.breakpointhook = serve.refuse_debugger
        os._exit = serve.refuse_exit
        vars(time)["sleep"] = sleep
        # Not for pytest, which collects them.
        vars(warnings).update(_showwarnmsg_impl=SHOW_WARNING, filters=[*FILTERS])

    def leave(self) -> NoReturn:
        """End as `os._exit` does."""
        self.gone = True
        js.katas.deadline(0)  # Code that catches this gets it again.
        raise Gone

    def _time_is_up(self, number: int, frame: FrameType | None) -> None:
        """Note where the code is, and end it (a handler of SIGINT)."""
        if not self.gone and js.katas.full():
            raise MemoryError
        if not self.gone:
            self.gone = True
            self._why = self._where(frame)
        # Code that catches what is raised gets it again, at its next line.
        while frame is not None and not _is_ours(frame):
            frame.f_trace = _raise
            frame = frame.f_back
        sys.settrace(_raise)
        raise Gone

    def _where(self, frame: FrameType | None) -> Trouble:
        # Seconds count by the clock: nobody knows if it was busy.
        found = Trouble("timeout", message=f"{self._seconds:g}")
        if monotonic() >= self._end:
            found = Trouble("too long", message="0")
        own = []
        while frame is not None:
            if self.worker.is_own(frame):
                own.append(frame)
            frame = frame.f_back
        if not own:
            return found
        codes = [one.f_code for one in own]
        file = codes[0].co_filename
        lines = [one.f_lineno for one in own if one.f_code.co_filename == file]
        return replace(
            found,
            file=file,
            line=lines[0],
            running=" ".join(map(str, lines)),
            recursed=len(set(codes)) < len(codes),
        )


RUNNING: list[Process] = []  # the one whose code runs now, if any


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(HARNESS)


def _raise(frame: FrameType, event: str, details: object) -> Any:
    """Raise at the next line of code that should have ended (a tracer)."""
    if _is_ours(frame):
        return None
    if event not in ("line", "call"):  # The line that catches it comes next.
        return _raise
    raise Gone


def _audit(event: str, details: tuple[Any, ...]) -> None:
    if RUNNING:
        guard.hook(event, details)


def sleep(seconds: float) -> None:
    """Wait as `time.sleep` does; time may be up meanwhile."""
    end = monotonic() + seconds
    while monotonic() < end:
        pass


def _leave(status: int) -> NoReturn:
    RUNNING[-1].leave()


def _guard(setting: object) -> list[str]:
    return []  # The page is what guards.


def take_place() -> None:
    """Have the harness start these processes."""
    setattr(under_test, "Process", Process)  # noqa: B010 - for mypy it is no variable
    setattr(serve, "guard", _guard)  # noqa: B010
    setattr(Limits, "memory", MOST_MEMORY)  # noqa: B010
    serve.leave = _leave
    sys.addaudithook(_audit)
