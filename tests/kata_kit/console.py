"""A terminal for a program that asks at the keyboard: typed lines, and what it prints.

The text of a `Console` is what would stand in a terminal: what the program printed,
with each line that was typed in the place where the program read it. A `Transcript` has
its lines, and how it goes on after them.
"""

import builtins
import io
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from kata_tables.calls import OneOf
from kata_tables.drawing import Drawing, text

from kata_kit.layout import short, visible

MOST_PRINTED = 90_000  # characters; a long game of Reversi takes about 40,000
MOST_ENDS = 5  # times a program meets the end of the input before it's stopped
MOST_LINES = 12  # of a transcript are shown, those before the wrong one
LONGEST_LINE = 78  # characters


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


class Line(NamedTuple):
    """A line of a transcript."""

    text: str  # without white space at its end
    typed: bool = False  # It holds something that was typed.
    counts: bool = False  # It's compared.


class Part:
    """A part of a session that a test compares with `==`."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, compare: Callable[..., bool], *facts: object) -> None:
        self._compare = partial(compare, *facts)

    def __eq__(self, expected: object) -> bool:
        return self._compare(expected)


@dataclass
class Transcript:
    """What a program showed; with `only`, other lines don't count."""

    text: str
    read: list[tuple[int, str]]  # the typed lines, with their places in the text
    end: int | None  # where the input ended, or Ctrl-C was pressed
    function: str
    only: re.Pattern[str] | None

    def between(self, start: int, stop: int | None) -> list[Line]:
        """Return the lines between two places of the transcript."""
        lines = []
        for line in self.text[start:stop].split("\n"):
            typed = any(
                typed and start <= place <= start + len(line)
                for place, typed in self.read
            )
            words = line.rstrip()
            counts = self.only.fullmatch(words) if self.only else words
            lines.append(Line(words, typed, bool(counts)))
            start += len(line) + 1
        return lines if lines[-1].text else lines[:-1]

    def standing(self, stop: int | None) -> str:
        """Return what a program does instead of printing another line."""
        does = "prints nothing more" if stop is None else "waits for input"
        if self.end is None:
            does = "ends"
        return f"{self.function} {does}"

    def last_words(self, stop: int | None) -> str:
        """Return the words after the end of the input, instead of a line."""
        if stop is not None or self.end is None:
            return ""
        behind, *lines = self.text[self.end :].split("\n")
        if behind.strip():
            return f'got "{behind.strip()}" right after the question'
        words = [line.strip() for line in lines if line.strip()]
        return f'got "{words[-1]}"' if words else ""


def picture(lines: Sequence[Line]) -> Drawing:
    """Return the last lines; a `>` stands before those that hold something typed."""
    drawn = []
    for line in lines[-MOST_LINES:]:
        marked = f"{'>' if line.typed else ' '} {visible(line.text)}"
        drawn.append(short(marked, LONGEST_LINE).rstrip())
    return text(drawn, theirs=True)


def in_common(some: list[str], others: list[str]) -> int:
    """Return how many lines two texts have in common before they differ."""
    for number, (mine, its) in enumerate(zip(some, others, strict=False)):
        if mine != its:
            return number
    return min(len(some), len(others))


def nearest(got: list[str], expected: object) -> list[str]:
    """Return the lines of an expected text.

    Of `OneOf` several, the one that went well for longest shows best what's wrong.
    """
    choices = expected.choices if isinstance(expected, OneOf) else (expected,)
    texts = [
        [line.rstrip() for line in str(choice).split("\n") if line.strip()]
        for choice in choices
    ]
    return got if got in texts else max(texts, key=partial(in_common, got))
