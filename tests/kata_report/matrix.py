"""The picture of a workshop in the terminal: the matrix, hard cases, beliefs."""

from collections import Counter
from collections.abc import Iterator, Sequence

from kata_kit import layout
from kata_kit.record import BROKEN, GREEN, RED, STATES, STOPPED, counted

from kata_report import debrief
from kata_report.cohort import Cohort, bar
from kata_report.debrief import HardCase, Held

# Of each list, so many entries are shown for a kata.
MOST_CASES, MOST_BELIEFS = 2, 3
MOST_ROWS = 16  # A transcript of a game may be long.
SHORTEST_NAME, LONGEST_NAME = 12, 24
MOST_NAMED = 20  # of those that a line is about

COLOURS = {GREEN: 32, RED: 31, BROKEN: 31, STOPPED: 33}


def screen(cohort: Cohort, coloured: bool = False) -> list[str]:
    """Return all of the picture, line by line."""
    cases = debrief.hard_cases(cohort)
    return [
        *said(cohort, cases),
        *table(cohort, coloured),
        *_hard_cases(cases),
        *_beliefs(debrief.beliefs(cohort)),
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
    names = {name: layout.on_one_line(name) for name in people or cohort.participants}
    longest = max([SHORTEST_NAME, *map(layout.columns, names.values())])
    margin = min(LONGEST_NAME, longest)
    numbers = {kata: str(number) for number, kata in enumerate(cohort.katas, 1)}
    widths = {kata: len(stages) + 2 for kata, stages in cohort.katas.items()}
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
    yield from layout.listed(map(" ".join, cohort.legend))


def _blocks(widths: dict[str, int], room: int) -> list[list[str]]:
    """Return the katas, in groups that fit beside the names."""
    blocks: list[list[str]] = [[]]
    for kata in widths:
        if blocks[-1] and sum(widths[one] + 1 for one in (*blocks[-1], kata)) > room:
            blocks.append([])
        blocks[-1].append(kata)
    return blocks


def _row(name: str, margin: int, cells: Sequence[str]) -> str:
    return " ".join([_padded(name, margin), *cells]).rstrip()


def _padded(text: str, width: int) -> str:
    text = layout.short(text, width)
    return text + " " * (width - layout.columns(text))


def _hard_cases(cases: Sequence[HardCase]) -> Iterator[str]:
    shown = debrief.first_of_each(cases, MOST_CASES)
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
    yield from _more(len(cases) - len(shown))


def _more(count: int) -> list[str]:
    return ["", f"{count} more (--report=FILE.json has all)"] if count else []


def _board(case: HardCase) -> list[str]:
    """Return the board as it was drawn for whoever got it wrong."""
    rows = case.failure.drawing.lines()
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS:] = [f"... {len(rows) - MOST_ROWS} lines more"]
    shown = (f"    {layout.on_one_line(row)}".rstrip() for row in rows)
    return [layout.short(row, layout.width()) for row in shown]


def _beliefs(held: Sequence[Held]) -> Iterator[str]:
    shown = debrief.first_of_each(held, MOST_BELIEFS)
    if held:
        yield from ("", " what people seem to believe ".center(layout.width(), "="))
    for belief in shown:
        name = belief.name.replace("_", " ")
        yield f"{len(belief.participants):3} {belief.kata}: {name}"
        yield from named("   ", belief.participants)
        yield from wrapped(belief.text.partition("\n")[0], "    ", "    ")
    yield from _more(len(held) - len(shown))


def _result(cohort: Cohort) -> str:
    counts = Counter(record.state for record in cohort.records)
    told = ", ".join(f"{counts[state]} {state}" for state in STATES if counts[state])
    people, katas = counted(len(cohort.participants), "participant"), len(cohort.katas)
    minutes, seconds = divmod(round(cohort.seconds), 60)
    clock = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    return f"{people}, {counted(katas, 'kata')}: {told or 'nothing chosen'} ({clock})"


def named(what: str, participants: Sequence[str]) -> Iterator[str]:
    """Yield the first `MOST_NAMED` names, none of them cut, and how many more."""
    names = [f"{layout.on_one_line(name)}," for name in participants[:MOST_NAMED]]
    if rest := len(participants) - len(names):
        names.append(f"and {rest} more")
    line = what
    for word in names:
        if layout.columns(f"{line} {word}") > layout.width():
            yield line
            line = "   "
        line += f" {word}"
    if names:
        yield line.removesuffix(",")
