"""Lay out the loop's screen: the failures, where you stand, and the keys."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from kata_kit.choosing import quoted
from kata_kit.layout import columns, listed
from kata_kit.record import counted
from kata_kit.writing import Line

# However low the screen is, so many lines of a run are shown at once.
FEWEST = 3

NOTHING: Mapping[str, Line] = {}

COLOURS = {
    "heading": "1",
    "bold": "1",
    "green": "32",
    "red": "31",
    "yellow": "33",
}


def fitted(line: Line, width: int) -> list[Line]:
    """Return a line in so many columns; a heading is drawn across all of them."""
    if line.style == "heading":
        return [Line(f" {line.text} ".center(width, "=")[:width], line.style)]
    if columns(line.text) <= width:
        return [line]
    margin = len(line.text) - len(line.text.lstrip())
    indent = " " * min(margin, width // 2)
    parts = wrap(line.text, width, subsequent_indent=indent, break_on_hyphens=False)
    return [Line(part, line.style) for part in parts]


def coloured(line: Line) -> str:
    """Return a line with the colours of its style."""
    code = ";".join(COLOURS[mark] for mark in line.style.split())
    return f"\x1b[{code}m{line.text}\x1b[0m" if code and line.text else line.text


def drawn(
    size: tuple[int, int],
    head: str,
    body: Sequence[Line],
    foot: Sequence[Line],
    keys: Sequence[str],
    top: int = 0,
    kept: Mapping[str, Line] = NOTHING,
) -> tuple[list[Line], int]:
    """Return a screen: the head, the body from a line on, the foot, and the keys.

    The size is in columns and lines. The body gives way where it is too long, because
    the foot says where one stands. A line of it that is `kept` is not hidden: a short
    one stands for it. Behind the lines comes the `top` of the next part of the body; 0
    if this is the last one.
    """
    width, height = size
    above = fitted(Line(head), width)
    if body:
        above.append(Line(""))
    text = [part for line in body for part in fitted(line, width)]
    below = [Line(""), *(part for line in foot for part in fitted(line, width))]
    if foot:
        below.append(Line(""))
    last = [Line(line) for line in listed(keys, width)]
    room = max(height - len(above) - len(below) - len(last), FEWEST + 1)
    following = 0
    if len(text) > room:
        end = top + room - 1
        if any(line.text in kept for line in text[end:]):
            end = max(end - len(kept), top + 1)
        if end < len(text):
            following = end
        more = counted(len(text) - end, "more line")
        left = more if following else "from the beginning"
        hidden = [kept[line.text] for line in text[end:] if line.text in kept]
        short = [line._replace(text=line.text[:width]) for line in hidden]
        text = [*text[top:end], *short, Line(f"... space: {left}"[:width])]
    # The keys are what helps on.
    shown = [*above, *text, *below][: max(height - len(last), 0)]
    return [*shown, *last][:height], following


def typed(command: Iterable[str]) -> str:
    """Return a command as it is typed."""
    words = ["pytest"]
    for word in command:
        name, sign, text = word.partition("=")
        words.append(f"{name}{sign}{quoted(text) if ' ' in text else text}")
    return " ".join(words)
