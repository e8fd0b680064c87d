"""How long a call may take: in processor time, because the machine may be busy with others.

Where the system has interval timers (not on Windows), a signal ends the process. Its handler is C
code of `faulthandler`, which writes where the code was: also in a loop inside a bare `except:`, and
in a call that never returns to Python. Which signal it was tells the harness why:

    SIGPROF    the call used up its processor time
    SIGVTALRM  all calls together used up theirs
    SIGALRM    the call took too long by the clock on the wall: it sleeps, or the machine is full

Elsewhere a thread of `faulthandler` does that, by the clock on the wall.
"""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found] # `signal` takes 6 ms, for its enums.
import faulthandler
from time import monotonic

# Without interval timers a thread is started for a call, but not for each of a thousand.
SHORTEST = 0.05


class Clock:
    """Ends this process when time is up; says in the file `dump` where the code was."""

    def __init__(self, dump: int) -> None:
        self._dump = dump
        self._seconds = self._wall = self._began = 0.0
        self._timers = hasattr(signal, "setitimer")
        if self._timers:
            for number in (signal.SIGPROF, signal.SIGVTALRM, signal.SIGALRM):
                # Behind it, the signal does what it does by default: it ends the process.
                faulthandler.register(number, file=dump, all_threads=False, chain=True)

    def begin(self, seconds: float, wall: float, left: float) -> None:
        """Begin a request.

        In seconds, of processor time and by the clock on the wall for each call; and of processor
        time that is left for all of them together.
        """
        self._seconds, self._wall = seconds, wall
        if self._timers:
            signal.setitimer(signal.ITIMER_VIRTUAL, left)
        self.restart()

    def restart(self) -> None:
        """Begin a call."""
        if self._timers:
            signal.setitimer(signal.ITIMER_PROF, self._seconds)
            signal.setitimer(signal.ITIMER_REAL, self._wall)
        elif monotonic() - self._began > SHORTEST:
            self._began = monotonic()
            faulthandler.dump_traceback_later(self._wall, exit=True, file=self._dump)

    def stop(self) -> None:
        """End the request."""
        if self._timers:
            for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL, signal.ITIMER_VIRTUAL):
                signal.setitimer(timer, 0)
        else:
            self._began = 0.0
            faulthandler.cancel_dump_traceback_later()
