"""Copy what was handed in, so that all else reads plain folders.

An archive becomes a folder of its name. No link is followed. What cannot be read is
noted, and concerns its entry alone: each entry of a source has limits of its own.
"""

import re
import shutil
import stat
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from gzip import GzipFile
from io import BytesIO
from pathlib import Path, PureWindowsPath
from typing import IO, Any, NamedTuple
from zipfile import ZipFile

from kata_kit.katas import BY_NAME

from kata_collect.names import ARCHIVE, HISTORY, OF_A_CLONE, PYTHON, UNREAD

LARGEST = 1_000_000  # bytes of a file
LARGEST_ARCHIVE = 100_000_000  # also when a TAR is unpacked
MOST_UNPACKED = 1_000_000_000  # bytes of all archives in an entry
LEAST = 10_000  # bytes that the smallest file counts there
DEEPEST = 40  # folders and archives
LINK = "a link or a device"

# What tools make, and nobody hands in.
SKIPPED = {".git", "__pycache__", "__MACOSX", "node_modules", "site-packages"}
SKIPPED |= {".venv", ".ipynb_checkpoints"}
SHARED = ("main", "master", "HEAD")  # branches that are nobody's


class Member(NamedTuple):
    """A file in an archive."""

    path: str
    size: int
    is_link: bool
    open: Callable[[], Any]


class Source:
    """A copy of what was handed in, and why some of it could not be read."""

    def __init__(self, path: Path, room: Path, into: Path) -> None:
        self.unread: dict[Path, str] = {}
        self.room, self._into, self._typed = room, into, path
        self._unpacked = Counter[tuple[str, ...]]()
        found = path.resolve()
        self.name = named(found)
        self._place = room / found.name
        self._copy(found, self._place)
        self.folder = self._place if self._place.is_dir() else room
        if found.is_file():
            self.folder = _without_around(self.folder)
        elif branches := _branches(found / ".git"):
            self.unread[self._place / ".git"] = f"{', '.join(branches)}: {HISTORY}"

    def shown(self, path: Path) -> str:
        """Return the path of a copy as it was handed in."""
        return (self._typed / path.relative_to(self._place)).as_posix()

    def _copy(self, path: Path, place: Path) -> None:
        with self._noted(place):
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                raise ValueError(LINK)
            if path.is_file() or path.suffix in UNREAD:
                self._add(place, lambda: path.open("rb"))
            elif path != self._into:
                place.mkdir(parents=True)
                for inner in looked_at(path):
                    self._copy(inner, place / inner.name)

    def _add(self, place: Path, opened: Callable[[], IO[bytes]]) -> None:
        """Copy a file, or unpack an archive; of other files the name is enough."""
        if len(place.relative_to(self.room).parts) > DEEPEST:
            raise ValueError("below too many folders")
        place.parent.mkdir(parents=True, exist_ok=True)
        is_archive = ARCHIVE.search(place.name)
        if not (is_archive or PYTHON.search(place.name)):
            place.touch()
            return
        with opened() as file:
            data = _read(file, LARGEST_ARCHIVE if is_archive else LARGEST)
        if is_archive:
            place.mkdir()
            self._unpack(data, place)
        else:
            with place.open("xb") as copy:
                copy.write(data)

    def _unpack(self, data: bytes, folder: Path) -> None:
        is_zip = folder.suffix.lower() == ".zip"
        members = [*(_in_zip(data) if is_zip else _in_tar(data))]
        entry = folder.relative_to(self.room).parts[:2]
        size = sum(max(member.size, LEAST) for member in members)
        if self._unpacked[entry] + size > MOST_UNPACKED:
            raise ValueError(f"larger than {MOST_UNPACKED // 10**6} MB")
        self._unpacked[entry] += size
        for member in members:
            parts = PureWindowsPath(member.path).parts  # "\\" separates as well.
            inside = [part for part in parts if not _leads_out(part)]
            place = folder.joinpath(*inside)
            with self._noted(place):
                if inside != [*parts]:
                    raise ValueError("it leads out of the archive")
                if member.is_link:
                    raise ValueError(LINK)
                self._add(place, member.open)

    @contextmanager
    def _noted(self, place: Path) -> Iterator[None]:
        """Note why a file cannot be read, and leave an empty one in its place."""
        try:
            yield
        except Exception as error:  # A file or an archive can be broken in any way.
            self.unread[place] = f"cannot be read: {said(error)}"
            shutil.rmtree(place, ignore_errors=True)
            with suppress(OSError, ValueError):
                place.touch()


def looked_at(folder: Path) -> list[Path]:
    """Return what is in a folder, if there is one: its files, then its folders."""
    if not folder.is_dir():
        return []
    paths = sorted(folder.iterdir(), key=lambda path: (path.is_dir(), path))
    skipped = SKIPPED | OF_A_CLONE if folder / "katas" in paths else SKIPPED
    return [
        path
        for path in paths
        if path.name not in skipped and not path.name.startswith("._")
    ]


def walk(folder: Path) -> Iterator[Path]:
    """Return the files of a folder, and of those in it."""
    for path in looked_at(folder):
        if path.is_dir():
            yield from walk(path)
        else:
            yield path


def named(folder: Path) -> str:
    """Return the name of a folder, or of an archive without its ending."""
    return ARCHIVE.sub("", folder.name)


def said(error: Exception) -> str:
    """Return what an error says, for a line of the account."""
    return getattr(error, "strerror", "") or str(error) or type(error).__name__


def _without_around(folder: Path) -> Path:
    """Return the one folder around all in an archive, or that of the archive."""
    first, *others = looked_at(folder) or [folder]
    is_around = first.is_dir() and not (others or named(first) in ("katas", *BY_NAME))
    return first if is_around else folder


def _read(file: IO[bytes] | GzipFile, most: int) -> bytes:
    data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"larger than {most // 10**6} MB")
    return data


def _leads_out(part: str) -> bool:
    return part == ".." or PureWindowsPath(part).anchor != ""


def _in_zip(data: bytes) -> Iterator[Member]:
    packed = ZipFile(BytesIO(data))
    for info in packed.infolist():
        name = info.filename
        if not info.flag_bits & 0x800:
            with suppress(UnicodeError):  # macOS writes UTF-8, and does not say so.
                name = name.encode("cp437").decode()
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        if not info.is_dir():
            yield Member(name, info.file_size, is_link, partial(packed.open, info))


def _in_tar(data: bytes) -> Iterator[Member]:
    if data.startswith(b"\x1f\x8b"):
        data = _read(GzipFile(fileobj=BytesIO(data)), LARGEST_ARCHIVE)
    packed = tarfile.TarFile(fileobj=BytesIO(data))
    for info in packed:
        opened = partial(packed.extractfile, info)
        if not info.isdir():
            yield Member(info.name, info.size, not info.isreg(), opened)


def _branches(git: Path) -> list[str]:
    """Return the branches of others that a clone has fetched."""
    lines = [path.as_posix() for path in git.glob("refs/remotes/*/*")]
    if (git / "packed-refs").is_file():
        lines.append((git / "packed-refs").read_text("utf-8", "replace"))
    found = {*re.findall(r"refs/remotes/(\S+)", "\n".join(lines))}
    return sorted(name for name in found if not name.endswith(SHARED))
