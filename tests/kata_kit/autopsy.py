"""Why a process that holds the code under test ended, from its status and what `faulthandler` left.

`kata_worker.clock` says which signal stands for what.
"""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass, replace

from kata_kit.incoming import Trouble

_FRAME = re.compile(r'File "(.+?)", line (\d+) in (\S+)')
_SIGNALS = {-number.value: number.name for number in signal.Signals}


@dataclass(frozen=True)
class Remains:
    """What is left of a process."""

    status: int  # as `subprocess` has it
    dump: str  # what `faulthandler` wrote
    overdue: str  # whether it was ended from outside: "" or the kind of trouble that this is
    seconds: float  # how much processor time a call had
    waited: float  # how much time by the clock on the wall
    total_seconds: float  # how much processor time all calls had

    def trouble(self, folder: str, done: int, *, at_load: bool) -> Trouble:
        """Say why the process ended.

        Args:
            folder: where the code under test lives, with a separator at its end.
            done: how many calls of the request had come back.
            at_load: whether the file was being loaded.
        """
        file, line, recursed = self._place(folder)
        kind, message = self._reason()
        busy = _SIGNALS.get(self.status) == "SIGPROF"
        told = Trouble(kind, "", message, file, line, at_load=at_load)
        return replace(told, busy=busy, recursed=recursed, done=done)

    def _reason(self) -> tuple[str, str]:
        name = _SIGNALS.get(self.status, "")
        if name == "SIGVTALRM" or self.overdue == "too long":
            return "too long", f"{self.total_seconds:g}"
        if name == "SIGPROF":
            return "timeout", f"{self.seconds:g}"
        if name == "SIGALRM" or self.overdue or "Timeout (" in self.dump:
            return "timeout", f"{self.waited:g}"
        if name or self.status > 0xFFFF or "Fatal Python error" in self.dump:
            return "crash", name or f"exit code {self.status}"
        return "ended", str(self.status)

    def _place(self, folder: str) -> tuple[str, int, bool]:
        """The innermost line of the learner's own, and whether its function had called itself."""
        # faulthandler writes what is not ASCII as escapes.
        escaped = folder.encode("ascii", "backslashreplace").decode()
        own = [frame for frame in _FRAME.findall(self.dump) if frame[0].startswith(escaped)]
        if not own:
            return "", 0, False
        file, line, function = own[0]
        recursed = any(frame[2] == function for frame in own[1:])
        return folder + file[len(escaped) :], int(line), recursed
