"""A process that runs everybody's files: `python child.py PARENT`.

A line of JSON comes in for each file, a `Task`, and one goes out: the record, or how
the run ended. pytest and the table are loaded once. Each file is run by a fork, so that
nothing of a run is left for the next one; where there is no safe fork, this process
runs one file and ends.
"""

import gc
import io
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from stat import S_ISREG
from typing import IO, NamedTuple

if __name__ == "__main__":
    # A script's own folder stands first on the path; the packages are found beside its
    # folder.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import pytest
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.record import GREEN, STOPPED, KataRecord
from kata_kit.sources import Own
from kata_kit.tally import Records

FORKS = sys.platform == "linux"
QUIET = "--color=no", "-pno:cacheprovider", f"--rootdir={ROOT}"


class Task(NamedTuple):
    """A file to run."""

    file: str
    own: str  # the folder that its code may read, or the file
    identity: list[int]  # of that folder; empty for a file
    kata: str
    seconds: float  # for each call
    total_seconds: float  # for all of them
    temporary: str  # a folder for the files of this run


class Handback(Records):
    """Collects what a run says, and holds what the code under test may read."""

    __name__ = "kata-child"  # `kata_kit.launcher` finds it by this name.

    def __init__(self, own: Own) -> None:
        super().__init__()
        self.own = own


def serve(tasks: IO[str], answers: IO[str]) -> None:
    """Run each file that is asked for, until there are no more."""
    parent = os.getpid()
    for line in tasks:
        task = Task(*json.loads(line))
        if FORKS:
            load(task.kata)
            if fork := os.fork():
                _, status = os.waitpid(fork, 0)
                if status:
                    print(os.waitstatus_to_exitcode(status), file=answers, flush=True)
                continue
            end_with(parent)
        print(json.dumps(asdict(run(task))), file=answers, flush=True)
        if os.getpid() != parent:
            os._exit(0)


@cache
def load(kata: str) -> None:
    """Have pytest and a table loaded: that is all that runs share."""
    with redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", str(ROOT / BY_NAME[kata].table), *QUIET])
    gc.freeze()  # A fork then need not look at it, nor copy it.


def end_with(parent: int) -> None:
    """Have this process end with its parent, which may have ended already."""
    if sys.platform == "linux":
        with suppress(ImportError):  # Python was built without ctypes.
            from kata_worker.kernel import give_up_privileges

            give_up_privileges(parent)


def run(task: Task) -> KataRecord:
    # A process that is killed leaves its temporary files: this folder can be removed.
    os.environ.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), task.temporary))
    tempfile.tempdir = None
    try:
        handback = Handback(opened(Path(task.own), task.identity))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or str(error)  # Without a path.
        return KataRecord(task.kata, "", STOPPED, f"not run: {why}")
    arguments = [
        f"--submission={task.file}",
        f"--kata-timeout={task.seconds}",
        f"--kata-total={task.total_seconds}",
        str(ROOT / BY_NAME[task.kata].table),
        *QUIET,
    ]
    with redirect_stdout(io.StringIO()) as screen:
        code = pytest.main(arguments, plugins=[handback])
    record = next(iter(handback.all()), None)
    if record is None or (record.state == GREEN and code != pytest.ExitCode.OK):
        record = KataRecord(task.kata, "", STOPPED, f"pytest ended with {code!r}")
    return replace(record, verdict=screen.getvalue())


def opened(own: Path, identity: Sequence[int]) -> Own:
    """Open what the code may read; on Linux its process gets the descriptor.

    Raises:
        OSError, ValueError: if it is not the folder that was found, or not a file.
    """
    if sys.platform != "linux":
        return own
    descriptor = os.open(own, os.O_PATH | os.O_NOFOLLOW)
    status = os.fstat(descriptor)
    found = [status.st_dev, status.st_ino]
    if found != list(identity) if identity else not S_ISREG(status.st_mode):
        os.close(descriptor)
        raise ValueError("something else came in its place")
    return descriptor


if __name__ == "__main__":
    end_with(int(sys.argv.pop()))
    # What is printed here is no answer.
    nowhere = os.open(os.devnull, os.O_RDWR)
    given, back = os.dup(0), os.dup(1)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    with (
        open(given, encoding="utf-8") as tasks,
        open(back, "w", encoding="utf-8") as out,
    ):
        serve(tasks, out)
