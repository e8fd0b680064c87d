"""Start, ask and end the process that holds the code under test."""

import marshal
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import IO, Any

from kata_kit.request import Trouble

TESTS = Path(__file__).resolve().parents[1]
# The last argument is the folder of the worker. `main` takes it off the path again.
WORKER = """
import sys
sys.path.insert(0, sys.argv.pop())
import kata_worker.serve
kata_worker.serve.main()
"""

# By the clock a call, and all calls of a kata, may take so many times their processor
# time; on Windows the clock counts.
PATIENCE, PATIENCE_WITH_ALL = (1, 1) if sys.platform == "win32" else (5, 2)
GRACE_SECONDS = 1.0  # from its own alarm to when a process is killed from outside

LONGEST_MESSAGE = 1_000_000  # bytes
MOST_MESSAGES = 30_000_000  # bytes, of all about a request
LONGEST_DUMP = 100_000  # bytes

# What a process gets of the environment: enough to start Python, nothing of the user's.
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP")
# numpy and its like start a thread for each processor, which the guard refuses.
ONE_THREAD = ("MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")

# The beginnings of messages, as `kata_worker.serve` writes them.
OUTCOMES, END = (b'["answer",', b'["trouble",'), b'["end",'

# Windows ends a process that crashes with 0xC0000005 or so.
LARGEST_EXIT_CODE = 0xFFFF

FRAME = re.compile(r'File "(.+?)", line (\d+) in (\S+)')  # as `faulthandler` writes it
SIGNALS = {-number.value: number.name for number in signal.Signals}


@dataclass(frozen=True)
class Limits:
    """The processor time and the memory that the code under test may use."""

    seconds: float = 5.0  # for one call
    total_seconds: float = 60.0  # for all calls of a kata
    memory: int = 2 * 1024**3  # bytes


class Process:
    """One process, from its start to its end; it inherits these descriptors.

    Of its code only the lines in one folder are told.
    """

    def __init__(
        self, limits: Limits, folder: str, descriptors: Sequence[int] = ()
    ) -> None:
        self._limits, self._folder = limits, folder
        self._dump: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as self
        kept = {key: os.environ[key] for key in KEPT_VARIABLES if key in os.environ}
        self._popen: Any = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", WORKER, str(TESTS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._dump,
            cwd=tempfile.gettempdir(),
            env=kept | dict.fromkeys(ONE_THREAD, "1"),
            # Ctrl-C reaches pytest only, and all of it can be ended at once.
            start_new_session=True,
            pass_fds=descriptors,
        )
        self._seconds = 0.0  # for each call of the request
        self._deadline = self._end = inf  # of a call, of the request
        self._overdue = ""
        self._done = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def ask(self, seconds: float, left: float, *details: Any) -> list[bytes]:
        """Send a request, as `kata_worker.serve` has it; return the lines that come.

        Without an end the process ended. Each call has so many seconds of processor
        time, and what is `left` is for all. Raises ValueError if too much comes.
        """
        # Version 2 keeps no references: a board in two calls arrives as two boards.
        body = marshal.dumps(((seconds, PATIENCE * seconds, left), *details), 2)
        patience = PATIENCE * seconds + GRACE_SECONDS
        self._seconds, self._end = seconds, monotonic() + PATIENCE_WITH_ALL * left
        self._deadline = min(self._end, monotonic() + patience)
        # It may be gone already: its messages end, and the autopsy says why.
        with suppress(OSError):
            self._popen.stdin.write(len(body).to_bytes(4, "big") + body)
            self._popen.stdin.flush()
        lines, size = list[bytes](), 0
        while line := self._popen.stdout.readline(LONGEST_MESSAGE):
            size += sys.getsizeof(line)
            if size > MOST_MESSAGES or len(line) == LONGEST_MESSAGE:
                raise ValueError("more than anybody reads")
            if not line.endswith(b"\n"):
                break  # It ended while it wrote.
            lines.append(line)
            if line.startswith(END):
                self._deadline = inf
                break
            if line.startswith(OUTCOMES):  # The next call begins.
                self._deadline = min(self._end, monotonic() + patience)
        return lines

    def autopsy(self) -> Trouble:
        """Say why it ended, and in which line."""
        # It may have closed its pipe and live on, until the watch ends it.
        patience = max(self._deadline - monotonic(), 0) + GRACE_SECONDS
        status = 0
        try:
            status = self._popen.wait(patience)
        except subprocess.TimeoutExpired:
            self._overdue = self._overdue or "timeout"
        self._dump.seek(0)
        dump = self._dump.read(LONGEST_DUMP).decode("ascii", "replace")
        return replace(self._cause(status, dump), **self._place(dump))

    def _cause(self, status: int, dump: str) -> Trouble:
        """Say why it ended; `kata_worker.guard.Clock` explains the signals."""
        signal_name = SIGNALS.get(status, "")
        if signal_name == "SIGVTALRM" or self._overdue == "too long":
            return Trouble("too long", message=f"{self._limits.total_seconds:g}")
        if signal_name == "SIGPROF":
            return Trouble("timeout", message=f"{self._seconds:g}", busy=True)
        if signal_name == "SIGALRM" or self._overdue or "Timeout (" in dump:
            return Trouble("timeout", message=f"{PATIENCE * self._seconds:g}")
        if signal_name or status > LARGEST_EXIT_CODE or "Fatal Python error" in dump:
            return Trouble("crash", message=signal_name or f"exit code {status}")
        return Trouble("ended", message=str(status))

    def _place(self, dump: str) -> dict[str, Any]:
        """Return the lines in the folder that a dump names, the innermost first."""
        # faulthandler writes what is not ASCII as escapes.
        escaped = self._folder.encode("ascii", "backslashreplace").decode()
        own = [frame for frame in FRAME.findall(dump) if frame[0].startswith(escaped)]
        if not own:
            return {}
        (file, line, _), *_ = own
        lines = [number for other, number, _ in own if other == file]
        functions = [name for _, _, name in own if name[0] != "<"]
        return {
            "file": self._folder + file[len(escaped) :],
            "line": int(line),
            "running": " ".join(lines),
            "recursed": len(set(functions)) < len(functions),
        }

    def close(self) -> None:
        self._done.set()
        self._kill()
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(GRACE_SECONDS)
        for stream in (self._popen.stdin, self._popen.stdout, self._dump):
            # Something may be left to be written to a process that is gone.
            with suppress(OSError):
                stream.close()

    def _watch(self) -> None:
        """Kill the process when it does not even end itself in time (a thread)."""
        while not self._done.wait(0.1):
            if monotonic() > self._deadline:
                self._overdue = "too long" if self._deadline == self._end else "timeout"
                self._kill()
                return

    def _kill(self) -> None:
        # It may have ended, or be no leader yet.
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
