"""The terminal, the files and the processes of the loop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from blessed import Terminal
from kata_kit import handback
from kata_kit.handback import Handed
from kata_kit.katas import ROOT
from kata_kit.writing import Line
from watchfiles import watch

from kata_loop.pages import typed

PYTEST = (sys.executable, "-m", "pytest")
TO_TIDY_UP = 2  # seconds, for a run that is not wanted any more


class Process:
    """A run of pytest that nobody waits for."""

    def __init__(self, command: Sequence[str], columns: int) -> None:
        self._started = monotonic()
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._record = Path(self._folder.name, "record.json")
        self._output = Path(self._folder.name, "output")
        # The size of its log, which is read again if that has grown.
        self._size, self._so_far = 0, Handed()
        variables = {"COLUMNS": str(columns), "PYTHONIOENCODING": "utf-8"}
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*PYTEST, *command, f"--record={self._record}"],
                cwd=ROOT,
                env=os.environ | variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                # Ctrl-C and the keys are for the loop.
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )

    def result(self) -> tuple[Handed | None, str] | None:
        """Return what it handed back, and the output; None while it runs."""
        if self._process.poll() is None:
            return None
        handed = handback.read(self._record)
        output = self._output.read_text(encoding="utf-8", errors="replace")
        self._folder.cleanup()
        return handed, output

    def so_far(self) -> Handed:
        """Return how far it is."""
        with suppress(OSError):  # Not begun yet.
            size = handback.log_of(self._record).stat().st_size
            if size != self._size:
                self._size, self._so_far = size, handback.so_far(self._record)
        return self._so_far

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
        self._folder.cleanup()


class Console:
    """The world outside the loop; a context in which the terminal is the loop's."""

    def __init__(self) -> None:
        self._terminal = Terminal()
        self._colours = self._terminal.number_of_colors and "NO_COLOR" not in os.environ
        self._shown: object = None
        self._ours = ExitStack()  # what puts the terminal back
        if hasattr(signal, "SIGTSTP"):
            signal.signal(signal.SIGTSTP, self._suspend)
        folder = ROOT / "katas"
        self._saves = watch(
            folder, debounce=200, step=20, rust_timeout=1, yield_on_timeout=True
        )
        next(self._saves)  # From now on no save is missed.

    def __enter__(self) -> Console:
        terminal = self._terminal
        for part in (terminal.fullscreen, terminal.cbreak, terminal.hidden_cursor):
            self._ours.enter_context(part())
        return self

    def __exit__(self, *_: object) -> None:
        self._ours.close()
        self._shown = None

    def _suspend(self, *_: object) -> None:
        """Give the terminal back while Ctrl-Z holds the loop."""
        was_ours = self._shown is not None
        self.__exit__()
        os.kill(os.getpid(), signal.SIGSTOP)
        if was_ours:
            self.__enter__()

    def size(self) -> tuple[int, int]:
        """Return the columns and lines of the terminal."""
        return self._terminal.width, self._terminal.height

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines and nothing else, if they are not there yet."""
        if (self.size(), lines) != self._shown:
            self._shown = self.size(), lines
            clear = self._terminal.home + self._terminal.clear
            shown = [self._coloured(line) for line in lines]
            print(clear + "\n".join(shown), end="", flush=True)

    def _coloured(self, line: Line) -> str:
        """Return a line as the terminal shows its style; a heading is bold."""
        style = line.style.replace("heading", "bold").replace(" ", "_")
        if not (style and line.text and self._colours):
            return line.text
        return str(getattr(self._terminal, style)(line.text))

    def key(self, seconds: float) -> str:
        """Return the key that is pressed within that time; "" if none is."""
        return str(self._terminal.inkey(timeout=seconds))

    def saved(self) -> set[str]:
        """Return the katas of which a file was saved since the last call."""
        paths = [Path(path) for _, path in next(self._saves)]
        return {path.parent.name for path in paths if path.suffix == ".py"}

    def start(self, command: Sequence[str]) -> Process:
        """Start a run, and do not wait for it."""
        return Process(command, self._terminal.width)

    def lend(self, command: Sequence[str], note: str) -> None:
        """Give a run the terminal, and take it back at its end."""
        self.__exit__()
        print(note, f"$ {typed(command)}", sep="\n")
        with subprocess.Popen([*PYTEST, *command], cwd=ROOT) as process:
            while process.poll() is None:
                with suppress(KeyboardInterrupt):  # It is for the debugger.
                    process.wait()
        with suppress(EOFError, KeyboardInterrupt):
            input("Press Enter to go back to the loop. ")
        self.__enter__()

    def content(self, kata: str) -> object:
        """Return the content of a kata's files, for a comparison."""
        try:
            files = sorted((ROOT / "katas" / kata).glob("*.py"))
            return [file.read_bytes() for file in files]
        except OSError:
            return None
