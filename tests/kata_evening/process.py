"""Processes for strangers' files: each confines itself before it reads one.

The folder of a `Child` has `own`, all that the process can read beside Python and this
project, and the files that it writes, which are open from its start, and which the
kernel keeps from growing.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

import pytest
from kata_guard import guard
from kata_kit.katas import ROOT, Kata
from kata_kit.layout import visible, width
from kata_kit.parent import fate
from kata_kit.surroundings import taken
from kata_kit.watch import WATCH

from kata_evening.files import Files, Submission

OWN, RESULT, SCREEN, NOTE, DUMP = "own", "result", "screen", "note", "dump"
KEPT = "PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP"  # of our environment: no secrets
MOST_READ = 2**20  # bytes of a file
MOST_NAMES = 2**23  # bytes, of all names
MOST_SHOWN, MOST_LINES = 100_000, 20  # characters of a screen, and frames
SECONDS_TO_READ = 30.0  # everything
BEAT = 0.02  # seconds from one look at the processes to the next

TWO_WAYS = """\
Other people's code isn't run here: {}.
Run it in a container (on Linux), or add --trust if you know the people: their code can
then do whatever you can do."""


def parent_of(*, trusted: bool) -> str:
    """Return the word for `confine`: who starts the process, or "" for no guard.

    Raises:
        ValueError: if this system has no guard, and the files aren't trusted.
    """
    reason = guard.reason_not_available()
    if reason and not trusted:
        raise ValueError(TWO_WAYS.format(reason))
    return "" if trusted else str(os.getpid())


def confine(parent: str, own: Path, kata: Kata) -> None:
    """Confine this process, and start the clock of calls; "" is for no guard."""
    taken()  # It is read from /proc, and remembered.
    if parent:
        readable = [own, ROOT / "tests", ROOT / "solutions", kata.statement]
        guard.confine(readable, int(parent), start=start_clock)


def start_clock() -> None:
    """Start the thread that looks at the clock."""
    WATCH.begin("")
    WATCH.end()


def start(module: str, *words: str, **streams: Any) -> Any:
    """Start a module of this project in a process and a group of its own."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | {
        "COLUMNS": str(width()),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), str(ROOT)]),
        "PYTHONUTF8": "1",
    }
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", f"kata_evening.{module}", *words],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        **{"stdin": nothing, "stdout": nothing, "stderr": nothing} | streams,
    )


def kill(process: Any) -> None:
    """End a process with all that it has started, and wait for it."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def everything(path: Path, parent: str) -> Files:
    """Return all files at a path.

    Raises:
        OSError: if there is nothing.
        ValueError: if it can't be read in time.
    """
    path = path.resolve(strict=True)
    process = start("reading", str(path), parent, stdout=subprocess.PIPE)
    timer = Timer(SECONDS_TO_READ, process.kill)
    timer.start()
    try:
        rows = json.loads(process.stdout.readline(MOST_NAMES))
        contents = [data_of(process.stdout, size) for _, size in rows]
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"{path} can't be read: it's broken or too large") from None
    finally:
        timer.cancel()
        kill(process)
    names = [tuple(filter(None, str(name).split("/"))) for name, _ in rows]
    return {name: data for name, data in zip(names, contents, strict=True) if name}


def data_of(pipe: Any, size: object) -> bytes | str:
    """Return what is in a file, or why it isn't read."""
    if not isinstance(size, int):
        return str(size)
    data = bytes(pipe.read(max(0, min(size, MOST_READ))))
    if len(data) != size:
        raise ValueError("it isn't whole")
    return data


class Child:
    """A process for one person's file, and its folder."""

    def __init__(self, file: Submission) -> None:
        self.file, self.problem = file, ""  # why there is no process, or no result
        self.process: Any = None
        self._temporary: TemporaryDirectory[str] | None = None

    def begin(self, module: str, parent: str, *words: str, **streams: Any) -> None:
        """Start it, with a copy of the file."""
        try:
            self._temporary = TemporaryDirectory(prefix="k", ignore_cleanup_errors=True)
            self.file.copy(self.folder / OWN)
            own = str(self.folder), self.file.kata.name
            self.process = start(module, *own, parent, *words, **streams)
        except (OSError, ValueError) as error:
            self.problem = f"can't be run: {error}"

    @property
    def folder(self) -> Path:
        assert self._temporary
        return Path(self._temporary.name).resolve()

    def close(self) -> None:
        """End it, and remove its folder."""
        if self.process:
            kill(self.process)
        if self._temporary:
            self._temporary.cleanup()


class Job(Child):
    """pytest on one file."""

    def __init__(
        self, file: Submission, parent: str, seconds: float, words: list[str]
    ) -> None:
        super().__init__(file)
        self._seconds, self._late = seconds, time.monotonic() + seconds
        self.begin("child", parent, *words)

    def is_over(self) -> bool:
        """Return True if it has ended; one that is late is ended here."""
        if self.process and time.monotonic() > self._late:
            self.problem = f"it took more than {self._seconds:g} s"
            kill(self.process)
        return not self.process or self.process.poll() is not None

    def read(self, name: str) -> str:
        """Return what it wrote into a file."""
        if not self.process:
            return ""
        with suppress(OSError), (self.folder / name).open("rb") as file:
            return file.read(MOST_READ).decode(errors="replace")
        return ""

    def fate(self) -> list[str]:
        """Return what became of it, if there is no result, and where it was."""
        if self.problem:
            return [self.problem]
        code = self.process.returncode
        if code == pytest.ExitCode.USAGE_ERROR:
            return ["none of its cases was run"]
        if code < 0 and -code not in {*signal.Signals}:
            return [f"it ended itself (signal {-code})"]
        how, *frames = fate(code, self.read(DUMP))[:MOST_LINES]
        title = self.read(NOTE).rstrip("\0")
        return [
            how,
            *map(visible, frames),
            *([f"in the case {title!r}"] if title else []),
        ]

    def screen(self) -> str:
        """Return what stood on its terminal, with the name of the file alone."""
        text = self.read(SCREEN)[:MOST_SHOWN].rstrip()
        return visible(text and text.replace(f"{self.folder / OWN}{os.sep}", ""))


def run(jobs: Iterable[Job]) -> Iterator[Job]:
    """Run some jobs at once, and yield each when it is over."""
    at_once = os.cpu_count() or 1
    waiting, running = iter(jobs), list[Job]()
    try:
        while True:
            while len(running) < at_once and (job := next(waiting, None)):
                running.append(job)
            if not running:
                return
            for job in [job for job in running if job.is_over()]:
                running.remove(job)
                yield job
                job.close()
            time.sleep(BEAT)
    finally:
        for job in running:
            job.close()
