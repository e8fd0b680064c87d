"""Read the catalogue of a kata's mistakes, `tests/<kata>/mistakes.md`.

A section is a heading, prose, and a block of code.
A `python` block is a right solution.
A `diff` block turns the right solution above it into a wrong one.
The heading names the mistake, and the prose is what a learner reads.
Further `diff` blocks of a section make the same mistake in another way.
The hunks of a diff are parted by lines "@@".
What a hunk keeps (" ") and takes away ("-") must be in one place of the right solution.
A section whose heading begins with "Style" has diffs that are no mistakes.
The mistakes below it are made in each of these styles as well, where their diffs fit.
A mistake that remembers something between calls keeps it in a global `kept`.

Below "# Checks" each line names a check, and has a pattern for the names of its rows:
"- a negative depth: depth is -1|depth is -7".
The text below "# Mutants" is read by `tests/repository/test_adequacy.py`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.M | re.S)
BLOCK = re.compile(r"^```(python|diff)\n(.*?)^```\n", re.M | re.S)
CHECK = re.compile(r"^- (.+?): (.+)$", re.M)


class Unreadable(ValueError):
    """A catalogue can't be read; the message begins with "file:line: section"."""


@dataclass(frozen=True)
class Solution:
    """A complete solution, right or wrong."""

    name: str  # its heading; "_" stands for a space
    text: str  # the prose: its first line, and in a second one the rest
    code: str  # the source
    place: str  # where it is, as "file:line: heading"

    @property
    def keeps(self) -> bool:
        """Return True if answers depend on earlier calls, as a global `kept` shows."""
        return "\nkept = " in f"\n{self.code}"


class Check(NamedTuple):
    """A check of bad input, and the rows that are about it."""

    name: str
    pattern: str  # is in the name of each row

    def is_about(self, title: str) -> bool:
        """Return True for the name of one of its rows."""
        return bool(re.search(self.pattern, title))


class Catalogue(NamedTuple):
    """The solutions, styles and checks of a kata, in the order of the file."""

    right: list[Solution]
    styles: list[Solution]
    mistakes: list[Solution]
    checks: list[Check]


@cache
def read(path: Path) -> Catalogue:
    """Read a catalogue, which is empty where there's no file.

    Raises:
        Unreadable: if a section has another form, or a hunk doesn't fit one place.
    """
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    solutions, *_ = re.split("^# (?:Checks|Mutants)", text, flags=re.M)
    _, _, rest = text.partition("\n# Checks\n")
    checks, *_ = rest.split("\n# Mutants")
    right, styles, mistakes = list[Solution](), list[Solution](), list[Solution]()
    ways = list[str]()  # of the right solution
    for section in SECTION.finditer(solutions):
        heading, body = section.groups()
        line = 1 + text.count("\n", 0, section.start())
        place = f"{path}:{line}: {heading}"
        prose, kind, blocks = _parts(body, place)
        name = heading.replace(" ", "_")
        if kind == "python":
            ways = blocks
            right.append(Solution(name, prose, blocks[0], place))
        elif not ways:
            raise Unreadable(f"{place}: expected a right solution above it")
        elif heading.startswith("Style"):
            codes = [changed(ways[0], diff, place) for diff in blocks]
            ways += codes
            styles += [Solution(name, prose, code, place) for code in codes]
        else:
            for diff in blocks:
                for code in _in_styles(ways, diff, place):
                    mistakes.append(Solution(name, prose, code, place))
    lines = CHECK.findall(checks)
    return Catalogue(right, styles, mistakes, [Check(*line) for line in lines])


def _parts(body: str, place: str) -> tuple[str, str, list[str]]:
    prose, fence, code = body.partition("```")
    blocks = BLOCK.findall(fence + code)
    kinds = [kind for kind, _ in blocks]
    is_right = kinds == ["python"] or {*kinds} == {"diff"}
    if not is_right or BLOCK.sub("", fence + code).strip():
        raise Unreadable(f"{place}: expected prose, and one ```python or some ```diff")
    first, _, rest = prose.strip().partition("\n")
    text = f"{first}\n{' '.join(rest.split())}".strip()
    return text, kinds[0], [block for _, block in blocks]


def _in_styles(ways: list[str], diff: str, place: str) -> Iterator[str]:
    right, *others = ways
    yield changed(right, diff, place)
    for way in others:
        with suppress(Unreadable):
            yield changed(way, diff, place)


def changed(code: str, diff: str, place: str) -> str:
    r"""Return the code after a diff, whose hunks are made one after the other.

    >>> changed("one\ntwo\n", "-one\n+three\n two\n", "here")
    'three\ntwo\n'

    Raises:
        Unreadable: if a hunk doesn't fit exactly one place of the code.
    """
    for number, hunk in enumerate(diff.split("@@\n"), 1):
        # An editor may have taken the one space of an empty line.
        lines = [line or " " for line in hunk.splitlines()]
        old = "".join([f"{line[1:]}\n" for line in lines if line[0] != "+"])
        new = "".join([f"{line[1:]}\n" for line in lines if line[0] != "-"])
        before, *after = re.split(f"^{re.escape(old)}", code, flags=re.M)
        if len(after) != 1:
            fits = f"hunk {number} fits {len(after)} places, expected one"
            raise Unreadable(f"{place}: {fits}")
        code = before + new + after[0]
    return code
