"""The parent of a run: if pytest's process is lost, it reports what happened.

At its start, pytest forks (on POSIX). The child goes on as pytest. The parent waits,
and if the child is lost before the end of the run, because of a loop in C code,
`os._exit` or a crash of Python itself, it shows the case and the learner's line, and
the run is red. The line is what `faulthandler` wrote, whose handlers are C code; see
`kata_kit.watch`. If it's the parent that is killed, the child ends as well.

What is lost elsewhere: on Windows and under a debugger there's no parent, so
`faulthandler` writes its own lines on the terminal, and `os._exit(0)` in C code would
end a run with 0. With pytest-xdist the parent stands over the process that has started
the others, which reports a worker that was lost itself.
"""

import mmap
import os
import re
import signal
import sys
import tempfile
import threading
from contextlib import suppress
from functools import partial
from typing import IO, Any, NoReturn

import pytest

from kata_kit.katas import BY_NAME, ROOT
from kata_kit.watch import DEBUGGERS, IN_PAGE, WATCH

LONGEST = 500  # bytes, of the title of a test
FRAME = re.compile(r'  File "(.+)", line (\d+) in (.+)')


# Memory that this process shares with its parent, if it has one: the test that runs
RUNNING = list[mmap.mmap]()


def begin(config: pytest.Config) -> None:
    """Go on in a child process; the parent doesn't return."""
    option = config.option
    can_fork = hasattr(os, "fork") and not IN_PAGE and threading.active_count() == 1
    is_debugged = option.usepdb or option.trace or DEBUGGERS & sys.modules.keys()
    runs_nothing = option.collectonly or option.progress
    # Others watch these processes: `kata_evening`, and the first one of pytest-xdist.
    is_others = option.submission or option.file_under_test
    is_worker = hasattr(config, "workerinput")
    if not can_fork or is_debugged or runs_nothing or is_others or is_worker:
        return
    # It stays open as long as the process.
    memory, dump = mmap.mmap(-1, LONGEST), tempfile.TemporaryFile("w+")  # noqa: SIM115
    sys.stdout.flush()
    sys.stderr.flush()
    parent, child = os.getpid(), os.fork()
    if child:
        wait(config, child, memory, dump)
    RUNNING[:] = [memory]
    WATCH.dump, WATCH.parent = dump, parent


def note(title: str) -> None:
    """Note which test begins, or what else; "" when all has been done."""
    for memory in RUNNING:
        memory[:] = title.encode()[:LONGEST].ljust(LONGEST, b"\0")


def end(code: Any) -> None:
    """End this process at once if a thread of the code would keep it."""
    alive = [thread for thread in threading.enumerate() if not thread.daemon]
    if RUNNING and len(alive) > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(code or 0))


class Hooks:
    """The hook that others can implement beside those of pytest."""

    def pytest_kata_lost(self, config: pytest.Config, kata: str) -> None:
        """Hear that a run was lost in the middle of a test of this kata."""


def wait(
    config: pytest.Config, child: int, memory: mmap.mmap, dump: IO[str]
) -> NoReturn:
    """Wait for the child, and end as it ended, or red if it was lost."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It's the child's.
    signal.signal(signal.SIGTERM, partial(pass_on, child))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if title := memory[:].rstrip(b"\0").decode(errors="replace"):
        dump.seek(0)
        lines = [
            f"\n\n{title}: the run ended here",
            *fate(code, dump.read()),
            "Nothing after this was run.",
        ]
        print("\n".join(lines), flush=True)
        kata = title.partition(":")[0]
        if kata in BY_NAME:  # It may be a test of something else.
            config.hook.pytest_kata_lost(config=config, kata=kata)
        os._exit(1)
    os._exit(128 - code if code < 0 else code)


def pass_on(child: int, number: int, frame: object) -> None:
    """Send a signal to the child as well (a handler)."""
    with suppress(ProcessLookupError):  # It has come to both, and the child was quick.
        os.kill(child, number)


def fate(code: int, dump: str) -> list[str]:
    """Return how a process ended, and which of the learner's lines were running."""
    how = f"the code ended the process (exit code {code})"
    if code < 0:
        known = {number.value: number.name for number in signal.Signals}
        name = known.get(-code, f"signal {-code}")
        how = f"Python itself crashed or was stopped ({name})"
        if -code == signal.SIGPROF:
            how = "a call never returned from C code, and its time ran out"
    places = [frame.groups() for frame in FRAME.finditer(dump)]
    home = f"{ROOT}{os.sep}"
    frames = [
        f'  File "{file.removeprefix(home)}", line {line}, in {function}'
        for file, line, function in places
        if not file.startswith((f"{home}tests", f"{sys.prefix}{os.sep}", "<frozen"))
        and "site-packages" not in file
        and f"{os.sep}lib{os.sep}python" not in file
    ]
    return [how, *reversed(frames)]
