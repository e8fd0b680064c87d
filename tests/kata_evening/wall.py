"""What a wall shows: to the room, and to the facilitator.

The room gets states of stages, and what the facilitator has opened: names, a slide, its
answer, two solutions. Everything else is left out here.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Any, NamedTuple

from kata_kit.record import GREEN, PASSED
from starlette.exceptions import HTTPException

from kata_evening import report
from kata_evening.files import folded, one_line
from kata_evening.known import key_of
from kata_evening.people import Person
from kata_evening.report import Section
from kata_evening.room import Room

MOST_TOPICS = 3  # in a chat
MINUTES = 10  # without a further case, after which somebody may need help


class Opened(NamedTuple):
    """What the facilitator has opened for the room."""

    names: bool = False
    answer: bool = False  # of the slide
    slide: Sequence[str] = ()  # a kata, and the key of a case
    solutions: Sequence[Sequence[str]] = ()  # each a name and a kata


class Wall:
    """The wall of a room."""

    def __init__(self, room: Room) -> None:
        self.room, self.opened = room, Opened()
        self.link = self.sign = ""  # for everybody, and as a picture

    def open(self, **parts: Any) -> None:
        """Open something for the room, or close it.

        Raises:
            HTTPException: if there is no such thing.
        """
        before = self.opened
        try:
            self.opened = before._replace(**parts)
            self.view(is_mine=False)
        except (AttributeError, KeyError, TypeError, ValueError):
            self.opened = before
            raise HTTPException(400, "there's nothing like this to open") from None

    def view(self, *, is_mine: bool) -> dict[str, Any]:
        """Return what everybody may see, or what the facilitator sees as well."""
        opened, people = self.opened, self.room.everybody()
        sections, is_named = self._sections(), is_mine or opened.names
        view = {
            "link": self.link,
            "sign": self.sign,
            "count": len(people),
            # The path leads from what is over to what the room is at.
            "katas": [matrix_of(each, is_named=is_named) for each in sections[::-1]],
            "slide": self._slide(*opened.slide) if opened.slide else None,
            "solutions": [
                self._solution(name, kata, is_named=is_named)
                for name, kata in opened.solutions
            ],
        }
        if is_mine:
            minutes = {each.name: minutes_without(each, time.time()) for each in people}
            view["opened"] = opened._asdict()
            view["trouble"] = self.room.trouble
            view["topics"] = topics_of(sections)
            view["people"] = minutes
        return view

    def _sections(self) -> list[Section]:
        return report.sections(self.room.results())

    def _slide(self, kata: str, stage: str, title: str, function: str) -> Any:
        """Return the board of a case and its question, and perhaps its answer."""
        failure = self.room.known[kata].cases[stage, title, function]
        if not self.opened.answer:
            drawing = failure.drawing.question
            failure = replace(failure, drawing=drawing, expected="", why="")
        return asdict(failure)

    def _solution(self, name: str, kata: str, *, is_named: bool) -> dict[str, Any]:
        person = self.room.people[folded(name)]
        code = self.room.code(person, person.records[kata].kata)
        return {"name": person.name if is_named else "", "code": code}

    def report(self) -> str:
        """Return the report of the evening as a page, with the day of the last run."""
        histories = [person.history for person in self.room.everybody()]
        times = [step.time for history in histories for step in history]
        day = date.fromtimestamp(max(times, default=time.time()))
        title = f"An evening of board game katas, {day.day} {day:%B %Y}"
        return report.report(self.room.results(), title)

    def lines(self) -> str:
        """Return three lines of Markdown: who was there, how far, and the topics."""
        sections = self._sections()
        names = [one_line(person.name) for person in self.room.everybody()]
        topics = [facts["name"] for facts in topics_of(sections)[:MOST_TOPICS]]
        return "\n".join(
            [
                f"- Here: {', '.join(names) or 'nobody'}.",
                f"- {'; '.join(section.title for section in sections) or 'No runs'}.",
                f"- To talk about: {'; '.join(topics) or 'nothing yet'}",
            ]
        )

    def cell(self, name: str = "", kata: str = "") -> dict[str, Any]:
        """Return somebody's code beside its first failure, and the states before.

        Raises:
            HTTPException: if there is no such cell.
        """
        try:
            person = self.room.people[folded(name)]
            record = person.records[kata]
        except KeyError:
            raise HTTPException(404, "nothing has come from there yet") from None
        return {
            "code": self.room.code(person, kata),
            "record": asdict(record),
            "steps": [[s.time, s.bar] for s in person.history if s.kata == kata],
        }


def matrix_of(section: Section, *, is_named: bool) -> dict[str, Any]:
    """Return the matrix of a kata; without names, its order tells nothing."""
    rows = [[result.participant, result.states] for result in section.results]
    if not is_named:
        rows = [["", states] for _, states in rows]
        rows.sort(key=lambda row: row[1].count(PASSED), reverse=True)
    return {
        "name": section.kata,
        "title": section.title,
        "stages": section.stages,
        "worst": section.worst,
        "rows": rows,
    }


def topics_of(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """Return what to talk about in all katas, with the slides.

    Misconceptions come first, then cases: those of most people.
    """
    topics = [
        {
            "name": topic.name if len(sections) == 1 else f"{each.kata}: {topic.name}",
            "text": topic.misconception.text if topic.misconception else "",
            "people": topic.people,
            "slide": [each.kata, *key_of(topic.case)],
        }
        for each in sections
        for topic in each.topics()
    ]
    topics.sort(key=lambda topic: (not topic["text"], -len(topic["people"])))
    return topics


def minutes_without(person: Person, now: float) -> int:
    """Return how long somebody has come no further in the kata that they are at.

    It's 0 for whoever is green, or has begun not long ago.
    """
    history = person.history
    kata = history[-1].kata if history else ""
    if kata not in person.records or person.records[kata].state == GREEN:
        return 0
    steps = [step for step in history if step.kata == kata]
    furthest = max(steps, key=lambda step: step.passed)  # The first of several.
    minutes = int(now - furthest.time) // 60
    return minutes if minutes >= MINUTES else 0
