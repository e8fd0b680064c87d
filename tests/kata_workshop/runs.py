"""The scheduler of a workshop: it runs files in threads, each with a process.

`Host` is this end of a process of `child`: it starts it, asks it, ends it.
"""

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from time import monotonic, sleep
from typing import IO, Any

from kata_kit.katas import ROOT
from kata_kit.layout import short
from kata_kit.plain import made
from kata_kit.process import Limits
from kata_kit.record import STOPPED, KataRecord

from kata_workshop.child import FORKS, Task
from kata_workshop.files import Submitted
from kata_workshop.run import Terms, run
from kata_workshop.screen import Screen

LOOK_SECONDS = 1.0  # from one look at what has come to the next
GRACE_SECONDS = 1.0  # from the end of what a process says to its own

CHILD = Path(__file__).with_name("child.py")


class Host:
    """One process of `child` after the other: it goes with a run that does not end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115 - lives as long as self

    def run(self, one: Submitted, limits: Limits, seconds: float) -> KataRecord | None:
        """Return what came of a file; None if nothing did in so many seconds."""
        if seconds <= 0:
            return None
        self._errors.seek(0)
        self._errors.truncate()  # What came of the last file is not of this one.
        end = monotonic() + seconds
        process = self._process or self._start()
        late = Timer(seconds, self.kill)
        late.start()
        try:
            answer = self._ask(process, one, limits)
        finally:
            late.cancel()
        if not answer:
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE_SECONDS)  # It ends by itself, but for its pipes.
            answer = str(self.close())
            if monotonic() >= end:
                return None
        if not FORKS:
            self.close()
        # Files are named from the folder of the workshop on, wherever a path stands.
        here = json.dumps(f"{one.folder}{os.sep}")[1:-1]
        try:
            record: KataRecord = made(KataRecord, json.loads(answer.replace(here, "")))
        except ValueError:
            words = f"no verdict: the run ended with {short(answer.strip(), 20)}"
            self._errors.seek(0)
            errors = self._errors.read().decode("utf-8", "replace")
            return KataRecord(one.kata.name, "", STOPPED, words, verdict=errors)
        return record

    def _ask(
        self, process: subprocess.Popen[str], one: Submitted, limits: Limits
    ) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        # A process that is killed leaves its temporary files; this folder goes.
        with TemporaryDirectory(prefix="kata-", ignore_cleanup_errors=True) as folder:
            task = Task(
                str(one.file),
                str(one.own),
                list(one.identity),
                one.kata.name,
                limits.seconds,
                limits.total_seconds,
                temporary=folder,
            )
            with suppress(OSError):
                print(json.dumps(task), file=process.stdin, flush=True)
                return process.stdout.readline()
        return ""

    def kill(self) -> None:
        """End the process with the run that it is at; any thread may ask for it."""
        process = self._process
        if process and process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()

    def close(self) -> int:
        """End the process, and return how it ended."""
        self.kill()
        process, self._process = self._process, None
        if process is None:
            return 0
        with process:  # It closes the pipes, and waits.
            return process.wait()

    def _start(self) -> subprocess.Popen[str]:
        # What is set for this pytest is not for that one, and plugins cost each start.
        passed = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
        passed |= {"COLUMNS": "80", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-X", "utf8", str(CHILD), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=ROOT,
            env=passed,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C reaches the workshop only, which ends it.
        )
        return self._process


class Runs:
    """Runs files, so many at once; those of one participant one after the other."""

    def __init__(self, at_once: int) -> None:
        self._pool = ThreadPoolExecutor(at_once)
        self._hosts = [Host() for _ in range(at_once)]
        self._free = SimpleQueue[Host]()
        for host in self._hosts:
            self._free.put(host)
        self._done = SimpleQueue[tuple[Submitted, KataRecord]]()
        self._started: list[Future[None]] = []
        self.under_way = set[str]()  # the ids of files
        # By the participants: the first is started, the others wait for it.
        self._queues = defaultdict[str, list[tuple[Submitted, Terms]]](list)

    def start(self, one: Submitted, terms: Terms) -> None:
        """Run a file as soon as there is room, and no other of its participant runs."""
        self.under_way.add(one.node_id)
        queue = self._queues[one.participant]
        queue.append((one, terms))
        if len(queue) == 1:
            self._submit(one, terms)

    def finished(self) -> Iterator[tuple[Submitted, KataRecord]]:
        """Yield what has come, after a wait for the first."""
        with suppress(Empty):
            one, record = self._done.get(timeout=LOOK_SECONDS)
            while True:
                self._go_on(one)
                yield one, record
                one, record = self._done.get_nowait()

    def close(self) -> None:
        """End what runs, and wait for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        while not all(run.done() for run in self._started):
            for host in self._hosts:
                host.kill()
            sleep(0.05)
        for host in self._hosts:
            host.close()

    def _go_on(self, one: Submitted) -> None:
        """Start the next file of the participant whose file has come."""
        self.under_way.discard(one.node_id)
        queue = self._queues[one.participant]
        queue.pop(0)
        if queue:
            self._submit(*queue[0])

    def _submit(self, one: Submitted, terms: Terms) -> None:
        self._started = [run for run in self._started if not run.done()]
        self._started.append(self._pool.submit(self._run, one, terms))

    def _run(self, one: Submitted, terms: Terms) -> None:
        host = self._free.get()
        self._done.put((one, run(one, terms, host.run)))
        self._free.put(host)


class Once:
    """Runs each file once, in the place of pytest's loop over its tests."""

    def __init__(self, runs: Runs, screen: Screen, terms: Terms) -> None:
        self._runs, self._screen, self._terms = runs, screen, terms

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        with closing(self._runs):
            for item in session.items:
                self._runs.start(item.one, self._terms)
            while items:
                for one, record in self._runs.finished():
                    self._tell(items.pop(one.node_id), record)
                self._screen.show_progress()
        return True

    def _tell(self, item: Any, record: KataRecord) -> None:
        """Tell the screen what came of a file, and pytest's hooks, which may stop."""
        self._screen.take(record)
        item.record = record
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if item.session.shouldfail:
            raise item.session.Failed(item.session.shouldfail)
        if item.session.shouldstop:
            raise item.session.Interrupted(item.session.shouldstop)
