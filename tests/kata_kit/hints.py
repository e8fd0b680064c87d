"""The hints of a statement: in the order of the stages, from gentle to explicit."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kata_kit.katas import BY_NAME, Kata
from kata_kit.layout import wrapped
from kata_kit.record import KataRecord

# A hint of a statement, below any heading: its stage and its text
HINT = re.compile(
    r'<details><summary>Hint \d+, for the stage "([^"]+)"</summary>\n\n'
    r"(.+?)\n</details>",
    re.DOTALL,
)


class Hint(NamedTuple):
    """A hint, and the stage that it helps with."""

    stage: str
    text: str


def all_of(kata: Kata) -> list[Hint]:
    """Return the hints of a kata, as its statement has them."""
    return [*map(Hint._make, HINT.findall(kata.statement.read_text("utf-8")))]


def start(every: Sequence[Hint], record: KataRecord) -> int:
    """Return the place of the first hint for a kata's current stage.

    If the stage has none, the hints of the stage before it come first.
    """
    stages, first = [stage.name for stage in record.stages], record.first_stage
    reached = stages[: stages.index(first) + 1] if first else ()
    helped = [hint.stage for hint in every]
    known = [helped.index(stage) for stage in reached if stage in helped]
    return known[-1] if known else 0


def lines_of_hint(every: Sequence[Hint], place: int) -> list[str]:
    """Return the heading and the text of a hint."""
    stage, text = every[place]
    lines = [f'hint {place + 1} of {len(every)}, for the stage "{stage}":']
    for line in text.splitlines():
        is_code = line.startswith("    ")
        lines += [f"  {line}"] if is_code else wrapped(line, "  ", "  ")
    return [line.rstrip() for line in lines]


def hint_lines(record: KataRecord, count: int) -> list[str]:
    """Return so many hints as lines, beginning with the current stage's."""
    every, lines = all_of(BY_NAME[record.kata]), list[str]()
    begin = start(every, record)
    for place in range(len(every))[begin : begin + count]:
        lines += ["", *lines_of_hint(every, place)]
    if begin + count > len(every):
        lines += ["", f"There are no more hints for {record.kata}."]
    return lines
