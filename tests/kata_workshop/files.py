"""Finding the files of one person in a folder, and what may be one and is not run."""

import os
from collections.abc import Container, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.layout import encodable
from kata_kit.sources import LARGEST, places

ONE_OF_TWO = "one of two files for a kata"

MOST_QUOTED = 8  # of the names in an error, or of what one person has
MOST_FILES = 1_000  # that are looked at in one person's folder

# What may hold a kata's file, and is not opened here.
ARCHIVES = {".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".ipynb"}
OF_A_CLONE = {"solutions", "tests"}  # beside `katas`, these are nobody's answers


class Files(NamedTuple):
    """What one person's folder holds."""

    of: dict[KataFiles, Path]
    odd: list[str]  # what is not run, and why
    others: list[str]  # files that have the name of a kata, and may be other people's


def files_in(folder: Path, root: Path) -> Files:
    """Return what is in one person's folder; the root is that of the names."""
    of: dict[KataFiles, Path] = {}
    odd, known = list[str](), set[Path]()

    def shown(path: Path) -> str:
        return encodable(path.relative_to(root).as_posix())

    for kata in PATH:
        there = [path for path in places(folder, kata) if os.path.lexists(path)]
        known.update(there)
        whole = []
        for path in there:
            if instead := instead_of_file(path, folder):
                odd.append(f"{shown(path)} ({instead})")
            else:
                whole.append(path)
        if len(set(map(_content, whole))) > 1:
            odd += [f"{shown(path)} ({ONE_OF_TWO})" for path in whole]
        elif whole:
            of[kata] = whole[0]
    others, code = [], []
    for number, path in enumerate(_walk(folder)):
        if number == MOST_FILES:
            odd.append(f"{shown(folder)} (more than {MOST_FILES:,} files)")
            break
        if path in known:
            continue
        if path.suffix == ".py" and path.stem.rpartition("__")[2] in BY_NAME:
            others.append(shown(path))
        elif is_meant(path, of):
            odd.append(f"{shown(path)} (expected <kata>.py)")
        elif path.suffix == ".py":
            code.append(f"{shown(path)} (expected <kata>.py)")
    if not of:  # One of these may be what is meant.
        odd += code
    return Files(of, odd, others)


def _content(path: Path) -> bytes | Path:
    """Return what is in a file; one that is too large is like no other."""
    return path.read_bytes() if path.stat().st_size <= LARGEST else path


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, but not those of Python, git or an environment."""
    for root, folders, names in os.walk(folder):
        of_a_clone = OF_A_CLONE if "katas" in folders else set()
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith((".", "__")) and name not in of_a_clone
        )
        if "pyvenv.cfg" in names:
            folders.clear()
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(root, name)


def instead_of_file(path: Path, folder: Path) -> str:
    """Return what stands in the place of a file in a folder; nothing if a file does."""
    steps = [path, *path.parents]
    if any(step.is_symlink() for step in steps[: steps.index(folder)]):
        return "a link or a device; expected a file"
    if path.is_dir():
        return "a folder; expected a file"
    return "" if path.is_file() else "a link or a device; expected a file"


def is_meant(path: Path, found: Container[KataFiles] = ()) -> bool:
    """Return whether a file may be for a kata, beside those that were found."""
    stem, _, _ = path.name.casefold().partition(".")
    suffix = path.suffix.casefold()
    if suffix in ARCHIVES:
        return True
    if suffix in (".pyc", ".md") or stem.startswith(("test_", "bench_")):
        return False
    letters = "".join(character for character in stem if character.isalpha())
    near = get_close_matches(stem, BY_NAME, n=1, cutoff=0.9)
    for kata in PATH:
        name = kata.name.replace("_", "")
        if letters == name:
            return True
        if kata not in found and (name in letters or kata.name in near):
            return True
    return False


def first(texts: list[str]) -> list[str]:
    """Return the first of these texts, and how many more there are."""
    more = len(texts) - MOST_QUOTED
    return [*texts[:MOST_QUOTED], f"and {more} more"] if more > 0 else texts
