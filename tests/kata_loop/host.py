"""The terminal, the files and the processes of the loop."""

import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import get_terminal_size
from tempfile import TemporaryDirectory
from time import monotonic

from blessed import Terminal
from kata_kit.katas import ROOT
from kata_kit.record import KataRecord, value_of
from watchfiles import PythonFilter, watch

from kata_loop.pages import Screen, drawn

UNSAVED = "ignore::pytest.PytestCacheWarning"  # The end of a run says it.
PYTEST = (sys.executable, "-m", "pytest", "--in-loop", "-W", UNSAVED)


class Run:
    """A run of pytest that nobody waits for."""

    def __init__(self, command: str, *options: str) -> None:
        self._started = monotonic()
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._record = Path(self._folder.name, "record.json")
        self._output = Path(self._folder.name, "output")
        words = [*shlex.split(command), *options, f"--record={self._record}"]
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [*PYTEST, *words],
                cwd=ROOT,
                env=os.environ | {"COLUMNS": str(get_terminal_size().columns)},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C and Ctrl-Z are for the loop.
            )

    def is_over(self) -> bool:
        return self._process.poll() is not None

    def output(self) -> str:
        return self._output.read_text(errors="replace")

    def record(self) -> KataRecord | None:
        """Return the record of the kata; None if the run was lost."""
        with suppress(OSError, ValueError, IndexError):
            data = json.loads(self._record.read_text("utf-8"))[0]
            record: KataRecord = value_of(KataRecord, data)
            return record
        return None

    def seconds(self) -> int:
        """Return how long it has run."""
        return int(monotonic() - self._started)

    def stop(self) -> None:
        """End it, with the processes that it has started."""
        with suppress(OSError):  # It has ended.
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class Host:
    """The world outside the loop; inside this context the loop has the terminal."""

    def __init__(self) -> None:
        # With NO_COLOR, blessed wouldn't even clear the screen.
        no_colours = os.environ.pop("NO_COLOR", "")
        self._colour = f"--color={'no' if no_colours else 'yes'}"
        self._terminal = Terminal()
        self._on_screen: object = None
        self._ours = ExitStack()  # what puts the terminal back
        self._saves = watch(
            ROOT / "katas",
            watch_filter=PythonFilter(),
            step=20,
            rust_timeout=1,
            yield_on_timeout=True,
        )
        next(self._saves)  # From now on no save is missed.

    def __enter__(self) -> None:
        terminal = self._terminal
        for part in (terminal.fullscreen, terminal.cbreak, terminal.hidden_cursor):
            self._ours.enter_context(part())
        if hasattr(signal, "SIGTSTP"):
            before = signal.signal(signal.SIGTSTP, self._suspend)
            self._ours.callback(signal.signal, signal.SIGTSTP, before)

    def __exit__(self, *_: object) -> None:
        self._ours.close()
        self._on_screen = None

    def _suspend(self, *_: object) -> None:
        """Give the terminal back while Ctrl-Z holds the loop."""
        self.__exit__()
        os.kill(os.getpid(), signal.SIGTSTP)
        self.__enter__()

    def show(self, screen: Screen) -> None:
        """Show this and nothing else, if it isn't there yet."""
        size = get_terminal_size()
        if (size, screen) != self._on_screen:
            self._on_screen = size, screen
            terminal = self._terminal
            clear = terminal.normal + terminal.home + terminal.clear
            lines = drawn(screen, size.lines, self._fit)
            print(clear + "\n".join(lines), end="", flush=True)

    def _fit(self, line: str) -> list[str]:
        """Fold a line, whose colours take no columns."""
        width = get_terminal_size().columns
        return self._terminal.wrap(line, width) if len(line) > width // 2 else [line]

    def key(self, seconds: float) -> str:
        """Return the key that is pressed within that time; "" if none is."""
        return str(self._terminal.inkey(timeout=seconds)).lower()

    def has_saved(self) -> bool:
        """Return True if a file was saved since the last call."""
        return bool(next(self._saves))

    def start(self, command: str) -> Run:
        """Start a run, and don't wait for it."""
        return Run(command, self._colour)

    def lend(self, command: str) -> None:
        """Give a run the terminal, and take it back at its end."""
        self.__exit__()
        print(f"$ pytest {command}")
        words = [*PYTEST, *shlex.split(command), self._colour]
        with subprocess.Popen(words, cwd=ROOT) as process:
            while process.poll() is None:
                with suppress(KeyboardInterrupt):  # It's for the debugger.
                    process.wait()
        with suppress(EOFError, KeyboardInterrupt):
            input("Press Enter to go back to the loop. ")
        self.__enter__()
