"""The slides for the wall of a room, with boards whose answers can be laid on them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import dedent, wrap
from typing import Any, NamedTuple

from kata_kit.record import GREEN, counted
from kata_tables.drawing import Drawing, Mark

from kata_report import debrief
from kata_report.cohort import Cohort
from kata_report.debrief import HardCase

# So many entries of a kata are for the wall; the other cases stand in a table.
MOST_TOPICS, MOST_GROUPS = 4, 3

# A cell of a larger board could not be read from the back of a room.
LARGEST_BOARD = 12

# In characters, a line of a call that has no board; and a call that is too long for
# the wall beside one.
WIDEST_CALL, LONGEST_CALL = 40, 320

# A row of a board in a call.
PIECE = re.compile(r"('[^'\n]{,20}',?|\[[^\[\]']{,30}\],?)")

# What the signs of marks say, as words for the style sheet.
MARKS = {"[]": "ring", "+": "right", "-": "lacking", "!": "wrong", "#": "wrong"}


class Slide(NamedTuple):
    """One slide; the template knows what it shows."""

    kind: str  # "topic", "belief", "alike", "compare" or "questions"
    title: str
    shown: Any


class Solution(NamedTuple):
    """The green code of one or several people."""

    names: list[str]
    code: str

    @property
    def length(self) -> int:
        """The number of lines."""
        return len(self.code.splitlines())


class Square(NamedTuple):
    """A cell of a board; a mark belongs to the answer."""

    x: int
    y: int
    sign: str
    number: str  # by which answers call it, if they do
    mark: str  # its sign
    kind: str  # of the mark, for the style sheet


@dataclass(frozen=True)
class Picture:
    """A board of squares, or lines of text where there is no board."""

    width: int  # in squares, or in characters
    height: int
    squares: Sequence[Square] = ()
    numbered: bool = False
    lines: Sequence[tuple[int, int, str]] = ()  # column, row, text
    is_call: bool = False  # whether the lines are the call


def slides(cohort: Cohort, cases: Sequence[HardCase]) -> list[Slide]:
    """Return the slides in their order; the cases are the hard ones."""
    return [
        *(
            Slide("topic", f"{case.kata}, {case.stage}", case)
            for case in debrief.topics(cases, MOST_TOPICS)
        ),
        *_groups(cohort, cases),
        *_ways(cohort),
    ]


def _groups(cohort: Cohort, cases: Sequence[HardCase]) -> Iterator[Slide]:
    """Yield the mistakes of several people: by kata, those that have a name first."""
    held = debrief.first_of_each(debrief.beliefs(cohort), MOST_GROUPS)
    alike = debrief.first_of_each(debrief.alike(cohort, cases), MOST_GROUPS)
    for kata in cohort.katas:
        for belief in held:
            if belief.kata == kata:
                title = f"{kata}: {belief.name.replace('_', ' ')}"
                yield Slide("belief", title, belief)
        for group in alike:
            if group.kata == kata:
                same = f"the same {counted(group.count, 'case')}"
                title = f"{kata}: {len(group.participants)} people, {same}"
                yield Slide("alike", title, group)


def _ways(cohort: Cohort) -> Iterator[Slide]:
    """Yield the questions about each kata, and the green solutions to compare."""
    for kata in cohort.katas:
        if asked := debrief.questions(kata):
            yield Slide("questions", f"{kata}: three questions", asked)
        different = solutions(cohort, kata)
        if len(different) > 1:
            yield Slide("compare", f"{kata}: two solutions", different)


def solutions(cohort: Cohort, kata: str) -> list[Solution]:
    """Return the green solutions that differ, the short ones first."""
    found: dict[str, Solution] = {}
    for record in cohort.about(kata):
        if record.state == GREEN and record.code:
            key = "".join(record.code.split())
            solution = found.setdefault(key, Solution([], record.code))
            solution.names.append(record.participant)
    return sorted(found.values(), key=lambda one: one.length)


def picture(case: HardCase) -> Picture:
    """Return the board of a case; where there is none, what is said, or the call."""
    drawing = case.failure.drawing
    width, height = max(map(len, drawing.cells), default=0), len(drawing.cells)
    if 0 < max(width, height) <= LARGEST_BOARD:
        squares = tuple(_squares(drawing))
        return Picture(width, height, squares, drawing.numbered)
    said = case.question.captions()
    if said and not drawing.cells:
        return _text(said)
    call = case.failure.call.splitlines() or ["?"]
    folded = [part for line in call for part in wrap(line, WIDEST_CALL)]
    return replace(_text(folded), is_call=True)


def drawn_answer(case: HardCase) -> Picture | None:
    """Return the picture of an answer that is not drawn on the board."""
    drawing = case.failure.drawing
    is_ours = drawing.about and not (drawing.cells or drawing.theirs)
    return _text(drawing.about) if is_ours else None


def _squares(drawing: Drawing) -> Iterator[Square]:
    marks = {(one.row, one.column): one for one in drawing.marks}
    for r, row in enumerate(drawing.cells):
        for c, sign in enumerate(row):
            number = str(r * len(row) + c) if drawing.counted else ""
            mark = marks.get((r, c), Mark(r, c, "")).sign
            kind = MARKS.get(mark, "other") if mark else ""
            shown = sign.strip().replace(".", "")
            yield Square(c, r, shown, number, mark.strip("[]"), kind)


def pieces(call: str) -> list[tuple[str, bool]]:
    r"""Return a call in pieces: some of them, a narrow line should not break.

    >>> pieces("f([[1, 0],\n    [0, 2]], 'X')")[:4]
    [('f([', False), ('[1, 0],', True), (' ', False), ('[0, 2]', True)]
    """
    parts = re.split(PIECE, re.sub(r"\n +", " ", call))
    return [(part, number % 2 == 1) for number, part in enumerate(parts)]


def _text(lines: Sequence[str]) -> Picture:
    rows = dedent("\n".join(lines)).splitlines()
    placed = [
        (len(row) - len(row.lstrip()), number, row.strip())
        for number, row in enumerate(rows)
    ]
    return Picture(max(map(len, rows)), len(rows), lines=placed)
