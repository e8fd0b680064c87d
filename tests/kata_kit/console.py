"""What stands for the keyboard and the screen while the code under test runs.

A `Printer` stops endless output, and `Nobody` types. For a console game there's a
`Console`, whose text is what would stand in a terminal: what the program printed, with
each line that was typed in the place where the program read it. Below it are the lines
of such a text, and how they are compared and drawn.
"""

import builtins
import io
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, NamedTuple

from kata_tables.calls import OneOf
from kata_tables.drawing import Drawing, text

from kata_kit.layout import short, visible
from kata_kit.watch import WATCH

MOST_PRINTED = 2_000  # characters of a test
CUT = "\n... (the rest was cut; -s shows it all)\n"
# Characters of a console game; a long one of Reversi takes about 40,000.
MOST_SHOWN = 90_000
MOST_ENDS = 5  # times a program meets the end of the input before it's stopped
MOST_LINES = 12  # of a transcript are shown, those before the wrong one
LONGEST_LINE = 78  # characters
# In the text, before each line that was typed, and where the input ended or Ctrl-C was
# pressed: two code points that Unicode keeps free of characters, so nobody prints them.
TYPED, END = "\ufdd0", "\ufdd1"


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

    def write(self, text: str) -> int:
        if self.tell() > MOST_SHOWN:
            raise StillReading("it prints without end")
        return super().write(text)

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        is_over = not self._typed
        line = None if is_over else self._typed.pop(0)
        if line is not None:
            self.write(f"{TYPED}{line}\n")
            return f"{line}\n"
        if not self._ends:
            self.write(END)
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
    def inside(self, *, shows: bool = True) -> Iterator[None]:
        """Have a program read from here, and print here if it `shows`."""
        before = builtins.input, sys.stdin, sys.stdout, sys.stderr
        builtins.input = self.input
        if shows:
            sys.stdin = sys.stdout = sys.stderr = self
        try:
            yield
        finally:
            builtins.input, sys.stdin, sys.stdout, sys.stderr = before


class Line(NamedTuple):
    """A line of a transcript."""

    text: str  # without white space at its end
    typed: bool  # It holds something that was typed.
    counts: bool  # It's compared.


def transcript_lines(part: str, only: re.Pattern[str] | None) -> list[Line]:
    """Return the lines of a part of a text; with `only`, others don't count."""
    lines = []
    for line in part.removesuffix("\n").split("\n") if part else ():
        words = line.replace(TYPED, "").rstrip()
        counts = only.fullmatch(words) if only else words
        lines.append(Line(words, TYPED in line, bool(counts)))
    return lines


def in_common(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many lines two texts have in common before they differ."""
    pairs = zip(some, others, strict=False)
    return len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])


def nearest(got: list[str], expected: object) -> list[str]:
    """Return the lines of an expected text.

    Of `OneOf` several, the one that went well for longest shows best what's wrong.
    """
    choices = expected.choices if isinstance(expected, OneOf) else (expected,)
    texts = [
        [line.rstrip() for line in str(choice).split("\n") if line.strip()]
        for choice in choices
    ]
    if got in texts:
        return got
    return max(texts, key=lambda lines: in_common(got, lines))


def picture(lines: Sequence[Line]) -> Drawing:
    """Return the last lines; a `>` stands before those that hold something typed."""
    drawn = []
    for line in lines[-MOST_LINES:]:
        marked = f"{'>' if line.typed else ' '} {visible(line.text)}"
        drawn.append(short(marked, LONGEST_LINE).rstrip())
    return text(drawn, theirs=True)
