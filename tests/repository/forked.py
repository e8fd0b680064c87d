"""Run pytest in forks of one process: to import it takes as long as a short run."""

import json
import os
import runpy
import signal
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

LONGEST_SECONDS = 600  # of a run, whatever is under test in it
FORKS = hasattr(os, "fork")


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

    def run(self, **request: object) -> int:
        """Call `_be_pytest` in a fork, and return the exit code of that."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())


@cache
def server(root: Path) -> Server:
    """Start the server of a copy, which runs until these tests end."""
    return Server(root)


def _serve() -> None:
    """Run pytest as often as it is asked for, each time in a fork."""
    import_module("pytest")
    before = [*sys.path]
    sys.path[:0] = [os.path.abspath(folder) for folder in ("tests", "tests/installed")]
    for file in Path("tests/kata_kit").glob("[a-z]*.py"):
        if file.stem not in ("reports", "hooks"):  # pytest rewrites its plugins.
            import_module(f"kata_kit.{file.stem}")
    sys.path[:] = before
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _be_pytest(**json.loads(line))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _be_pytest(
    arguments: list[str], folder: str, variables: dict[str, str], streams: list[str]
) -> None:
    for number, stream in enumerate(streams):
        os.dup2(os.open(stream, os.O_RDWR | os.O_CREAT), number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = ["pytest", *arguments]
    sys.path[0] = folder
    signal.alarm(LONGEST_SECONDS)
    runpy.run_module("pytest", run_name="__main__")


if __name__ == "__main__":
    _serve()
