"""The hints of a statement: in the order of the stages, from gentle to explicit."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kata_kit.katas import ROOT, KataFiles
from kata_kit.layout import wrapped

# The section of the hints, in a statement and in its translations.
SECTION, TRANSLATED = "Hints", {"de": "Tipps", "es": "Pistas"}

# A hint in that section: its number, its stage and its text.
HINT = re.compile(
    r'<details><summary>Hint (\d+), for the stage "([^"]+)"</summary>\n\n'
    r"(.+?)\n</details>",
    re.DOTALL,
)


class Hint(NamedTuple):
    """A hint, and the stage that it helps with."""

    stage: str
    text: str


def all_of(kata: KataFiles) -> list[Hint]:
    """Return the hints of a kata, as they stand in its statement."""
    found = HINT.findall((ROOT / kata.statement).read_text(encoding="utf-8"))
    return [Hint(stage, text) for _, stage, text in found]


def start(every: Sequence[Hint], stage: str, stages: Sequence[str]) -> int:
    """Return the place of the first hint for a stage.

    If the stage has none, the hints of the stage before it come first.
    """
    helped = [hint.stage for hint in every]
    reached = stages[: stages.index(stage) + 1] if stage in stages else ()
    for name in reversed(reached):
        if name in helped:
            return helped.index(name)
    return 0


def lines_of(every: Sequence[Hint], number: int) -> list[str]:
    """Return the heading and the text of a hint; numbers count from 1."""
    hint = every[number - 1]
    lines = [f'hint {number} of {len(every)}, for the stage "{hint.stage}":']
    for line in hint.text.splitlines():
        is_code = line.startswith("    ")
        lines += [f"  {line}"] if is_code else wrapped(line, "  ", "  ")
    return [line.rstrip() for line in lines]


def shown(
    kata: KataFiles, count: int, stage: str = "", stages: Sequence[str] = ()
) -> list[str]:
    """Return so many hints for the terminal, from the one for a stage on."""
    every, lines = all_of(kata), list[str]()
    begin = start(every, stage, stages)
    end = begin + count
    for number in range(begin, min(end, len(every))):
        lines += ["", *lines_of(every, number + 1)]
    if end > len(every):
        lines += ["", f"There are no more hints for {kata.name}."]
    return lines
