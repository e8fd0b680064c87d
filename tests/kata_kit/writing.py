"""Write failures for a learner: as text for a file, as lines for a terminal."""

from collections.abc import Callable, Collection, Iterable, Sequence
from shlex import quote
from typing import NamedTuple

from kata_kit import layout, renamed
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
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
    """A line for a terminal; a style is a key of `STYLES`."""

    text: str
    style: str = ""


# How pytest's terminal marks lines.
STYLES: dict[str, dict[str, bool]] = {
    "": {},
    "title": {"bold": True},
    "wrong": {"red": True},
    "belief": {"yellow": True, "bold": True},
    "next": {"bold": True},
    "green": {"green": True},
    "red": {"red": True},
    "yellow": {"yellow": True},
}

# Folds a line into the width of a terminal; the number is the indent of further lines.
Fold = Callable[[str, int], list[str]]


def text(failure: Failure) -> str:
    """Return a failure as text, which nobody has folded yet."""

    def unfolded(line: str, indent: int) -> list[str]:
        return [line]

    lines = [failure.headline, *_wrong(failure, unfolded), *_asked(failure, unfolded)]
    return "\n".join(lines)


def whole(title: str, failure: Failure) -> list[Line]:
    """Return a failure as lines for a terminal, below the title of its case."""
    return [*wrong(title, failure), *asked(failure)]


def wrong(title: str, failure: Failure) -> list[Line]:
    """Return the part of a failure that says what is wrong, with the board."""
    lines = []
    if title:
        lines += [Line(line, "title") for line in layout.wrapped(title, further="  ")]
    lines += [Line(line, "wrong") for line in _headline(failure.headline)]
    return [*lines, *map(Line, _wrong(failure, _fold))]


def asked(failure: Failure) -> list[Line]:
    """Return the part of a failure that says what was asked, and why."""
    return [Line(line) for line in _asked(failure, _fold)]


def also_failing(
    first: CaseRecord, others: Sequence[CaseRecord], verbose: bool
) -> list[Line]:
    """Return a line for each further failure, and one for those that say the same."""
    if not others:
        return []
    head = [Line(""), Line("also failing:", "title")]
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
    lines = [Line(f"perhaps: {belief.name.replace('_', ' ')}", "belief")]
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
    """Return what to read when these katas are green, and which one comes next.

    The next one is the first behind them that is not done; else the first of all.
    """
    lines, last = list[str](), BY_NAME[katas[-1]]
    if len(katas) == 1:
        lines = to_compare(last)
    place = PATH.index(last)
    following = [*PATH[place + 1 :], *PATH[:place]]
    for kata in (one for one in following if one.name not in (*katas, *done)):
        then = f"then: pytest katas/{kata.name}"
        return [*lines, f"next: read {kata.statement}", then]
    return [*lines, "next: compare with the references in solutions/"]


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


def _wrong(failure: Failure, fold: Fold) -> list[str]:
    lines = [part for line in failure.message for part in fold(line, 2)]
    if failure.place:
        lines += _place(failure.place)
    for sentence in _sentences(failure):
        lines += fold(sentence, 2)
    drawn = failure.drawing.lines()
    if drawn:
        lines += ["", *(f"    {row}" if row else "" for row in drawn)]
    printed = _printed(failure)
    return [*lines, "", *printed] if printed else lines


def _asked(failure: Failure, fold: Fold) -> list[str]:
    lines = ["", *failure.call.split("\n")] if failure.call else []
    if failure.typed:
        lines.append(f"typed: {failure.typed}")
    if failure.why and failure.why_helps:
        lines += fold(f"why: {failure.why}", 5)
    if failure.source:
        lines += fold(f"from: {failure.source}", 5)
    return [*lines, *failure.trace]


def _fold(line: str, indent: int) -> list[str]:
    if line.startswith(" "):  # A quoted line keeps its shape.
        return [line]
    return layout.wrapped(line, "", " " * indent)


def _sentences(failure: Failure) -> list[str]:
    sentences = []
    if failure.expected:
        sentences.append(f"expected: {failure.expected}")
    if failure.got:
        sentences.append(f"got:      {failure.got}")
    sentences += failure.sentences
    if failure.count:
        sentences.append(count(failure.count))
    return sentences


def _place(place: Place) -> list[str]:
    """Return the file and the line, what stands there, and who called it."""
    if not place.line:
        return [place.file]
    lines = [f"{place.file}:{place.line}"]
    code = place.text.rstrip()
    if code:
        lines.append(f"    {layout.short(code, _longest_line())}")
        if 0 < place.column <= _longest_line():
            carets = "^" * max(1, place.end - place.column)
            room = _longest_line() - place.column + 1
            lines.append(" " * (place.column + 3) + carets[:room])
    if place.inside:
        lines.append(f"in {layout.short(place.inside, _longest_line())}")
    called = [f"called in {caller}" for caller in place.callers]
    return [*lines, *(layout.short(line, _longest_line()) for line in called)]


def _printed(failure: Failure) -> list[str]:
    if not failure.printed:
        return []
    lines = [layout.short(line, _longest_line()) for line in failure.printed]
    if failure.unprinted:
        elsewhere = "" if failure.count else "; -s shows them"
        lines.append(f"... ({failure.unprinted:,} more lines{elsewhere})")
    return ["printed:", *(f"    {line}".rstrip() for line in lines)]


def _headline(line: str) -> list[str]:
    """Return a headline in the width of the terminal, what came in a new line."""
    line = layout.cut(line, LONGEST_HEADLINE)
    expected, got, came = line.partition(", got ")
    if len(line) <= layout.width() or not got:
        return layout.wrapped(line, further="  ")
    return [
        *layout.wrapped(f"{expected},", further="  "),
        *layout.wrapped(f"got {came}", "", "  "),
    ]


def _longest_line() -> int:
    return max(SHORTEST_LINE, layout.width() - 4)
