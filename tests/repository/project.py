"""Copies of the project, and what is run in them as a learner does it."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest
from kata_kit import progress
from kata_kit.record import FAILED, NOT_RUN, PASSED
from repository import warm
from repository.texts import text_of
from repository.warm import LONGEST_SECONDS, ask

ROOT = Path(__file__).resolve().parents[2]
WINNER = "tictactoe_winner"
ROWS_ONLY = """
def is_solved(board):
    for mark in (1, 2):
        for line in [*board, *zip(*board)]:
            if all(cell == mark for cell in line):
                return mark
    return -1 if any(0 in row for row in board) else 0
"""
on_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has these limits"
)
PARTS = ("katas", "solutions", "tests", "conftest.py", "pyproject.toml")
# Bytecode is worth a second of every first run; what pytest has rewritten names the
# files that it's about.
WITHOUT = shutil.ignore_patterns("*-pytest-*.pyc", ".*", "repository")

LONGEST_WAIT = 20  # seconds, for what somebody is to see
NO_INPUT = os.open(os.devnull, os.O_RDONLY)


class Run(NamedTuple):
    """The exit code of a command, and its output."""

    exit_code: int
    text: str
    errors: str

    @property
    def lines(self) -> list[str]:
        """The lines of the standard output."""
        return self.text.splitlines()


class Clone:
    """The project in a folder, and what is run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def pytest(self, *arguments: str, here: str = ".", **environment: str) -> Run:
        """Run pytest in a folder of the clone.

        With an environment of its own it's a new process, and else the child of one
        that is kept: see `warm`.
        """
        if environment or not hasattr(os, "fork"):
            return self.python("-m", "pytest", *arguments, here=here, **environment)
        folder = str((self.root / here).resolve())
        with TemporaryFile("w+") as output, TemporaryFile("w+") as errors:
            streams = [NO_INPUT, output.fileno(), errors.fileno()]
            try:
                code = ask(self.server, streams, folder, arguments, clean_environment())
            except (OSError, ValueError):  # It takes too long, or has ended.
                del self.server
                raise
            output.seek(0)
            errors.seek(0)
            return Run(code, output.read(), errors.read())

    @cached_property
    def server(self) -> socket.socket:
        """The connection to a process that waits for runs."""
        ours, theirs = socket.socketpair()
        with theirs:
            kept = subprocess.Popen(
                [sys.executable, warm.__file__, str(theirs.fileno())],
                cwd=self.root,
                env=clean_environment(),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        atexit.register(end, kept)
        return ours

    def python(self, *arguments: str, here: str = ".", **environment: str) -> Run:
        """Run Python in a folder of the clone."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=(self.root / here).resolve(),
            env=clean_environment() | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_SECONDS,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process with those of its session, and wait for it."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Project(Clone):
    """A copy of the project, in which a test may write."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._copy(*PARTS)

    def restore(self) -> None:
        """Undo all changes but those in `tests/`: who writes there needs a new copy."""
        for path in self.root.iterdir():
            if path.name == "tests":
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        self._copy(*(part for part in PARTS if part != "tests"))

    def _copy(self, *parts: str) -> None:
        for part in parts:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, self.root / part, ignore=WITHOUT)
            else:
                shutil.copy2(ROOT / part, self.root / part)

    def stub(self, kata: str = WINNER) -> Path:
        """Return the file that a learner edits."""
        return self.root / "katas" / kata / f"{kata}.py"

    def write(self, code: str, kata: str = WINNER) -> None:
        """Write code into a stub, as a learner does."""
        self.stub(kata).write_bytes(code.encode())

    def solve(self, kata: str = WINNER) -> None:
        """Write the reference into the stub."""
        self.write(text_of(f"solutions/{kata}.py"), kata)

    def run(self, code: str, options: str = "", kata: str = WINNER) -> Run:
        """Write code into a stub, and run pytest for its kata."""
        self.write(code, kata)
        return self.pytest(f"katas/{kata}", *options.split())

    def solve_but(self, function: str, changed: str, kata: str = WINNER) -> None:
        """Write the reference with another function, which may call `right`."""
        self.solve(kata)
        with self.stub(kata).open("a") as file:
            file.write(f"\n\nright = {function}\n\n\n{changed}\n")


def bar(states: str) -> str:
    """Return the bar of stages that pass (`#`), fail (`x`) or haven't run (`.`)."""
    names = {"#": PASSED, "x": FAILED, ".": NOT_RUN}
    return progress.bar(names[state] for state in states)


GREEN_BAR, RED_BAR = bar("#####"), bar("x....")  # of the first kata


def clean_environment() -> dict[str, str]:
    """Return the environment of 80 columns, without what an outer pytest set.

    What else is installed takes a third of a short run to start, so it's not loaded.
    """
    unwanted = (
        "PYTEST_",
        "PY_COLORS",
        "NO_COLOR",
        "FORCE_COLOR",
        "PYTHONPATH",
        "PYTHONDONTWRITE",  # Without bytecode every start takes 0.2 s longer.
        "COV_",
        "CI",  # There pytest cuts no line of its summary.
        "BUILD_NUMBER",
    )
    kept = {k: v for k, v in os.environ.items() if not k.startswith(unwanted)}
    return kept | {"COLUMNS": "80", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def processes_with(text: str) -> list[str]:
    """Return the commands of processes with a text in their environment (Linux)."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # It ended while we looked, or is somebody else's.
            if text.encode() in (process / "environ").read_bytes():
                command = (process / "cmdline").read_bytes().decode()
                commands.append(command.replace("\0", " "))
    return commands


def too_long(text: str) -> list[str]:
    """Return the lines of more than 80 columns."""
    return [line for line in text.splitlines() if len(line) > 80]
