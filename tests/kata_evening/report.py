"""What came of everybody's files: in a terminal, as a page, and as JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from kata_kit.attempt import stages_of
from kata_kit.katas import PATH, Kata, load
from kata_kit.layout import columns
from kata_kit.progress import bar
from kata_kit.record import FAILED, GREEN, NOT_RUN, STOPPED, CaseRecord, KataRecord

from kata_evening.files import one_line

MOST_TOPICS = 5  # of a kata
FEWEST_PEOPLE = 2  # whom a topic is about
LONGEST_BOARD = 4_000  # characters
PERHAPS = "perhaps: "  # before a misconception


class Result(NamedTuple):
    """What came of one person's file."""

    participant: str
    record: KataRecord

    @property
    def belief(self) -> str:
        """The misconception, as a line; "" for none."""
        belief = self.record.misconception
        return f"{PERHAPS}{one_line(belief.name)}" if belief else ""

    @property
    def topics(self) -> set[str]:
        """The misconception, or else all cases with wrong answers."""
        cases = [case for case in self.record.failures if case.status == FAILED]
        titles = {one_line(case.title) for case in cases}
        return {self.belief} if self.belief else titles


class Section(NamedTuple):
    """What came of all files for one kata."""

    kata: Kata
    results: list[Result]

    @property
    def title(self) -> str:
        green = sum(result.record.state == GREEN for result in self.results)
        return f"{self.kata.name}: {green} of {len(self.results)} green"

    @property
    def stages(self) -> list[str]:
        """The names of the stages: ours, and not what a process says."""
        return [*stages_of(load(self.kata.tests))]

    def topics(self) -> list[tuple[str, list[Result]]]:
        """Return what several people have in common: misconceptions come first."""
        counts = Counter(name for result in self.results for name in result.topics)
        names = sorted(name for name in counts if counts[name] >= FEWEST_PEOPLE)
        names.sort(key=lambda name: (not name.startswith(PERHAPS), -counts[name]))
        return [
            (name, [result for result in self.results if name in result.topics])
            for name in names[:MOST_TOPICS]
        ]

    def lines(self) -> Iterator[str]:
        """Yield lines for a terminal."""
        yield self.title
        widest = max(columns(result.participant) for result in self.results)
        for result in self.results:
            name, record = result
            picture = bar(stage.state for stage in record.stages)
            words = f"{picture:{len(self.stages) + 2}}  {one_line(record.words)}"
            yield f"  {name}{' ' * (widest - columns(name))}  {words}"
            if result.belief:
                yield f"  {' ' * widest}  {result.belief}"
        for name, people in self.topics():
            yield f"  {len(people)} people: {name}"


def sections(results: Sequence[Result]) -> list[Section]:
    """Return what came of each kata."""
    groups = [
        Section(kata, [result for result in results if result.record.kata == kata.name])
        for kata in PATH
    ]
    return [section for section in groups if section.results]


def check(files: Sequence[str]) -> None:
    """Open the files of the reports, before anything runs.

    Raises:
        OSError: if one can't be written.
        ValueError: if one isn't a report, or jinja2 isn't installed.
    """
    for file in files:
        if not file.endswith((".html", ".json")):
            raise ValueError(f"expected FILE.html or FILE.json, got {file!r}")
        if file.endswith(".html") and not find_spec("jinja2"):
            raise ValueError(f"{file} needs jinja2: pip install jinja2")
        Path(file).open("a").close()


def write(file: str, results: Sequence[Result]) -> None:
    """Write a report, for people or for programs."""
    if file.endswith(".html"):
        write_page(file, "report", sections=sections(results), board=board, state=state)
    else:
        data = [as_json(result) for result in results]
        Path(file).write_text(json.dumps(data, indent=1), encoding="utf-8")


def as_json(result: Result) -> dict[str, Any]:
    """Return a result as programs read it."""
    record = result.record
    names = "kata", "state", "words", "misconception"
    return {
        "participant": result.participant,
        **{name: part for name, part in asdict(record).items() if name in names},
        "stages": [asdict(stage) | {"state": stage.state} for stage in record.stages],
        "failures": [
            {"stage": case.stage, "title": case.title, "headline": case.headline}
            for case in record.failures
        ],
    }


def write_page(file: str, name: str, **facts: Any) -> None:
    """Write a page, in which no text of anybody's is markup."""
    from jinja2 import Environment, FileSystemLoader  # an extra

    loader = FileSystemLoader(Path(__file__).parent)
    template = Environment(loader=loader, autoescape=True, trim_blocks=True)
    text = template.get_template(f"{name}.html.jinja").render(facts)
    Path(file).write_text(text, encoding="utf-8", newline="\n")


def state(record: KataRecord, name: str) -> str:
    """Return the state of a stage; the time may have been up before it."""
    states = {stage.name: stage.state for stage in record.stages}
    found = states.get(name, NOT_RUN)
    return STOPPED if found == NOT_RUN and record.state == STOPPED else found


def board(case: CaseRecord) -> str:
    """Return the board of a failure, as in a terminal."""
    drawn = case.failure.drawing.lines() if case.failure else ()
    return "\n".join(drawn)[:LONGEST_BOARD]
