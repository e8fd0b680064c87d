"""What came of everybody's files: in a terminal, as a page, and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kata_kit.katas import BY_NAME
from kata_kit.layout import columns
from kata_kit.progress import bar
from kata_kit.record import (
    FAILED,
    GREEN,
    STOPPED,
    CaseRecord,
    KataRecord,
    Misconception,
)
from kata_page.play import PAGE

from kata_evening import whole
from kata_evening.files import one_line

MOST_TOPICS = 5  # of a kata
FEWEST_PEOPLE = 2  # whom a topic is about, if there is another one

# What explains wrong answers, or else a case, and the exception instead of an answer
Cause: TypeAlias = tuple[Misconception | None, str, str]


class Result(NamedTuple):
    """What came of one person's file."""

    participant: str
    record: KataRecord

    @property
    def states(self) -> list[str]:
        """The states of the stages; time may have run out in one."""
        stages = self.record.stages
        return [STOPPED if stage.not_run else stage.state for stage in stages]

    @property
    def bar(self) -> str:
        return bar(self.states)

    def causes(self) -> dict[Cause, CaseRecord]:
        """Return the misconception, or the wrong answers of the first red stage.

        Where nothing passes, no case says more than another.
        """
        explained, causes = self.record.misconception, dict[Cause, CaseRecord]()
        if not (explained or any(stage.passed for stage in self.record.stages)):
            return causes
        for case in self.record.failures:
            if case.status == FAILED and case.stage == self.record.first_stage:
                error = case.failure.error if case.failure else ""
                cause = (explained, "", "") if explained else (None, case.title, error)
                causes.setdefault(cause, case)
        return causes


def perhaps(misconception: Misconception | None) -> str:
    """Return a misconception as a line; "" for none."""
    return f"perhaps: {one_line(misconception.name)}" if misconception else ""


class Topic(NamedTuple):
    """What people have in common."""

    misconception: Misconception | None
    case: CaseRecord  # to show it with
    people: list[str]

    @property
    def name(self) -> str:
        return perhaps(self.misconception) or one_line(self.case.title)


class Section(NamedTuple):
    """What came of all files for one kata."""

    kata: str
    results: list[Result]

    @property
    def title(self) -> str:
        green = sum(result.record.state == GREEN for result in self.results)
        return f"{self.kata}: {green} of {len(self.results)} green"

    @property
    def stages(self) -> list[str]:
        return [stage.name for stage in self.results[0].record.stages]

    @property
    def worst(self) -> str:
        """The stage in which most people have wrong answers first; "" for none."""
        first = [each.record.first_stage for each in self.results if each.causes()]
        return max(self.stages, key=first.count) if first else ""

    def topics(self) -> list[Topic]:
        """Return what to talk about, in the stage where most people are.

        Misconceptions come first, then cases: those that reach most further people.
        """
        by_cause, here = dict[Cause, Topic](), self.worst
        for result in self.results:
            for cause, case in result.causes().items():
                if case.stage == here:
                    topic = by_cause.setdefault(cause, Topic(cause[0], case, []))
                    topic.people.append(result.participant)
        left, topics, reached = [*by_cause.values()], list[Topic](), set[str]()

        def rank(topic: Topic) -> tuple[bool, bool, int]:
            further = len({*topic.people} - reached)
            return further >= FEWEST_PEOPLE, bool(topic.misconception), further

        while left and len(topics) < MOST_TOPICS:
            topic = max(left, key=rank)
            if topics and not rank(topic)[0]:
                break  # One person's case is a topic where there is no other.
            left.remove(topic)
            topics.append(topic)
            reached |= {*topic.people}
        return topics

    def lines(self) -> Iterator[str]:
        """Yield lines for a terminal."""
        yield self.title
        widest = max(columns(result.participant) for result in self.results)
        for result in self.results:
            name, record = result
            gap = " " * (widest - columns(name))
            yield f"  {name}{gap}  {result.bar}  {one_line(record.words)}"
            if record.misconception:
                yield f"  {' ' * widest}  {perhaps(record.misconception)}"
        for topic in self.topics():
            yield f"  {len(topic.people)} of {len(self.results)}: {topic.name}"


def sections(results: Sequence[Result]) -> list[Section]:
    """Return what came of each kata."""
    by_kata = {kata: [r for r in results if r.record.kata == kata] for kata in BY_NAME}
    return [Section(kata, some) for kata, some in by_kata.items() if some]


def check(files: Sequence[str], *endings: str) -> None:
    """Refuse files that can't be written as reports, before anything runs.

    Raises:
        OSError: if there is no folder for one.
        ValueError: if one isn't a report, or jinja2 isn't installed.
    """
    for file in files:
        if not file.endswith(endings):
            expected = " or ".join(f"FILE{ending}" for ending in endings)
            raise ValueError(f"expected {expected}, got {file!r}")
        if file.endswith(".html") and not find_spec("jinja2"):
            raise ValueError(f"{file} needs jinja2: pip install jinja2")
        Path(file).absolute().parent.stat()


def write(file: str, results: Sequence[Result]) -> None:
    """Write a report, for people or for programs."""
    rows = [{"participant": name, **asdict(record)} for name, record in results]
    is_page = file.endswith(".html")
    text = report(results) if is_page else json.dumps(rows, indent=1)
    whole.write(Path(file), text)


def report(results: Sequence[Result], title: str = "Board game katas") -> str:
    """Return the report for people as a page."""
    facts = {"sections": sections(results), "perhaps": perhaps, "title": title}
    return page("report", **facts)


def page(name: str, **facts: Any) -> str:
    """Return the page of a template, in which no text of anybody's is markup."""
    from jinja2 import Environment, FileSystemLoader  # an extra

    loader = FileSystemLoader([Path(__file__).parent, PAGE])
    pages = Environment(loader=loader, autoescape=True, trim_blocks=True)
    return pages.get_template(f"{name}.html.jinja").render(facts)
