"""Lay out text for a terminal: cut, folded, no control characters."""

from collections.abc import Iterable
from shutil import get_terminal_size
from textwrap import wrap
from unicodedata import category, east_asian_width


def visible(text: str) -> str:
    """Return the text with escapes for characters that would move the cursor."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode()
        for c in text
    )


def encodable(text: str) -> str:
    """Return the text with escapes for what has no UTF-8, as in some file names."""
    return text.encode("utf-8", "backslashreplace").decode()


def on_one_line(text: str) -> str:
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def cut(text: str, longest: int = 1_000) -> str:
    """Return the text, or its beginning and how much is left out."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]} ... ({len(text) - longest:,} characters more)"


def columns(text: str) -> int:
    r"""Return how many columns of a terminal a text takes.

    >>> columns("ada"), columns("\u6731"), columns("e\u0301")
    (3, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if category(c) in ("Mn", "Me") else 2 if east_asian_width(c) in "WF" else 1
        for c in text
    )


def short(text: str, width: int) -> str:
    """Return the text, or its beginning, in so many columns.

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
    return get_terminal_size().columns


def wrapped(text: str, first: str = "", further: str = "") -> list[str]:
    """Fold a paragraph; `first` and `further` stand before its lines."""
    path, _, _ = text.partition(" ")
    lines = wrap(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=further,
        break_on_hyphens=False,
        # A path stays whole, because it is there to be copied.
        break_long_words=len(path) <= width(),
    )
    return lines or [first + text]


def folded(line: str, rest: str) -> list[str]:
    """Return one line, or two where the terminal is too narrow for it."""
    fits = columns(line) + 1 + columns(rest) <= width()
    return [f"{line} {rest}"] if fits else [line, f"      {rest}"]


def listed(words: Iterable[str]) -> list[str]:
    """Set words side by side, in as many lines as they need, and break none of them."""
    together = "  ".join(word.replace(" ", "\0") for word in words)
    return [line.replace("\0", " ") for line in wrap(together, width())]
