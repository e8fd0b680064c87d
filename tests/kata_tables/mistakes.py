"""The catalogue of a kata's mistakes, `tests/<kata>/mistakes.md`.

A section is a heading, prose and code. A `python` block is a right solution. A `diff` block is a
mistake, named by its heading: it turns the right solution above it into a wrong one, and the prose
is what a learner is told. The hunks of a diff are parted by lines "@@"; what a hunk keeps (" ") and
takes away ("-") stands in exactly one place of the right solution. A line "@@ or" begins another
spelling of the same mistake, with other answers; where it takes nothing away, it stands in place of
what the spelling before it took away. The diffs of a section whose heading begins with "Styles" are
not mistakes: those below it are looked for in each of these styles as well, where their hunks fit.
A mistake that keeps something between calls keeps it in a global `kept`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType

SECTION = re.compile(r"## (.+)\n\n((?:(?!```).*\n)*)((?:```(?:python|diff)\n(?:.*\n)*?```\s*)+)")
BLOCK = re.compile(r"```(python|diff)\n((?:.*\n)*?)```")


class Unreadable(ValueError):
    """A catalogue cannot be read; the message begins with "file:line: section"."""


@dataclass(frozen=True)
class Solution:
    """A complete solution, right or wrong."""

    name: str  # its heading; "_" stands for a space
    text: str  # the prose, in one line for each paragraph
    code: str  # the source
    place: str  # where it stands, as "file:line: heading"

    @property
    def keeps(self) -> bool:
        """Whether answers depend on the calls before, as a global `kept` says."""
        return "\nkept = " in f"\n{self.code}"

    @cached_property
    def module(self) -> ModuleType:
        """The code, run when it is first asked for."""
        return self.fresh()

    def fresh(self) -> ModuleType:
        """The code, compiled and run; it is ours, and trusted."""
        module = sys.modules[self.name] = ModuleType(self.name)  # A dataclass looks there.
        try:
            exec(compile(self.code, self.place, "exec", dont_inherit=True), module.__dict__)
        finally:
            del sys.modules[self.name]
        return module


@dataclass(frozen=True)
class Catalogue:
    """The right solutions and the mistakes of a kata, in the order of the file."""

    right: tuple[Solution, ...] = ()
    mistakes: tuple[Solution, ...] = ()


def read(path: Path) -> Catalogue:
    """Read a catalogue; an empty one if there is no file.

    Raises:
        Unreadable: if a section has another form, or a hunk does not fit exactly one place.
    """
    if not path.is_file():
        return Catalogue()
    right, mistakes, styles, line = list[Solution](), list[Solution](), list[str](), 1
    for section in re.split(r"^(?=## )", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
        heading = section.partition("\n")[0].removeprefix("## ")
        place = f"{path}:{line}: {heading}"
        found = SECTION.fullmatch(section)
        if found:
            name, prose, blocks = heading.replace(" ", "_"), found[2].strip(), found[3]
            text = "\n".join(" ".join(part.split()) for part in prose.split("\n\n"))
            for kind, code in BLOCK.findall(blocks):
                if kind == "python":
                    right.append(Solution(name, text, code, place))
                    styles = []
                    continue
                if not right:
                    raise Unreadable(f"{place}: expected a right solution above it")
                for diff in spellings(code):
                    wrong = [changed(right[-1].code, diff, place)]
                    if heading.startswith("Styles"):
                        styles += wrong
                        continue
                    for style in styles:
                        with suppress(Unreadable):
                            wrong.append(changed(style, diff, place))
                    mistakes += [Solution(name, text, one, place) for one in wrong]
        elif section.startswith("## "):
            raise Unreadable(f"{place}: expected prose and one block, ```python or ```diff")
        line += section.count("\n")
    return Catalogue(tuple(right), tuple(mistakes))


def spellings(diff: str) -> Iterator[str]:
    r"""The diffs of a block.

    >>> list(spellings("-one\n+two\n@@ or\n+three\n"))
    ['-one\n+two\n', '-one\n+three\n']
    """
    taken = ""
    for spelling in re.split(r"^@@ or\n", diff, flags=re.MULTILINE):
        if re.fullmatch(r"(\+.*\n)+", spelling):
            spelling = taken + spelling
        taken = "".join(re.findall(r"^-.*\n", spelling, flags=re.MULTILINE))
        yield spelling


def changed(code: str, diff: str, place: str) -> str:
    r"""The code after a diff.

    >>> changed("one\ntwo\n", "-one\n+three\n two\n", "here")
    'three\ntwo\n'

    Raises:
        Unreadable: if a hunk does not fit exactly one place of the code, or overlaps another one.
    """
    before = code.splitlines()
    found: list[tuple[int, int, list[str]]] = []
    for number, hunk in enumerate(re.split(r"^@@.*\n", diff, flags=re.MULTILINE), 1):
        # An editor may have taken the one space of an empty line.
        lines = [line or " " for line in hunk.splitlines()]
        if any(line[0] not in " -+" for line in lines):
            raise Unreadable(f'{place}: hunk {number}: expected lines that begin with " -+"')
        old = [line[1:] for line in lines if line[0] != "+"]
        new = [line[1:] for line in lines if line[0] != "-"]
        fits = [at for at in range(len(before)) if before[at : at + len(old)] == old]
        if len(fits) != 1:
            raise Unreadable(f"{place}: hunk {number} fits {len(fits)} places, expected one")
        found.append((fits[0], fits[0] + len(old), new))
    after, end = list[str](), 0
    for first, last, new in sorted(found):
        if first < end:
            raise Unreadable(f"{place}: two hunks overlap")
        after += [*before[end:first], *new]
        end = last
    return "\n".join([*after, *before[end:], ""])
