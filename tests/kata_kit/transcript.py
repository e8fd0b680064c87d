"""Draw the end of a transcript: what a program showed, and what was typed."""

from collections.abc import Sequence
from typing import NamedTuple

from kata_tables.drawing import Drawing, text

from kata_kit import layout

# Of a transcript so many lines are shown, those before the wrong one, and so much of
# each.
MOST_LINES = 12
LONGEST_LINE = 78


class Line(NamedTuple):
    """A line of a transcript."""

    text: str  # the line, without white space at its end
    typed: bool = False  # whether it holds something that was typed
    counts: bool = False  # whether it is compared


def drawn(transcript: str) -> Drawing:
    """Return the last lines of a transcript of which no more is known."""
    return picture([Line(line) for line in transcript.splitlines()])


def picture(lines: Sequence[Line]) -> Drawing:
    """Return the last lines; a `>` stands before those that hold something typed."""
    shown = []
    for line in lines[-MOST_LINES:]:
        sign = ">" if line.typed else " "
        marked = f"{sign} {layout.visible(line.text)}"
        shown.append(layout.short(marked, LONGEST_LINE).rstrip())
    return text(shown, theirs=True)
