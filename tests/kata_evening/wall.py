"""What a wall shows: to the room, and to the facilitator.

The room gets states of stages, and what the facilitator has opened: names, a slide, its
answer, two solutions. Everything else is left out here.
"""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any, NamedTuple

from kata_kit.record import GREEN, PASSED

from kata_evening import report, whole
from kata_evening.checked import read
from kata_evening.files import folded, one_line
from kata_evening.known import Key, key_of
from kata_evening.people import Person, Refused, Step
from kata_evening.report import Section
from kata_evening.room import Room

OPENED = "opened.json"  # what the room has seen, by title, in order
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
        self._file = room.folder / OPENED
        self._titles = list[str]()
        with suppress(OSError, ValueError):
            self._titles = [*read(tuple[str, ...], self._file.read_bytes())]

    def open(self, data: Any) -> None:
        """Open something for the room, or close it.

        Raises:
            Refused: if there is no such thing.
        """
        with self.room.lock:
            before = self.opened
            try:
                self.opened = before._replace(**data)
                self.for_room()
            except (AttributeError, KeyError, TypeError, ValueError):
                self.opened = before
                raise Refused(400, "there's nothing like this to open") from None
            self._remember()

    def _remember(self) -> None:
        """Keep the title of what is open now, also for after a restart."""
        slide, pair = self.opened.slide, self.opened.solutions
        titles = [*slide][2:3]
        titles += [f"{kata}, in two solutions" for _, kata in pair[:1]]
        if not {*titles} <= {*self._titles}:
            self._titles = [*dict.fromkeys([*self._titles, *titles])]
            with suppress(OSError):  # The wall needs no disk.
                whole.write(self._file, json.dumps(self._titles).encode())

    def for_room(self) -> dict[str, Any]:
        """Return what everybody may see."""
        with self.room.lock:
            sections = sorted(self._sections(), key=self._newest, reverse=True)
            return self._both(sections, is_named=self.opened.names)

    def for_facilitator(self) -> dict[str, Any]:
        """Return what the facilitator sees as well."""
        now = time.time()
        with self.room.lock:
            sections = self._sections()
            return self._both(sections, is_named=True) | {
                "opened": self.opened._asdict(),
                "trouble": self.room.trouble,
                "topics": topics_of(sections),
                "people": [
                    {"name": person.name, "minutes": minutes_without(person, now)}
                    for person in self.room.people.values()
                ],
            }

    def _sections(self) -> list[Section]:
        return report.sections(self.room.results())

    def _newest(self, section: Section) -> int:
        """Return when the last run of a kata came."""
        people = self.room.people.values()
        steps = [step for person in people for step in person.history]
        return max((s.time for s in steps if s.kata == section.kata), default=0)

    def _both(self, sections: Sequence[Section], *, is_named: bool) -> dict[str, Any]:
        opened = self.opened
        slide = self._slide(*opened.slide) if opened.slide else None
        pair = [self._solution(*which, is_named=is_named) for which in opened.solutions]
        return {
            "link": self.link,
            "sign": self.sign,
            "count": len(self.room.people),
            "katas": [matrix_of(section, is_named=is_named) for section in sections],
            "slide": slide,
            "solutions": pair,
        }

    def _slide(self, kata: str, *key: str) -> dict[str, Any]:
        """Return the board of a case and its question, and perhaps its answer."""
        stage, title, function = key
        which = stage, title, function
        case = self.room.known[kata].cases[which]
        names = ["drawing", "question", "call", "typed"]
        facts = asdict(case)["failure"]
        if self.opened.answer:
            names += ["expected", "why"]
            facts["drawing"]["marks"] = self._marks(kata, which)
        return {name: facts[name] for name in names}

    def _marks(self, kata: str, key: Key) -> list[dict[str, Any]]:
        """Return the marks of an answer, as somebody's verdict has them."""
        for person in self.room.people.values():
            record = person.records.get(kata)
            for case in record.failures if record else ():
                if case.failure and key_of(case) == key and case.failure.drawing.marks:
                    return [asdict(mark) for mark in case.failure.drawing.marks]
        return []

    def _solution(self, name: str, kata: str, *, is_named: bool) -> dict[str, Any]:
        person = self.room.people[folded(name)]
        code = self.room.code(person, kata)
        return {"name": person.name if is_named else "", "code": code}

    def report(self) -> str:
        """Return the report of the evening as a page."""
        with self.room.lock:
            return report.report(self.room.results())

    def markdown(self) -> str:
        """Return three lines about the evening: who was there, how far, and topics."""
        with self.room.lock:
            sections = self._sections()
            names = [one_line(person.name) for person in self.room.people.values()]
            titles = [one_line(title) for title in self._titles]
        topics = [facts["name"] for facts in topics_of(sections)[:MOST_TOPICS]]
        talk = f"We talked about: {'; '.join(titles)}"
        if not titles:
            talk = f"Still to talk about: {'; '.join(topics) or '...'}"
        return "\n".join(
            [
                f"- Here: {', '.join(names) or 'nobody'}.",
                f"- {'; '.join(section.title for section in sections) or 'No runs'}.",
                f"- {talk}",
            ]
        )

    def cell(self, name: object, kata: str) -> dict[str, Any]:
        """Return somebody's code beside its first failure, and the states before.

        Raises:
            Refused: if there is no such cell.
        """
        with self.room.lock:
            person = self.room.people.get(folded(str(name)))
            record = person.records.get(kata) if person else None
            if not person or not record:
                raise Refused(404, "nothing has come from there yet")
            history = [step for step in person.history if step.kata == kata]
            return {
                "name": person.name,
                "kata": kata,
                "code": self.room.code(person, kata),
                "record": asdict(record),
                "steps": [[step.time, step.bar] for step in history],
            }


def matrix_of(section: Section, *, is_named: bool) -> dict[str, Any]:
    """Return the matrix of a kata; without names, its order tells nothing."""
    rows = [
        {"name": result.participant if is_named else "", "states": result.states()}
        for result in section.results
    ]
    if not is_named:
        rows.sort(key=lambda row: row["states"].count(PASSED), reverse=True)
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
    topics = [(each.kata, topic) for each in sections for topic in each.topics()]
    topics.sort(key=lambda pair: pair[1].rank, reverse=True)
    return [
        {
            "name": topic.name if len(sections) == 1 else f"{kata}: {topic.name}",
            "text": topic.text,
            "people": topic.people,
            "slide": [kata, *key_of(topic.case)],
        }
        for kata, topic in topics
    ]


def minutes_without(person: Person, now: float) -> int:
    """Return how long somebody has come no further in the kata that they are at.

    It's 0 for whoever is green, or has begun not long ago.
    """
    if not person.history:
        return 0
    kata = person.history[-1].kata
    record = person.records.get(kata)
    if not record or record.state == GREEN:
        return 0
    further = last_further([step for step in person.history if step.kata == kata])
    minutes = int(now - further) // 60
    return minutes if minutes >= MINUTES else 0


def last_further(steps: Sequence[Step]) -> int:
    """Return when more cases passed than ever before, at last."""
    best, at = -1, 0
    for step in steps:
        if step.passed > best:
            best, at = step.passed, step.time
    return at
