"""One person's files for katas, among all that they handed in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath

from kata_kit.katas import PATH, KataFiles
from kata_kit.whose import is_stub

from kata_collect.names import NOTEBOOK, Name, read
from kata_collect.pile import Files


@dataclass(frozen=True)
class Handed:
    """A file that somebody handed in for a kata."""

    path: PurePosixPath  # where it stood in what they handed in
    name: Name  # what its name says
    data: bytes  # what is in it

    @property
    def kata(self) -> KataFiles:
        return self.name.kata

    @property
    def is_stub(self) -> bool:
        """Whether nothing is written in it."""
        return is_stub(self.data.decode("utf-8", "replace"))

    @property
    def is_notebook(self) -> bool:
        """Whether it is a notebook, which is not run."""
        return NOTEBOOK in self.path.name.casefold()

    @property
    def advice(self) -> str:
        """What to call it."""
        what = "a notebook; its code belongs into" if self.is_notebook else "it should be called"
        return f"{what} {self.kata.name}.py"

    @property
    def code(self) -> bytes:
        """What tells it from others: the ends of lines do not."""
        return b"\n".join(map(bytes.rstrip, self.data.splitlines())).strip()

    @property
    def faults(self) -> tuple[bool, bool, bool, bool, int, str]:
        """What makes another one better: written, of the right name, in the right place."""
        misplaced, depth = self.path.parent.name != self.kata.name, len(self.path.parts)
        wrong = not self.name.exact, misplaced
        return self.is_notebook, self.is_stub, *wrong, depth, str(self.path)


def sort(files: Files) -> dict[KataFiles, list[Handed]]:
    """The files for each kata in the order of the path, the best first."""
    handed = []
    for path in map(PurePosixPath, files):
        name, data = read(path.name), files[str(path)]
        if name and (name.sure or name.is_told_by(data)):
            handed.append(Handed(path, name, data))
    handed.sort(key=lambda one: (PATH.index(one.kata), one.faults))
    return {kata: list(those) for kata, those in groupby(handed, key=lambda one: one.kata)}


def laid_out(one: Handed, files: Files) -> Files:
    """The file of a kata, by the name it should have, and the modules beside it that it imports."""
    laid, new = {f"{one.kata.name}.py": one.data}, [one.data]
    beside = {
        path.stem: files[str(path)]
        for path in map(PurePosixPath, files)
        if path.parent == one.path.parent and path.suffix == ".py" and path.stem.isidentifier()
    }
    while new:
        lines = re.findall(rb"^[ \t]*(?:from|import)[ \t]+(.+)$", new.pop(), re.MULTILINE)
        for name in re.findall(r"[A-Za-z_]\w*", b" ".join(lines).decode("utf-8", "replace")):
            if name in beside and f"{name}.py" not in laid:
                laid[f"{name}.py"] = beside[name]
                new.append(beside[name])
    return laid
