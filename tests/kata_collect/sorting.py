"""One person's files for katas, among all that they handed in.

The name of a file says which kata it is for and perhaps whose it is, also where it is
only nearly right.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import groupby
from pathlib import PurePosixPath
from unicodedata import normalize

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.sources import is_stub

Files = dict[str, bytes]  # what is in each file, by its path from the folder on

# What a solution may have been saved as; a notebook is recognised, but cannot be run.
SUFFIXES = (".py", ".pyw", ".txt", ".ipynb", "")
NOTEBOOK = ".ipynb"
# Files of tests and benchmarks bear the names of katas.
OTHERS = ("test_", "bench_", "conftest")

# What browsers, file managers and people put behind a name that is there already.
AGAIN = r"(?:\W*\(\d+\)|[\W_]+(?:copy|copia|copie|kopie|final|fixed|new|old|v?\d+))$"
# What learning platforms put behind a name, or between it and that of the file.
PLATFORM = r"(?:_\d+_assignsubmission_\w*|_attempt_[\d-]+|(?:_late)?_\d{3,}_\d{3,})_?$"


@dataclass(frozen=True)
class Name:
    """What the name of a file says."""

    kata: KataFiles  # the kata that it is for
    who: str = ""  # what else stands in the name; perhaps that of a person
    exact: bool = False  # whether it is the name that the file of the kata has
    again: bool = (
        False  # whether it is that with a number, as a browser gives to a second file
    )
    sure: bool = True  # whether the name alone tells; else what is in the file has to

    def is_told_by(self, data: bytes) -> bool:
        """Whether a file holds a function that a learner of the kata writes."""
        stub = (ROOT / self.kata.stub).read_bytes()
        functions = re.findall(rb"^def \w+\(", stub, re.MULTILINE)
        return any(re.search(rb"\b" + re.escape(one), data) for one in functions)


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
        what = (
            "a notebook; its code belongs into"
            if self.is_notebook
            else "it should be called"
        )
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
    return {
        kata: list(those) for kata, those in groupby(handed, key=lambda one: one.kata)
    }


def laid_out(one: Handed, files: Files) -> Files:
    """The file of a kata, by the name it should have, and the modules beside it that it imports."""
    laid, new = {f"{one.kata.name}.py": one.data}, [one.data]
    beside = {
        path.stem: files[str(path)]
        for path in map(PurePosixPath, files)
        if path.parent == one.path.parent
        and path.suffix == ".py"
        and path.stem.isidentifier()
    }
    while new:
        lines = re.findall(
            rb"^[ \t]*(?:from|import)[ \t]+(.+)$", new.pop(), re.MULTILINE
        )
        for name in re.findall(
            r"[A-Za-z_]\w*", b" ".join(lines).decode("utf-8", "replace")
        ):
            if name in beside and f"{name}.py" not in laid:
                laid[f"{name}.py"] = beside[name]
                new.append(beside[name])
    return laid


def read(file: str) -> Name | None:
    """What the name of a file says; None if it is not for a kata."""
    stem, suffix = _parted(file)
    if suffix not in SUFFIXES or stem.casefold().startswith(OTHERS):
        return None
    first = _without_again(stem)
    for kata in sorted(PATH, key=lambda one: -len(one.name)):
        found = _pattern(kata).search(first)
        if found:
            who = person(first[: found.start()]) or person(found["who"] or "")
            again = re.fullmatch(re.escape(kata.name) + r" ?\(\d+\)", stem) is not None
            return Name(kata, who, file == f"{kata.name}.py", again and suffix == ".py")
    plain = first.casefold()
    words = [kata for kata in PATH if kata.name.endswith(f"_{plain}")]
    if len(words) == 1:
        return Name(words[0], sure=False)
    near = get_close_matches(plain, BY_NAME, n=1, cutoff=0.85)
    return Name(BY_NAME[near[0]]) if near else None


def person(text: str) -> str:
    """The name of somebody, from that of a folder or a file; "" if there is none in it.

    >>> person("Ana García_123456_assignsubmission_file_"), person("../ada:1. ")
    ('Ana García', 'ada-1')
    """
    text = re.sub(PLATFORM, "", normalize("NFC", text), flags=re.IGNORECASE)
    # What no file system has in a name, and what would hide the folder or leave it.
    text = "".join(
        c if c.isprintable() and c not in '<>:"/\\|?*' else "-" for c in text
    )
    return re.sub(r"^[\s._-]+|[\s._-]+$", "", text[:100])


def _parted(file: str) -> tuple[str, str]:
    """The name without its endings, and the last of these that says what the file is."""
    path, told = PurePosixPath(file), ""
    while path.suffix.casefold() in SUFFIXES[:-1]:
        told = NOTEBOOK if NOTEBOOK in (told, path.suffix.casefold()) else ".py"
        path = path.with_suffix("")
    return path.name, told or path.suffix


def _without_again(stem: str) -> str:
    """The name without what stands behind it, piece by piece: all at once could take for ever."""
    while (shorter := re.sub(AGAIN, "", stem, flags=re.IGNORECASE)) != stem:
        stem = shorter
    return stem


@cache
def _pattern(kata: KataFiles) -> re.Pattern[str]:
    """Finds the name of a kata with any capitals, and anything between its letters."""
    letters = r"[\W_]*".join(kata.name.replace("_", ""))
    return re.compile(rf"(?<![^\W_]){letters}(?P<who>[\W_].*)?$", re.IGNORECASE)
