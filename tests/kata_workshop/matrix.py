"""The picture of a workshop in the terminal: who has done what, what is hard, what is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from textwrap import wrap

from kata_kit import layout
from kata_kit.record import BROKEN, GREEN, RED, STATES, STOPPED, KataRecord

from kata_workshop import analysis
from kata_workshop.cohort import Cohort, bar

# Of each list, so many entries are shown; all of them with -v.
MOST_CASES = 5
MOST_BELIEFS = 8
# A transcript of a game may be long.
MOST_ROWS = 16

LONGEST_NAME = 24
SHORTEST_NAME = 12

SIGNS = {
    "#": "# passes",
    "x": "x fails",
    ".": ". not run",
    "!": "! cannot be loaded",
    "?": "? stopped",
    "-": "- no file",
}
COLOURS = {GREEN: 32, RED: 31, BROKEN: 31, STOPPED: 33}

# Makes a text green, red or yellow, by the state that it stands for.
Paint = Callable[[str, str], str]


def plain(text: str, state: str) -> str:
    """Leave the text as it is."""
    return text


def coloured(text: str, state: str) -> str:
    """Colour the text, for a terminal."""
    return f"\x1b[{COLOURS[state]}m{text}\x1b[0m" if state in COLOURS else text


def screen(cohort: Cohort, verbose: bool = False, paint: Paint = plain) -> list[str]:
    """All of the picture, line by line."""
    width = layout.width()
    return [
        *_matrix(cohort, width, paint),
        *_hard_cases(cohort, width, verbose),
        *_beliefs(cohort, width, verbose),
        *(_verdicts(cohort) if verbose else ()),
        *_result(cohort, width),
    ]


def folded(texts: Iterable[str]) -> list[str]:
    """The texts in lines as wide as the terminal."""
    width = layout.width()
    return [line for text in texts for line in _wrapped(text, width, "  ")]


def _matrix(cohort: Cohort, width: int, paint: Paint) -> Iterator[str]:
    names = [layout.on_one_line(name) for name in cohort.participants]
    margin = min(LONGEST_NAME, max([SHORTEST_NAME, *map(layout.columns, names)]))
    for block in _blocks(cohort, width - margin):
        yield _rule("", width)
        numbers = [_number(cohort, kata) for kata in block]
        widths = [_bar_width(cohort, kata) for kata in block]
        yield _row(_padded("", margin), map(_padded, numbers, widths))
        for name in cohort.participants:
            cells = [
                paint(_padded(bar(record), wide), record.state)
                for record, wide in zip(_in(cohort.of(name), block), widths, strict=True)
            ]
            yield _row(_padded(layout.on_one_line(name), margin), cells)
        green = [str(sum(o.state == GREEN for o in cohort.about(kata))) for kata in block]
        yield _row(_padded(f"green, of {len(names)}", margin), map(_padded, green, widths))
    yield ""
    yield from _legend(cohort, width)


def _blocks(cohort: Cohort, width: int) -> list[list[str]]:
    """The katas, in groups that fit beside the names."""
    blocks: list[list[str]] = [[]]
    left = width
    for kata in cohort.katas:
        needed = _bar_width(cohort, kata.name) + 1
        if needed > left and blocks[-1]:
            blocks.append([])
            left = width
        blocks[-1].append(kata.name)
        left -= needed
    return blocks


def _legend(cohort: Cohort, width: int) -> Iterator[str]:
    words = [f"{_number(cohort, kata.name)} {kata.name}" for kata in cohort.katas]
    yield from layout.listed(words)
    used = {sign for record in cohort.records for sign in bar(record)}
    yield from layout.listed([words for sign, words in SIGNS.items() if sign in used])


def _hard_cases(cohort: Cohort, width: int, verbose: bool) -> Iterator[str]:
    cases = analysis.hard_cases(cohort)
    if cases:
        yield from ("", _rule("cases that most got wrong", width))
    shown = cases if verbose else cases[:MOST_CASES]
    for number, case in enumerate(shown):
        if number:
            yield ""
        yield f"{case.kata}, {case.stage}: {len(case.wrong)} of {case.tried} wrong"
        yield from _wrapped(case.title, width, "  ")
        yield from _wrapped(case.headline, width, "  ")
        board = _board(case.text, width)
        if board:
            yield from ("", *board)
        if case.alike:
            count = len(case.alike)
            yield from [""] if board else []
            yield f"and {count} more {'case' if count == 1 else 'cases'}, by the same people"
    if len(cases) > len(shown):
        yield from ("", f"{len(cases) - len(shown)} more (-v shows them)")


def _board(text: str, width: int) -> list[str]:
    """The drawn board of a failure's text; nothing if there is none.

    It stands behind an empty line and is indented, which a line of somebody's code is, too, but
    that stands behind the name of its file.
    """
    lines = text.splitlines()
    blocks = [
        list(takewhile(lambda line: line.startswith("    "), lines[number + 1 :]))
        for number, line in enumerate(lines)
        if not line
    ]
    rows = next(filter(None, blocks), [])
    more = [f"    ... {len(rows) - MOST_ROWS} lines more"] if len(rows) > MOST_ROWS else []
    return [layout.short(layout.on_one_line(row), width) for row in rows[:MOST_ROWS]] + more


def _beliefs(cohort: Cohort, width: int, verbose: bool) -> Iterator[str]:
    held = analysis.beliefs(cohort)
    if held:
        yield from ("", _rule("what people seem to believe", width))
    shown = held if verbose else held[:MOST_BELIEFS]
    for belief in shown:
        count = len(belief.participants)
        yield f"{count:3} {belief.kata}: {belief.name.replace('_', ' ')}"
        yield from _names(belief.participants, width)
        for line in wrap(belief.text.partition("\n")[0], width - 4):
            yield f"    {line}"
    if len(held) > len(shown):
        yield f"{len(held) - len(shown)} more (-v shows them)"


def _verdicts(cohort: Cohort) -> Iterator[str]:
    """What everybody read whose code is not green."""
    for record in cohort.records:
        if record.verdict and record.state != GREEN:
            yield from ("", layout.on_one_line(f"{record.participant}: {record.kata}"))
            yield from map(layout.on_one_line, record.verdict.splitlines())


def _result(cohort: Cohort, width: int) -> Iterator[str]:
    counts = {state: sum(record.state == state for record in cohort.records) for state in STATES}
    told = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
    count = len(cohort.participants)
    people = f"{count} {'participant' if count == 1 else 'participants'}"
    katas = f"{len(cohort.katas)} {'kata' if len(cohort.katas) == 1 else 'katas'}"
    yield ""
    yield from _wrapped(f"{people}, {katas}: {told} ({_clock(cohort)})", width, "  ")


def _clock(cohort: Cohort) -> str:
    minutes, seconds = divmod(round(cohort.seconds), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def _names(participants: Sequence[str], width: int) -> Iterator[str]:
    """The names in one line, or as many of them as it holds."""
    line = "   "
    for number, participant in enumerate(participants):
        name = f" {layout.short(layout.on_one_line(participant), LONGEST_NAME)}"
        rest = len(participants) - number
        if layout.columns(line + name) + len(f", and {rest} more") > width:
            yield f"{line} and {rest} more"
            return
        line += name + ("," if rest > 1 else "")
    yield line


def _in(records: Iterable[KataRecord], katas: Sequence[str]) -> list[KataRecord]:
    by_kata = {record.kata: record for record in records}
    return [by_kata[kata] for kata in katas]


def _number(cohort: Cohort, kata: str) -> str:
    return str([one.name for one in cohort.katas].index(kata) + 1)


def _bar_width(cohort: Cohort, kata: str) -> int:
    return max(len(bar(record)) for record in cohort.about(kata))


def _row(name: str, cells: Iterable[str]) -> str:
    return " ".join([name, *cells]).rstrip()


def _rule(title: str, width: int) -> str:
    return f" {title} ".center(width, "=") if title else "=" * width


def _wrapped(text: str, width: int, further: str) -> list[str]:
    return wrap(layout.on_one_line(text), width, subsequent_indent=further) or [""]


def _padded(text: str, width: int) -> str:
    """A text in so many columns."""
    text = layout.short(text, width)
    return text + " " * (width - layout.columns(text))
