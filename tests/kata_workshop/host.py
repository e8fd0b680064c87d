"""The workshop's end of a process that runs files: starts it, asks it, ends it."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from time import monotonic
from typing import IO

from kata_kit.katas import ROOT
from kata_kit.layout import short
from kata_kit.plain import made
from kata_kit.process import Limits
from kata_kit.record import STOPPED, KataRecord

from kata_workshop.child import FORKS, Task
from kata_workshop.files import Submitted

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
        self._errors.seek(0)
        self._errors.truncate()
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
        passed = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PYTEST_")
        }
        # The plugins that are installed beside pytest have nothing to do here, and cost
        # each start.
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
