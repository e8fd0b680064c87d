"""Read all that was handed in: folders, archives, and archives in them.

Nothing is unpacked to the disk, and no link is followed. What cannot be read is noted,
and concerns its entry alone: each entry of a source has limits of its own.
"""

import stat
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from gzip import GzipFile
from io import BytesIO
from pathlib import Path, PurePosixPath
from re import findall
from typing import Any
from zipfile import ZipFile

from kata_kit.katas import BY_NAME
from kata_kit.layout import on_one_line, short

from kata_collect.names import ARCHIVE, HISTORY, OF_A_CLONE, PYTHON, meant, stem

LARGEST = 1_000_000  # bytes of a file
LARGEST_ARCHIVE = 100_000_000  # also when a TAR is unpacked
MOST_UNPACKED = 500_000_000  # bytes of all archives in an entry
LEAST = 5_000  # bytes that the smallest file counts there
DEEPEST = 40  # folders and archives in a source

# What tools make, and nobody hands in.
SKIPPED = {".git", "__pycache__", "__MACOSX", "node_modules", "site-packages"}
SKIPPED |= {".venv", ".ipynb_checkpoints", ".DS_Store", "Thumbs.db"}
SHARED = ("main", "master", "HEAD")  # branches that are nobody's

TAKEN, LEFT, ODD = range(3)  # the order of the account

# Opens a file, also in an archive; None for a link or a device.
Opener = Callable[[], Any] | None


class File:
    """A file that was handed in, also in an archive: what its name says, and more."""

    def __init__(self, path: PurePosixPath, above: int, unread: str = "") -> None:
        self.path = path  # as it was typed, and on through archives
        self.shown = short(on_one_line(str(path)), 1_000)  # as `--take` names it
        self.is_entry = len(path.parts) == above + 1
        self.data, self.unread = b"", unread  # what is in it, or why that is not known
        self.is_closed = bool(unread and ARCHIVE.search(path.name))
        around = path.parts[above:] if self.is_closed else path.parts[above:-1]
        # The folders and archives that may be people's.
        self.folders = [one for one in around if named(one) not in ("katas", *BY_NAME)]
        self.kata, self.by, self.is_exact = meant(path.name) or ("", "", True)
        folder = named(around[-1]) if around else ""
        self.is_among_people = folder in BY_NAME
        if self.is_among_people and not self.kata and stem(path.name):
            self.kata, self.by = folder, stem(path.name)
        # What `rules` says: whose it is, and what is written for it, by the names.
        self.who, self.laid = "", dict[str, File]()
        self.order, self.line = LEFT, ""  # in the account

    @property
    def modules(self) -> list["File"]:
        """What has to come with it, and is no kata."""
        return [file for file in self.laid.values() if not file.who]

    @property
    def content(self) -> list[bytes]:
        """The code, in which the ends of lines make no difference."""
        files = self.laid.values()
        return [
            one.data.replace(b"\r\n", b"\n") or one.unread.encode() for one in files
        ]

    def take(self, words: str) -> None:
        self.order, self.line = TAKEN, f"taken: {self.shown} ({words})"

    def leave(self, why: str, is_odd: bool = True) -> None:
        """Say why it is left; if it is odd, somebody should look at it."""
        self.order = ODD if is_odd else LEFT
        self.line = f"left: {self.shown} ({why})"


class Source:
    """What was handed in at one path."""

    def __init__(self, typed: Path, into: Path) -> None:
        found, path = typed.resolve(), PurePosixPath(typed.as_posix())
        self.name = named(found.name)
        self.is_archive = found.is_file() and self.name != found.name
        is_loose = found.is_file() and not self.is_archive
        self._above, self._into = len(path.parts) - is_loose, into
        self._deepest = self._above + DEEPEST
        self._unpacked = Counter[tuple[str, ...]]()
        self.files: list[File] = []
        self.holders: list[File] = []  # archives, and the folders that are entries
        self.is_one_persons = False
        self._see(found, path)
        if branches := _branches(found / ".git"):
            self._note(path / ".git", f"{', '.join(branches)}: {HISTORY}")
        # Beside the katas of a clone stand the tests and references: nobody's answers.
        folders = {folder for file in self.files for folder in file.path.parents}
        clones = [folder for folder in folders if folder.name == "katas"]
        beside = {folder.with_name(name) for folder in clones for name in OF_A_CLONE}
        self.files = [
            file for file in self.files if beside.isdisjoint(file.path.parents)
        ]

    def _note(self, path: PurePosixPath, unread: str = "") -> File:
        self.files.append(File(path, self._above, unread))
        return self.files[-1]

    def _see(self, found: Path, path: PurePosixPath) -> None:
        """Read a file or a folder, and what is in it."""
        if _is_skipped(found.name) or found == self._into:
            return
        is_link = found.is_symlink() or not (found.is_file() or found.is_dir())
        is_deep = len(path.parts) > self._deepest
        if is_link or is_deep or found.is_file() or found.suffix == ".git":
            self._add(path, None if is_link else partial(found.open, "rb"))
            return
        if len(path.parts) == self._above + 1:
            self.holders.append(File(path, self._above))
        try:
            for inner in sorted(found.iterdir()):
                self._see(inner, path / inner.name)
        except OSError as error:
            self._note(path, f"cannot be read: {said(error)}")

    def _add(self, path: PurePosixPath, opener: Opener) -> None:
        """Read a Python file or an archive; of other files the name is enough."""
        try:
            if len(path.parts) > self._deepest:
                path = PurePosixPath(*path.parts[: self._deepest])
                raise ValueError("below too many folders")
            if opener is None:
                raise ValueError("a link or a device")
            if ARCHIVE.search(path.name):
                self._unpack(path, _read(opener, LARGEST_ARCHIVE))
                return
            is_python = PYTHON.search(path.name)
            data = _read(opener, LARGEST) if is_python else b""
            self._note(path).data = data
        except Exception as error:  # A file or an archive can be broken in any way.
            self._note(path, f"cannot be read: {said(error)}")

    def _unpack(self, path: PurePosixPath, data: bytes) -> None:
        is_zip = path.suffix.lower() == ".zip"
        members = [*(_in_zip(data) if is_zip else _in_tar(data))]
        entry = path.parts[: self._above + 1]
        size = sum(max(size, LEAST) for _, size, _ in members)
        if self._unpacked[entry] + size > MOST_UNPACKED:
            raise ValueError(f"larger than {MOST_UNPACKED // 10**6} MB")
        self._unpacked[entry] += size
        self.holders.append(File(path, self._above))
        for name, _, opener in members:
            parts = PurePosixPath(name.replace("\\", "/").lstrip("/")).parts
            if not any(map(_is_skipped, parts)):
                self._add(path.joinpath(*parts), opener)


def named(entry: str) -> str:
    """Return the name of a folder, or of an archive without its ending."""
    return ARCHIVE.sub("", entry)


def said(error: Exception) -> str:
    """Return what an error says, for a line of the account."""
    return getattr(error, "strerror", "") or str(error) or type(error).__name__


def _is_skipped(name: str) -> bool:
    return name in SKIPPED or name.startswith("._")


def _read(opener: Callable[[], Any], most: int) -> bytes:
    with opener() as file:
        data: bytes = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"larger than {most // 10**6} MB")
    return data


def _in_zip(data: bytes) -> Iterator[tuple[str, int, Opener]]:
    """Yield the path, the size and the opener of each file."""
    packed = ZipFile(BytesIO(data))
    for info in packed.infolist():
        name = info.filename
        if not info.flag_bits & 0x800:
            with suppress(UnicodeError):  # macOS writes UTF-8, and does not say so.
                name = name.encode("cp437").decode()
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        if not info.is_dir():
            yield name, info.file_size, None if is_link else partial(packed.open, info)


def _in_tar(data: bytes) -> Iterator[tuple[str, int, Opener]]:
    if data.startswith(b"\x1f\x8b"):
        data = _read(partial(GzipFile, fileobj=BytesIO(data)), LARGEST_ARCHIVE)
    packed = tarfile.TarFile(fileobj=BytesIO(data))
    for info in packed:
        opener = partial(packed.extractfile, info) if info.isreg() else None
        if not info.isdir():
            yield info.name, info.size, opener


def _branches(git: Path) -> list[str]:
    """Return the branches of others that a clone has fetched."""
    lines = [path.as_posix() for path in git.glob("refs/remotes/*/*")]
    if (git / "packed-refs").is_file():
        lines.append((git / "packed-refs").read_text("utf-8", "replace"))
    found = {*findall(r"refs/remotes/(\S+)", "\n".join(lines))}
    return sorted(name for name in found if not name.endswith(SHARED))
