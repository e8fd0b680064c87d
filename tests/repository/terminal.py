"""A terminal in which a test types, and reads what is shown."""

import os
import re
import select
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from struct import pack
from time import monotonic

import pytest
from repository.project import LONGEST_WAIT, clean_environment


class Terminal:
    """Python in a pseudo-terminal of 80 columns and 24 lines."""

    def __init__(self, root: Path, *command: str, **environment: str) -> None:
        why = "pseudo-terminals are not of this system"
        termios = pytest.importorskip("termios", reason=why)
        fcntl = pytest.importorskip("fcntl", reason=why)
        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
        self.settings = partial(termios.tcgetattr, theirs)
        self.screen = ""  # all that was shown
        self._before = 0  # how much of it before something was typed
        variables = {"TERM": "dumb", "PYTHON_BASIC_REPL": "1"} | environment
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=root,
            env=clean_environment() | variables,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )

    def type(self, text: str) -> None:
        """Type a text, or press a key."""
        self._before = len(self.screen)
        os.write(self._ours, text.encode())

    def expect(self, pattern: str) -> None:
        """Wait until what is shown since something was typed has the pattern."""
        end, screen = monotonic() + LONGEST_WAIT, ""
        while not re.search(pattern, screen, re.DOTALL):
            assert monotonic() < end, f"expected {pattern}, got\n{screen}"
            self._read()
            cleared = self.screen[self._before :].split("\x1b[2J")
            screen = re.sub(r"\x1b(\[[0-9;]*m|\(B)", "", cleared[-1])

    def end(self) -> int:
        """Wait until it ends, and return the exit code."""
        end = monotonic() + LONGEST_WAIT
        while self.process.poll() is None or self._has_more(0):
            assert monotonic() < end, f"expected the end, got\n{self.screen}"
            self._read()
        return self.process.returncode

    def interrupt(self) -> int:
        """Press Ctrl-C until it ends.

        Just before Python waits for a line, it takes no notice.
        """
        while self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
        return self.end()

    def _has_more(self, seconds: float) -> bool:
        return bool(select.select([self._ours], [], [], seconds)[0])

    def _read(self) -> None:
        if not self._has_more(0.1):
            return
        self.screen += os.read(self._ours, 10_000).decode().replace("\r", "")
        if self.screen.endswith("\x1b[6n"):  # It's asked where its cursor is.
            os.write(self._ours, b"\x1b[1;1R")
