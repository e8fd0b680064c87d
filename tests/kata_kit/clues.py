"""What helps on: the hints of a statement, and what may be behind code that cannot be called."""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches

from kata_kit.katas import BY_NAME, ROOT, KataFiles, references
from kata_kit.layout import wrapped

_HINT = re.compile(r"<details><summary>Hint \d+</summary>\n\n(.+?)\n</details>", re.DOTALL)


def advice(message: str, kata: str) -> list[str]:
    """What to do about an import that failed, in a line or two.

    Args:
        message: that of the ImportError.
        kata: the kata whose code it is.

    >>> advice("No module named 'nunpy'", "tictactoe_winner")
    ['nunpy is neither a file beside yours nor installed; `pip list` shows what is']
    """
    found = re.search(r"No module named '([\w.]+)'", message)
    if not found:
        if "attempted relative import" in message:
            return ["a file beside yours is imported without the dot: from helper import ..."]
        return []
    top, _, rest = found[1].partition(".")
    if kata in (top, rest):
        return [f"the reference of {kata} is not for import: it is what you write here"]
    if top in ("solutions", "katas") or top in BY_NAME:
        there = [f"  from solutions.{name} import ..." for name in references(BY_NAME[kata])]
        if there:
            return ["this kata may build on the references of earlier katas:", *there]
        return ["this kata builds on no other kata"]
    near = get_close_matches(top, sys.stdlib_module_names, n=1, cutoff=0.85)
    if near:
        return [f"there is no module {top}; did you mean {near[0]}?"]
    return [f"{top} is neither a file beside yours nor installed; `pip list` shows what is"]


def inside(source: str, function: str) -> tuple[str, int] | None:
    r"""Where a function stands that is indented into another one or into a class, and its line.

    >>> inside("class Board:\n    def is_solved(self):\n        pass\n", "is_solved")
    ('class Board', 2)
    """
    lines = source.splitlines()
    for number, line in enumerate(lines):
        found = re.match(rf"([ \t]+)(?:async )?def {function}\b", line)
        for before in reversed(lines[:number] if found else ()):
            outer = re.match(r"([ \t]*)(class|def) (\w+)", before)
            if found and outer and len(outer[1]) < len(found[1]):
                return f"{outer[2].replace('def', 'function')} {outer[3]}", number + 1
    return None


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
