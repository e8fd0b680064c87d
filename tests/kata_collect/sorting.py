"""One person's files for katas, among all that they handed in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from kata_kit.katas import PATH, KataFiles
from kata_kit.whose import is_stub

from kata_collect.names import NOTEBOOK, Name, functions, read
from kata_collect.pile import theirs


@dataclass(frozen=True)
class Handed:
    """A file that somebody handed in for a kata."""

    path: PurePosixPath  # where it stood in what they handed in
    name: Name  # what its name says
    data: bytes  # what is in it

    @property
    def kata(self) -> KataFiles:
        """The kata."""
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
        if self.is_notebook:
            return f"a notebook; its code belongs into {self.kata.name}.py"
        return f"it should be called {self.kata.name}.py"

    @property
    def code(self) -> bytes:
        """What tells it from others: the ends of lines do not."""
        return b"\n".join(map(bytes.rstrip, self.data.splitlines())).strip()


def sort(files: Mapping[str, bytes]) -> dict[KataFiles, list[Handed]]:
    """The files for each kata, the best first: written, of the right name, in the right place."""
    found: dict[KataFiles, list[Handed]] = {}
    for path in map(PurePosixPath, theirs(files)):
        name = read(path.name)
        if name and (name.sure or _has_function(files[str(path)], name.kata)):
            found.setdefault(name.kata, []).append(Handed(path, name, files[str(path)]))
    tried = ((kata, found[kata]) for kata in PATH if kata in found)
    # A key is costly, and also asked for where there is one file.
    return {kata: sorted(all_, key=_goodness) if all_[1:] else all_ for kata, all_ in tried}


def laid_out(one: Handed, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The file of a kata and the modules beside it that it imports, by the names they should have.

    >>> from kata_collect.names import read
    >>> handed = Handed(PurePosixPath("a/TicTacToe_Winner.py"), read("winner.py"), b"import lines")
    >>> sorted(laid_out(handed, {"a/lines.py": b"import ast", "a/notes.py": b"", "lines.py": b""}))
    ['lines.py', 'tictactoe_winner.py']
    """
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


def _has_function(data: bytes, kata: KataFiles) -> bool:
    return any(re.search(rb"\bdef " + name.encode() + rb"\(", data) for name in functions(kata))


def _goodness(one: Handed) -> tuple[bool, bool, bool, bool, int, str]:
    placed = one.path.parent.name == one.kata.name
    depth = len(one.path.parts)
    return one.is_notebook, one.is_stub, not one.name.exact, not placed, depth, str(one.path)
