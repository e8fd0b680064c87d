"""What surrounds the code under test: the keyboard, the screen, memory, and the rest.

While calls are made, `kata_kit.code` replaces pytest's own, then puts it back.
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

LIMITS_MEMORY = sys.platform == "linux" and resource is not None
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


@cache
def taken() -> int:
    """Return the bytes of the address space that this process has taken."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Surroundings:
    """What surrounds the code: pytest's own, ours, and what code might change."""

    def __init__(self) -> None:
        modules = builtins, random
        self._names = [(vars(module), dict(vars(module))) for module in modules]
        self._depth = sys.getrecursionlimit()

    def replace(self, printer: Printer | None) -> tuple[Any, ...]:
        """Surround the code with ours; return what `put_back` needs."""
        limits = resource.getrlimit(resource.RLIMIT_AS) if LIMITS_MEMORY else None
        before = sys.stdin, sys.stdout, os._exit, limits
        sys.stdin, os._exit = NOBODY, refuse_exit
        if printer:
            printer.target, sys.stdout = sys.stdout, printer
        if limits:
            _, hard = limits
            limit = taken() + MEMORY
            if hard == resource.RLIM_INFINITY or limit <= hard:
                resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        return before

    def put_back(self, before: tuple[Any, ...]) -> None:
        """Undo this, and what the code has changed; no builtin is needed for it."""
        sys.setrecursionlimit(self._depth)
        for now, names in self._names:
            if now != names:
                now.clear()
                now.update(names)
        sys.stdin, sys.stdout, os._exit, limits = before
        if limits:
            resource.setrlimit(resource.RLIMIT_AS, limits)


SURROUNDINGS = Surroundings()
