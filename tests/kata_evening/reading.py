"""Read everybody's files, in a confined process: a folder, a ZIP, or one file.

A line of JSON goes out, with the names and sizes of all files, or why one isn't read.
Then comes what is in them. Started by `process.everything`.
"""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, TypeAlias
from zipfile import ZipFile, ZipInfo, is_zipfile

from kata_guard import guard
from kata_kit.katas import BY_NAME

MOST_FILES = 5_000
LARGEST_FILE, LARGEST = 2**20, 50 * 2**20  # bytes, of one and of all
LONGEST_NAME = 200  # characters of a path or a reason
INNER = {"katas", *BY_NAME}  # the folders in a person's that are looked into
WRITTEN = (
    ".json",
    ".jsonl",
    "report.html",
    "report.md",
)  # by an evening, beside people's files
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

Open: TypeAlias = Callable[[], IO[bytes]]


def main(path: str, parent: str) -> None:
    """Read what is at a path; without a parent there is no guard."""
    if parent:
        guard.confine([path], int(parent))
    files = in_zip(path) if is_zipfile(path) else in_folder(Path(path))
    rows, size = list[tuple[str, bytes | str]](), 0
    for name, opens in islice(files, MOST_FILES):
        data = content(name, opens) if size < LARGEST else "there is too much"
        rows.append((name[:LONGEST_NAME], data))
        size += len(data)
    if next(files, None):
        rows.append(("...", "there are too many files"))
    contents = [data for _, data in rows if isinstance(data, bytes)]
    heads = [
        (name, data[:LONGEST_NAME] if isinstance(data, str) else len(data))
        for name, data in rows
    ]
    sys.stdout.buffer.write(f"{json.dumps(heads)}\n".encode())
    sys.stdout.buffer.writelines(contents)


def content(name: str, opens: Open) -> bytes | str:
    """Return what is in a file of Python, or why it isn't read."""
    if not name.endswith(".py"):
        return "it isn't Python"
    try:
        with opens() as file:
            data = file.read(LARGEST_FILE + 1)
    except Exception as error:  # `zipfile` raises many, and each is about one file.
        return getattr(error, "strerror", None) or str(error)
    return data if len(data) <= LARGEST_FILE else "it's larger than 1 MB"


def in_zip(path: str) -> Iterator[tuple[str, Open]]:
    archive = ZipFile(path)
    for info in archive.infolist():
        if not info.is_dir():
            yield info.filename, partial(open_member, archive, info)


def open_member(archive: ZipFile, info: ZipInfo) -> IO[bytes]:
    if stat.S_ISLNK(info.external_attr >> 16):
        raise ValueError("it's a link")
    return archive.open(info)


def in_folder(top: Path) -> Iterator[tuple[str, Open]]:
    """Yield the files of people, and the names of folders that aren't looked into."""
    if top.is_file():
        yield top.name, partial(open_file, top)
    for folder, folders, names in os.walk(top):
        place = Path(folder)
        inner = [name for name in folders if place == top or name in INNER]
        readable = {name for name in inner if is_readable(place / name)}
        names += {*folders} - readable
        folders[:] = sorted(readable)
        for name in sorted(names):
            if name.endswith(WRITTEN):
                continue
            path = place / name
            yield path.relative_to(top).as_posix(), partial(open_file, path)


def is_readable(folder: Path) -> bool:
    return os.access(folder, os.R_OK | os.X_OK) and not folder.is_symlink()


def open_file(path: Path) -> IO[bytes]:
    """Open a file; a link is refused, and a pipe isn't waited for."""
    if path.is_symlink():
        raise ValueError("it's a link")
    file = os.fdopen(os.open(path, NO_LINK | getattr(os, "O_BINARY", 0)), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise ValueError("it isn't a file")
    return file


if __name__ == "__main__":
    main(*sys.argv[1:])
