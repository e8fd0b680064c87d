"""The picture of a workshop in the terminal: the matrix, hard cases, beliefs."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kata_kit import layout
from kata_kit.record import BROKEN, GREEN, RED, STATES, STOPPED, counted

from kata_report import debrief
from kata_report.cohort import Cohort, bar
from kata_report.debrief import HardCase, Held

# Of each list, so many entries are shown for a kata; all of them with -v.
MOST_CASES, MOST_BELIEFS = 2, 3
MOST_ROWS = 16  # A transcript of a game may be long.
SHORTEST_NAME, LONGEST_NAME = 12, 24
MOST_NAMED = 20  # of those that a line is about

COLOURS = {GREEN: 32, RED: 31, BROKEN: 31, STOPPED: 33}


def screen(cohort: Cohort, verbose: bool = False, coloured: bool = False) -> list[str]:
    """Return all of the picture, line by line."""
    cases = debrief.hard_cases(cohort)
    return [
        *said(cohort, cases),
        *table(cohort, coloured),
        *_hard_cases(cases, verbose),
        *_beliefs(debrief.beliefs(cohort), verbose),
        *(_verdicts(cohort) if verbose else ()),
        "",
        *wrapped(_result(cohort)),
        *cohort.cut_short,
    ]


def said(cohort: Cohort, cases: Sequence[HardCase]) -> Iterator[str]:
    """Yield what stands above the matrix: where most people are, and the next topic."""
    topic = debrief.next_topic(cohort, cases)
    for text in (cohort.whereabouts, topic and f"talk about next: {topic}"):
        yield from wrapped(text) if text else ()


def wrapped(text: str, first: str = "", further: str = "  ") -> list[str]:
    """Return a paragraph in the width of the terminal, safe to print."""
    return layout.wrapped(layout.on_one_line(text), first, further)


def table(
    cohort: Cohort, coloured: bool = False, people: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the matrix: a row for each participant, or for these, a bar for a kata."""
    colours = COLOURS if coloured else {}
    chosen = people or cohort.participants
    names = {name: layout.on_one_line(name) for name in chosen}
    margin = min(
        LONGEST_NAME, max([SHORTEST_NAME, *map(layout.columns, names.values())])
    )
    numbers = {kata: str(number) for number, kata in enumerate(cohort.katas, 1)}
    widths = {
        kata: max(len(bar(record)) for record in cohort.about(kata)) for kata in numbers
    }
    for block in _blocks(widths, layout.width() - margin):
        yield "=" * layout.width()
        yield _row("", margin, [_padded(numbers[kata], widths[kata]) for kata in block])
        for name, shown in names.items():
            cells = []
            for record in cohort.by_person[name]:
                if record.kata in block:
                    text = _padded(bar(record), widths[record.kata])
                    code = colours.get(record.state)
                    cells.append(f"\x1b[{code}m{text}\x1b[0m" if code else text)
            yield _row(shown, margin, cells)
        green = [_padded(str(cohort.green(kata)), widths[kata]) for kata in block]
        yield _row(f"green, of {len(cohort.participants)}", margin, green)
    yield ""
    yield from layout.listed(f"{number} {kata}" for kata, number in numbers.items())
    yield from layout.listed(f"{sign} {words}" for sign, _, words in cohort.legend)


def _blocks(widths: dict[str, int], room: int) -> list[list[str]]:
    """Return the katas, in groups that fit beside the names."""
    blocks: list[list[str]] = [[]]
    for kata in widths:
        if blocks[-1] and sum(widths[one] + 1 for one in (*blocks[-1], kata)) > room:
            blocks.append([])
        blocks[-1].append(kata)
    return blocks


def _hard_cases(cases: Sequence[HardCase], verbose: bool) -> Iterator[str]:
    shown = cases if verbose else debrief.first_of_each(cases, MOST_CASES)
    if cases:
        yield from ("", " cases that most got wrong ".center(layout.width(), "="))
    for number, case in enumerate(shown):
        if number:
            yield ""
        yield f"{case.kata}, {case.stage}: {len(case.wrong)} of {case.tried} wrong"
        yield from wrapped(case.title)
        yield from wrapped(case.failure.headline)
        board = _board(case)
        if board:
            yield from ("", *board)
        if case.alike:
            yield from [""] if board else []
            yield f"and {counted(len(case.alike), 'more case')}, by the same people"
    if len(cases) > len(shown):
        yield from ("", f"{len(cases) - len(shown)} more (-v shows them)")


def _board(case: HardCase) -> list[str]:
    """Return the board as it was drawn for whoever got it wrong."""
    drawn = case.failure.drawing.lines()
    rows = [f"    {layout.on_one_line(row)}".rstrip() for row in drawn]
    more = (
        [f"    ... {len(rows) - MOST_ROWS} lines more"] if len(rows) > MOST_ROWS else []
    )
    return [layout.short(row, layout.width()) for row in rows[:MOST_ROWS]] + more


def _beliefs(held: Sequence[Held], verbose: bool) -> Iterator[str]:
    shown = held if verbose else debrief.first_of_each(held, MOST_BELIEFS)
    if held:
        yield from ("", " what people seem to believe ".center(layout.width(), "="))
    for belief in shown:
        name = belief.name.replace("_", " ")
        yield f"{len(belief.participants):3} {belief.kata}: {name}"
        yield from named("   ", belief.participants)
        yield from wrapped(belief.text.partition("\n")[0], "    ", "    ")
    if len(held) > len(shown):
        yield f"{len(held) - len(shown)} more (-v shows them)"


def _verdicts(cohort: Cohort) -> Iterator[str]:
    """Yield what everybody read whose code is not green."""
    for record in cohort.records:
        if record.verdict and record.state != GREEN:
            yield from ("", layout.on_one_line(f"{record.participant}: {record.kata}"))
            yield from map(layout.on_one_line, record.verdict.splitlines())


def _result(cohort: Cohort) -> str:
    counts = Counter(record.state for record in cohort.records)
    told = ", ".join(f"{counts[state]} {state}" for state in STATES if counts[state])
    people, katas = counted(len(cohort.participants), "participant"), len(cohort.katas)
    minutes, seconds = divmod(round(cohort.seconds), 60)
    clock = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    return f"{people}, {counted(katas, 'kata')}: {told or 'nothing chosen'} ({clock})"


def named(what: str, participants: Sequence[str]) -> Iterator[str]:
    """Yield the first `MOST_NAMED` names, none of them cut, and how many more."""
    names = [layout.on_one_line(name) for name in participants[:MOST_NAMED]]
    if rest := len(participants) - len(names):
        names.append(f"and {rest} more")
    line = what
    for number, name in enumerate(names, 1):
        word = f"{name}," if number < len(names) else name
        if layout.columns(f"{line} {word}") <= layout.width():
            line = f"{line} {word}"
        else:
            yield line
            line = f"    {word}"
    if names:
        yield line


def _row(name: str, margin: int, cells: Sequence[str]) -> str:
    return " ".join([_padded(name, margin), *cells]).rstrip()


def _padded(text: str, width: int) -> str:
    text = layout.short(text, width)
    return text + " " * (width - layout.columns(text))
