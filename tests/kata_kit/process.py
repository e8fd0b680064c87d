"""The harness's end of the process that holds the code under test.

`Process` starts it, sends it calls, and ends it when it does not answer. What the process says is
read as plain literals and believed only as far as it answers what was asked.
"""

from __future__ import annotations

import ast
import marshal
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import IO, Any

from kata_kit.layout import visible
from kata_kit.values import restore

WORKER = Path(__file__).resolve().parents[1] / "kata_worker"

# How much longer than its own alarm a process may take before it is killed from outside.
GRACE_SECONDS = 1.0
# In bytes. Reading a literal takes about 500 times as much memory, and a second for a million.
LONGEST_MESSAGE = 1_000_000
LONGEST_PRINT = 20_000

# What a process gets of the environment: enough to start Python, nothing of the user's.
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP")
# Number libraries start a thread for each processor, which the guard refuses.
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

# The kinds of trouble that the process tells itself.
TOLD = (
    "not written",
    "signature",
    "syntax",
    "import",
    "exception",
    "recursion",
    "memory",
    "exit",
    "input",
    "debugger",
    "forbidden",
)
# What reading a message can raise that is none of the worker's.
UNREADABLE = (
    ValueError,
    TypeError,
    AttributeError,
    LookupError,
    SyntaxError,
    MemoryError,
    RecursionError,
)

# Counting makes a call so many times slower at the most, so it may take so many times as long.
COUNTING = 4

# What ends a line of answers.
ANSWERS_END = b"])"

_FRAME = re.compile(r'File "(.+?)", line (\d+)')


@dataclass(frozen=True)
class Limits:
    """What the code under test may use."""

    seconds: float = 5.0  # for one call
    total_seconds: float = 60.0  # for all calls of a kata
    memory: int = 2 * 1024**3  # bytes
    file_size: int = 1024**2  # bytes


@dataclass(frozen=True)
class Trouble:
    """A call, or the loading of the file, that did not end in an answer.

    Attributes:
        kind: one of the keys of `kata_kit.messages.MESSAGES`.
        type: the name of the exception, if there was one.
        message: its message, or what belongs to the kind.
        file: the learner's file, and
        line: the line in it where it happened; 0 when it is not known.
        column: for a SyntaxError.
        refusal: whether the exception is a `ValueError`.
        at_load: whether the file was being loaded.
    """

    kind: str
    type: str = ""
    message: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    refusal: bool = False
    at_load: bool = False


@dataclass
class Reply:
    """What came of a request: for each call an answer or a `Trouble`, in order.

    Attributes:
        outcomes: the answers and troubles.
        printed: what the code under test printed.
        loaded: the functions of the file, if it was to be loaded and could be.
        held: the names of the limits that the system took, after the first request.
    """

    outcomes: list[object] = field(default_factory=list)
    printed: str = ""
    loaded: dict[str, tuple[str, int]] | None = None
    held: Sequence[str] = ()


class Process:
    """One process, from its start to its end.

    Args:
        path: the file under test.
        kata: its kata.
        limits: what it may use.
        references: the files of reference solutions that it may import, by kata.
        own: what it may read beside: a folder, or the file alone; the folder of the file if None.
    """

    def __init__(
        self,
        path: Path,
        kata: str,
        limits: Limits,
        references: Mapping[str, str],
        own: Path | None = None,
    ) -> None:
        self._path = path
        self._limits = limits
        self._dump: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as self
        self._exit: Sequence[Any] = ()
        self._overdue = self._too_long = False
        self.alive = True
        self._popen = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._dump,
            cwd=tempfile.gettempdir(),
            env={k: os.environ[k] for k in KEPT_VARIABLES if k in os.environ} | ONE_THREAD,
            # A session of its own: Ctrl-C reaches pytest only, and all of it can be ended at once.
            start_new_session=True,
        )
        self._seconds = limits.seconds  # for a call
        self._deadline = self._end = float("inf")
        self._done = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()
        self.setting = {
            "seconds": limits.seconds,
            "cpu_seconds": int(limits.total_seconds + limits.seconds + 10),
            "memory": limits.memory,
            "file_size": limits.file_size,
            "own": str(own or path.parent),
            "references": dict(references),
        }
        self._kata = kata

    def load(self) -> Reply:
        """Have the file loaded; the reply holds its functions, or one `Trouble`."""
        return self._ask(("load", str(self._path), self._kata, self.setting), 1, at_load=True)

    def call(
        self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]], seconds: float
    ) -> Reply:
        """Call a function once for each tuple of arguments, in `seconds` for all of them.

        The reply is shorter than the batch when the process ended on the way, and its last outcome
        then is the `Trouble` that ended it; or when too many calls ended in a `Trouble`.
        """
        self._end = monotonic() + seconds
        return self._ask(("call", function, wanted, list(batch)), len(batch), at_load=False)

    def count(
        self,
        function: str,
        what: str,
        most: Sequence[int | None],
        batch: Sequence[tuple[Any, ...]],
        seconds: float,
    ) -> Reply:
        """Count what calls cost; see `kata_worker.counting`.

        The outcome of a call is a tuple: what it costs, and whether it costs more. The reply is
        shorter than the batch when a call cost more than it may: the process has ended then.
        """
        self._end = monotonic() + seconds
        self._seconds = COUNTING * self._limits.seconds
        # The code under test does not know the sign. It could write an answer, and that is short.
        sign = os.urandom(16).hex()
        request = ("count", function, what, list(most), list(batch), sign, self._seconds)
        reply = self._ask(request, len(batch), at_load=False)
        outcomes = [_signed(outcome, sign) for outcome in reply.outcomes]
        ended = bool(outcomes) and (isinstance(outcomes[-1], Trouble) or outcomes[-1][1])
        if len(outcomes) < len(batch) and not ended:  # Somebody else said that this is the end.
            outcomes.append(Trouble("garbled"))
        reply.outcomes = list(outcomes)
        return reply

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

    def _ask(self, request: tuple[Any, ...], most: int, *, at_load: bool) -> Reply:
        reply = Reply()
        try:
            self._send(request)
            for verb, *details in self._messages():
                if verb == "end":
                    break
                self._note(reply, verb, details, at_load)
                if len(reply.outcomes) > most:
                    raise ValueError("more answers than questions")
            else:
                reply.outcomes.append(self._autopsy(at_load))
        except UNREADABLE:
            # The code under test wrote into the pipe, and badly.
            self.close()
            reply.outcomes[most - 1 :] = [Trouble("garbled", at_load=at_load)]
        finally:
            self._deadline = float("inf")
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

    def _messages(self) -> Iterator[tuple[Any, ...]]:
        stdout = self._popen.stdout
        assert stdout is not None
        while line := stdout.readline(LONGEST_MESSAGE):
            if not line.endswith(b"\n"):
                if len(line) == LONGEST_MESSAGE:
                    raise ValueError("a message that is too long to read")
                line += ANSWERS_END  # The process ended in one of the next calls.
            yield ast.literal_eval(line.decode("utf-8", "replace"))

    def _note(self, reply: Reply, verb: str, details: list[Any], at_load: bool) -> None:
        if verb == "answers":
            if not details[0]:
                raise ValueError("answers to nothing, which would put off the deadline")
            reply.outcomes.extend(restore(details[0]))
            self._extend()
        elif verb == "trouble":
            reply.outcomes.append(self._trouble(details[0], at_load))
            self._extend()
        elif verb == "loaded":
            reply.loaded = {str(name): (str(v[0]), int(v[1])) for name, v in details[0].items()}
        elif verb == "printed":
            reply.printed = (reply.printed + str(details[0]))[:LONGEST_PRINT]
        elif verb == "exits":
            self._exit = details
        elif verb == "held":
            reply.held = details[0]
        else:
            raise ValueError(f"no such message: {verb!r}")

    def _extend(self) -> None:
        now = monotonic()
        self._too_long = self._end < now + self._seconds + GRACE_SECONDS
        self._deadline = min(self._end, now + self._seconds + GRACE_SECONDS)

    def _watch(self) -> None:
        """Kill the process when it does not even end itself in time (a thread)."""
        while not self._done.wait(0.1):
            if monotonic() > self._deadline:
                self._overdue = True
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

    def _autopsy(self, at_load: bool) -> Trouble:
        """Say why the process ended, from its status and what `faulthandler` left."""
        status = self._popen.wait()
        self._dump.seek(0)
        dump = self._dump.read(100_000).decode("ascii", "replace")
        self.close()
        file, line = self._where(dump)
        if self._overdue and self._too_long:
            return Trouble("too long", "", f"{self._limits.total_seconds:g}", file, line)
        if self._overdue or "Timeout (" in dump or -status == getattr(signal, "SIGXCPU", None):
            return Trouble("timeout", "", f"{self._seconds:g}", file, line, at_load=at_load)
        if self._exit:
            code, frame = self._exit
            file, line = self._own(frame)
            return Trouble("exit", "os._exit", str(code), file, line, at_load=at_load)
        if status < 0 or status > 0xFFFF or "Fatal Python error" in dump:
            return Trouble("crash", "", _signal_name(status), file, line, at_load=at_load)
        return Trouble("ended", "", str(status), file, line, at_load=at_load)

    def _where(self, dump: str) -> tuple[str, int]:
        """The innermost line of the learner's own in a dump of `faulthandler`."""
        # It writes what is not ASCII as escapes.
        folder = (str(self._path.parent) + os.sep).encode("ascii", "backslashreplace").decode()
        for file, line in _FRAME.findall(dump):
            if file.startswith(folder):
                return str(self._path.parent / file[len(folder) :]), int(line)
        return "", 0

    def _trouble(self, facts: Mapping[str, Any], at_load: bool) -> Trouble:
        if facts["kind"] not in TOLD:
            raise ValueError(f"no such trouble: {facts['kind']!r}")
        file, line = self._own(facts["frame"])
        return Trouble(
            kind=facts["kind"],
            type=str(facts["type"]),
            message=visible(str(facts["message"])),
            file=file,
            line=line,
            column=int(facts.get("column", 0)),
            refusal=facts["refusal"] is True,
            at_load=at_load,
        )

    def _own(self, frame: Sequence[Any] | None) -> tuple[str, int]:
        """A file and line that the process named, if the file is one of the learner's."""
        file, line = frame or ("", 0)
        path = os.path.normpath(str(file))
        return (path, int(line)) if path.startswith(str(self._path.parent) + os.sep) else ("", 0)


def _signed(outcome: object, sign: str) -> Any:
    """What a call costs, if it was the worker who said so."""
    if isinstance(outcome, Trouble):
        return outcome
    if isinstance(outcome, tuple) and len(outcome) == 3 and outcome[2] == sign:
        return outcome[:2]
    return Trouble("garbled")


def _signal_name(status: int) -> str:
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"exit code {status}"
