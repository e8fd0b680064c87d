"""Write failures for a learner: as text for a file, as lines for a terminal."""

from collections.abc import Collection, Iterable, Sequence
from shlex import quote
from typing import NamedTuple

from kata_kit import layout, renamed
from kata_kit.katas import BY_NAME, ROOT, KataFiles
from kata_kit.record import (
    FAILED,
    GREEN,
    NOT_RUN,
    NOT_WRITTEN,
    PASSED,
    Belief,
    CaseRecord,
    Count,
    Failure,
    KataRecord,
    Place,
    counted,
)

MOST_LINES = 4  # of the failures behind the first one of a stage (all with -v)
LONGEST_HEADLINE = 400  # characters
SHORTEST_LINE = 76  # columns that a line of code may take, also in a narrow terminal

SIGNS = {PASSED: "#", FAILED: "x", NOT_RUN: "."}  # of the stages in a bar


class Line(NamedTuple):
    """A line for a terminal."""

    text: str
    style: str = ""  # as pytest marks it, such as "bold yellow"
    indent: int | None = None  # of further lines, if it may be folded


def text(failure: Failure) -> str:
    """Return a failure as text, which nobody has folded yet."""
    lines = [Line(failure.headline), *_wrong(failure), *_asked(failure)]
    return "\n".join(line.text for line in lines)


def whole(title: str, failure: Failure) -> list[Line]:
    """Return a failure as lines for a terminal, below the title of its case."""
    return [*wrong(title, failure), *asked(failure)]


def wrong(title: str, failure: Failure) -> list[Line]:
    """Return the part of a failure that says what is wrong, with the board."""
    headline = layout.cut(failure.headline, LONGEST_HEADLINE)
    parts = [headline]
    expected, got, came = headline.partition(", got ")
    if got and len(headline) > layout.width():
        parts = [f"{expected},", f"got {came}"]
    heads = [Line(title, "bold", 2)] if title else []
    heads += [Line(part, "red", 2) for part in parts]
    return _folded([*heads, *_wrong(failure)])


def asked(failure: Failure) -> list[Line]:
    """Return the part of a failure that says what was asked, and why."""
    return _folded(_asked(failure))


def also_failing(
    first: CaseRecord, others: Sequence[CaseRecord], verbose: bool
) -> list[Line]:
    """Return a line for each further failure, and one for those that say the same."""
    if not others:
        return []
    head = [Line(""), Line("also failing:", "bold")]
    if verbose:
        every = [f"{case.title}: {case.headline}" for case in others]
        folded = [part for line in every for part in layout.wrapped(line, "  ", "    ")]
        return [*head, *map(Line, folded)]
    told = [case for case in others if case.headline != first.headline]
    lines = [f"{case.title}: {case.headline}" for case in told[:MOST_LINES]]
    if alike := len(others) - len(told):
        lines.append(f"{counted(alike, 'more case')} in the same way")
    if len(told) > MOST_LINES:
        lines.append(f"{len(told) - MOST_LINES} more (-v shows them)")
    short = [layout.short(f"  {line}", layout.width()) for line in lines]
    return [*head, *map(Line, short)]


def perhaps(belief: Belief) -> list[Line]:
    """Return the misconception that explains the failures, with what to think about."""
    lines = [Line(f"perhaps: {belief.name.replace('_', ' ')}", "bold yellow")]
    for paragraph in belief.text.splitlines():
        lines += map(Line, layout.wrapped(paragraph, "  ", "  "))
    return lines


def bar(states: Iterable[str]) -> str:
    """Return the states of stages as a picture, in `SIGNS`."""
    return f"[{''.join(SIGNS[state] for state in states)}]"


def style_of(record: KataRecord) -> str:
    """Return the style in which the bar of a kata stands."""
    if record.state == GREEN:
        return "green"
    return "red" if record.failures else "yellow"


def next_step(record: KataRecord) -> list[str]:
    """Return what to do about the first failure of a kata."""
    first = record.failures[0]
    if first.status != FAILED and record.file == BY_NAME[record.kata].stub:
        other = renamed.looking_like(record.kata)
        if other:
            return layout.folded(f"next: rename {quote(other)}", f"to {record.file}")
    verb = "write" if first.status == NOT_WRITTEN else "fix"
    what = f"{verb} {first.function} in" if first.function else verb
    return layout.folded(f"next: {what}", record.file)


def after_green(katas: Sequence[str], done: Collection[str]) -> list[str]:
    """Return what to read when these katas are green, and which one comes next."""
    lines = list[str]()
    if len(katas) == 1:
        lines = to_compare(BY_NAME[katas[0]])
    name = following(katas[-1], {*katas, *done})
    if not name:
        return [*lines, "next: compare with the references in solutions/"]
    read = f"next: read {BY_NAME[name].statement}"
    return [*lines, read, f"then: pytest katas/{name}"]


def following(last: str, done: Collection[str]) -> str:
    """Return the first kata behind this one that is not done, or before it; else ""."""
    names = list(BY_NAME)
    place = names.index(last)
    order = [*names[place + 1 :], *names[:place]]
    return next((name for name in order if name not in done), "")


def to_compare(kata: KataFiles) -> list[str]:
    """Return where other solutions of a kata stand, and what more there is to do."""
    approaches = f"solutions/approaches/{kata.name}/"
    look = [f"look: {kata.solution}"]
    if any((ROOT / approaches).glob("*.py")):
        look = layout.folded(look[0], f"and {approaches}")
    return [*look, f'more: "Going further" in {kata.statement}']


def count(found: Count) -> str:
    """Say how many calls of a test are wrong.

    >>> count(Count(3, 5, 5))
    '3 of 5 calls are wrong; this is the first'
    """
    are = "is" if found.wrong == 1 else "are"
    if found.made < found.total:
        calls = f"the first {found.made:,} calls {are} wrong, of {found.total:,}"
    else:
        calls = f"{found.made:,} calls {are} wrong"
    return f"{found.wrong:,} of {calls}; this is the first"


def _wrong(failure: Failure) -> list[Line]:
    lines = [Line(line, indent=2) for line in failure.message]
    if failure.place:
        lines += map(Line, _place(failure.place))
    sentences = list(failure.sentences)
    if failure.got:
        sentences.insert(0, f"got:      {failure.got}")
    if failure.expected:
        sentences.insert(0, f"expected: {failure.expected}")
    if failure.count:
        sentences.append(count(failure.count))
    lines += [Line(sentence, indent=2) for sentence in sentences]
    if drawn := failure.drawing.lines():
        lines.append(Line(""))
        lines += [Line(f"    {row}".rstrip()) for row in drawn]
    if failure.printed:
        lines += map(Line, ["", "printed:", *_printed(failure)])
    return lines


def _asked(failure: Failure) -> list[Line]:
    lines = list[Line]()
    if failure.call:
        lines.append(Line(""))
        lines += map(Line, failure.call.split("\n"))
    if failure.typed:
        lines.append(Line(f"typed: {failure.typed}"))
    if failure.why and failure.why_helps:
        lines.append(Line(f"why: {failure.why}", indent=5))
    if failure.source:
        lines.append(Line(f"from: {failure.source}", indent=5))
    return [*lines, *map(Line, failure.trace)]


def _folded(lines: Iterable[Line]) -> list[Line]:
    found = list[Line]()
    for text, style, indent in lines:
        parts = [text]
        # A quoted line keeps its shape.
        if indent is not None and not text.startswith(" "):
            parts = layout.wrapped(text, further=" " * indent)
        found += [Line(part, style) for part in parts]
    return found


def _place(place: Place) -> list[str]:
    """Return the file and the line, what stands there, and who called it."""
    if not place.line:
        return [place.file]
    lines, most = [f"{place.file}:{place.line}"], _longest_line()
    if code := place.text.rstrip():
        lines.append(f"    {layout.short(code, most)}")
        if 0 < place.column <= most:
            margin = " " * (place.column + 3)
            carets = "^" * max(1, place.end - place.column)
            lines.append(f"{margin}{carets}"[: most + 4])
    further = [f"in {place.inside}"] if place.inside else []
    further += [f"called in {caller}" for caller in place.callers]
    return [*lines, *(layout.short(line, most) for line in further)]


def _printed(failure: Failure) -> list[str]:
    lines = [layout.short(line, _longest_line()) for line in failure.printed]
    if failure.unprinted:
        elsewhere = "" if failure.count else "; -s shows them"
        lines.append(f"... ({failure.unprinted:,} more lines{elsewhere})")
    return [f"    {line}".rstrip() for line in lines]


def _longest_line() -> int:
    return max(SHORTEST_LINE, layout.width() - 4)
