"""Why a process that holds the code under test ended, from its status and what `faulthandler` left.

`kata_worker.clock` says which signal stands for what.
"""

from __future__ import annotations

import re
import signal

from kata_kit.incoming import Trouble

_FRAME = re.compile(r'File "(.+?)", line (\d+) in (\S+)')
_SIGNALS = {-number.value: number.name for number in signal.Signals}


def found(
    status: int, dump: str, overdue: str, seconds: tuple[float, float, float], folder: str
) -> Trouble:
    """Say why a process ended.

    Args:
        status: as `subprocess` has it.
        dump: what `faulthandler` wrote.
        overdue: whether it was ended from outside: "" or the kind of trouble that this is.
        seconds: what a call had of processor time and by the clock on the wall, and all calls.
        folder: that of its code, with a separator at its end.
    """
    name, (busy, waited, total) = _SIGNALS.get(status, ""), seconds
    if name == "SIGVTALRM" or overdue == "too long":
        kind, message = "too long", f"{total:g}"
    elif name == "SIGPROF":
        kind, message = "timeout", f"{busy:g}"
    elif name == "SIGALRM" or overdue or "Timeout (" in dump:
        kind, message = "timeout", f"{waited:g}"
    elif name or status > 0xFFFF or "Fatal Python error" in dump:
        kind, message = "crash", name or f"exit code {status}"
    else:
        kind, message = "ended", str(status)
    # The innermost line of the learner's own; faulthandler writes what is not ASCII as escapes.
    escaped = folder.encode("ascii", "backslashreplace").decode()
    own = [frame for frame in _FRAME.findall(dump) if frame[0].startswith(escaped)]
    file, line, function = own[0] if own else ("", 0, "")
    place = folder + file[len(escaped) :] if own else ""
    recursed = any(frame[2] == function for frame in own[1:])
    return Trouble(kind, "", message, place, int(line), busy=name == "SIGPROF", recursed=recursed)
