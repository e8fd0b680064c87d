"""Copies of the project, and what is run in them as a learner does it."""

import json
import os
import re
import runpy
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from struct import pack
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
WINNER = "tictactoe_winner"
PARTS = ("katas", "solutions", "tests", "conftest.py", "pyproject.toml")
# Bytecode is worth a second of every first run; what pytest has rewritten names the
# files it is of.
WITHOUT = shutil.ignore_patterns("*-pytest-*.pyc", ".*", "repository", "*.egg-info")

# No run of a test may take longer, whatever is under test in it; nor what a terminal is
# to show.
LONGEST_SECONDS, LONGEST_WAIT = 600, 120
# What else is installed takes a third of a short run to start.
ALONE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
FORKS = hasattr(os, "fork")


@dataclass(frozen=True)
class Run:
    """What a command printed, and how it ended."""

    exit_code: int
    text: str
    errors: str

    @property
    def lines(self) -> list[str]:
        """The lines of the standard output."""
        return self.text.splitlines()

    @property
    def counts(self) -> dict[str, int]:
        """How many tests ended how, from the last line."""
        last = self.lines[-1] if self.lines else ""
        return {
            word: int(number)
            for number, word in re.findall(r"(\d+) (not run|\w+)", last)
        }

    @property
    def katas(self) -> dict[str, str]:
        """What the end of the run says about each kata: the bar of its stages, and the words."""
        found = re.findall(r"^(\w+) +(\[[x#.]+\]) +(.+)$", self.text, re.MULTILINE)
        return {kata: f"{bar} {words}" for kata, bar, words in found}

    @property
    def advice(self) -> list[str]:
        """The lines that say what to do next."""
        start = self.text.find("\nnext: ")
        lines = self.text[start:].split("\n")[1:] if start >= 0 else []
        return list(takewhile(re.compile("next: |then: |  ").match, lines))


class Folder:
    """A folder with `katas/`, in which stubs can be written."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def stub(self, kata: str = WINNER) -> Path:
        """The file that a learner edits; its folder is made."""
        file = self.root / "katas" / kata / f"{kata}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, code: str | bytes, kata: str = WINNER) -> Path:
        """Write code into a stub, as a learner does."""
        self.stub(kata).write_bytes(code if isinstance(code, bytes) else code.encode())
        return self.stub(kata)

    def solve(self, kata: str = WINNER) -> None:
        """Copy the reference into the stub."""
        shutil.copy(ROOT / "solutions" / f"{kata}.py", self.stub(kata))

    def solve_but(self, function: str, changed: str, kata: str = WINNER) -> Path:
        """Write the reference into the stub, but change a function; it may call `right`."""
        return self.write(solution_but(kata, function, changed), kata)


class Project(Folder):
    """A copy of the project, in which a test may write."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        for part in PARTS:
            self._copy(part)

    def restore(self) -> None:
        """Have all as it was, but for `tests/`: whoever writes there needs another copy."""
        for path in [*self.root.iterdir(), self.root / "tests" / "repository"]:
            if path.is_dir() and path.name != "tests":
                shutil.rmtree(path)
            elif path.is_file():
                path.unlink()
        for part in PARTS:
            if part != "tests":
                self._copy(part)

    def _copy(self, part: str) -> None:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, self.root / part, ignore=WITHOUT)
        else:
            shutil.copy2(ROOT / part, self.root / part)

    def pytest(
        self,
        *arguments: str,
        here: str = ".",
        typed: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Run:
        """Run pytest in a folder of the copy; `typed` is what is typed while it runs."""
        alone = (
            {} if any(argument.startswith("-n") for argument in arguments) else ALONE
        )
        if FORKS and not environment:  # Some variables are read when Python starts.
            folder = str((self.root / here).resolve())
            return _forked(arguments, folder, {**clean_environment(), **alone}, typed)
        set_for_it = {**alone, **(environment or {})}
        return self.python(
            "-m", "pytest", *arguments, here=here, typed=typed, **set_for_it
        )

    def python(
        self, *arguments: str, here: str = ".", typed: str = "", **environment: str
    ) -> Run:
        """Run Python in a folder of the copy."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=(self.root / here).resolve(),
            env=clean_environment() | environment,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_SECONDS,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)


def solution_but(kata: str, function: str, changed: str) -> str:
    """The reference with another definition of a function, which may call the right one `right`."""
    reference = (ROOT / "solutions" / f"{kata}.py").read_text(encoding="utf-8")
    return f"{reference}\n\nright = {function}\n\n\n{changed}\n"


def clean_environment() -> dict[str, str]:
    """The environment of a terminal of 80 columns, without what an outer pytest set."""
    unwanted = ("PYTEST_", "PY_COLORS", "NO_COLOR", "FORCE_COLOR", "PYTHONPATH", "COV_")
    # Without bytecode every start takes 0.2 s longer.
    names = [
        name
        for name in os.environ
        if not name.startswith((*unwanted, "PYTHONDONTWRITE"))
    ]
    return {**{name: os.environ[name] for name in names}, "COLUMNS": "80"}


class Terminal:
    """Python in a pseudo-terminal of 80 columns and 24 lines."""

    def __init__(self, root: Path, *command: str, kind: str = "dumb") -> None:
        termios = pytest.importorskip(
            "termios", reason="pseudo-terminals are not of this system"
        )
        fcntl = pytest.importorskip("fcntl")
        self._ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
        self.settings = partial(termios.tcgetattr, theirs)
        self.screen, self._before = (
            "",
            0,
        )  # all that was shown, and how much before the last line
        self.process = subprocess.Popen(
            [sys.executable, *command],
            cwd=root,
            env=clean_environment() | ALONE | {"TERM": kind, "PYTHON_BASIC_REPL": "1"},
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
        """Wait until the pattern is found in what was shown since something was typed."""
        end, shown = monotonic() + LONGEST_WAIT, ""
        while not re.search(pattern, shown, re.DOTALL):
            assert monotonic() < end, f"expected {pattern}, got\n{shown}"
            self._read()
            last = self.screen[self._before :].rpartition("\x1b[2J")[
                2
            ]  # It was cleared before.
            shown = re.sub(r"\x1b\[[0-9;]*m", "", last)

    def end(self) -> int:
        """Wait until it ends; the exit code."""
        end = monotonic() + LONGEST_WAIT
        while self.process.poll() is None or select.select([self._ours], [], [], 0)[0]:
            assert monotonic() < end, f"expected the end, got\n{self.screen}"
            self._read()
        return self.process.returncode

    def interrupt(self) -> int:
        """Press Ctrl-C until it ends: just before Python waits for a line, it takes no notice."""
        while self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
        return self.end()

    def _read(self) -> None:
        if select.select([self._ours], [], [], 0.1)[0]:
            self.screen += os.read(self._ours, 10_000).decode().replace("\r", "")
            if self.screen.endswith("\x1b[6n"):  # It is asked where its cursor is.
                os.write(self._ours, b"\x1b[1;1R")


def files_of(folder: Path) -> set[tuple[str, int]]:
    """The files of a project with their sizes, without what pytest and Python keep."""
    kept = {"__pycache__", ".pytest_cache", ".benchmarks"}
    return {
        (str(path.relative_to(folder)), path.lstat().st_size if path.is_file() else 0)
        for path in folder.rglob("*")
        if not kept & set(path.parts)
    }


def processes_with(text: str) -> list[str]:
    """The command lines of the processes that have a text in their environment (Linux)."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if text.encode() in (process / "environ").read_bytes():
                found.append(
                    (process / "cmdline").read_bytes().decode().replace("\0", " ")
                )
        except OSError:  # It ended while we looked, or is somebody else's.
            continue
    return found


@cache
def _server() -> subprocess.Popen[str]:
    """A process that runs `_serve`."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, __file__], encoding="utf-8", **pipes)


def _forked(
    arguments: Sequence[str], folder: str, variables: dict[str, str], typed: str
) -> Run:
    """Have the server run pytest."""
    requests, answers = _server().stdin, _server().stdout
    assert requests is not None
    assert answers is not None
    with TemporaryDirectory() as kept:
        files = [Path(kept, name) for name in ("typed", "printed", "errors")]
        for file, text in zip(files, (typed, "", ""), strict=True):
            file.write_text(text, encoding="utf-8")
        request = arguments, folder, variables, [*map(str, files)]
        print(json.dumps(request), file=requests, flush=True)
        exit_code = int(answers.readline())
        return Run(exit_code, *(file.read_text(encoding="utf-8") for file in files[1:]))


def _serve() -> None:
    """Run pytest as often as it is asked for, each time in a fork of this process.

    To import pytest takes as long as a short run of it. What is a copy's own is not
    imported here.
    """
    while request := sys.stdin.readline():
        arguments, folder, variables, files = json.loads(request)
        child = os.fork()
        if child == 0:
            for number, file in enumerate(files):
                os.dup2(os.open(file, os.O_RDWR), number)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(variables)
            sys.argv, sys.path[0] = ["pytest", *arguments], folder
            signal.alarm(LONGEST_SECONDS)
            runpy.run_module("pytest", run_name="__main__")
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve()
