"""Text for a terminal: cut, wrapped, and without what would move the cursor."""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size
from textwrap import wrap
from unicodedata import category, east_asian_width

LONGEST = 1_000


def visible(text: str) -> str:
    r"""The text with escapes for what would move the cursor or colour the terminal.

    >>> visible("a\tb \x1b[2J")
    'a\tb \\x1b[2J'
    """
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text
    )


def on_one_line(text: str) -> str:
    r"""The same on one line.

    >>> on_one_line("a\x1b[31m\nb")
    'a\\x1b[31m\\nb'
    """
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def cut(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and how much is left out."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]} ... ({len(text) - longest:,} characters more)"


def columns(text: str) -> int:
    r"""How many columns of a terminal a text takes.

    >>> columns("ada"), columns("\u6731"), columns("e\u0301")
    (3, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if category(c) in ("Mn", "Me") else 2 if east_asian_width(c) in "WF" else 1 for c in text
    )


def short(text: str, width: int) -> str:
    """The text, or its beginning, in so many columns.

    >>> short("a long line", 8)
    'a lon...'
    """
    if columns(text) <= width:
        return text
    text = text[: 4 * width]  # A line may have a hundred thousand characters.
    while text and columns(text) > width - 3:
        text = text[:-1]
    return f"{text}..."


def width() -> int:
    """How many columns the terminal has."""
    return get_terminal_size().columns


def wrapped(text: str, first: str = "", further: str = "") -> list[str]:
    """A paragraph in the width of the terminal; what stands before its first and further lines."""
    path = text.partition(" ")[0]  # A path stays whole, because it is there to be copied.
    return wrap(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=further,
        break_on_hyphens=False,
        break_long_words=len(path) <= width(),
    ) or [first + text]


def folded(line: str, rest: str) -> list[str]:
    """One line, or two where the terminal is too narrow for it."""
    if columns(line) + 1 + columns(rest) <= width():
        return [f"{line} {rest}"]
    return [line, f"      {rest}"]


def listed(words: Iterable[str]) -> list[str]:
    """Words side by side, in as many lines as they need; what belongs together stays together."""
    together = "  ".join(word.replace(" ", "\0") for word in words)
    return [line.replace("\0", " ") for line in wrap(together, width())]
