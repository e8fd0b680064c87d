"""Processes for strangers' files, and what lists our cases: the side that asks."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from kata_guard import guard
from kata_kit.katas import ROOT, Kata, python_path
from kata_kit.layout import width
from kata_kit.parent import fate

from kata_evening.checked import decoded

KEPT = "PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP"  # of our environment: no secrets
MOST_READ = 2**21  # bytes of an answer

TWO_WAYS = """\
Other people's code isn't run here: {}.
Run it in a container (on Linux), or add --trust if you know the people: their code can
then do whatever you can do."""

RUNNING = set[Any]()  # the processes that haven't been waited for
Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class Submission(NamedTuple):
    """One person's file for one kata."""

    participant: str
    kata: Kata
    data: bytes | str  # A text says why it isn't read.


def parent_of(*, trusted: bool) -> str:
    """Return who starts processes, for the guard, or "" for none.

    Raises:
        ValueError: if this system has no guard, and the files aren't trusted.
    """
    reason = guard.reason_not_available()
    if reason and not trusted:
        raise ValueError(TWO_WAYS.format(reason))
    return "" if trusted else str(os.getpid())


def start(*words: str) -> Any:
    """Start the other end in a process and a group of its own."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | {
        "COLUMNS": str(width()),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": python_path(),
        "PYTHONUTF8": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "kata_evening.confined", *words],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    RUNNING.add(process)
    return process


def kill(process: Any) -> None:
    """End a process with all that it has started, and wait for it."""
    if process in RUNNING:  # Later its number may be another's.
        RUNNING.discard(process)
        with suppress(ProcessLookupError, PermissionError):  # Nothing is left of it.
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()


@dataclass
class Child:
    """A confined process, which is started when it's asked for the first time."""

    kind: str
    file: Submission | Path
    parent: str
    seconds: float  # for all answers
    spent: float = 0.0
    kept: ExitStack = field(default_factory=ExitStack)
    process: Any = None

    def ask(self, **question: object) -> Any:
        """Return the answer, which is JSON.

        Raises:
            OSError: if the process can't be started.
            ValueError: if there's no answer in time, or the file wasn't read.
        """
        process = self.process = self.process or self._start()
        timer, began = Timer(self.seconds - self.spent, kill, [process]), monotonic()
        timer.start()
        try:
            with suppress(OSError):  # It has ended.
                process.stdin.write(f"{json.dumps(question)}\n".encode())
                process.stdin.flush()
            line = process.stdout.readline(MOST_READ)
        finally:
            timer.cancel()
        self.spent += monotonic() - began
        if self.spent >= self.seconds:
            raise ValueError(f"it took more than {self.seconds:g} s")
        if not line:
            kill(process)
            raise ValueError(fate(process.returncode, "")[0])
        return decoded(line)

    def _start(self) -> Any:
        """Start the process, for a copy of somebody's file in a folder of its own."""
        path = file = self.file
        if isinstance(file, Submission):
            if isinstance(file.data, str):
                raise ValueError(file.data)
            kept = TemporaryDirectory(prefix="k", ignore_cleanup_errors=True)
            folder = Path(self.kept.enter_context(kept)).resolve()
            path = folder / f"{file.kata.name}.py"
            path.write_bytes(file.data)
        process = start(self.kind, str(path), self.parent)
        self.kept.callback(kill, process)
        return process

    def close(self) -> None:
        """End the process, and remove the folder."""
        self.kept.close()


def at_once(work: Callable[[Item], Outcome], items: Iterable[Item]) -> list[Outcome]:
    """Return what comes of work, of which some is done at once.

    Ctrl-C ends it, with all its processes; what is done is returned.
    """
    pool = ThreadPoolExecutor(os.cpu_count())
    futures = [pool.submit(work, item) for item in items]
    with suppress(KeyboardInterrupt):
        wait(futures)
    done = [future for future in futures if future.done()]
    pool.shutdown(wait=False, cancel_futures=True)
    for process in [*RUNNING]:
        kill(process)
    return [future.result() for future in done]
