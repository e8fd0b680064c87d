"""The slides for the wall of a room, in the order to show them."""

import re
from collections.abc import Iterator
from functools import cache
from textwrap import wrap
from typing import Any, NamedTuple

from kata_kit.katas import ROOT
from kata_kit.record import counted
from kata_tables.drawing import Drawing

from kata_report import debrief
from kata_report.cohort import Cohort

GUIDE = ROOT / "katas" / "WORKSHOP.md"

# So many entries of a kata are for the wall; the JSON has all.
MOST_TOPICS, MOST_GROUPS = 4, 3

# A cell of a larger board could not be read from the back of a room.
LARGEST_BOARD = 12

LONGEST_CALL = 320  # characters that there is room for beside a board


class Slide(NamedTuple):
    """One slide; the template knows what it shows."""

    kind: str  # "topic", "belief", "alike", "compare" or "questions"
    title: str
    shown: Any
    about: str = ""  # With the title it tells one slide from another.


class Solution(NamedTuple):
    """The green code of one or several people."""

    names: list[str]
    code: str
    length: int  # in lines


def slides(cohort: Cohort) -> Iterator[Slide]:
    """Yield the slides in their order."""
    for case in debrief.topics(cohort, MOST_TOPICS):
        yield Slide("topic", f"{case.kata}, {case.stage}", case, case.title)
    for belief in debrief.first_of_each(debrief.beliefs(cohort), MOST_GROUPS):
        name = belief.name.replace("_", " ")
        yield Slide("belief", f"{belief.kata}: {name}", belief)
    for group in debrief.first_of_each(debrief.alike(cohort), MOST_GROUPS):
        same = f"the same {counted(group.count, 'case')}"
        title = f"{group.kata}: {len(group.participants)} people, {same}"
        yield Slide("alike", title, group, group.case.title)
    for kata in cohort.katas:
        if asked := questions(kata):
            yield Slide("questions", f"{kata}: three questions", asked)
        different = solutions(cohort, kata)
        if len(different) > 1:
            names = "".join(name for one in different for name in one.names)
            yield Slide("compare", f"{kata}: two solutions", different, names)


@cache
def questions(kata: str) -> list[str]:
    """Return the questions that the guide asks about a kata."""
    text = GUIDE.read_text(encoding="utf-8")
    row = re.search(rf"^\| `{re.escape(kata)}` \| (.+\?) \|$", text, re.MULTILINE)
    return re.findall(r"\S[^?]*\?", row[1]) if row else []


def solutions(cohort: Cohort, kata: str) -> list[Solution]:
    """Return the green solutions that differ, the short ones first."""
    found: dict[str, Solution] = {}
    for record in cohort.about(kata):
        if code := record.code:
            one = Solution([], code, len(code.splitlines()))
            same = found.setdefault("".join(code.split()), one)
            same.names.append(record.participant)
    return sorted(found.values(), key=lambda one: one.length)


def is_board(drawing: Drawing) -> bool:
    """Return True for a board whose cells a room can read."""
    size = max([len(drawing.cells), *map(len, drawing.cells)])
    return 0 < size <= LARGEST_BOARD


def folded(call: str) -> list[str]:
    """Return the lines of a call that stands in the place of a board."""
    return [part for line in call.splitlines() for part in wrap(line, 40)] or ["?"]


def pieces(call: str) -> list[str]:
    """Return a call in pieces that a narrow line should not break: rows of a board."""
    row = r"('[^'\n]{,20}',?|\[[^\[\]']{,30}\],?)"
    return re.split(row, re.sub(r"\n +", " ", call))
