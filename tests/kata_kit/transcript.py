"""The transcript of a session: its lines, and how it goes on after them."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from kata_tables.drawing import Drawing, text

from kata_kit.console import Console
from kata_kit.layout import short, visible

MOST_LINES = 12  # of a transcript are shown, those before the wrong one
LONGEST_LINE = 78  # characters


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


class Transcript:
    """What a program showed; with `only`, other lines don't count."""

    def __init__(
        self, console: Console, function: str, only: re.Pattern[str] | None
    ) -> None:
        self.text = console.getvalue()
        self.read, self.end = console.read_lines, console.end
        self._function, self._only = function, only

    def between(self, start: int, stop: int | None) -> list[Line]:
        """Return the lines between two places of the transcript."""
        lines = []
        for line in self.text[start:stop].split("\n"):
            typed = any(
                typed and start <= place <= start + len(line)
                for place, typed in self.read
            )
            words = line.rstrip()
            counts = self._only.fullmatch(words) if self._only else words
            lines.append(Line(words, typed, bool(counts)))
            start += len(line) + 1
        return lines if lines[-1].text else lines[:-1]

    def standing(self, stop: int | None) -> str:
        """Return what a program does instead of printing another line."""
        does = "prints nothing more" if stop is None else "waits for input"
        if self.end is None:
            does = "ends"
        return f"{self._function} {does}"

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


def lines_of(expected: object) -> list[str]:
    """Return the lines of an expected text."""
    return [line.rstrip() for line in str(expected).split("\n") if line.strip()]
