"""The terminal, the files and the processes of the loop."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from time import monotonic

from blessed import Terminal
from kata_kit import handback
from kata_kit.handback import Handed
from kata_kit.katas import ROOT
from kata_kit.writing import Line
from watchfiles import PythonFilter, watch

PYTEST = (sys.executable, "-m", "pytest")
TO_TIDY_UP = 2  # seconds, for a run that is not wanted any more


class Process:
    """A run of pytest that nobody waits for."""

    def __init__(self, command: str) -> None:
        self._started = monotonic()
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._record = Path(self._folder.name, "record")
        self._output = Path(self._folder.name, "output")
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*PYTEST, *shlex.split(command), f"--record={self._record}"],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Ctrl-C and the keys are for the loop.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )

    def is_over(self) -> bool:
        return self._process.poll() is not None

    def handed(self) -> Handed:
        """Return what it has handed back up to now."""
        return handback.read(self._record)

    def output(self) -> str:
        return self._output.read_text(errors="replace")

    def seconds(self) -> int:
        """Return how long it has run."""
        return int(monotonic() - self._started)

    def stop(self) -> None:
        """End it, and the process of the code under test with it."""
        is_windows = sys.platform == "win32"
        self._process.send_signal(signal.SIGTERM if is_windows else signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(TO_TIDY_UP)
        self._process.kill()
        self._process.wait()


class Console:
    """The world outside the loop; a context in which the terminal is the loop's."""

    def __init__(self) -> None:
        # With it, blessed would not even clear the screen.
        self._colours = not os.environ.pop("NO_COLOR", "")
        self._terminal = Terminal()
        self._shown: object = None
        self._ours = ExitStack()  # what puts the terminal back
        self._saves = watch(
            ROOT / "katas",
            watch_filter=PythonFilter(),
            step=20,
            rust_timeout=1,
            yield_on_timeout=True,
        )
        next(self._saves)  # From now on no save is missed.

    def __enter__(self) -> Console:
        terminal = self._terminal
        for part in (terminal.fullscreen, terminal.cbreak, terminal.hidden_cursor):
            self._ours.enter_context(part())
        if hasattr(signal, "SIGTSTP"):
            before = signal.signal(signal.SIGTSTP, self._suspend)
            self._ours.callback(signal.signal, signal.SIGTSTP, before)
        return self

    def __exit__(self, *_: object) -> None:
        self._ours.close()
        self._shown = None

    def _suspend(self, *_: object) -> None:
        """Give the terminal back while Ctrl-Z holds the loop."""
        self.__exit__()
        os.kill(os.getpid(), signal.SIGTSTP)
        self.__enter__()

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines and nothing else, if they are not there yet."""
        if (get_terminal_size(), lines) != self._shown:
            self._shown = get_terminal_size(), lines
            clear = self._terminal.home + self._terminal.clear
            shown = map(self._coloured, lines)
            print(clear + "\n".join(shown), end="", flush=True)

    def _coloured(self, line: Line) -> str:
        if not (line.style and self._colours):
            return line.text
        return str(getattr(self._terminal, line.style.replace(" ", "_"))(line.text))

    def key(self, seconds: float) -> str:
        """Return the key that is pressed within that time; "" if none is."""
        return str(self._terminal.inkey(timeout=seconds))

    def saved(self) -> set[str]:
        """Return the katas of which a file was saved since the last call."""
        return {Path(path).parent.name for _, path in next(self._saves)}

    def start(self, command: str) -> Process:
        """Start a run, and do not wait for it."""
        return Process(command)

    def lend(self, command: str, note: str) -> None:
        """Give a run the terminal, and take it back at its end."""
        self.__exit__()
        print(note, f"$ pytest {command}", sep="\n")
        with subprocess.Popen([*PYTEST, *shlex.split(command)], cwd=ROOT) as process:
            while process.poll() is None:
                with suppress(KeyboardInterrupt):  # It is for the debugger.
                    process.wait()
        with suppress(EOFError, KeyboardInterrupt):
            input("Press Enter to go back to the loop. ")
        self.__enter__()
