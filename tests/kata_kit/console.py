"""A terminal for a program that asks at the keyboard: typed lines, and what it prints.

The text of a `Console` is what would stand in a terminal: what the program printed,
with each line that was typed in the place where the program read it.
"""

import builtins
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

MOST_PRINTED = 90_000  # characters; a long game of Reversi takes about 40,000
MOST_ENDS = 5  # times a program meets the end of the input before it's stopped


class StillReading(BaseException):
    """The program goes on after the end of the input; it would swallow an Exception."""


class CtrlC(KeyboardInterrupt):
    """Somebody pressed Ctrl-C, as the session says; a real one is no part of it."""

    # Learners read what Python would call it.
    __module__, __qualname__ = "builtins", "KeyboardInterrupt"


class Console(io.StringIO):
    """Stands for `sys.stdin`, `sys.stdout` and `sys.stderr` while a program runs.

    `typed` are the lines that are typed; None is Ctrl-C, and the end of the input comes
    after the last line.
    """

    encoding = "utf-8"

    def __init__(self, typed: Sequence[str | None]) -> None:
        super().__init__()
        self._typed, self._ends = list(typed), 0
        self.read_lines = list[tuple[int, str]]()  # with their places in the text
        self.end: int | None = None  # where the input ended, or Ctrl-C was pressed

    def write(self, text: str) -> int:
        if self.tell() > MOST_PRINTED:
            raise StillReading("it prints without end")
        return super().write(text)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        is_over = not self._typed
        line = None if is_over else self._typed.pop(0)
        if line is not None:
            self.read_lines.append((self.tell(), line))
            self.write(f"{line}\n")
            return f"{line}\n"
        if self.end is None:
            self.end = self.tell()
        self._ends += 1
        if self._ends > MOST_ENDS:
            raise StillReading("it goes on asking after the end of the input")
        if is_over:
            return ""
        raise CtrlC

    def read(self, size: int | None = -1) -> str:
        return "".join(iter(self.readline, ""))

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")

    def close(self) -> None:
        """Stay open: the builtin `quit` closes `sys.stdin`."""

    def input(self, prompt: object = "", /) -> str:
        """Stand for the builtin `input`."""
        self.write(str(prompt))
        if line := self.readline():
            return line[:-1]
        raise EOFError("EOF when reading a line")

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Have a program read and print here."""
        before = builtins.input, sys.stdin, sys.stdout, sys.stderr
        builtins.input = self.input
        sys.stdin = sys.stdout = sys.stderr = self
        try:
            yield
        finally:
            builtins.input, sys.stdin, sys.stdout, sys.stderr = before

    @contextmanager
    def typing(self) -> Iterator[None]:
        """Have a program read from here with `input`, and print where it will."""
        before = builtins.input
        builtins.input = self.input
        try:
            yield
        finally:
            builtins.input = before
