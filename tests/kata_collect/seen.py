"""See what was handed in: folders, archives and files, with limits for each entry.

An archive is read as a folder of its name; one folder around all in it is left out.
Nothing is written, no git is run, and no link is followed.
"""

import bz2
import gzip
import lzma
import os
import re
import stat
import tarfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple
from zipfile import ZipFile

from kata_kit.katas import BY_NAME

from kata_collect.names import ARCHIVE, HISTORY, is_too_long, stem

LARGEST = 1_000_000  # bytes of a file
LARGEST_ARCHIVE = 100_000_000  # also when a TAR is unpacked
MOST_NAMES = 100_000  # in an archive, or an entry
MOST_OF_ENTRY = 2_000_000_000  # bytes that are read; those that are kept count tenfold
MOST_OF_ONE = 200_000_000  # the same, for each folder or archive in the entry
DEEPEST_ARCHIVE, DEEPEST_FOLDER = 3, 40
# What tools make, and nobody hands in.
SKIPPED = {".git", "__pycache__", "__MACOSX", "node_modules", "site-packages"}
SKIPPED |= {".ipynb_checkpoints"}
OF_A_CLONE = ("solutions", "tests")  # beside its katas
PACKERS: dict[bytes, Any] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}
LINK, TOO_DEEP = "a link or a device", "below too many folders"


SHARED = ("main", "master", "HEAD")  # branches that are nobody's


@dataclass
class File:
    """A file that was seen, and what became of it."""

    path: str  # as the account names it
    name: str
    data: bytes = b""  # of a Python file
    unread: str = ""  # why it cannot be read
    taken: str = ""  # whose it is, and for which kata
    left: str = ""  # why it is not taken
    matters: bool = True  # if it is left, somebody should look at it


@dataclass
class Folder:
    """A folder or an archive that was seen."""

    path: str
    name: str
    is_archive: bool = False
    files: list[File] = field(default_factory=list)
    folders: dict[str, "Folder"] = field(default_factory=dict)

    def walk(self) -> Iterator[tuple["Folder", File]]:
        """Return all files, each with the folder that it stands in."""
        for file in self.files:
            yield self, file
        for folder in self.folders.values():
            yield from folder.walk()

    def folder(self, name: str) -> "Folder":
        """Return a folder in this one; it is made if it is not there."""
        return self.folders.setdefault(name, Folder(f"{self.path}/{name}", name))

    def add(self, name: str, data: bytes = b"", unread: str = "") -> None:
        self.files.append(File(f"{self.path}/{name}", name, data, unread))


class Member(NamedTuple):
    """A file in a folder or an archive, before it is read."""

    place: tuple[str, ...]  # for a folder, "" stands at the end
    open: Callable[[], Any]
    unread: str = ""


class Budget:
    """How many bytes may still be read: of a part, and of the whole."""

    def __init__(self, most: int, whole: "Budget | None" = None) -> None:
        self._left, self._whole = most, whole

    def read(self, file: IO[bytes], most: int, weight: int = 1) -> bytes:
        """Return what is in a file; raise `ValueError` if it is too large."""
        self._spend(0)  # It may all be spent.
        data = file.read(most + 1)
        self._spend(weight * len(data))
        if len(data) > most:
            raise ValueError(f"larger than {most // 10**6} MB")
        return data

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._whole:
            self._whole._spend(count)
        if self._left < 0:
            raise ValueError("too large, with what stands before it")


def see(source: Path, into: Path) -> Folder:
    """Return what a source holds, but for the folder into which files are collected."""
    is_folder = source.is_dir()
    shown = source if is_folder else source.parent
    top = Folder(shown.as_posix(), source.resolve().name if is_folder else "")
    paths = sorted(source.iterdir()) if is_folder else [source]
    beside = OF_A_CLONE if source / "katas" in paths else ()
    for path in paths:
        if path.name not in (*SKIPPED, *beside) and path.resolve() != into:
            _see_entry(top, path)
    if branches := _branches(source):
        top.add(".git", unread=f"{', '.join(branches)}: {HISTORY}")
    return top if is_folder else next(iter(top.folders.values()), top)


def why(error: Exception) -> str:
    """Return what an error says, for a line of the account."""
    text = getattr(error, "strerror", "") or str(error) or type(error).__name__
    return f"cannot be read: {text}"


def _see_entry(top: Folder, path: Path) -> None:
    """Add an entry of a source."""
    budget = Budget(MOST_OF_ENTRY)
    try:
        if path.is_symlink():
            top.add(path.name, unread=LINK)
        elif path.is_dir():
            _grow(top.folder(path.name), _in_folder(path), budget)
        else:
            _add(top, Member((path.name,), partial(_open, path)), budget)
    except Exception as error:  # It is this entry's alone.
        top.folders.pop(path.name, None)
        top.add(path.name, unread=why(error))


def _grow(
    top: Folder, found: Iterable[Member], budget: Budget, archives: int = 0
) -> None:
    """Add files to a folder; each folder and archive in it has a budget of its own."""
    members = list(islice(found, MOST_NAMES + 1))
    if len(members) > MOST_NAMES:
        raise ValueError(f"more than {MOST_NAMES:,} files")
    members = [one for one in members if SKIPPED.isdisjoint(one.place)]
    while archives and (around := _around(members)):
        top.path += f"/{around}"
        members = [one._replace(place=one.place[1:]) for one in members]
    clones = {
        one.place[: one.place.index("katas")]
        for one in members
        if "katas" in one.place[:-1]
    }
    budgets = dict[str, Budget]()
    for member in members:
        mine = budgets.setdefault(member.place[0], Budget(MOST_OF_ONE, budget))
        if not _is_beside(member.place, clones):
            _add(top, member, mine, archives)


def _is_beside(place: tuple[str, ...], clones: set[tuple[str, ...]]) -> bool:
    """Return whether a file belongs to the references or the tests of a clone."""
    return any(
        part in OF_A_CLONE and place[:number] in clones
        for number, part in enumerate(place[:-1])
    )


def _around(members: list[Member]) -> str:
    """Return the name of the folder that holds all the others; "" if none does."""
    first, *others = {one.place[0] for one in members} or {""}
    is_folder = all(len(one.place) > 1 for one in members)
    return first if is_folder and not (others or first in ("katas", *BY_NAME)) else ""


def _add(top: Folder, member: Member, budget: Budget, archives: int = 0) -> None:
    """Read a file or an archive into a folder."""
    *folders, name = member.place
    folder = top
    for part in folders:
        folder = folder.folder(part)
    if not name or name.startswith("._"):  # A folder, or what macOS keeps of a file.
        return
    unread = "its name is too long" if is_too_long(name) else member.unread
    if unread or not (stem(name) or ARCHIVE.search(name)):
        folder.add(name, unread=unread)
        return
    try:
        with member.open() as file:
            if stem(name):
                folder.add(name, budget.read(file, LARGEST, weight=10))
                return
            data = budget.read(file, LARGEST_ARCHIVE)
        inner = Folder(f"{folder.path}/{name}", ARCHIVE.sub("", name), is_archive=True)
        found = _in_zip(data) if name[-4:].lower() == ".zip" else _in_tar(data, budget)
        if archives == DEEPEST_ARCHIVE:
            raise ValueError(f"inside {archives} archives")
        _grow(inner, found, budget, archives + 1)
        folder.folders[f"{name} {len(folder.folders)}"] = inner
    except Exception as error:  # An archive can be broken in any way.
        folder.add(name, unread=why(error))


def _open(path: Path) -> IO[bytes]:
    """Open a file; a link is not followed, and a pipe not waited for."""
    flags = sum(
        getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
    )
    if path.is_symlink() or not path.is_file():
        raise ValueError(LINK)
    return os.fdopen(os.open(path, os.O_RDONLY | flags), "rb")


def _in_folder(top: Path) -> Iterator[Member]:
    """Return the files of a folder and those below it."""
    errors: list[OSError] = []
    for here, folders, files in os.walk(top, onerror=errors.append):
        folder = Path(here)
        place = folder.relative_to(top).parts
        yield Member((*place, ""), BytesIO)
        folders[:] = sorted({*folders} - SKIPPED)
        for name in sorted(files):
            yield Member((*place, name), partial(_open, folder / name))
        for name in folders:
            if (folder / name).is_symlink():
                yield Member((*place, name), BytesIO, LINK)
        if len(place) == DEEPEST_FOLDER and folders:
            yield Member((*place, folders[0]), BytesIO, TOO_DEEP)
            folders.clear()
    for error in errors:
        place = Path(error.filename).relative_to(top).parts
        yield Member(place or ("",), BytesIO, why(error))


def _in_zip(data: bytes) -> Iterator[Member]:
    packed = ZipFile(BytesIO(data))
    for info in packed.infolist():
        name, unread = info.filename, ""
        if not info.flag_bits & 0x800:
            with suppress(UnicodeError):  # macOS writes UTF-8, and does not say so.
                name = name.encode("cp437").decode()
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
            unread = LINK
        yield _packed(name, partial(packed.open, info), unread)


def _in_tar(data: bytes, budget: Budget) -> Iterator[Member]:
    for magic, unpacked in PACKERS.items():
        if data.startswith(magic):
            data = budget.read(unpacked(BytesIO(data)), LARGEST_ARCHIVE)
            break
    packed = tarfile.TarFile(fileobj=BytesIO(data))
    for info in packed:
        name = f"{info.name}/" if info.isdir() else info.name
        unread = "" if info.isreg() or info.isdir() else LINK
        yield _packed(name, partial(packed.extractfile, info), unread)


def _packed(path: str, opened: Callable[[], Any], unread: str) -> Member:
    """Return a member of an archive; its path leads nowhere else."""
    *folders, name = path.replace("\\", "/").split("/")
    if ".." in folders or re.match("[/\\\\]|[A-Za-z]:", path):
        unread = f"{path!r} leads out of the archive"
    place = [part for part in folders if part not in ("", ".", "..")]
    if len(place) > DEEPEST_FOLDER:
        place, unread = place[:DEEPEST_FOLDER], TOO_DEEP
    return Member((*place, name), opened, unread)


def _branches(repository: Path) -> list[str]:
    """Return the branches, forks and pull requests that a repository has fetched."""
    git = repository / ".git"
    kind = "remotes" if git.is_dir() else "heads"
    git = git if git.is_dir() else repository
    lines = [path.as_posix() for path in (git / "refs").rglob("*") if path.is_file()]
    if (git / "packed-refs").is_file():
        lines.append((git / "packed-refs").read_text("utf-8", "replace"))
    names = rf"\brefs/(?:{kind}|pull|merge-requests)/(\S+)"
    found = {*re.findall(names, "\n".join(lines))}
    return sorted(name for name in found if not name.endswith(SHARED))
