"""The harness's end of the process that holds the code under test: starts, asks and ends it."""

import marshal
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import IO, Any

from kata_kit import incoming
from kata_kit.incoming import Trouble

TESTS = Path(__file__).resolve().parents[1]
# Finds the worker in the folder that is the last argument; `main` takes that off the
# path again.
WORKER = "import sys; sys.path.insert(0, sys.argv.pop()); import kata_worker.serve as s; s.main()"

# So many times its processor time a call, and all of a kata, may take by the clock; not
# on Windows.
PATIENCE, PATIENCE_WITH_ALL = (1, 1) if sys.platform == "win32" else (5, 2)
GRACE_SECONDS = 1.0  # from its own alarm to when a process is killed from outside

LONGEST_MESSAGE, MOST_MESSAGES = (
    1_000_000,
    30_000_000,
)  # bytes: of one, of all about a request

# What a process gets of the environment: enough to start Python, nothing of the user's.
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP")
# Number libraries start a thread for each processor, which the guard refuses.
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)

FRAME = re.compile(r'File "(.+?)", line (\d+) in (\S+)')  # as `faulthandler` writes it
SIGNALS = {-number.value: number.name for number in signal.Signals}


@dataclass(frozen=True)
class Limits:
    """What the code under test may use: processor time, and memory."""

    seconds: float = 5.0  # for one call
    total_seconds: float = 60.0  # for all calls of a kata
    memory: int = 2 * 1024**3  # bytes


class Process:
    """One process, from its start to its end."""

    def __init__(self) -> None:
        self._dump: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as self
        self._popen: Any = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", WORKER, str(TESTS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._dump,
            cwd=tempfile.gettempdir(),
            env={k: os.environ[k] for k in KEPT_VARIABLES if k in os.environ}
            | ONE_THREAD,
            # A session of its own: Ctrl-C reaches pytest only, and all of it can be
            # ended at once.
            start_new_session=True,
        )
        self._seconds = 0.0  # for each call of the request
        self._deadline = self._end = inf  # of a call, of the request
        self._overdue = ""
        self._done = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def ask(
        self, seconds: float, left: float, *details: Any
    ) -> Iterator[tuple[str, list[Any]]]:
        """Send a request, as `kata_worker.serve` has it; yield what is said until the process ends.

        It raises `incoming.UNREADABLE`. The `seconds` of processor time are for each
        call.
        """
        stdin: IO[bytes] = self._popen.stdin
        self._seconds, self._end = seconds, monotonic() + PATIENCE_WITH_ALL * left
        self._extend()
        # Version 2 keeps no references: a board that occurs in two calls arrives as two
        # boards.
        body = marshal.dumps(((seconds, PATIENCE * seconds, left), *details), 2)
        with suppress(
            OSError
        ):  # It is gone already; its messages end, and the autopsy says why.
            stdin.write(len(body).to_bytes(4, "big") + body)
            stdin.flush()
        read = 0
        try:
            while line := self._popen.stdout.readline(LONGEST_MESSAGE):
                read += len(line)
                if read > MOST_MESSAGES or len(line) == LONGEST_MESSAGE:
                    raise ValueError("more than anybody reads")
                if line.endswith(b"\n"):  # Else the process ended while it wrote.
                    message, content = incoming.read(line)
                    yield message, content
                    if message in incoming.OUTCOMES:  # The next call begins.
                        self._extend()
        finally:
            self._deadline = inf

    def autopsy(self, total: float, folder: str) -> Trouble:
        """Say why it ended; `kata_worker.guard.Clock` says which signal stands for what."""
        status = self._popen.wait()
        self._dump.seek(0)
        dump = self._dump.read(100_000).decode("ascii", "replace")
        name, kind, message = SIGNALS.get(status, ""), "ended", str(status)
        if name == "SIGVTALRM" or self._overdue == "too long":
            kind, message = "too long", f"{total:g}"
        elif name == "SIGPROF":
            kind, message = "timeout", f"{self._seconds:g}"
        elif name == "SIGALRM" or self._overdue or "Timeout (" in dump:
            kind, message = "timeout", f"{PATIENCE * self._seconds:g}"
        elif name or status > 0xFFFF or "Fatal Python error" in dump:
            kind, message = "crash", name or f"exit code {status}"
        found = Trouble(kind, message=message, busy=name == "SIGPROF")
        # The innermost line of the learner's own; faulthandler writes what is not ASCII
        # as escapes.
        escaped = folder.encode("ascii", "backslashreplace").decode()
        own = [frame for frame in FRAME.findall(dump) if frame[0].startswith(escaped)]
        for file, line, function in own[:1]:
            recursed = any(frame[2] == function for frame in own[1:])
            place = folder + file[len(escaped) :]
            found = replace(found, file=place, line=int(line), recursed=recursed)
        return found

    def close(self) -> None:
        self._done.set()
        self._kill()
        self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout, self._dump):
            with suppress(
                OSError
            ):  # Something was left to be written to a process that is gone.
                stream.close()

    def _extend(self) -> None:
        self._deadline = min(
            self._end, monotonic() + PATIENCE * self._seconds + GRACE_SECONDS
        )

    def _watch(self) -> None:
        """Kill the process when it does not even end itself in time (a thread)."""
        while not self._done.wait(0.1):
            if monotonic() > self._deadline:
                self._overdue = "too long" if self._deadline == self._end else "timeout"
                self._kill()
                return

    def _kill(self) -> None:
        with suppress(
            ProcessLookupError, PermissionError
        ):  # It ended, or is no leader yet.
            if hasattr(os, "killpg"):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
