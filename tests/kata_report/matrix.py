"""The picture of a workshop in the terminal: the matrix, hard cases, beliefs."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kata_kit import layout
from kata_kit.record import BROKEN, GREEN, RED, STATES, STOPPED, KataRecord, counted

from kata_report import debrief
from kata_report.cohort import Cohort, bar
from kata_report.debrief import Entry, HardCase, Held

# Of each list, so many entries are shown for a kata.
MOST_CASES, MOST_BELIEFS = 2, 3
MOST_ROWS = 16  # A transcript of a game may be long.
SHORTEST_NAME, LONGEST_NAME = 12, 24
MOST_NAMED = 20  # of those that a line is about

COLOURS = {GREEN: 32, RED: 31, BROKEN: 31, STOPPED: 33}


def screen(cohort: Cohort, coloured: bool = False) -> list[str]:
    """Return all of the picture, line by line."""
    cases, held = debrief.hard_cases(cohort), debrief.beliefs(cohort)
    return [
        *said(cohort),
        *table(cohort, coloured),
        *_section("cases that most got wrong", cases, MOST_CASES, _hard_case),
        *_section("what people seem to believe", held, MOST_BELIEFS, _belief),
        "",
        *wrapped(_result(cohort)),
        *cohort.cut_short,
    ]


def said(cohort: Cohort) -> Iterator[str]:
    """Yield what stands above the matrix: where most people are, and the next topic."""
    topic = debrief.next_topic(cohort)
    for text in (cohort.whereabouts, topic and f"talk about next: {topic}"):
        yield from wrapped(text) if text else ()


def wrapped(text: str, first: str = "", further: str = "  ") -> list[str]:
    """Return a paragraph in the width of the terminal, safe to print."""
    return layout.wrapped(layout.on_one_line(text), first, further)


def table(
    cohort: Cohort, coloured: bool = False, people: Sequence[str] = ()
) -> Iterator[str]:
    """Yield the matrix: a row for each participant, or for these, a bar for a kata."""
    numbers = {kata: str(number) for number, kata in enumerate(cohort.katas, 1)}
    rows = [("", [*numbers.values()])]
    for name in people or cohort.participants:
        bars = [_bar(record, coloured) for record in cohort.by_person[name]]
        rows.append((layout.on_one_line(name), bars))
    green = [str(cohort.green(kata)) for kata in cohort.katas]
    rows.append((f"green, of {len(cohort.participants)}", green))
    longest = max(layout.columns(name) for name, _ in rows[:-1])
    margin = min(LONGEST_NAME, max(SHORTEST_NAME, longest))
    widths = [len(stages) + 2 for stages in cohort.katas.values()]
    most = max(1, (layout.width() - margin) // (max(widths, default=0) + 1))
    for start in range(0, len(widths), most):
        yield "=" * layout.width()
        for name, texts in rows:
            cells = [*map(str.ljust, texts, widths)][start : start + most]
            yield " ".join([_padded(name, margin), *cells]).rstrip()
    yield ""
    yield from layout.listed(f"{number} {kata}" for kata, number in numbers.items())
    yield from layout.listed(map(" ".join, cohort.legend))


def _bar(record: KataRecord, coloured: bool) -> str:
    colour = coloured and COLOURS.get(record.state)
    return f"\x1b[{colour}m{bar(record)}\x1b[0m" if colour else bar(record)


def _padded(text: str, width: int) -> str:
    text = layout.short(text, width)
    return text + " " * (width - layout.columns(text))


def _section(
    title: str, found: Sequence[Entry], most: int, lines: Callable[[Entry], list[str]]
) -> Iterator[str]:
    """Yield the first entries of each kata, and how many more there are."""
    if found:
        yield from ("", f" {title} ".center(layout.width(), "="))
    shown = debrief.first_of_each(found, most)
    for one in shown:
        yield from lines(one)
    if rest := len(found) - len(shown):
        yield from ("", f"{rest} more (--report=FILE.json has all)")


def _hard_case(case: HardCase) -> list[str]:
    where = f"{case.kata}, {case.stage}: {len(case.wrong)} of {case.tried} wrong"
    lines = ["", where, *wrapped(case.title), *wrapped(case.failure.headline)]
    rows = case.failure.drawing.lines()
    if rest := rows[MOST_ROWS:]:
        rows[MOST_ROWS:] = [f"... {len(rest)} lines more"]
    board = [f"    {layout.on_one_line(row)}".rstrip() for row in rows]
    if board:
        lines += ["", *(layout.short(row, layout.width()) for row in board)]
    if case.alike:
        more = counted(len(case.alike), "more case")
        lines += ["", f"and {more}, by the same people"]
    return lines


def _belief(belief: Held) -> list[str]:
    name = belief.name.replace("_", " ")
    return [
        f"{len(belief.participants):3} {belief.kata}: {name}",
        *named("   ", belief.participants),
        *wrapped(belief.text.partition("\n")[0], "    ", "    "),
    ]


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
