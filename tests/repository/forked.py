"""Run pytest in forks of one process: to import it takes as long as a short run."""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

LONGEST_SECONDS = 600  # of a run, whatever is under test in it
FORKS = hasattr(os, "fork")


class Ended(NamedTuple):
    """The exit code of a run, and its output."""

    exit_code: int
    output: str
    errors: str


class Server:
    """A process that has imported pytest and the harness of a copy of the project."""

    def __init__(self, root: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(
        self,
        arguments: Sequence[str],
        folder: Path,
        variables: Mapping[str, str],
        typed: str,
    ) -> Ended:
        """Run pytest in a folder, and wait for its end."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        with TemporaryDirectory() as kept:
            streams = [Path(kept, name) for name in ("stdin", "stdout", "stderr")]
            for stream in streams:
                stream.write_text("", encoding="utf-8")
            streams[0].write_text(typed, encoding="utf-8")
            request = {
                "arguments": list(arguments),
                "folder": str(folder),
                "variables": dict(variables),
                "streams": [str(stream) for stream in streams],
            }
            print(json.dumps(request), file=requests, flush=True)
            exit_code = int(answers.readline())
            output, errors = (file.read_text(encoding="utf-8") for file in streams[1:])
        return Ended(exit_code, output, errors)


@cache
def server(root: Path) -> Server:
    """Start the server of a copy, which runs until these tests end."""
    return Server(root)


def _serve() -> None:
    """Run pytest as often as it is asked for, each time in a fork."""
    _import_harness()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _be_pytest(**request)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _import_harness() -> None:
    """Import pytest and the copy's harness, but no plugin: pytest rewrites those."""
    import_module("pytest")
    conftest = Path("conftest.py").read_text(encoding="utf-8")
    before = [*sys.path]
    sys.path[:0] = [os.path.abspath(folder) for folder in ("tests", "tests/installed")]
    for file in Path("tests/kata_kit").glob("[a-z]*.py"):
        if f'"kata_kit.{file.stem}"' not in conftest:
            import_module(f"kata_kit.{file.stem}")
    sys.path[:] = before


def _be_pytest(
    arguments: list[str], folder: str, variables: dict[str, str], streams: list[str]
) -> None:
    for number, stream in enumerate(streams):
        os.dup2(os.open(stream, os.O_RDWR), number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = ["pytest", *arguments]
    sys.path[0] = folder
    signal.alarm(LONGEST_SECONDS)
    runpy.run_module("pytest", run_name="__main__")


if __name__ == "__main__":
    _serve()
