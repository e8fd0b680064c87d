"""What a wall shows: to the room, and to the facilitator.

The room gets states of stages, and what the facilitator has opened: names, a slide, its
answer, two solutions. Everything else is left out here.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from kata_kit.katas import BY_NAME
from kata_kit.record import FAILED, GREEN, PASSED, KataRecord

from kata_evening import report
from kata_evening.files import folded, one_line
from kata_evening.known import Key
from kata_evening.people import Person, Refused, Step
from kata_evening.report import Result, Section, state
from kata_evening.room import Room

MINUTES = 10  # without a further case, after which somebody may need help
MOST_SOLUTIONS = 2


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

    def open(self, data: Any) -> None:
        """Open something for the room, or close it.

        Raises:
            Refused: if there is no such thing.
        """
        try:
            opened = self.opened._replace(**data)
            if opened.slide:
                self._slide(*opened.slide, is_open=True)
            for name, kata in opened.solutions[:MOST_SOLUTIONS]:
                self._solution(name, kata, is_named=True)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Refused(400, "there is nothing like this to be opened") from None
        self.opened = opened
        self.room.version += 1

    def for_room(self) -> dict[str, Any]:
        """Return what everybody may see."""
        with self.room.lock:
            return self._both(is_named=self.opened.names)

    def for_facilitator(self) -> dict[str, Any]:
        """Return what the facilitator sees as well."""
        with self.room.lock:
            return self._both(is_named=True) | {
                "opened": self.opened._asdict(),
                "trouble": self.room.trouble,
                "topics": [
                    topic for kata in self.room.katas() for topic in self._topics(kata)
                ],
                "people": [
                    self._person(person) for person in self.room.people.values()
                ],
            }

    def _both(self, *, is_named: bool) -> dict[str, Any]:
        opened = self.opened
        solutions = opened.solutions[:MOST_SOLUTIONS]
        return {
            "link": self.link,
            "sign": self.sign,
            "count": len(self.room.people),
            "katas": [self._kata(kata, is_named) for kata in self.room.katas()],
            "slide": self._slide(*opened.slide, is_open=opened.answer)
            if opened.slide
            else None,
            "solutions": [
                self._solution(name, kata, is_named) for name, kata in solutions
            ],
        }

    def _kata(self, name: str, is_named: bool) -> dict[str, Any]:
        """Return the matrix of a kata; without names, its order tells nothing."""
        stages = self.room.known[name].stages
        rows = [
            {"states": [state(record, stage) for stage in stages]}
            | ({"name": person.name} if is_named else {})
            for person, record in self.room.records(name)
        ]
        if not is_named:
            rows.sort(key=lambda row: row["states"].count(PASSED), reverse=True)
        failing = Counter(
            stage
            for row in rows
            for stage, found in zip(stages, row["states"], strict=True)
            if found == FAILED
        )
        worst = max(stages, key=lambda stage: failing[stage])
        return {
            "name": name,
            "green": sum(r.state == GREEN for _, r in self.room.records(name)),
            "stages": stages,
            "rows": rows,
            "worst": worst if failing[worst] else "",
        }

    def _slide(self, kata: str, *key: str, is_open: bool) -> dict[str, Any]:
        """Return the board of a case and its question, and perhaps its answer."""
        case = self.room.known[kata].cases[_key(*key)]
        assert case.failure
        shown = {"drawing", "question", "call", "typed"}
        if is_open:
            shown |= {"expected", "why"}
        facts = {
            name: part for name, part in asdict(case.failure).items() if name in shown
        }
        return {"kata": kata, "key": [kata, *key]} | facts

    def _solution(self, name: str, kata: str, is_named: bool) -> dict[str, Any]:
        person = self.room.people[folded(name)]
        BY_NAME[kata]
        code = self.room.code(person, kata)
        return {"name": name if is_named else "", "kata": kata, "code": code}

    def section(self, kata: str) -> Section:
        """Return what came of everybody's runs of a kata, for a report."""
        results = [Result(p.name, record) for p, record in self.room.records(kata)]
        return Section(BY_NAME[kata], results)

    def _results(self) -> list[Result]:
        return [
            Result(person.name, record)
            for kata in self.room.katas()
            for person, record in self.room.records(kata)
        ]

    def report(self) -> str:
        """Return the report of the evening as a page."""
        with self.room.lock:
            return report.page("report", **report.facts_of(self._results()))

    def markdown(self) -> str:
        """Return three lines about the evening: who was there, how far, and a topic."""
        with self.room.lock:
            sections = report.sections(self._results())
            names = [one_line(person.name) for person in self.room.people.values()]
        topics = [topic.name for section in sections for topic in section.topics()[:1]]
        return "\n".join(
            [
                f"- Here: {', '.join(names) or 'nobody'}.",
                f"- {'; '.join(section.title for section in sections) or 'No runs'}.",
                f"- We talked about: {'; '.join(topics) or '...'}",
            ]
        )

    def _topics(self, kata: str) -> list[dict[str, Any]]:
        return [
            {
                "name": topic.name,
                "text": topic.text,
                "people": topic.people,
                "slide": [
                    kata,
                    topic.case.stage,
                    topic.case.title,
                    topic.case.function,
                ],
            }
            for topic in self.section(kata).topics()
        ]

    def _person(self, person: Person) -> dict[str, Any]:
        return {"name": person.name, "minutes": minutes_without(person, time.time())}

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
            first = record.failures[0] if record.failures else None
            misconception = record.misconception
            return {
                "name": person.name,
                "kata": kata,
                "code": self.room.code(person, kata),
                "words": record.words,
                "misconception": asdict(misconception) if misconception else None,
                "first": asdict(first) if first else None,
                "steps": [
                    [step.time, step.bar]
                    for step in person.history
                    if step.kata == kata
                ],
            }


def _key(stage: str, title: str, function: str) -> Key:
    return stage, title, function


def minutes_without(person: Person, now: float) -> int:
    """Return how long somebody has come no further in the kata that they are at.

    It's 0 for whoever is green, or has begun not long ago.
    """
    if not person.history:
        return 0
    kata = person.history[-1].kata
    record: KataRecord | None = person.records.get(kata)
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
