"""A process that runs everybody's files under the tables, one after the other.

    python child.py PARENT

A line of JSON comes in for each file, a `Task`, and one goes out for what came of it.
pytest and the table are loaded once. Each file is run by a fork of this process, so
that nothing of a run is left for the next one; where there is no safe fork, this
process runs one file and ends. The code itself has one more process, as in every run.
"""

import gc
import io
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, NamedTuple, NoReturn

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
    for line in tasks:
        task = Task(*json.loads(line))
        if FORKS:
            load(task.kata)
            answer = forked(task)
        else:
            answer = 0, json.dumps(asdict(run(task)))
        print(json.dumps(answer), file=answers, flush=True)


@cache
def load(kata: str) -> None:
    """Have pytest and a table loaded: that is all that runs share."""
    with redirect_stdout(io.StringIO()):
        pytest.main(["--collect-only", str(ROOT / BY_NAME[kata].table), *QUIET])
    gc.freeze()  # A fork then need not look at it, nor copy it.


def forked(task: Task) -> tuple[int, str]:
    """Run a file in a fork; return how that ended, and the record it wrote."""
    incoming, outgoing = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(incoming)
        _run_and_leave(task, outgoing, parent)
    os.close(outgoing)
    with open(incoming, encoding="utf-8") as pipe:
        record = pipe.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), record


def _run_and_leave(task: Task, outgoing: int, parent: int) -> NoReturn:
    """Run a file, and end this process, which is a fork."""
    try:
        end_with(parent)
        with open(outgoing, "w", encoding="utf-8") as pipe:
            json.dump(asdict(run(task)), pipe)
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def end_with(parent: int) -> None:
    """Have this process end with its parent, which may have ended already."""
    if sys.platform == "linux":
        with suppress(ImportError):  # Python was built without ctypes.
            from kata_worker.kernel import give_up_privileges

            give_up_privileges()
            if os.getppid() != parent:
                os._exit(1)


def run(task: Task) -> KataRecord:
    """Run the table of one kata, and return what came of it."""
    # A process that is killed leaves its temporary files: this folder can be removed.
    os.environ.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), task.temporary))
    tempfile.tempdir = None
    try:
        handback = Handback(opened(Path(task.own), task.identity))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or str(error)  # Without a path.
        return KataRecord(task.kata, "", STOPPED, f"not run: {why}")
    limits = [
        f"--kata-timeout={task.seconds}",
        f"--kata-total={task.total_seconds}",
    ]
    table = str(ROOT / BY_NAME[task.kata].table)
    with redirect_stdout(io.StringIO()) as screen:
        code = pytest.main(
            [f"--submission={task.file}", table, *limits, *QUIET], plugins=[handback]
        )
    record = next(iter(handback.all()), None)
    if record is None or (record.state == GREEN and code != pytest.ExitCode.OK):
        said = screen.getvalue()
        return KataRecord(
            task.kata, "", STOPPED, f"pytest ended with {code!r}", verdict=said
        )
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
    if identity:
        if not S_ISDIR(status.st_mode):
            raise ValueError("something else came in the place of the folder")
        if [status.st_dev, status.st_ino] != list(identity):
            raise ValueError("another folder came in the place of this one")
    elif not S_ISREG(status.st_mode):
        raise ValueError("something else came in the place of the file")
    return descriptor


if __name__ == "__main__":
    end_with(int(sys.argv.pop()))
    nowhere = os.open(os.devnull, os.O_RDWR)
    given, back = os.dup(0), os.dup(1)
    for standard in (0, 1):
        os.dup2(nowhere, standard)
    with (
        open(given, encoding="utf-8") as tasks,
        open(back, "w", encoding="utf-8") as out,
    ):
        serve(tasks, out)
