"""Stands for a process of the code under test in a browser, where there are none.

It has the interface of `kata_kit.process.Process`. The code runs in the interpreter of
pytest, and what it changes there is put back after each request. Time is up when the
page says so: Python asks it for signals every few dozen instructions, and gets SIGINT.
The page ends a call that never comes back to Python, and makes the run again: then the
call with the same number is lost at once.
"""

import json
import linecache
import marshal
import os
import signal
import sys
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

from kata_site.restoring import Own, as_it_was

# As they are before pytest changes them.
SHOW_WARNING: Any = warnings._showwarnmsg_impl  # type: ignore[attr-defined]
FILTERS = [*warnings.filters]
HARNESS = os.path.dirname(os.path.dirname(__file__)) + os.sep


MOST_MEMORY = 2**30  # bytes; worker.js looks at it


class Gone(BaseException):
    """The process that this stands for has ended."""


class Clock:
    """Says when time is up, as `kata_worker.guard.Clock` does."""

    def __init__(self, process: "Process") -> None:
        self._process = process
        self._seconds = self._end = inf

    def begin(self, seconds: float, wall: float, left: float) -> None:
        self._seconds, self._end = seconds, monotonic() + left
        self.restart()

    def restart(self) -> None:
        """Begin a call; it ends at once if it did not come back in the run before."""
        if self._process.gone:
            raise Gone
        if why := js.katas.begin():
            self._process.lose(why)
        js.katas.deadline(min(self._seconds, self._end - monotonic()))

    def stop(self) -> None:
        js.katas.deadline(inf)

    def total_is_up(self) -> bool:
        return monotonic() >= self._end


class Worker(serve.Worker):
    """The loop of the other end, without pipes."""

    def __init__(self, process: "Process") -> None:
        self._process, self._reserve = process, b""
        self._code, self._folder, self._files = ("", "", b""), "", ()
        self._functions = {}
        self._clock: Any = Clock(process)
        self.printer = Printer(self.send)
        self.keyboard = Keyboard(self.printer.tell_of)

    def within(self, limits: Any, task: Callable[[], None]) -> None:
        """Do a task, and tell of its end."""
        began = process_time()
        self._clock.begin(*limits)
        task()
        self._end(began)

    @property
    def total_is_up(self) -> bool:
        return bool(self._clock.total_is_up())

    @property
    def folder(self) -> str:
        """The beginning of the names of the learner's files."""
        return os.path.dirname(self._code[0]) + os.sep

    def _write(self, line: str) -> None:
        self._process.note(line)


class Process:
    """The state of one process that is not there."""

    def __init__(
        self, limits: Limits, folder: str, descriptors: Sequence[int] = ()
    ) -> None:
        self._lines: list[bytes] = []
        self.gone = False
        self.worker = Worker(self)
        self._why = Trouble("ended", message="1")
        self._seconds = 0.0
        self._own = Own()

    def ask(self, seconds: float, left: float, *details: Any) -> list[bytes]:
        """Do as `kata_kit.process.Process` does."""
        self._seconds = seconds
        details = marshal.loads(marshal.dumps(details, 2))
        self._lines = []
        if not self.gone:
            with self.inside():
                limits = seconds, seconds, left
                task = partial(self.worker.do, *details)
                self._until_gone(partial(self.worker.within, limits, task))
        return self._lines

    def attempt(self, seconds: float, task: Callable[[], None]) -> str:
        """Do something in place of a request; return what it prints."""
        with self.inside():
            limits = seconds, seconds, seconds
            self._until_gone(lambda: self.worker.within(limits, task))
        replies = map(json.loads, self._lines)
        return "".join(text for kind, text in replies if kind == "printed")

    def _until_gone(self, task: Callable[[], None]) -> None:
        try:
            task()
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

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Have the interpreter be as a process of its own."""
        with as_it_was(self._own):
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
        """Change modules as a process changes its own; `as_it_was` puts them back."""
        printed = self.worker.printer.text
        changes: list[tuple[str, str, Any]] = [
            ("sys", "stdin", self.worker.keyboard),
            ("sys", "__stdin__", self.worker.keyboard),
            ("sys", "stdout", printed),
            ("sys", "__stdout__", printed),
            ("sys", "stderr", printed),
            ("sys", "__stderr__", printed),
            # Not for pytest, which collects them.
            ("warnings", "_showwarnmsg_impl", SHOW_WARNING),
            ("warnings", "filters", [*FILTERS]),
            ("sys", "breakpointhook", serve.refuse_debugger),
            ("os", "_exit", serve.refuse_exit),
            # Emscripten lacks these; they say here what they say elsewhere.
            ("_thread", "start_new_thread", guard.refuse_thread),
            ("_thread", "start_joinable_thread", guard.refuse_thread),
            ("threading", "_start_joinable_thread", guard.refuse_thread),
            ("subprocess", "Popen", refuse_process),
            ("time", "sleep", sleep),
        ]
        for module, name, instead in changes:
            setattr(sys.modules[module], name, instead)

    def lose(self, why: str) -> NoReturn:
        """End at a call that did not come back: "timeout" or "crash"."""
        self.gone = True
        message = f"{self._seconds:g}" if why == "timeout" else "it used up the stack"
        self._why = Trouble(why, message=message, busy=why == "timeout")
        raise Gone

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
        kind, seconds = "timeout", self._seconds
        if self.worker.total_is_up:
            kind, seconds = "too long", 0
        # Seconds count by the clock: nobody knows if it was busy.
        found = Trouble(kind, message=f"{seconds:g}")
        own = []
        while frame is not None:
            if frame.f_code.co_filename.startswith(self.worker.folder):
                own.append(frame)
            frame = frame.f_back
        if not own:
            return found
        file, line = own[0].f_code.co_filename, own[0].f_lineno
        codes = [one.f_code for one in own]
        lines = [one.f_lineno for one in own if one.f_code.co_filename == file]
        return replace(
            found,
            file=file,
            line=line,
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


def refuse_process(*_: object, **__: object) -> NoReturn:
    guard.hook("subprocess.Popen", ())
    raise AssertionError


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
