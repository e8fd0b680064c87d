"""The hints of a statement, for `--hints=N`."""

from __future__ import annotations

import re

from kata_kit.katas import ROOT, KataFiles
from kata_kit.layout import wrapped

_HINT = re.compile(r"<details>\n<summary>Hint \d+</summary>\n\n(.+?)\n\n</details>", re.DOTALL)


def hints(kata: KataFiles) -> list[str]:
    """The hints of a kata, from gentle to explicit, as they stand in its statement."""
    statement = (ROOT / kata.statement).read_text(encoding="utf-8")
    return [str(hint) for hint in _HINT.findall(statement)]


def first_hints(kata: KataFiles, count: int) -> list[str]:
    """The lines for the terminal: the first hints, and how many there are."""
    every = hints(kata)
    lines: list[str] = []
    for number, hint in enumerate(every[:count], start=1):
        lines += ["", f"hint {number} of {len(every)} for {kata.name}:"]
        for line in hint.splitlines():
            # Code stands four columns in, and is not folded.
            code = line.startswith("    ")
            lines += [f"  {line}"] if code else wrapped(line, "  ", "  ") if line else [""]
    if count > len(every):
        lines += ["", f"There are no more than {len(every)} hints for {kata.name}."]
    return lines
