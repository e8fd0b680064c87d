"""Write failures for a learner: as text for a file, as lines for a terminal."""

from collections.abc import Collection, Iterable, Sequence
from shlex import quote
from typing import NamedTuple

from kata_kit import layout, stubs
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

# Of the failures behind the first one of a stage; with -v all of them have lines.
MOST_LINES = 4
MOST_ROWS = 4  # of such a line, with -v
LONGEST_MESSAGE = 400  # characters, of an exception in a headline

SIGNS = {PASSED: "#", FAILED: "x", NOT_RUN: "."}  # of the stages in a bar


class Line(NamedTuple):
    """A line for a terminal."""

    text: str
    style: str = ""  # as pytest marks it, such as "bold yellow"


def text(failure: Failure) -> str:
    """Return a failure as text, which nobody has folded yet."""
    lines = [failure.headline, *_wrong(failure), *_call(failure), *_reasons(failure)]
    return "\n".join([*lines, *failure.trace])


def wrong(title: str, failure: Failure) -> list[Line]:
    """Return the part of a failure that says what is wrong, with the board."""
    headline = layout.cut(failure.headline, LONGEST_MESSAGE)
    heads = _folded([title], 2, "bold") if title else []
    heads += _folded([headline], 2, "red")
    return [*heads, *_folded(_wrong(failure), 2)]


def asked(failure: Failure) -> list[Line]:
    """Return the part of a failure that says what was asked, and why."""
    call, trace = map(Line, _call(failure)), map(Line, failure.trace)
    return [*call, *_folded(_reasons(failure), 5), *trace]


def also_failing(
    first: CaseRecord, others: Sequence[CaseRecord], verbose: bool
) -> list[Line]:
    """Return a line for each further failure, and one for those that say the same."""
    if not others:
        return []
    said = "" if verbose else _in_short(first, verbose)
    told = [one for one in others if not said or _in_short(one, verbose) != said]
    most, rows = (len(told), MOST_ROWS) if verbose else (MOST_LINES, 1)
    lines = [
        ": ".join(filter(None, (one.title, _in_short(one, verbose))))
        for one in told[:most]
    ]
    if alike := len(others) - len(told):
        lines.append(f"{counted(alike, 'more case')} in the same way")
    if len(told) > most:
        lines.append(f"{len(told) - most} more (-v shows them)")
    lines = [layout.short(line, rows * (layout.width() - 2)) for line in lines]
    folded = [part for line in lines for part in layout.wrapped(line, "  ", "    ")]
    return [Line(""), Line("also failing:", "bold"), *map(Line, folded)]


def _in_short(case: CaseRecord, verbose: bool) -> str:
    """Return what is wrong in one sentence; "" if that is too long for a line."""
    found = case.failure
    if not found or not found.is_long:
        return case.headline
    is_told = verbose and found.expected
    return f"expected {found.expected}, got {found.got}" if is_told else ""


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
    is_yours = record.file == BY_NAME[record.kata].stub
    other = stubs.looking_like(record.kata) if first.status != FAILED else ""
    if other and is_yours:
        return layout.folded(f"next: rename {quote(other)}", f"to {record.file}")
    verb = "write" if first.status == NOT_WRITTEN else "fix"
    if is_yours and not (ROOT / record.file).exists():
        verb = "bring back"
    what = f"{verb} {first.function} in" if first.function else verb
    return layout.folded(f"next: {what}", record.file)


def after_green(katas: Sequence[str], done: Collection[str]) -> list[str]:
    """Return what to read when these katas are green, and which one comes next."""
    lines = to_compare(BY_NAME[katas[0]]) if len(katas) == 1 else []
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

    >>> count(Count(3, 5, 9))
    '3 of 5 calls are wrong; this is the first'
    """
    are = "is" if found.wrong == 1 else "are"
    return f"{found.wrong:,} of {found.made:,} calls {are} wrong; this is the first"


def _wrong(failure: Failure) -> list[str]:
    lines = [*failure.message, *_place(failure.place)]
    if failure.expected:
        lines.append(f"expected: {failure.expected}")
    if failure.got:
        lines.append(f"got:      {failure.got}")
    lines += failure.sentences
    if failure.count:
        lines.append(count(failure.count))
    if drawn := failure.drawing.lines():
        lines += ["", *(f"    {row}".rstrip() for row in drawn)]
    if failure.printed:
        lines += ["", "printed:", *_printed(failure)]
    return lines


def _call(failure: Failure) -> list[str]:
    return ["", *failure.call.split("\n")] if failure.call else []


def _reasons(failure: Failure) -> list[str]:
    facts = {
        "typed": failure.typed,
        "why": failure.why if failure.why_helps else "",
        "from": failure.source,
    }
    return [f"{name}: {fact}" for name, fact in facts.items() if fact]


def _folded(lines: Iterable[str], indent: int, style: str = "") -> list[Line]:
    found = list[Line]()
    for line in lines:
        # A quoted line keeps its shape.
        is_quoted = line.startswith(" ")
        parts = [line] if is_quoted else layout.wrapped(line, further=" " * indent)
        found += [Line(part, style) for part in parts]
    return found


def _place(place: Place | None) -> list[str]:
    """Return the file and the line, what stands there, and who called it."""
    if not place or not place.line:
        return [place.file] if place else []
    lines, most = [f"{place.file}:{place.line}"], layout.width() - 4
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
    lines = [layout.short(line, layout.width() - 4) for line in failure.printed]
    if failure.unprinted:
        lines.append(f"... ({failure.unprinted:,} more lines with -s)")
    return [f"    {line}".rstrip() for line in lines]
