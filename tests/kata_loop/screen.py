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


def _all_fitted(lines: Iterable[Line], width: int) -> list[Line]:
    return [part for line in lines for part in fitted(line, width)]


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
    above = [*_all_fitted([Line(head)], width), *([Line("")] if body else ())]
    text = _all_fitted(body, width)
    below = [Line(""), *_all_fitted(foot, width), *([Line("")] if foot else ())]
    last = [Line(line) for line in listed(keys, width)]
    room = max(height - len(above) - len(below) - len(last), FEWEST + 1)
    following = 0
    if len(text) > room:
        end = top + room - 1
        if any(line.text in kept for line in text[end:]):
            end = max(end - len(kept), top + 1)
        left = "from the beginning"
        if end < len(text):
            following = end
            left = counted(len(text) - end, "more line")
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
