"""What was handed in: files by their paths, from folders and ZIPs, with limits on all of it.

A ZIP is read as a folder of its name. Nothing of it is written where it says: the paths
here are texts, so one that leads out of the ZIP leads nowhere. A link is never
followed.
"""

import io
import os
import re
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from kata_kit.layout import on_one_line, short
from kata_kit.sources import LARGEST

from kata_collect.sorting import SUFFIXES, Files, read

MOST_FILES = 20_000  # of a folder or a ZIP, with the ZIPs in it
MOST_BYTES = 200_000_000  # of the same, unpacked
LARGEST_ZIP = 100_000_000
DEEPEST = 2  # ZIPs in a ZIP

PATCHES = (".patch", ".diff", ".mbox")
WANTED = (*SUFFIXES, *PATCHES, ".zip")
# What a clone has beside its katas, and what else nobody hands in.
CLONE = ("solutions", "tests")
SKIPPED = {"venv", "env", "site-packages", "node_modules"}


class Pile:
    """What was handed in."""

    def __init__(self) -> None:
        self.files: Files = {}
        self.odd: list[
            str
        ] = []  # a line for each thing that could not be read, and why
        self._left = MOST_BYTES

    def add_folder(self, folder: Path, label: str = "") -> None:
        """Take in the files of a folder and of those below it."""

        def named(path: str | Path) -> str:
            return PurePosixPath(label, Path(path).relative_to(folder)).as_posix()

        def unlisted(error: OSError) -> None:
            self.odd.append(f"{on_one_line(named(error.filename))} ({error.strerror})")

        paths = _walked(folder, unlisted)
        for path in islice(paths, MOST_FILES):
            self.add_file(path, named(path))
        if next(paths, None):
            self.odd.append(
                f"{label or folder.name} (only {MOST_FILES:,} files are looked at)"
            )

    def add_file(self, path: Path, name: str) -> None:
        """Take in one file; a link is told of where a solution is expected."""
        most, advice = (
            (LARGEST_ZIP, "; unpack it yourself") if is_zip(name) else (LARGEST, "")
        )
        try:
            if not stat.S_ISREG(path.lstat().st_mode):
                self._say(name, "a link or a device; expected a file")
            elif path.stat().st_size > most:
                self._say(name, f"larger than {most // 10**6} MB{advice}")
            else:
                self._put(name, path.read_bytes(), DEEPEST)
        except OSError as error:
            self._say(name, f"not readable: {error.strerror}")

    def _put(self, name: str, data: bytes, depth: int) -> None:
        if not is_zip(name):
            if (
                self.files.setdefault(name, data) != data
            ):  # A ZIP may have two members of a name.
                self._say(name, "comes twice, and differs; the first one counts")
            return
        if not depth:
            self._say(name, "a ZIP in a ZIP in a ZIP; unpack it yourself")
            return
        try:
            with ZipFile(io.BytesIO(data)) as packed:
                members = packed.infolist()
                if len(members) > MOST_FILES:
                    self._say(
                        name,
                        f"{len(members):,} files; at most {MOST_FILES:,} are unpacked",
                    )
                    return
                wanted = set(theirs(member.filename for member in members))
                for member in members:
                    if member.filename in wanted and not member.is_dir():
                        self._add_member(packed, member, name, depth - 1)
        except (BadZipFile, EOFError, OSError, ValueError, zlib.error) as error:
            self._say(name, f"not a ZIP that can be read: {error}")

    def _add_member(
        self, packed: ZipFile, member: ZipInfo, label: str, depth: int
    ) -> None:
        path = PurePosixPath(member.filename.replace("\\", "/"))
        name = f"{label}/{path}"
        if not path.parts or not is_wanted(path):
            return
        if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
            self._say(name, "leads out of the ZIP")
        elif stat.S_ISLNK(member.external_attr >> 16):
            self._say(name, "a link; expected a file")
        elif member.flag_bits & 1:
            self._say(name, "needs a password")
        else:
            most = min(LARGEST_ZIP if is_zip(name) else LARGEST, self._left)
            try:  # A ZIP may lie about sizes.
                with packed.open(member) as file:
                    data = file.read(most + 1)
            except NotImplementedError as error:
                self._say(name, f"not readable: {error}")
                return
            self._left -= len(data)
            if len(data) > most:
                self._say(
                    name,
                    "too large, by itself or with what stands before it in the ZIP",
                )
            else:
                self._put(name, data, depth)

    def _say(self, name: str, why: str) -> None:
        """Note what cannot be read, if it could be for a kata."""
        path = PurePosixPath(name)
        if path.suffix.casefold() in (".zip", *PATCHES) or read(path.name):
            self.odd.append(f"{short(on_one_line(name), 100)} ({why})")


def is_zip(name: str) -> bool:
    return name.casefold().endswith(".zip")


def theirs(files: Iterable[str]) -> Iterator[str]:
    """The paths without those that a clone has beside its katas."""
    paths = list(files)
    clones = {
        found[1]
        for path in paths
        if (found := re.match(r"((?:.*?/)?)katas/\w+/", path))
    }
    others = tuple(f"{clone}{folder}/" for clone in clones for folder in CLONE)
    return (path for path in paths if not path.startswith(others))


def is_wanted(path: PurePosixPath) -> bool:
    """Whether a file can be a solution, or hold one."""
    return path.suffix.casefold() in WANTED and not any(map(_is_skipped, path.parts))


def _walked(folder: Path, unlisted: Callable[[OSError], None]) -> Iterator[Path]:
    for here, folders, files in os.walk(folder, onerror=unlisted):
        beside = (
            CLONE if "katas" in folders else ()
        )  # The references and the tests of a clone.
        folders[:] = sorted(
            one for one in folders if one not in beside and not _is_skipped(one)
        )
        for file in sorted(files):
            if is_wanted(PurePosixPath(file)):
                yield Path(here, file)


def _is_skipped(part: str) -> bool:
    return part in SKIPPED or (part.startswith((".", "__")) and part != "..")
