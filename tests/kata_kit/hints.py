"""The hints of a statement, from gentle to explicit."""

import re

from kata_kit.katas import ROOT, KataFiles
from kata_kit.layout import wrapped

_HINT = re.compile(
    r"<details><summary>Hint \d+(?:, for the stage \"[^\"]+\")?</summary>\n\n"
    r"(.+?)\n</details>",
    re.DOTALL,
)


def all_of(kata: KataFiles) -> list[str]:
    """Return the hints of a kata, as they stand in its statement."""
    return _HINT.findall((ROOT / kata.statement).read_text(encoding="utf-8"))


def first(kata: KataFiles, count: int) -> list[str]:
    """Return lines for the terminal: the first hints, and how many there are."""
    every, lines = all_of(kata), list[str]()
    for number, hint in enumerate(every[:count], start=1):
        lines += ["", f"hint {number} of {len(every)} for {kata.name}:"]
        for line in hint.splitlines():
            lines += _folded(line)
    if count > len(every):
        lines += ["", f"There are no more than {len(every)} hints for {kata.name}."]
    return lines


def _folded(line: str) -> list[str]:
    if not line:
        return [""]
    is_code = line.startswith("    ")
    return [f"  {line}"] if is_code else wrapped(line, "  ", "  ")
