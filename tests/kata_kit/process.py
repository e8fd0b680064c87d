"""The harness's end of the process that holds the code under test.

`Process` starts it, sends it calls, and ends it when it does not answer. What it says is believed
only as far as it answers what was asked.
"""

from __future__ import annotations

import marshal
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import IO, Any, TypeAlias

from kata_kit import autopsy, incoming, layout
from kata_kit.incoming import Trouble

TESTS = Path(__file__).resolve().parents[1]
# Starts the worker. Its package is found in the folder that is the last argument, which then leaves
# the path, before the code under test looks for modules of its own.
WORKER = "import sys; sys.path.insert(0, sys.argv.pop()); import kata_worker.serve as s; s.main()"

# So many times its processor time a call, and all calls of a kata, may take by the clock on the
# wall: the machine may be busy with others. Windows has no timer for processor time.
PATIENCE, PATIENCE_WITH_ALL = (1, 1) if sys.platform == "win32" else (5, 2)
# How much longer than its own alarm a process may take before it is killed from outside.
GRACE_SECONDS = 1.0
# Counting makes a call so many times slower at the most, so it may take so many times as long.
COUNTING = 4

# In bytes: of a message, and of all messages about a request.
LONGEST_MESSAGE = 1_000_000
MOST_MESSAGES = 30_000_000
LONGEST_PRINT = 20_000  # characters

# What a process gets of the environment: enough to start Python, nothing of the user's.
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP")
# Number libraries start a thread for each processor, which the guard refuses.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

Batch: TypeAlias = Sequence[tuple[Any, ...]]  # the arguments of calls
Most: TypeAlias = Sequence[int | None]  # for each call how far to count; None for no end


@dataclass(frozen=True)
class Limits:
    """What the code under test may use."""

    seconds: float = 5.0  # of processor time for one call
    total_seconds: float = 60.0  # of processor time for all calls of a kata
    memory: int = 2 * 1024**3  # bytes
    file_size: int = 1024**2  # bytes


@dataclass
class Reply:
    """What came of a request: for each call an answer or a `Trouble`, in order."""

    outcomes: list[object] = field(default_factory=list)  # the answers and troubles
    # What the code under test printed, in pieces: "printed" and a text; what it read in a session,
    # "typed" and a line; and "closed" where it was told of the end of the input.
    shown: list[tuple[str, str]] = field(default_factory=list)
    seconds: float = inf  # the processor time that it took, if the process could say

    @property
    def printed(self) -> str:
        """What the code under test printed."""
        return "".join(text for _, text in self.shown)[:LONGEST_PRINT]


class Process:
    """One process, from its start to its end.

    It may import the `references`, files by kata, and read what is its own: a folder, or the file
    alone; the folder of the file if None.
    """

    def __init__(
        self,
        path: Path,
        kata: str,
        limits: Limits,
        references: Mapping[str, str],
        own: Path | None = None,
    ) -> None:
        self._path, self._kata, self._limits = path, kata, limits
        self._folder = f"{path.parent}{os.sep}"
        self._setting = {
            "memory": limits.memory,
            "file_size": limits.file_size,
            "own": str(own or path.parent),
            "references": dict(references),
        }
        self._lines: list[str] = []
        self._exit: Trouble | None = None
        self._dump: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as self
        self.alive = True  # It can be asked something.
        self.held: Sequence[str] = ()  # What the system guards, once the file is loaded.
        self._popen = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", WORKER, str(TESTS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._dump,
            cwd=tempfile.gettempdir(),
            env={k: os.environ[k] for k in KEPT_VARIABLES if k in os.environ} | ONE_THREAD,
            # A session of its own: Ctrl-C reaches pytest only, and all of it can be ended at once.
            start_new_session=True,
        )
        self._seconds = 0.0  # for each call of the request
        self._deadline = self._end = inf  # of a call, of the request
        self._overdue = ""
        self._done = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def load(self, source: bytes) -> dict[str, tuple[str, int]] | Trouble:
        """Load the file, whose content is given; its functions by name, as `signature` has them."""
        try:
            text = source.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
            self._lines = layout.visible(text).split("\n")
        except UnicodeDecodeError:
            pass  # What the process itself quotes is in the encoding that the file names.
        details = (str(self._path), self._kata, source, self._setting)
        (outcome,) = self._ask("load", details, 1, self._limits.total_seconds).outcomes
        assert isinstance(outcome, (dict, Trouble))
        return outcome

    def ask(self, verb: str, function: str, how: str, batch: Batch, left: float) -> Reply:
        """Have a function called once for each member of a batch, in so many seconds that are left.

        For "call" a member is the arguments, and `how` is what is wanted; for "count" it is a pair
        of how far to count and the arguments, and `how` is what is counted. The reply is shorter
        when the process ended on the way, with a `Trouble` as its last outcome; when too many calls
        ended in one; or when one cost more than it may.
        """
        return self._ask(verb, (function, how, list(batch)), len(batch), left)

    def placed(self, trouble: Trouble) -> Trouble:
        """The same with the line that it is about; in no other file than the learner's."""
        path = os.path.normpath(trouble.file)
        if not path.startswith(self._folder):
            return replace(trouble, file="", line=0, source="")
        if trouble.source or path != str(self._path):
            return trouble
        lines, line = self._lines, trouble.line
        return replace(trouble, source=lines[line - 1] if 0 < line <= len(lines) else "")

    def close(self) -> None:
        """End the process and all that it started."""
        self._done.set()
        self._kill()
        self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout, self._dump):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # Something was left to be written to a process that is gone.
                    continue
        self.alive = False

    def _ask(self, verb: str, details: tuple[Any, ...], calls: int, left: float) -> Reply:
        reply, at_load = Reply(), verb == "load"
        self._seconds = self._limits.seconds * (COUNTING if verb == "count" else 1)
        self._end = monotonic() + PATIENCE_WITH_ALL * left
        try:
            self._send((verb, (self._seconds, PATIENCE * self._seconds, left), *details))
            for message, content in self._messages():
                if message == "end":
                    (reply.seconds,) = map(float, content)
                    _check_whole(reply.outcomes, calls)
                    break
                self._note(reply, verb, details[1], message, content)
                if len(reply.outcomes) > calls:
                    raise ValueError("more answers than questions")
            else:  # The process ended; perhaps it had said why.
                if len(reply.outcomes) < calls:
                    reply.outcomes.append(self._autopsy(len(reply.outcomes), at_load))
                self.close()
        except incoming.UNREADABLE:  # The code under test wrote into the pipe, and badly.
            reply.outcomes[calls - 1 :] = [Trouble("garbled", at_load=at_load)]
            self.close()
        finally:
            self._deadline = inf
        if any(isinstance(it, Trouble) and it.kind == "memory" for it in reply.outcomes):
            self.close()  # It may be full for good.
        return reply

    def _send(self, request: tuple[Any, ...]) -> None:
        # Version 2 keeps no references: a board that occurs in two calls arrives as two boards.
        body = marshal.dumps(request, 2)
        stdin = self._popen.stdin
        assert stdin is not None
        self._extend()
        try:
            stdin.write(len(body).to_bytes(4, "big") + body)
            stdin.flush()
        except OSError:
            pass  # It is gone already; its messages end, and the autopsy says why.

    def _messages(self) -> Iterator[tuple[str, list[Any]]]:
        stdout = self._popen.stdout
        assert stdout is not None
        read = 0
        while line := stdout.readline(LONGEST_MESSAGE):
            read += len(line)
            if read > MOST_MESSAGES or len(line) == LONGEST_MESSAGE:
                raise ValueError("more than anybody reads")
            if line.endswith(b"\n"):  # Else the process ended while it wrote.
                yield incoming.read(line)

    def _note(self, reply: Reply, verb: str, wanted: Any, message: str, content: Any) -> None:
        """Take in a message; those about a call come in the order of the calls."""
        at_load = verb == "load"
        if message == "printed" or (message in ("typed", "closed") and wanted == "session"):
            reply.shown.append((message, "".join(content)))
        elif message == "exits":
            facts = dict(zip(("message", "file", "line"), content, strict=True))
            facts |= {"kind": "exit", "type": "os._exit"}
            self._exit = self.placed(incoming.trouble(facts, at_load=at_load))
        elif message == "held" and at_load:
            (self.held,) = content
        else:
            outcome = incoming.outcome(verb, message, content)
            if isinstance(outcome, Trouble):
                outcome = self.placed(outcome)
            elif wanted == "session":
                session = incoming.transcript(reply.shown, outcome)
                outcome = replace(session, ended=session.ended and self.placed(session.ended))
            reply.outcomes.append(outcome)
            self._extend()

    def _extend(self) -> None:
        self._deadline = min(self._end, monotonic() + PATIENCE * self._seconds + GRACE_SECONDS)

    def _watch(self) -> None:
        """Kill the process when it does not even end itself in time (a thread)."""
        while not self._done.wait(0.1):
            if monotonic() > self._deadline:
                self._overdue = "too long" if self._deadline == self._end else "timeout"
                self._kill()
                return

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            try:
                os.killpg(self._popen.pid, signal.SIGKILL)
                return
            except (ProcessLookupError, PermissionError):
                pass  # It ended, or never came to be a leader.
        self._popen.kill()

    def _autopsy(self, done: int, at_load: bool) -> Trouble:
        status = self._popen.wait()
        if self._exit and not self._overdue:
            return self._exit
        self._dump.seek(0)
        dump = self._dump.read(100_000).decode("ascii", "replace")
        seconds = self._seconds, PATIENCE * self._seconds, self._limits.total_seconds
        found = autopsy.found(status, dump, self._overdue, seconds, self._folder)
        return self.placed(replace(found, done=done, at_load=at_load))


def _check_whole(outcomes: Sequence[object], calls: int) -> None:
    """See to it that only a call that went wrong, or cost too much, ends a request early."""
    last = outcomes[-1] if outcomes else None
    early = isinstance(last, Trouble) or (type(last) is tuple and last[1:] == (True, None))
    if len(outcomes) < calls and not early:
        raise ValueError("fewer answers than questions")
