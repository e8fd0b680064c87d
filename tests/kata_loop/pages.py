"""Write the pages of the loop, and lay them out on a screen."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from kata_kit import layout, progress, writing
from kata_kit.handback import Handed
from kata_kit.katas import BY_NAME, ROOT, KataFiles
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

FEWEST = 5  # lines of a body that are shown at once, however low the screen is
LEARNT = "What you have learnt"  # the section of a statement that is shown at its end
THE_END = "That was the whole path: every kata is done."


class Page(NamedTuple):
    """The command of a run, what came of it, and where one stands."""

    command: str
    body: Sequence[Line] = ()
    end: Sequence[Line] = ()
    kept: Sequence[Line] = ()  # lines of the body that are not hidden if it is too long


def page(command: str, handed: Handed) -> Page:
    """Return the page of a run that is over."""
    body, end, kept = list[Line](), list[Line](), list[Line]()
    for record in handed.records:
        body += failures(record)
        end += standing(record)
        kept += never_hidden(record)
    for title, text in handed.others:
        body += [heading(title), *map(Line, text.splitlines())]
    return Page(command, body, end, kept)


def running(
    command: str, seconds: int, handed: Handed, last: KataRecord | None
) -> Page:
    """Return the page of a run that goes on.

    A stage that was green in the last run is not green in this one before it has run.
    """
    body, end = [Line(f"running, {seconds} s")], list[Line]()
    if handed.now:
        body.append(Line(layout.short(f"now {handed.now}", layout.width())))
    green = [one.name for one in last.stages if one.state == PASSED] if last else []
    for record in handed.records:
        body += failures(record)
        end.append(picture(record))
        waiting = [one for one in record.stages if one.state == NOT_RUN]
        were = [one.name for one in waiting if one.name in green and not one.locked]
        if were:
            end.append(Line(f"was green, not tested again yet: {', '.join(were)}"))
    return Page(command, body, end)


def failures(record: KataRecord) -> list[Line]:
    """Return the first failure of each stage, what may be behind it, and the others."""
    lines = list[Line]()
    if record.state == NOT_STARTED:
        return lines
    belief = record.misconception
    for stage, cases in groupby(record.failures, attrgetter("stage")):
        first, *more = cases
        assert first.failure is not None
        is_broken = first.status == BROKEN
        lines.append(heading(f"{record.kata}: {stage}"))
        lines += writing.wrong("" if is_broken else first.title, first.failure)
        if belief:
            lines += [Line(""), *writing.perhaps(belief)]
            belief = None
        lines += writing.asked(first.failure)
        if is_broken:
            break
        lines += writing.also_failing(first, more, verbose=False)
    return lines


def never_hidden(record: KataRecord) -> list[Line]:
    """Return the lines of a body that name the misconception, and what was printed."""
    kept = list[Line]()
    first = record.failures[0].failure if record.failures else None
    if first and first.printed:
        text = layout.short(f"    {first.printed[0]}", layout.width()).rstrip()
        kept += [Line("printed:"), Line(text)]
    if record.misconception:
        kept += writing.perhaps(record.misconception)[:1]
    return kept


def standing(record: KataRecord) -> list[Line]:
    """Return the stages of a kata, where you stand, and what to do."""
    kata, bar = BY_NAME[record.kata], picture(record)
    lines = [bar._replace(text=f"{bar.text}  {record.words}")]
    if record.failures:
        lines += [Line(line, "bold") for line in writing.next_step(record)]
    if record.state == NOT_STARTED:
        lines.append(Line(f"read: {kata.statement}"))
        lines.append(Line("Each time you save the file, it is tested."))
    elif not record.whole:
        lines.append(Line("Press a to run all cases."))
    elif record.state == GREEN:
        lines += [Line(line, "bold") for line in writing.to_compare(kata)]
        following = kata_after(kata.name)
        end = f"Press n to go on to {following}." if following else THE_END
        lines += map(Line, ["", *learnt(kata), "", end])
    return lines


def picture(record: KataRecord) -> Line:
    """Return the bar of a kata."""
    bar = f"{record.kata}  {writing.bar(record.states)}"
    return Line(bar, writing.style_of(record))


def learnt(kata: KataFiles) -> list[str]:
    """Return what the statement of a kata says that you have learnt."""
    text = (ROOT / kata.statement).read_text(encoding="utf-8")
    section = text.partition(f"\n## {LEARNT}\n\n")[2]
    return section.partition("\n\n")[0].splitlines()


def kata_after(kata: str) -> str:
    """Return the first kata behind this one that is not done, or before it; else ""."""
    return writing.following(kata, {*BY_NAME} - {*not_done()})


def not_done() -> list[str]:
    """Return the katas that are not green."""
    return [one.kata for one in progress.of_path() if not one.is_green]


def path() -> Page:
    """Return the page that shows the path."""
    lines = progress.written(progress.of_path())
    return Page("--progress", list(map(Line, lines)), [Line("Press a to test again.")])


def drawn(
    height: int, page: Page, note: Sequence[str], keys: Sequence[str], top: int = 0
) -> tuple[list[Line], int]:
    """Return a screen: the page from a line of its body on, the note, and the keys.

    The body gives way where it is too long, because the end says where one stands.
    Behind the lines comes the `top` of the next part of the body; 0 if this is the last
    one.
    """
    above, text = fitted([Line(f"$ pytest {page.command}")]), fitted(page.body)
    below = list[Line]()
    if text:
        above.append(Line(""))
    notes, last = map(Line, note), map(Line, layout.listed(keys))
    for part in ([*notes], page.end, [*last]):
        if part:
            below += fitted([Line(""), *part])
    room = max(height - len(above) - len(below), FEWEST)
    following = 0
    if len(text) > room:
        end = top + room - 1
        seen = text[: end - len(page.kept)]
        hidden = [line for line in page.kept if line not in seen]
        end -= len(hidden)
        left = "from the beginning"
        if end < len(text):
            following = end
            left = counted(len(text) - end, "more line")
        text = [*text[top:end], *hidden, Line(f"... space: {left}")]
    return [*above, *text, *below], following


def heading(text: str) -> Line:
    """Return a heading, drawn across all columns."""
    return Line(f" {text} ".center(layout.width(), "="), "bold")


def fitted(lines: Iterable[Line]) -> list[Line]:
    """Return lines in the columns of the terminal."""
    found = list[Line]()
    for line in lines:
        margin = line.text[: len(line.text) - len(line.text.lstrip())]
        parts = layout.wrapped(line.text, further=margin)
        found += [Line(part, line.style) for part in parts]
    return found
