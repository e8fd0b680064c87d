"""Find everybody's files; others than `participants.LAYOUTS` has are named, not run."""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from filecmp import cmp
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from kata_collect.names import ARCHIVE, OF_A_CLONE, TESTS, UNREAD, letters, meant
from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.layout import encodable, on_one_line
from kata_kit.parsing import LARGEST
from kata_kit.sources import places

MOST_QUOTED = 8  # of the names in an error, or of what one person has
MOST_FILES = 1_000  # that are looked at in one person's folder


@dataclass(frozen=True)
class Submitted:
    """One participant's file for one kata."""

    participant: str
    kata: KataFiles
    file: Path
    own: Path  # what the code may read: their folder, or a file that stands alone
    identity: tuple[int, ...] = ()  # of that folder, when it was looked at

    @property
    def node_id(self) -> str:
        """The id of the file's test: one line of plain text."""
        return f"submissions::{plain_id(self.participant)}::{self.kata.name}"

    @property
    def folder(self) -> Path:
        """The folder of everybody's files."""
        return self.own.parent

    @property
    def cell(self) -> tuple[str, str]:
        return self.participant, self.kata.name


def plain_id(name: str) -> str:
    """Return a name as a part of a test's id: one line, no separator, unlike any other.

    A "[" would begin the parameters of a test, and `--junitxml` moves what is behind
    it.
    """
    escaped = on_one_line(name.replace("\\", "\\\\"))
    return escaped.replace("::", ":\\x3a").replace("[", "\\x5b")


class Entry(NamedTuple):
    """What one entry of the folder holds."""

    participant: str = ""  # whose it is; empty if it is nobody's
    submitted: Sequence[Submitted] = ()
    odd: Sequence[str] = ()  # what is not run, and why


def entry(path: Path) -> Entry:
    """Return what an entry of the folder of everybody holds."""
    name = encodable(path.name)
    is_folder = path.is_dir() and not path.is_symlink()
    if path.stem in BY_NAME or (is_folder and name == "katas"):
        return Entry(odd=[f"{name} (nobody's: it has no name of a participant)"])
    if is_folder and name in OF_A_CLONE and path.with_name("katas").exists():
        return Entry()
    if name.startswith("__"):
        return Entry(odd=[f"{name} (a name may not begin with __)"])
    return _folder(path, name) if is_folder else _loose(path, name)


def _loose(path: Path, name: str) -> Entry:
    who, _, kata = path.stem.rpartition("__")
    who = encodable(who) if kata in BY_NAME else ""
    is_python = path.suffix == ".py" and not name.startswith(TESTS)
    if instead := instead_of_file(path, path.parent):
        return Entry(who, odd=[f"{name} ({instead})"])
    if who and is_python:
        return Entry(who, [Submitted(who, BY_NAME[kata], path, path)])
    if is_python or is_meant(name):
        return Entry(who, odd=[f"{name} (expected <participant>__<kata>.py)"])
    return Entry()


def _folder(path: Path, name: str) -> Entry:
    try:
        status = path.lstat()
        files = files_in(path, path.parent)
    except (OSError, ValueError, RecursionError) as error:
        return Entry(name, odd=[f"{name} (cannot be read: {type(error).__name__})"])
    if files.of and files.is_shared:
        why = "it may hold files of other people, and all of them be read"
        return Entry(name, odd=first([f"{name} ({why})", *files.odd]))
    identity = status.st_dev, status.st_ino
    submitted = [
        Submitted(name, kata, file, path, identity) for kata, file in files.of.items()
    ]
    return Entry(name, submitted, first(files.odd))


class Files(NamedTuple):
    """What one person's folder holds."""

    of: dict[KataFiles, Path]
    odd: list[str]  # what is not run, and why
    is_shared: bool  # some of it may be other people's


def files_in(folder: Path, root: Path) -> Files:
    """Return what is in one person's folder; the root is that of the names."""
    known = {path: kata for kata in PATH for path in places(folder, kata)}
    whole = defaultdict[KataFiles, list[Path]](list)
    of, odd = dict[KataFiles, Path](), list[str]()
    is_shared = False
    for path in filter(os.path.lexists, known):
        if instead := instead_of_file(path, folder):
            odd.append(f"{shown(path, root)} ({instead})")
        else:
            whole[known[path]].append(path)
    for kata, paths in whole.items():
        if is_one(paths):
            of[kata] = paths[0]
        else:
            odd += ones_of_two(paths, root)
    names = {kata.name for kata in of}
    others = [*islice(_walk(folder), MOST_FILES + 1)]
    if len(others) > MOST_FILES:
        odd.append(f"{shown(folder, root)} (more than {MOST_FILES:,} files)")
    for path in others:
        is_python = path.suffix == ".py"
        if path in known:
            continue
        if is_python and path.stem.rpartition("__")[2] in BY_NAME:
            is_shared = True
            odd.append(f"{shown(path, root)} (whose is it?)")
        # Where there is no kata, any code may be what is meant.
        elif is_meant(path.name, names) or (is_python and not names):
            odd.append(f"{shown(path, root)} (expected <kata>.py)")
    return Files(of, odd, is_shared)


def shown(path: Path, root: Path) -> str:
    return encodable(path.relative_to(root).as_posix())


def is_one(paths: Sequence[Path]) -> bool:
    """Return True if files for a kata are alike; one that is too large is like none."""
    one, *others = paths
    with suppress(OSError):
        is_read = not others or one.stat().st_size <= LARGEST
        return is_read and all(cmp(one, path, shallow=False) for path in others)
    return False


def ones_of_two(paths: Iterable[Path], root: Path) -> list[str]:
    """Return what is said of files of which none is chosen."""
    return [f"{shown(path, root)} (one of two files for a kata)" for path in paths]


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, but not those of Python, git or an environment."""
    for root, folders, names in os.walk(folder):
        if "pyvenv.cfg" in names:
            folders.clear()
        if "katas" in folders:
            folders[:] = sorted({*folders} - OF_A_CLONE)
        folders[:] = [name for name in folders if not name.startswith((".", "__"))]
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(root, name)


def instead_of_file(path: Path, folder: Path) -> str:
    """Return what stands in the place of a file in a folder; nothing if a file does."""
    expected = folder.resolve() / path.relative_to(folder)
    if path.is_file() and path.resolve() == expected:
        return ""
    is_folder = path.is_dir() and not path.is_symlink()
    return f"{'a folder' if is_folder else 'a link or a device'}; expected a file"


def is_meant(file: str, found: Collection[str] = ()) -> bool:
    """Return whether a file may be for a kata, beside those that were found."""
    name, _, _ = file.partition(".")
    if ARCHIVE.search(file) or Path(file).suffix.lower() in UNREAD:
        return True
    if file.startswith(TESTS) or file.endswith((".pyc", ".md")):
        return False
    read = meant(f"{name}.py")
    if read and not read.who:
        return True
    text, others = letters(name), [kata for kata in BY_NAME if kata not in found]
    return any(letters(kata) in text for kata in others)


def first(texts: list[str]) -> list[str]:
    """Return the first of these texts, and how many more there are."""
    more = len(texts) - MOST_QUOTED
    return [*texts[:MOST_QUOTED], f"and {more} more"] if more > 0 else texts
