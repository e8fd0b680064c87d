"""The terminal, the files and the processes of the loop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic

from blessed import Terminal
from kata_kit.katas import ROOT
from watchfiles import watch

from kata_loop.screen import typed

PYTEST = (sys.executable, "-m", "pytest")
TO_TIDY_UP = 2  # seconds, for a run that is not wanted any more


class Process(subprocess.Popen[bytes]):
    """A run of pytest that nobody waits for, with the words behind `pytest`."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self._started = monotonic()
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as self
        super().__init__(
            [*PYTEST, *command],
            cwd=ROOT,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            # Ctrl-C and the keys are for the loop.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )

    def result(self) -> tuple[int, str] | None:
        """The exit code and the output; None while it runs."""
        if self.poll() is None:
            return None
        self._output.seek(0)
        return self.returncode, self._output.read().decode("utf-8", "replace")

    def seconds(self) -> int:
        """How long it has run."""
        return int(monotonic() - self._started)

    def stop(self) -> None:
        """End it, and the process of the code under test with it."""
        self.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            self.wait(TO_TIDY_UP)
        self.kill()
        self.wait()


class Console:
    """What is outside the loop; a context in which the terminal belongs to it."""

    def __init__(self) -> None:
        self._terminal = Terminal()
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
        for part in (
            self._terminal.fullscreen,
            self._terminal.cbreak,
            self._terminal.hidden_cursor,
        ):
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
        """Columns and lines of the terminal."""
        return self._terminal.width, self._terminal.height

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines and nothing else, if they are not there yet."""
        if (self.size(), lines) != self._shown:
            self._shown = self.size(), lines
            clear = self._terminal.home + self._terminal.clear
            print(clear + "\n".join(lines), end="", flush=True)

    def key(self, seconds: float) -> str:
        """The key that is pressed within that time; "" if none is."""
        return str(self._terminal.inkey(timeout=seconds))

    def saved(self) -> set[str]:
        """The katas of which a file was saved since the last call."""
        paths = [Path(path) for _, path in next(self._saves)]
        return {path.parent.name for path in paths if path.suffix == ".py"}

    def start(self, command: Sequence[str]) -> Process:
        """Start a run, and do not wait for it."""
        colours = self._terminal.number_of_colors > 0 and "NO_COLOR" not in os.environ
        wanted = {"COLUMNS": str(self._terminal.width), "PYTHONIOENCODING": "utf-8"}
        return Process(command, wanted | ({"PY_COLORS": "1"} if colours else {}))

    def lend(self, command: Sequence[str], note: str) -> None:
        """Give a run the terminal, and take it back at its end."""
        self.__exit__()
        print(note, f"$ {typed(command)}", sep="\n")
        with subprocess.Popen([*PYTEST, *command], cwd=ROOT) as process:
            while process.poll() is None:
                with suppress(KeyboardInterrupt):  # It is for the debugger.
                    process.wait()
        with suppress(EOFError):
            input("Press Enter to go back to the loop. ")
        self.__enter__()

    def content(self, kata: str) -> object:
        """The content of a kata's files, for a comparison."""
        with suppress(OSError):
            return [
                file.read_bytes()
                for file in sorted((ROOT / "katas" / kata).glob("*.py"))
            ]
        return None

    def path(self) -> str:
        """What `pytest --progress` prints."""
        process = self.start(["--progress"])
        process.wait()
        _, output = process.result() or (0, "")
        return output.rstrip()
