"""Lay out the screen of the loop: what pytest printed, a note, and the keys.

What pytest printed is cut where its sections begin, and is shown as it came.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kata_kit.katas import BY_NAME, relative
from kata_kit.layout import visible
from kata_kit.record import GREEN, NOT_STARTED, KataRecord, counted

FEWEST = 3  # lines of a body that are shown at once, however low the screen is
LEARNT = "What you have learnt"  # the section of a statement that a green kata shows
THE_END = "That was the whole path: every kata is done."

STYLE = re.compile(r"(\x1b\[[\d;]*m)")  # what a terminal shows as a colour
# Where the first part of pytest's output begins that is shown, and the last one
SECTION = re.compile(r"^(?:\x1b\[[\d;]*m)*=+ (?!test session)", re.MULTILINE)
END = re.compile(r"^(?=(?:\x1b\[[\d;]*m)*=+ katas =)", re.MULTILINE)

Fit = Callable[[str], list[str]]  # folds a line in the columns of the terminal


class Page(NamedTuple):
    """The output of a run: its failures, and the end, which stays on the screen."""

    body: Sequence[str] = ()
    end: Sequence[str] = ()


class Screen(NamedTuple):
    """Everything on the screen; only a part of its body may fit."""

    head: str
    body: Sequence[str]
    below: Sequence[str]
    part: int


def page(output: str, record: KataRecord | None, following: str) -> Page:
    """Return the page of a finished run, without pytest's first lines."""
    body, *end = END.split(harmless(output), maxsplit=1)
    if section := SECTION.search(body):
        body = body[section.start() :]
    elif end:  # Otherwise it couldn't start, or it was lost.
        body = ""
    last = "".join(end).splitlines()
    return Page(body.splitlines(), [*last, *after(record, following)])


def harmless(text: str) -> str:
    """Return a text with its colours, and nothing else that moves the cursor."""
    parts = STYLE.split(text)
    parts[::2] = map(visible, parts[::2])
    return "".join(parts)


def after(record: KataRecord | None, following: str) -> list[str]:
    """Return what the loop adds to the end of a run."""
    if record and record.state == NOT_STARTED:
        statement = relative(BY_NAME[record.kata].statement)
        return ["", f"Read {statement}.", "Each time you save, your code is tested."]
    if record and record.state == GREEN:
        last = f"Press n to go on to {following}." if following else THE_END
        return ["", *learnt(record.kata), "", last]
    return []


def learnt(kata: str) -> list[str]:
    """Return what you've learnt, as the kata's statement puts it."""
    text = BY_NAME[kata].statement.read_text(encoding="utf-8")
    section = text.partition(f"\n## {LEARNT}\n\n")[2]
    return section.partition("\n\n")[0].splitlines()


def drawn(screen: Screen, height: int, fit: Fit) -> list[str]:
    """Return the lines of a screen.

    The body gives way if it's too long, because the end says where you are.
    """
    head, body, below = (
        [part for line in lines for part in fit(line)]
        for lines in ([screen.head], screen.body, screen.below)
    )
    room = max(height - len(head) - len(below), FEWEST)
    if len(body) > room:
        body = part_of(body, screen.part, room - 1)
    return [*head, *body, *below]


def part_of(body: Sequence[str], number: int, size: int) -> list[str]:
    """Return a part of a body that is too long; the first part follows the last."""
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    place = number % len(parts)
    left = sum(map(len, parts[place + 1 :]))
    more = counted(left, "more line") if left else "from the beginning"
    return [*parts[place], f"... space: {more}"]
