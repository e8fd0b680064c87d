"""What stands on the screen of the loop: of a run's output that which matters, in its size."""

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap

from kata_kit.layout import listed
from kata_kit.options import quoted

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_HEADING = re.compile(r"=+ (?P<title>.+?) =+")

# However low the screen is, so many lines of a run are shown at once.
FEWEST = 3


def plain(line: str) -> str:
    """A line without its colours."""
    return _COLOUR.sub("", line)


def heading(line: str) -> str:
    """The title in a line such as "=== katas ==="; "" for any other line."""
    found = _HEADING.fullmatch(plain(line))
    return found["title"] if found else ""


def parts(output: str) -> tuple[list[str], list[str]]:
    """What a run says about failures, and the end of it: the bar, and what to do next.

    The head, the dots and the counts are left out, and `then:`, which says to type what
    the loop does by itself. Output that is not that of a run is kept whole.
    """
    lines = output.splitlines()
    titles = {n: heading(line) for n, line in enumerate(lines) if heading(line)}
    ends = [n for n, title in titles.items() if title == "katas"]
    if not ends:
        return lines, []
    start = next(n for n, title in titles.items() if title != "test session starts")
    last = [line for line in lines[ends[-1] + 1 :] if not heading(line)]
    body = _cause_first(lines[start : ends[-1]])
    return body, [line for line in last if not plain(line).startswith("then: ")]


def _cause_first(lines: list[str]) -> list[str]:
    """What is behind the failures before the list of them, because a screen may end between.

    >>> _cause_first(["No", "", "also failing:", "  this", "", "perhaps: it", "  is so"])
    ['No', '', 'perhaps: it', '  is so', '', 'also failing:', '  this']
    """
    starts = [n for n, line in enumerate(lines) if plain(line) == "also failing:"]
    causes = [n for n, line in enumerate(lines) if plain(line).startswith("perhaps: ")]
    if not starts or not causes:
        return lines
    also, cause = starts[-1], causes[-1]
    return [*lines[:also], *lines[cause:], "", *lines[also : cause - 1]]


def fitted(line: str, width: int) -> list[str]:
    """A line in so many columns: a heading is drawn again, a longer line loses its colours."""
    text = plain(line)
    if heading(line):
        return [f" {heading(line)} ".center(width, "=")[:width]]
    if len(text) <= width:
        return [line]
    indent = " " * min(len(text) - len(text.lstrip()), width // 2)
    return wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


def drawn(
    size: tuple[int, int],
    head: str,
    body: Sequence[str],
    foot: Sequence[str],
    keys: Sequence[str],
    top: int,
) -> tuple[list[str], int]:
    """A screen of so many columns and lines: the head, the body from a line on, the foot, the keys.

    The body gives way where it is too long, because the foot says where one stands.
    Behind the lines comes the `top` of the next part of the body; 0 if this is the last
    one.
    """
    width, height = size
    above = [*fitted(head, width), *([""] if body else [])]
    text = [part for line in body for part in fitted(line, width)]
    last = listed(keys, width)
    below = [
        "",
        *(part for line in foot for part in fitted(line, width)),
        *([""] if foot else []),
    ]
    room = max(height - len(above) - len(below) - len(last), FEWEST + 1)
    following = 0
    if len(text) > room:
        end = top + room - 1
        following = end if end < len(text) else 0
        rest = f"{len(text) - end} more lines" if following else "from the beginning"
        causes = [
            plain(line) for line in text[end:] if plain(line).startswith("perhaps: ")
        ]
        text = [*text[top:end], " - ".join([f"... space: {rest}", *causes])[:width]]
    # The keys are what helps on.
    shown = [*above, *text, *below][: max(height - len(last), 0)]
    return [*shown, *last][:height], following


def typed(command: Iterable[str]) -> str:
    """A command as it is typed."""
    words = (word.partition("=") for word in command)
    shown = (
        f"{name}{sign}{quoted(text) if ' ' in text else text}"
        for name, sign, text in words
    )
    return " ".join(["pytest", *shown])
