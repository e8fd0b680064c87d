"""The catalogue of a kata's mistakes, `tests/<kata>/mistakes.md`.

A section is a heading, prose and a block of code, without an empty line between them. A
`python` block is a right solution. A `diff` block is a mistake, named by its heading:
it turns the right solution above it into a wrong one, and the prose is what a learner
is told, its first line and the rest of it. The hunks of a diff are parted by lines
"@@"; what a hunk keeps (" ") and takes away ("-") stands in exactly one place of the
right solution. A line "@@ or" begins another spelling of the same mistake, with other
answers; where it takes nothing away, it stands in place of what the spelling before it
took away. Below "@@ or each" every line is such a spelling. What all spellings have in
common stands above a line "@@ with". The diffs of a section whose heading begins with
"Styles" are not mistakes: those below it are looked for in each of these styles as
well, where their hunks fit. A mistake that keeps something between calls keeps it in a
global `kept`.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

SECTION = re.compile(r"## (.+)\n((?:(?!```).+\n)*)```(python|diff)\n((?:.*\n)*?)```\s*")
EACH = re.compile(r"^@@ or each\n((?:\+.*\n)+)", re.M)


class Unreadable(ValueError):
    """A catalogue cannot be read; the message begins with "file:line: section"."""


@dataclass(frozen=True)
class Solution:
    """A complete solution, right or wrong."""

    name: str  # its heading; "_" stands for a space
    text: str  # the prose: its first line, and in a second one the rest
    code: str  # the source
    place: str  # where it stands, as "file:line: heading"

    @property
    def keeps(self) -> bool:
        """True if answers depend on the calls before, as a global `kept` says."""
        return "\nkept = " in f"\n{self.code}"

    @cached_property
    def module(self) -> ModuleType:
        """The code, run when it is first asked for."""
        return self.fresh()

    def fresh(self) -> ModuleType:
        """The code, compiled and run; it is ours, and trusted."""
        module = sys.modules[self.name] = ModuleType(
            self.name
        )  # A dataclass looks there.
        try:
            exec(
                compile(self.code, self.place, "exec", dont_inherit=True),
                module.__dict__,
            )
        finally:
            del sys.modules[self.name]
        return module


class Catalogue(NamedTuple):
    """The right solutions and the mistakes of a kata, in the order of the file."""

    right: list[Solution]
    mistakes: list[Solution]


@cache
def read(path: Path) -> Catalogue:
    """Read a catalogue; an empty one if there is no file.

    Raises:
        Unreadable: as `parse` does.
    """
    return parse(path.read_text(encoding="utf-8") if path.is_file() else "", str(path))


def parse(text: str, file: str) -> Catalogue:
    """The catalogue in a text.

    Raises:
        Unreadable: a section has another form, or a hunk does not fit one place.
    """
    right, mistakes, styles, line = list[Solution](), list[Solution](), list[str](), 1
    for section in re.split(r"^(?=##? )", text, flags=re.M):
        place = f"{file}:{line}: {section.partition(chr(10))[0][3:]}"
        line += section.count("\n")
        if not section.startswith("## "):
            continue
        if not (parts := SECTION.fullmatch(section)):
            raise Unreadable(
                f"{place}: expected prose and one block, ```python or ```diff"
            )
        heading, prose, kind, code = parts.groups()
        first, _, rest = prose.partition("\n")
        told = "\n".join(filter(None, (first, " ".join(rest.split()))))
        name = heading.replace(" ", "_")
        if kind == "python":
            right.append(Solution(name, told, code, place))
            styles = [code]
        elif not right:
            raise Unreadable(f"{place}: expected a right solution above it")
        elif heading.startswith("Styles"):
            styles += [changed(right[-1].code, diff, place) for diff in spellings(code)]
        else:
            wrong = [
                one
                for diff in spellings(code)
                for one in in_styles(styles, diff, place)
            ]
            mistakes += [Solution(name, told, one, place) for one in wrong]
    return Catalogue(right, mistakes)


def in_styles(styles: Sequence[str], diff: str, place: str) -> Iterator[str]:
    """A right solution after a diff, and the other styles that the diff fits."""
    yield changed(styles[0], diff, place)
    for style in styles[1:]:
        with suppress(Unreadable):
            yield changed(style, diff, place)


def spellings(diff: str) -> Iterator[str]:
    r"""The diffs of a block.

    >>> list(spellings("-one\n+two\n@@ or each\n+three\n+four\n"))
    ['-one\n+two\n', '-one\n+three\n', '-one\n+four\n']
    """
    diff = EACH.sub(
        lambda each: re.sub(r"^(?=\+)", "@@ or\n", each[1], flags=re.M), diff
    )
    common, _, own = diff.rpartition("@@ with\n")
    taken = ""
    for spelling in re.split(r"^@@ or\n", own, flags=re.M):
        if re.fullmatch(r"(\+.*\n)+", spelling):
            spelling = taken + spelling
        taken = "".join(re.findall(r"^-.*\n", spelling, flags=re.M))
        yield "@@\n".join(filter(None, (common, spelling)))


def changed(code: str, diff: str, place: str) -> str:
    r"""The code after a diff.

    >>> changed("one\ntwo\n", "-one\n+three\n two\n", "here")
    'three\ntwo\n'

    Raises:
        Unreadable: a hunk does not fit one place of the code, or overlaps another.
    """
    before = code.splitlines()
    after = [[line] for line in before]
    for number, hunk in enumerate(re.split(r"^@@.*\n", diff, flags=re.M), 1):
        # An editor may have taken the one space of an empty line.
        lines = [line or " " for line in hunk.splitlines()]
        if any(line[0] not in " -+" for line in lines):
            raise Unreadable(
                f'{place}: hunk {number}: expected lines that begin with " -+"'
            )
        old = [line[1:] for line in lines if line[0] != "+"]
        new = [line[1:] for line in lines if line[0] != "-"]
        fits = [at for at in range(len(before)) if before[at : at + len(old)] == old]
        if len(fits) != 1:
            raise Unreadable(
                f"{place}: hunk {number} fits {len(fits)} places, expected one"
            )
        there = slice(fits[0], fits[0] + len(old))
        if after[there] != [[line] for line in old]:
            raise Unreadable(f"{place}: two hunks overlap")
        after[there] = [new, *([] for _ in old[1:])]
    return "\n".join([*chain(*after), ""])
