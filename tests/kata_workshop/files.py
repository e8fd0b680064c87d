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
from kata_kit.parsing import is_stub
from kata_kit.sources import LARGEST, code, places

MOST_QUOTED = 8  # of the names in an error, or of what one person has
MOST_FILES = 1_000  # that are looked at in one person's folder
NO_FILE = "a link, a folder or a device; expected a file"


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

    @property
    def is_stub(self) -> bool:
        """True if nothing in it is written yet."""
        with suppress(ValueError):
            return is_stub(code(self.file, self.own).decode("utf-8-sig"))
        return False


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
    if not is_folder:
        return _loose(path, name)
    try:
        return in_folder(path, path.parent)
    except (OSError, ValueError, RecursionError) as error:
        return Entry(name, odd=[f"{name} (cannot be read: {type(error).__name__})"])


def _loose(path: Path, name: str) -> Entry:
    who, _, kata = path.stem.rpartition("__")
    who = encodable(who) if kata in BY_NAME else ""
    is_python = path.suffix == ".py" and not name.startswith(TESTS)
    if not _is_file(path, path.parent):
        return Entry(who, odd=[f"{name} ({NO_FILE})"])
    if who and is_python:
        return Entry(who, [Submitted(who, BY_NAME[kata], path, path)])
    if is_python or _is_meant(name):
        return Entry(who, odd=[f"{name} (expected <participant>__<kata>.py)"])
    return Entry()


def in_folder(folder: Path, root: Path) -> Entry:
    """Return what one person's folder holds; files are named from the root on."""
    who, status = encodable(folder.name), folder.lstat()
    identity = status.st_dev, status.st_ino
    known = {path: kata for kata in PATH for path in places(folder, kata)}
    submitted, odd, is_shared = list[Submitted](), list[str](), False
    for path in filter(os.path.lexists, known):
        if _is_file(path, folder):
            submitted.append(Submitted(who, known[path], path, folder, identity))
        else:
            odd.append(f"{shown(path, root)} ({NO_FILE})")
    katas = {one.kata.name for one in submitted}
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
        elif _is_meant(path.name, katas) or (is_python and not katas):
            odd.append(f"{shown(path, root)} (expected <kata>.py)")
    if is_shared and folder != root:
        why = "it may hold files of other people, and all of them be read"
        return Entry(who, odd=first([f"{who} ({why})", *odd]))
    return Entry(who, submitted, first(odd))


def decided(
    found: Sequence[Submitted], root: Path
) -> tuple[list[Submitted], list[str]]:
    """Return what is run, and what is said of two files of somebody for one kata."""
    cells = defaultdict[tuple[str, str], list[Submitted]](list)
    for one in found:
        cells[one.cell].append(one)
    chosen, files = list[Submitted](), list[Path]()
    for those in cells.values():
        paths = [one.file for one in those]
        if _are_same(paths):
            chosen.append(those[0])
        else:
            files += paths
    texts = [f"{shown(file, root)} (one of two files for a kata)" for file in files]
    return chosen, texts


def _are_same(files: Sequence[Path]) -> bool:
    """Return whether files have the same content; that of a large one is not read."""
    one, *others = files
    with suppress(OSError):
        is_read = not others or one.stat().st_size <= LARGEST
        return is_read and all(cmp(one, other, shallow=False) for other in others)
    return False


def shown(path: Path, root: Path) -> str:
    return encodable(path.relative_to(root).as_posix())


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


def _is_file(path: Path, folder: Path) -> bool:
    """Return whether a file stands in a folder, and neither it nor a part is a link."""
    return path.is_file() and path.resolve() == folder.resolve() / path.relative_to(
        folder
    )


def _is_meant(file: str, found: Collection[str] = ()) -> bool:
    """Return whether a file may be for a kata, beside those that were found."""
    name, _, _ = file.partition(".")
    if ARCHIVE.search(file) or Path(file).suffix.lower() in UNREAD:
        return True
    if file.startswith(TESTS) or file.endswith((".pyc", ".md")):
        return False
    read, text = meant(f"{name}.py"), letters(name)
    is_kata = read is not None and not read.who
    return is_kata or any(letters(one) in text for one in {*BY_NAME} - {*found})


def first(texts: Iterable[str]) -> list[str]:
    """Return the first of these texts, and how many more there are."""
    texts = [*texts]
    more = len(texts) - MOST_QUOTED
    return [*texts[:MOST_QUOTED], f"and {more} more"] if more > 0 else texts
