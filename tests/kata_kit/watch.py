"""The clock of a call: when time is up, it raises `TimeIsUp` in the running line.

A thread looks at the clock. When a call has had its time, it sends SIGINT to the main
thread, as Ctrl-C would, and the handler raises in the running line. Code may catch that
and go on, so from then on an interval timer of the system raises again and again, at
whatever line is running, until the call has ended. No tracer is used, so that a
debugger and coverage keep theirs.

A loop inside of C code holds the interpreter's lock, so no handler of Python runs.
There the timer of processor time ends the process: `faulthandler` has a handler in C
for its signal, which writes the lines that were running, and `kata_kit.parent` shows
them. On Windows, which has no such timers, the timer of `faulthandler` itself does.

In a browser there are no threads: the page sends SIGINT ten times a second.
"""

import _thread
import faulthandler
import os
import signal
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

BEAT = 0.05  # seconds from one look at the clock to the next
PATIENCE = 5  # times as long by the clock on the wall, because the machine may be busy
GRACE = 2.0  # seconds of processor time, before a call that doesn't stop ends all
HURRY = 0.5  # seconds of processor time, from one setting of its timer to the next
AGAIN = 2e-5  # seconds from one exception to the next, if code catches them

IN_PAGE = sys.platform == "emscripten"
HAS_TIMERS = hasattr(signal, "setitimer") and not IN_PAGE
DEBUGGERS = {"pydevd", "debugpy"}


class TimeIsUp(BaseException):
    """A call took too long.

    `place` is a line of the code that ran then, as a traceback has it: where the code
    catches one exception after the other, the last one may be raised elsewhere.
    """

    place = ""


class Watch:
    """Looks at the clock while a call runs; the only one is `WATCH`."""

    def __init__(self) -> None:
        self.dump: TextIO | Any = sys.__stderr__  # for `faulthandler`
        self.parent = 0  # The process ends with this one, if there's one.
        self.is_paused = False  # A debugger holds the program.
        self.was_paused = False  # It has held it before.
        self._own = ""
        # Each is a time of the processor, and one on the wall.
        self._began = 0.0, 0.0
        self._ends: tuple[float, float] | None = None
        self._is_sent = False  # a SIGINT of ours, which hasn't arrived
        self._before: tuple[Any, Any] | None = None  # the handler and timer of SIGALRM
        self._main = threading.main_thread().ident or 0
        self._thread: threading.Thread | None = None
        self._seconds, self._armed, self._counts = 0.0, 0.0, True

    def begin(self, own: str, seconds: float) -> None:
        """Prepare for calls of the code, each with so many seconds of processor time.

        `own` is what the names of the code's files begin with.
        """
        if signal.getsignal(signal.SIGINT) != self._handle:
            self._set_up()
        self._own, self._seconds, self._armed = own, seconds, -HURRY
        self._counts = sys.modules.keys().isdisjoint(DEBUGGERS)
        self._began = time.process_time(), time.monotonic()

    def restart(self) -> float:
        """Begin the next call; return the seconds since `begin`, as they count.

        It's the processor time, or a part of the time on the wall, if that's more: code
        that waits takes no processor time. Beside a debugger it's none.
        """
        if self._counts and not self.is_paused:
            processor, wall = time.process_time(), time.monotonic()
            seconds = self._seconds
            self._ends = processor + seconds, wall + PATIENCE * seconds
            if processor - self._armed > HURRY:
                self._armed, latest = processor, seconds + GRACE + HURRY
                # The process ends if nothing else ends the call.
                if HAS_TIMERS:
                    signal.setitimer(signal.ITIMER_PROF, latest)
                elif not IN_PAGE:
                    faulthandler.dump_traceback_later(PATIENCE * latest, exit=True)
            began, began_on_wall = self._began
            return max(processor - began, (wall - began_on_wall) / PATIENCE)
        return 0.0

    def end(self) -> float:
        """End the calls; return their seconds, as `restart` does."""
        spent = self.restart()
        self._ends, self.is_paused = None, False
        if HAS_TIMERS:
            signal.setitimer(signal.ITIMER_PROF, 0)
        elif IN_PAGE:
            sys.settrace(None)
        else:
            faulthandler.cancel_dump_traceback_later()
        if self._before:
            handler, (left, interval) = self._before
            signal.setitimer(signal.ITIMER_REAL, 0)
            # To ignore a signal drops one on its way, which the handler of somebody
            # else, or none, would get.
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            signal.signal(signal.SIGALRM, handler)
            signal.setitimer(signal.ITIMER_REAL, left, interval)
            self._before = None
        return spent

    def pause(self) -> None:
        """Let a debugger hold the program: nothing counts until `end`."""
        self.end()
        self.is_paused = self.was_paused = True

    def _spent(self) -> str:
        """Return which time is used up; "" while there's some left."""
        # It's read once: another thread may end the calls meanwhile.
        if not (ends := self._ends):
            return ""
        processor, wall = ends
        if time.process_time() > processor:
            return f"{self._seconds:g} s of processor time"
        return f"{PATIENCE * self._seconds:g} s" if time.monotonic() > wall else ""

    def _look(self) -> None:
        while True:
            time.sleep(BEAT)
            if self.parent and os.getppid() != self.parent:
                # Somebody has killed the parent, and waits for its end.
                os.kill(os.getpid(), signal.SIGTERM)
            if self._spent():
                self._interrupt()

    def _set_up(self) -> None:
        self._previous = signal.getsignal(signal.SIGINT)
        signal.signal(signal.SIGINT, self._handle)
        if HAS_TIMERS and self.dump:
            faulthandler.enable(self.dump, all_threads=False)
            # The signal may come to any thread, ours included.
            faulthandler.register(signal.SIGPROF, self.dump, chain=True)
        if not (IN_PAGE or self._thread):
            self._thread = threading.Thread(target=self._look, daemon=True)
            self._thread.start()

    def _interrupt(self) -> None:
        self._is_sent = True
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(self._main, signal.SIGINT)  # It wakes `time.sleep`.
        else:
            _thread.interrupt_main()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        """Raise in the line that runs (the handler of a signal)."""
        is_ours = number == signal.SIGINT and self._is_sent
        if is_ours:
            self._is_sent = False
        if spent := self._spent():
            own = self._own_frame(frame)
            self._go_on(frame)
            if own:
                code = own.f_code
                place = f'  File "{code.co_filename}", line {own.f_lineno}'
                TimeIsUp.place = f"{place}, in {code.co_name}"
                raise TimeIsUp(spent)
        elif is_ours:
            pass  # It came late: the call that it was for has ended.
        elif number == signal.SIGINT and not IN_PAGE and callable(self._previous):
            self._previous(number, frame)

    def _own_frame(self, frame: FrameType | None) -> FrameType | None:
        """Return the frame of the code that runs, if it runs."""
        while frame and not frame.f_code.co_filename.startswith(self._own):
            frame = frame.f_back
        return frame

    def _go_on(self, frame: FrameType | None) -> None:
        """Raise again, soon and at any line: code may catch what is raised now."""
        if IN_PAGE:
            sys.settrace(lambda *_: None)
            while frame:
                if frame.f_code.co_filename.startswith(self._own):
                    frame.f_trace = self._trace
                frame = frame.f_back
        if not HAS_TIMERS:
            return
        if not self._before:
            timer = signal.getitimer(signal.ITIMER_REAL)
            self._before = signal.signal(signal.SIGALRM, self._handle), timer
        signal.setitimer(signal.ITIMER_REAL, AGAIN)

    def _trace(self, frame: FrameType, event: str, details: object) -> Any:
        """Raise when the next line of the code begins (a tracer, in a browser)."""
        if event == "line" and (spent := self._spent()):
            raise TimeIsUp(spent)
        return self._trace


WATCH = Watch()


def own_prefix(path: Path, root: Path) -> str:
    """Return what the names of files begin with that belong to the code in a file.

    That's its folder, but for a folder with all of this project in it: the file alone.
    """
    is_wide = root.is_relative_to(path.parent)
    return str(path) if is_wide else f"{path.parent}{os.sep}"
