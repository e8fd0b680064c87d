"""Write the pages of the loop, and lay them out on a screen."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from kata_kit import layout, progress, writing
from kata_kit.choosing import quoted
from kata_kit.handback import Handed
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.record import (
    BROKEN,
    GREEN,
    NOT_RUN,
    NOT_STARTED,
    PASSED,
    KataRecord,
    counted,
)
from kata_kit.writing import Line

LEARNT = Path(__file__).with_name("learnt.txt")
CACHE = ROOT / ".pytest_cache"
PATIENCE = 1  # seconds, before it is shown how far a run is
FEWEST = 3  # lines of a run that are shown at once, however low the screen is
NOTHING: Mapping[str, Line] = {}


class Page(NamedTuple):
    """The command of a run, its failures, and the end."""

    command: Sequence[str]
    body: Sequence[Line] = ()
    end: Sequence[Line] = ()
    # Short lines for what is not hidden where the body is too long, by the line there.
    kept: Mapping[str, Line] = NOTHING


def page(command: Sequence[str], handed: Handed, *, whole: bool) -> Page:
    """Return the page of a run; of a whole one it says what comes next."""
    body, end, kept = list[Line](), list[Line](), dict[str, Line]()
    for record in handed.records:
        if record.state != NOT_STARTED:
            body += failures(record)
        kept |= never_hidden(record)
        end += standing(record)
    if handed.slowest.title:
        title, seconds = handed.slowest
        slow = f"slow: {seconds:.0f} s for {title}"
        end.append(Line(layout.short(slow, layout.width())))
    for other in handed.others:
        body += [Line(other.title, "heading"), *map(Line, other.text.splitlines())]
    if not whole:
        end.append(Line("Press a to run all cases."))
    elif not handed.others:
        green = [one.kata for one in handed.records if one.state == GREEN]
        end += [Line(line) for kata in green for line in ending(kata)]
    return Page(command, body, end, kept)


def never_hidden(record: KataRecord) -> dict[str, Line]:
    """Return what was printed, and the misconception, on a line each."""
    kept = dict[str, Line]()
    first = record.failures[0].failure if record.failures else None
    if first and first.printed:
        text = first.printed[0]
        more = " ..." if len(first.printed) > 1 else ""
        kept[f"    {text}".rstrip()] = Line(f"printed: {text}{more}")
    if record.misconception:
        head, *_ = writing.perhaps(record.misconception)
        kept[head.text] = head
    return kept


def running(
    seconds: int, so_far: Handed, last: KataRecord | None
) -> tuple[list[Line], list[Line]]:
    """Return what is known of a run that goes on, and where it stands.

    A stage that was green in the last run is not green in this one before it has run.
    """
    body, end = [Line(f"running, {seconds} s")], list[Line]()
    if seconds < PATIENCE:
        return body, end
    if so_far.title:
        now = f"now {so_far.stage}: {so_far.title}"
        body.append(Line(layout.short(now, layout.width())))
    green = [one.name for one in last.stages if one.state == PASSED] if last else []
    for record in so_far.records:
        if record.failures and record.state != NOT_STARTED:
            body += [Line(""), *failures(record)]
        picture = f"{record.kata}  {writing.bar(record.states)}"
        end.append(Line(picture, writing.style_of(record)))
        waiting = [one for one in record.stages if one.state == NOT_RUN]
        were = [one.name for one in waiting if one.name in green and not one.locked]
        if were:
            end.append(Line(f"was green, not tested again yet: {', '.join(were)}"))
    return body, end


def failures(record: KataRecord) -> list[Line]:
    """Return the first failure of each stage, what may be behind it, and the others.

    A low screen shows what is wrong and the misconception; the rest scrolls.
    """
    lines = list[Line]()
    for stage, cases in groupby(record.failures, attrgetter("stage")):
        first, *more = cases
        assert first.failure is not None
        broken = first.status == BROKEN
        belief = None if lines else record.misconception
        lines.append(Line(f"{record.kata}: {stage}", "heading"))
        lines += writing.wrong("" if broken else first.title, first.failure)
        if belief:
            lines += [Line(""), *writing.perhaps(belief)]
        lines += writing.asked(first.failure)
        if broken:
            break
        lines += writing.also_failing(first, more, verbose=False)
    return lines


def standing(record: KataRecord) -> list[Line]:
    """Return the stages of a kata, where you stand, and what to do."""
    text = f"{record.kata}  {writing.bar(record.states)}  {record.words}"
    lines = [Line(text, writing.style_of(record))]
    if record.failures:
        lines += [Line(line, "bold") for line in writing.next_step(record)]
    else:
        kata = BY_NAME[record.kata]
        lines += [Line(line, "bold") for line in writing.to_compare(kata)]
    if record.state == NOT_STARTED:
        lines.append(Line(f"read: {BY_NAME[record.kata].statement}"))
        lines.append(Line("Each time you save the file, it is tested."))
    return lines


def ending(kata: str) -> list[str]:
    """Return what you have learnt in a kata that is done, and what comes next."""
    rows = LEARNT.read_text(encoding="utf-8").splitlines()[1:]
    learnt = dict(row.split(": ", 1) for row in rows)
    following = kata_after(kata)
    what = f"Press n to go on to {following}." if following else learnt["the end"]
    return ["", learnt.get(kata, ""), "", what]


def kata_after(kata: str) -> str:
    """Return the first kata behind this one that is not done, or before it; else ""."""
    return writing.following(kata, {*BY_NAME} - {*not_done()})


def not_done() -> list[str]:
    """Return the katas that are not green."""
    return [one.kata for one in progress.of_path(CACHE) if not one.is_green]


def path() -> Page:
    """Return the page that shows the path."""
    lines = progress.written(progress.of_path(CACHE))
    again = [Line("Press a to test again.")]
    return Page(["--progress"], [Line(line) for line in lines], again)


def plain(output: str) -> list[Line]:
    """Return what a process wrote that could not start a run."""
    return [Line(layout.visible(line)) for line in output.splitlines()]


def fitted(line: Line, width: int) -> list[Line]:
    """Return a line in so many columns; a heading is drawn across all of them."""
    if line.style == "heading":
        return [Line(f" {line.text} ".center(width, "=")[:width], line.style)]
    if layout.columns(line.text) <= width:
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
    last = [Line(line) for line in layout.listed(keys, width)]
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
