"""Text for a terminal: cut, and without control characters."""

from shutil import get_terminal_size
from textwrap import wrap
from unicodedata import category, east_asian_width


def visible(text: str) -> str:
    """Return the text with escapes for characters that would move the cursor."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode()
        for c in text
    )


def cut(text: str, longest: int = 1_000) -> str:
    """Return the text, or its beginning and how much is left out."""
    if len(text) <= longest:
        return text
    return f"{text[:longest]} ... ({len(text) - longest:,} more characters)"


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
    """Return the columns of the terminal."""
    return get_terminal_size().columns


def wrapped(text: str, first: str = "", further: str = "") -> list[str]:
    """Fold a paragraph; `first` and `further` come before its lines."""
    lines = wrap(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=further,
        break_on_hyphens=False,
        break_long_words=False,  # A path stays whole, because it's there to be copied.
    )
    return lines or [first + text]
