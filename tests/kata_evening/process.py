"""Processes for strangers' files: each confines itself before it reads one."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import IO, Any, TypeVar

from kata_guard import guard
from kata_kit.katas import BY_NAME, PATH, ROOT, Kata, python_path
from kata_kit.layout import width
from kata_kit.surroundings import taken
from kata_kit.watch import WATCH

from kata_evening.files import Files, Submission, gather, in_short
from kata_evening.reading import LARGEST, LARGEST_FILE

KEPT = "PATH", "HOME", "SYSTEMROOT", "TEMP", "TMP"  # of our environment: no secrets
MOST_READ = 2**20  # bytes of a record
MOST_NAMES = 2**23  # bytes, of all names
SECONDS_TO_READ = 30.0  # everything

TWO_WAYS = """\
Other people's code isn't run here: {}.
Run it in a container (on Linux), or add --trust if you know the people: their code can
then do whatever you can do."""

RUNNING = set[Any]()  # the processes that haven't been waited for
Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


def parent_of(*, trusted: bool) -> str:
    """Return the word for `confine`: who starts the process, or "" for no guard.

    Raises:
        ValueError: if this system has no guard, and the files aren't trusted.
    """
    reason = guard.reason_not_available()
    if reason and not trusted:
        raise ValueError(TWO_WAYS.format(reason))
    return "" if trusted else str(os.getpid())


def confine(file: Path, parent: str) -> None:
    """Confine this process to somebody's file, and start the clock of calls."""
    taken()  # It is read from /proc, and remembered.
    if parent:
        statement = BY_NAME[file.stem].statement
        readable = [file.parent, ROOT / "tests", ROOT / "solutions", statement]
        guard.confine(readable, int(parent), start=start_clock)


def start_clock() -> None:
    """Start the thread that looks at the clock."""
    WATCH.begin("")
    WATCH.end()


def pipe_of_answers() -> IO[str]:
    """Return the way to whoever started this process; the code prints into nothing."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return answers


def start(module: str, *words: str, **streams: Any) -> Any:
    """Start a module of this project in a process and a group of its own."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | {
        "COLUMNS": str(width()),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": python_path(),
        "PYTHONUTF8": "1",
    }
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-m", f"kata_evening.{module}", *words],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        **{"stdin": nothing, "stdout": nothing, "stderr": nothing} | streams,
    )
    RUNNING.add(process)
    return process


def kill(process: Any) -> None:
    """End a process with all that it has started, and wait for it."""
    if process in RUNNING:  # Later its number may be another's.
        RUNNING.discard(process)
        with suppress(ProcessLookupError, PermissionError):  # Nothing is left of it.
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()


@contextmanager
def within(seconds: float, process: Any) -> Iterator[list[str]]:
    """End a process that takes longer; the list that is yielded then says so."""
    late = list[str]()

    def end() -> None:
        late.append(f"it took more than {seconds:g} s")
        kill(process)

    timer = Timer(seconds, end)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def at_once(
    work: Callable[[Item], Outcome], items: Iterable[Item]
) -> tuple[list[Outcome], bool]:
    """Return what comes of work, of which some is done at once, and if that is all.

    Ctrl-C ends it, with all its processes.
    """
    pool, is_all = ThreadPoolExecutor(os.cpu_count()), True
    futures = [pool.submit(work, item) for item in items]
    try:
        wait(futures)
    except KeyboardInterrupt:
        is_all = False
    done = [future for future in futures if future.done()]
    pool.shutdown(wait=False, cancel_futures=True)
    for process in [*RUNNING]:
        kill(process)
    return [future.result() for future in done], is_all


def submissions(path: Path, parent: str, katas: Sequence[Kata]) -> list[Submission]:
    """Return everybody's files for some katas, or for all; name what else there is.

    Raises:
        OSError: if there is nothing at the path.
        ValueError: if there is no such file.
    """
    files = everything(path, parent)
    if path.suffix == ".py" and len(katas) == 1:  # It may have any name.
        files = {(f"{katas[0].name}.py",): data for data in files.values()}
    found, left = gather(files, path.stem, katas or PATH)
    if not found:
        names = " or ".join(kata.name for kata in katas) or "a kata"
        such = f"such as ada/{(katas or PATH)[0].name}.py"
        raise ValueError(f"{path}: expected files of {names}, {such}; it has none")
    if left:
        print(in_short(left))
    return found


def everything(path: Path, parent: str) -> Files:
    """Return all files at a path.

    Raises:
        OSError: if there is nothing.
        ValueError: if it can't be read in time.
    """
    path = path.resolve(strict=True)
    process = start("reading", str(path), parent, stdout=subprocess.PIPE)
    contents, left = list[bytes | str](), LARGEST + LARGEST_FILE
    try:
        with within(SECONDS_TO_READ, process):
            rows = json.loads(process.stdout.readline(MOST_NAMES))
            for _, size in rows:
                contents.append(data_of(process.stdout, size, left))
                left -= len(contents[-1])
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"{path} can't be read: it's broken or too large") from None
    finally:
        kill(process)
    names = [tuple(filter(None, str(name).split("/"))) for name, _ in rows]
    return {name: data for name, data in zip(names, contents, strict=True) if name}


def data_of(pipe: Any, size: object, left: int) -> bytes | str:
    """Return what is in a file, or why it isn't read."""
    if not isinstance(size, int):
        return str(size)
    data = bytes(pipe.read(max(0, min(size, LARGEST_FILE, left))))
    if len(data) != size:
        raise ValueError("it isn't whole")
    return data


class Child:
    """A process for one person's file, with a folder that has a copy of it.

    Without a process, `problem` says why.
    """

    def __init__(self, file: Submission, module: str, *words: str, stdin: int) -> None:
        self.process: Any = None
        self.problem = ""
        self._kept = ExitStack()
        try:
            kept = TemporaryDirectory(prefix="k", ignore_cleanup_errors=True)
            copy = file.copy(Path(self._kept.enter_context(kept)).resolve())
            pipes = {"stdin": stdin, "stdout": subprocess.PIPE}
            self.process = start(module, str(copy), *words, **pipes)
            self._kept.callback(kill, self.process)
        except (OSError, ValueError) as error:
            self.problem = f"can't be run: {error}"

    def close(self) -> None:
        """End the process, and remove the folder."""
        self._kept.close()
