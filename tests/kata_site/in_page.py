"""Stands for a process of the code under test in a browser, where there are none.

pytest and the code share one interpreter: `restoring` puts back what the code changes.
Python asks the page for signals every few dozen instructions, and gets SIGINT when time
is up: that ends any loop in Python, and names its line. A call that never comes back to
Python, uses up the memory or crashes ends this Python. The page starts another one, and
makes the run again, where the call with the same number is lost at once.

What differs from a terminal: seconds count by the clock, a call has 1 GB of memory, and
nobody can type into a program.
"""

import json
import linecache
import marshal
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from time import monotonic, process_time
from traceback import walk_stack
from types import FrameType
from typing import Any, NoReturn

import js  # of Pyodide; worker.js has made `js.katas`
from kata_kit import under_test
from kata_kit.process import Limits
from kata_kit.request import Trouble
from kata_worker import guard, serve
from kata_worker.console import Keyboard, Printer

from kata_site.restoring import Own


class Gone(BaseException):
    """The process that this stands for has ended."""


class Process(serve.Worker):
    """The interface of `kata_kit.process.Process`, and its worker without pipes."""

    def __init__(
        self, limits: Limits, folder: str, descriptors: Sequence[int] = ()
    ) -> None:
        self._code, self._folder, self._files = ("", "", b""), folder, ()
        self._functions, self._reserve = {}, b""
        self._clock: Any = self
        self.printer = Printer(self.send)
        self.keyboard = Keyboard(self.printer.tell_of)
        self._limits, self._own = limits, Own()
        self._lines: list[bytes] = []
        self.gone = False
        self._why = Trouble("ended", message="1")

    def ask(self, seconds: float, left: float, *details: Any) -> list[bytes]:
        """Do a request, as `kata_kit.process.Process` does."""
        copied = marshal.loads(marshal.dumps(details, 2))
        return self._within(seconds, left, lambda: self.do(*copied))

    def attempt(self, task: Callable[[], None]) -> str:
        """Do something in place of a request; return what it prints."""
        seconds = self._limits.seconds
        replies = map(json.loads, self._within(seconds, seconds, task))
        return "".join(text for kind, text in replies if kind == "printed")

    def autopsy(self) -> Trouble:
        """Say why it ended."""
        return self._why

    def close(self) -> None:
        self.gone = True

    def _within(
        self, seconds: float, left: float, task: Callable[[], None]
    ) -> list[bytes]:
        """Do a task as a process of its own does; return its messages."""
        self._lines = []
        if self.gone:
            return []
        with self._own.inside():
            self._change()
            RUNNING.append(self)
            began = process_time()
            try:
                self.begin(seconds, left)
                task()
                self._end(began)
            except BaseException:  # It is `Gone`, or broke what the worker needs.
                self.gone = True
            finally:
                self.stop()
                RUNNING.clear()
        return self._lines

    def _change(self) -> None:
        """Change modules as a process does; `Own.inside` puts them back."""
        printed: Any = self.printer.text
        sys.stdin = sys.__stdin__ = self.keyboard  # type: ignore
        sys.stdout = sys.stderr = printed
        sys.__stdout__ = sys.__stderr__ = printed  # type: ignore[misc]
        sys.breakpointhook = serve.refuse_debugger
        os._exit = serve.leave = self._leave
        signal.signal(signal.SIGINT, self._time_is_up)
        linecache.checkcache()

    def _write(self, line: str) -> None:
        if not self.gone:
            self._lines.append(line.encode() + b"\n")

    def _leave(self, status: int) -> NoReturn:
        """End as `os._exit` does; code that catches this is ended by the page."""
        if not self.gone:
            self.gone, self._why = True, Trouble("ended", message=str(status))
        js.katas.deadline(0)
        raise Gone

    # The clock of the worker, as `kata_worker.guard.Clock` is one

    def begin(self, seconds: float, left: float) -> None:
        """Begin a request with limits for each call, and for all calls."""
        self._seconds, self._latest = seconds, monotonic() + left
        self.restart()

    def restart(self) -> None:
        """Begin a call; it ends at once if it did not come back in the run before."""
        if self.gone:
            raise Gone
        if kind := js.katas.begin():
            self.gone, late = True, f"{self._seconds:g}"
            message = late if kind == "timeout" else "it used up the stack"
            self._why = Trouble(kind, message=message)
            raise Gone
        js.katas.deadline(min(self._seconds, self._latest - monotonic()))

    def stop(self) -> None:
        """End a request."""
        js.katas.deadline(inf)

    def _time_is_up(self, number: int, frame: FrameType | None) -> None:
        """Note where the code is, and end it (a handler of SIGINT)."""
        own = [
            (one, line)
            for one, line in walk_stack(frame)
            if one.f_code.co_filename.startswith(self._folder)
        ]
        if not self.gone:
            self.gone, self._why = True, self._where(own)
        # Code that catches what is raised gets it again, at its next line.
        for one, _ in own:
            one.f_trace = _raise
        sys.settrace(lambda *_: None)
        raise Gone

    def _where(self, own: list[tuple[FrameType, int]]) -> Trouble:
        # Seconds count by the clock: nobody knows if it was busy.
        found = Trouble("timeout", message=f"{self._seconds:g}")
        if monotonic() >= self._latest:
            found = Trouble("too long", message=f"{self._limits.total_seconds:g}")
        if not own:
            return found
        codes = [frame.f_code for frame, _ in own]
        file = codes[0].co_filename
        lines = [line for frame, line in own if frame.f_code.co_filename == file]
        return replace(
            found,
            file=file,
            line=lines[0],
            running=" ".join(map(str, lines)),
            recursed=len({*codes}) < len(codes),
        )


RUNNING: list[Process] = []  # the one whose code runs now, if any


def _raise(frame: FrameType, event: str, details: object) -> Any:
    """Raise at the next line (a tracer)."""
    if event == "line":
        raise Gone
    return _raise


def _audit(event: str, details: tuple[Any, ...]) -> None:
    if RUNNING:
        guard.hook(event, details)


def take_place() -> None:
    """Have the harness start these processes."""
    vars(under_test)["Process"] = Process
    vars(serve)["guard"] = lambda setting: []  # The page is what guards.
    setattr(Limits, "memory", js.katas.memory)  # noqa: B010 - for mypy it is frozen
    sys.addaudithook(_audit)
