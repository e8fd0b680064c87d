"""Copies of the project, and pytest run in them as a learner does."""

from __future__ import annotations

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
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("katas", "solutions", "tests", "conftest.py", "pyproject.toml")
# Bytecode is worth a second of every first run; what pytest has rewritten names the files it is of.
WITHOUT = shutil.ignore_patterns("*-pytest-*.pyc", ".*", "repository", "*.egg-info")

# No run of a test may take longer, whatever is under test in it.
LONGEST_SECONDS = 600
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
    def last(self) -> str:
        """The last line, with the counts."""
        return self.lines[-1] if self.lines else ""

    @property
    def counts(self) -> dict[str, int]:
        """How many tests ended how, from the last line."""
        return {word: int(number) for number, word in re.findall(r"(\d+) (not run|\w+)", self.last)}

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


class Project:
    """A copy of the project, in which a test may write."""

    def __init__(self, root: Path) -> None:
        self.root = root
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
        """Run pytest in the copy, as typed in a folder of it in a terminal of 80 columns.

        Args:
            arguments: what is typed behind `pytest`.
            here: the folder, from the root of the copy.
            typed: what is typed while it runs.
            environment: variables to set for it.
        """
        alone = {} if any(argument.startswith("-n") for argument in arguments) else ALONE
        folder = str((self.root / here).resolve())
        variables = {**clean_environment(), **alone, **(environment or {})}
        if FORKS and not environment:  # Some variables are read when Python starts.
            return _forked(arguments, folder, variables, typed)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=folder,
            env=variables,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_SECONDS,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr)

    def stub(self, kata: str) -> Path:
        """The file that a learner edits."""
        return self.root / "katas" / kata / f"{kata}.py"

    def write(self, kata: str, code: str) -> Path:
        """Write code into a stub, as a learner does."""
        self.stub(kata).write_text(code, encoding="utf-8")
        return self.stub(kata)

    def solve(self, kata: str) -> None:
        """Copy the reference into the stub."""
        shutil.copy(self.root / "solutions" / f"{kata}.py", self.stub(kata))

    def solve_but(self, kata: str, function: str, changed: str) -> Path:
        """Write the reference into the stub, but change a function; it may call `right`."""
        return self.write(kata, solution_but(kata, function, changed))


def solution_but(kata: str, function: str, changed: str) -> str:
    """The reference with another definition of a function, which may call the right one `right`."""
    reference = (ROOT / "solutions" / f"{kata}.py").read_text(encoding="utf-8")
    return f"{reference}\n\nright = {function}\n\n\n{changed}\n"


def clean_environment() -> dict[str, str]:
    """The environment of a terminal of 80 columns, without what an outer pytest set."""
    unwanted = ("PYTEST_", "PY_COLORS", "NO_COLOR", "FORCE_COLOR", "PYTHONPATH", "COV_")
    # Without bytecode every start takes 0.2 s longer.
    names = [name for name in os.environ if not name.startswith((*unwanted, "PYTHONDONTWRITE"))]
    return {**{name: os.environ[name] for name in names}, "COLUMNS": "80"}


def typed_in_terminal(
    root: Path, command: Sequence[str], typed: Sequence[str], question: str
) -> tuple[int, str]:
    """Run Python in a pseudo-terminal: each line is typed when a question stands there.

    Returns:
        The exit code, and the screen with what was typed. "^C" among the lines is Ctrl-C.
    """
    import pty

    child, terminal = pty.fork()
    if child == 0:
        os.chdir(root)
        # Where the tests run in the background, Ctrl-C would be ignored, and exec keeps that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        environment = clean_environment() | {"TERM": "dumb", "PYTHON_BASIC_REPL": "1"}
        os.execve(sys.executable, [sys.executable, *command], environment)
    screen, answered, left, end = "", "", list(typed), monotonic() + LONGEST_SECONDS
    while monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 10_000)
            except OSError:  # Linux says so at the end, where others give no bytes.
                data = b""
            if not data:
                break
            screen += data.decode("utf-8").replace("\r\n", "\n")
        elif re.search(question, screen) and screen != answered and left:
            line, answered = left.pop(0), screen
            os.write(terminal, b"\x03" if line == "^C" else f"{line}\n".encode())
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), screen


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
                found.append((process / "cmdline").read_bytes().decode().replace("\0", " "))
        except OSError:  # It ended while we looked, or is somebody else's.
            continue
    return found


@cache
def _server() -> subprocess.Popen[str]:
    """A process that runs `_serve`."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, __file__], encoding="utf-8", **pipes)


def _forked(arguments: Sequence[str], folder: str, variables: dict[str, str], typed: str) -> Run:
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

    To import pytest takes as long as a short run of it. What is a copy's own is not imported here.
    """
    import pytest  # noqa: F401

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
