"""What surrounds the code under test: the keyboard, the screen, memory, and the rest.

While calls are made, `Code.limited` replaces pytest's own, then restores them.
"""

import builtins
import io
import os
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

from kata_kit.watch import WATCH

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MEMORY = 2 * 1024**3  # bytes, on Linux
MOST_PRINTED = 2_000  # characters of a test
CUT = "\n... (the rest was cut; -s shows it all)\n"


class Ended(BaseException):
    """The code called `os._exit`, which would end pytest."""


class AsksForInput(Exception):
    """The code waits for somebody to type."""


class Printer(io.TextIOBase):
    """Stands for `sys.stdout`: hands on what is printed, until it's too much."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.target: Any = None  # the stream that it hands on to
        self.left = MOST_PRINTED  # characters, of the test that runs

    def write(self, text: str) -> int:
        if WATCH.is_paused:  # A debugger writes what it likes.
            self.left = len(text)
        if self.left > 0:
            self.target.write(text[: self.left])
            self.left -= len(text)
            if self.left <= 0 and not WATCH.is_paused:
                self.target.write(CUT)
        return len(text)

    def flush(self) -> None:
        self.target.flush()

    def close(self) -> None:
        """Stay open: the code may close it, and pytest goes on."""


class Nobody(io.TextIOBase):
    """Stands for `sys.stdin`, where nobody types."""

    encoding = "utf-8"

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        if WATCH.is_paused and sys.__stdin__:  # Somebody types into a debugger.
            return sys.__stdin__.readline()
        raise AsksForInput("nobody types here")

    def read(self, size: int | None = -1) -> str:
        return self.readline()

    def close(self) -> None:
        """Stay open, as the printer does; `quit()` closes this first."""


NOBODY = Nobody()


def refuse_exit(status: int) -> Any:
    raise Ended(status)


def limit_memory(size: int | None) -> None:
    """Allow so many bytes more than pytest has taken; None for no limit (Linux)."""
    if sys.platform == "linux" and resource:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = hard if size is None else taken() + size
        if hard == resource.RLIM_INFINITY or limit <= hard:
            resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


@cache
def taken() -> int:
    """Return the bytes of the address space that this process has taken."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Belongings:
    """What code might change for everybody; `put_back` restores it."""

    def __init__(self) -> None:
        modules = builtins, random
        self._names = [(vars(module), dict(vars(module))) for module in modules]
        self._depth = sys.getrecursionlimit()

    def put_back(self) -> None:
        """Undo all changes; no builtin is needed for it."""
        sys.setrecursionlimit(self._depth)
        for now, names in self._names:
            if now != names:
                now.clear()
                now.update(names)


BELONGINGS = Belongings()
