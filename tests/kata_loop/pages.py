"""Write the pages of the loop, and lay them out on a screen."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from shutil import get_terminal_size
from typing import NamedTuple

from kata_kit import layout, progress, writing
from kata_kit.handback import Handed
from kata_kit.katas import BY_NAME, ROOT, KataFiles
from kata_kit.record import (
    BROKEN,
    GREEN,
    NOT_STARTED,
    PASSED,
    KataRecord,
    counted,
)
from kata_kit.writing import Line

FEWEST = 5  # lines of a body that are shown at once, however low the screen is
LEARNT = "What you have learnt"  # the section of a statement that is shown at its end
THE_END = "That was the whole path: every kata is done."

Lines = list[Line | str]  # a text is a line without a style


class Page(NamedTuple):
    """The command of a run, what came of it, and where one stands."""

    command: str
    body: Sequence[Line | str] = ()
    end: Sequence[Line | str] = ()
    kept: Sequence[Line | str] = ()  # lines of a long body that are not hidden


def page(command: str, handed: Handed, output: str) -> Page:
    """Return the page of a run that is over."""
    body, end, kept = Lines(), Lines(), Lines()
    for record in handed.records:
        body += failures(record)
        end += standing(record)
        kept += never_hidden(record)
    for title, text in handed.others:
        body += [heading(title), *text.splitlines()]
    if not body and not end:  # It could not start.
        body += layout.visible(output).splitlines()
    return Page(command, body, end, kept)


def running(
    command: str, seconds: int, handed: Handed, last: KataRecord | None
) -> Page:
    """Return the page of a run that goes on.

    A stage that was green in the last run is not green in this one before it has run.
    """
    body, end = Lines([f"running, {seconds} s"]), Lines()
    if handed.now:
        body.append(layout.short(f"now {handed.now}", layout.width()))
    before = last.stages if last else ()
    green = [stage.name for stage in before if stage.state == PASSED]
    for record in handed.records:
        body += failures(record)
        end.append(picture(record))
        left = [stage for stage in record.stages if stage.not_run and not stage.failed]
        were_green = [stage.name for stage in left if stage.name in green]
        if were_green:
            names = ", ".join(were_green)
            end.append(f"was green, not tested again yet: {names}")
    return Page(command, body, end)


def failures(record: KataRecord) -> Lines:
    """Return the first failure of each stage, what may be behind it, and the others."""
    lines = Lines()
    failing = record.failures if record.state != NOT_STARTED else ()
    for stage, cases in groupby(failing, attrgetter("stage")):
        first, *more = cases
        assert first.failure is not None
        is_broken = first.status == BROKEN
        lines.append(heading(f"{record.kata}: {stage}"))
        lines += writing.wrong("" if is_broken else first.title, first.failure)
        if record.misconception and first is record.failures[0]:
            lines += ["", *writing.perhaps(record.misconception)]
        lines += writing.asked(first.failure)
        if is_broken:
            break
        lines += writing.also_failing(first, more, verbose=False)
    return lines


def never_hidden(record: KataRecord) -> Lines:
    """Return the lines of a body that name the misconception, and what was printed."""
    kept = Lines()
    first = record.failures[0].failure if record.failures else None
    if first and first.printed:
        line = layout.short(f"    {first.printed[0]}", layout.width())
        kept += ["printed:", line.rstrip()]
    if record.misconception:
        kept += writing.perhaps(record.misconception)[:1]
    return kept


def standing(record: KataRecord) -> Lines:
    """Return the stages of a kata, where you stand, and what to do."""
    kata, bar = BY_NAME[record.kata], picture(record)
    lines = Lines([bar._replace(text=f"{bar.text}  {record.words}")])
    if record.failures:
        lines += [Line(line, "bold") for line in writing.next_step(record)]
    if record.state == NOT_STARTED:
        lines.append(f"read: {kata.statement}")
        lines.append("Each time you save the file, it is tested.")
    elif not record.whole:
        lines.append("Press a to run all cases.")
    elif record.state == GREEN:
        lines += [Line(line, "bold") for line in writing.to_compare(kata)]
        following = kata_after(kata.name)
        end = f"Press n to go on to {following}." if following else THE_END
        lines += ["", *learnt(kata), "", end]
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
    done = {one.kata for one in progress.of_path() if one.is_green}
    return writing.following(kata, done)


def path() -> Page:
    """Return the page that shows the path."""
    lines = progress.written(progress.of_path())
    return Page("--progress", lines, ["Press a to test again."])


def drawn(
    page: Page, number: int, note: Iterable[str], keys: Iterable[str]
) -> list[Line]:
    """Return a screen: a part of the page's body, the note, the end, and the keys.

    The body gives way where it is too long, because the end says where one stands.
    """
    above = fitted([f"$ pytest {page.command}"])
    body = fitted(page.body)
    if body:
        above.append(Line(""))
    below = list[Line]()
    for lines in (note, page.end, layout.listed(keys)):
        if lines:
            below += fitted(["", *lines])
    room = max(get_terminal_size().lines - len(above) - len(below), FEWEST)
    if len(body) > room:
        body = part(body, number, fitted(page.kept), room)
    return [*above, *body, *below]


def part(body: list[Line], number: int, kept: list[Line], room: int) -> list[Line]:
    """Return a part of a body that is too long; the first one follows the last.

    The lines that are `kept` are in the first part.
    """

    def hidden(size: int) -> list[Line]:
        return [line for line in kept if line not in body[:size]]

    size = first = room - 1
    while first + len(hidden(first)) > size:
        first -= 1
    starts = range(first, len(body), size)
    further = [body[start : start + size] for start in starts]
    parts = [body[:first] + hidden(first), *further]
    place = number % len(parts)
    left = sum(map(len, parts[place + 1 :]))
    more = counted(left, "more line") if left else "from the beginning"
    return [*parts[place], Line(f"... space: {more}")]


def heading(text: str) -> Line:
    """Return a heading, drawn across all columns."""
    return Line(f" {text} ".center(layout.width(), "="), "bold")


def fitted(lines: Iterable[Line | str]) -> list[Line]:
    """Return lines in the columns of the terminal."""
    found = list[Line]()
    for line in lines:
        text, style = (line, "") if isinstance(line, str) else line
        margin = text[: len(text) - len(text.lstrip())]
        parts = layout.wrapped(text, further=margin)
        found += [Line(part, style) for part in parts]
    return found
