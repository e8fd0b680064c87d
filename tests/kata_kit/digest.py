"""One digest of a table and of everything that a file's code may read beside it."""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG
from time import time
from typing import NamedTuple

from kata_kit.katas import ROOT, KataFiles, references
from kata_kit.sources import LARGEST

# More than this is not read: there is no digest of it.
MOST_FILES, MOST_BYTES = 1_000, 20 * LARGEST

# Folders that a person does not write, and files that an editor writes while one types.
NOBODYS = {".git", "__pycache__"}
EDITORS = re.compile(r"\..*\.sw.|\.#.*|.*~|\.DS_Store")

# The times of a file are believed when it has had them for so long: those of some file
# systems are rounded to two seconds.
SETTLED_SECONDS = 5.0


class Known(NamedTuple):
    """The digest of a file, and the marks by which it is known to be the same still."""

    marks: tuple[int, ...]
    digest: str


_known: dict[Path, Known] = {}


def digest(
    kata: KataFiles,
    file: Path,
    own: Path | None = None,
    seen: dict[Path, str] | None = None,
) -> str:
    """Return what tells one content from another: of a file, its folder, and the table.

    The code in the file may read `own`, a folder or the file alone; its folder if None.
    Folders that are in `seen` are not read again, for whoever asks about many files.
    It is "" where something cannot be read, or is too much.
    """
    home, known = own or file.parent, {} if seen is None else seen
    table = ROOT / kata.table
    try:
        if home not in known:
            known[home] = _of_own(home)
        parts = [known[home], _of_file(table), _of_file(table.with_name("table.txt"))]
        parts += [_of_file(Path(path)) for path in references(kata).values()]
    except (OSError, ValueError):
        return ""
    return _hashed(" ".join(parts))


def files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, but not those of git, Python or an environment."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted({*folders} - NOBODYS)
        if "pyvenv.cfg" in names:
            folders.clear()
        for name in sorted(names):
            if not EDITORS.fullmatch(name):
                yield Path(root, name)


def _of_own(own: Path) -> str:
    """Return the digest of a folder, or of a file alone."""
    if not S_ISDIR(own.lstat().st_mode):
        return _of_file(own)
    lines, size = list[str](), 0
    for path in files(own):
        size += path.lstat().st_size
        if len(lines) == MOST_FILES or size > MOST_BYTES:
            raise ValueError(f"{own}: too much to read")
        lines.append(f"{path.relative_to(own)} {_of_file(path)}")
    return _hashed("\n".join(lines))


def _of_file(path: Path) -> str:
    """Return the digest of a file; of what else bears its name, what it is."""
    status = path.lstat()
    if S_ISLNK(status.st_mode):
        return f"a link to {path.readlink()}"
    if not S_ISREG(status.st_mode):
        return "a pipe or a device"
    if status.st_size > MOST_BYTES:
        raise ValueError(f"{path}: too much to read")
    times = status.st_mtime_ns, status.st_ctime_ns
    marks = status.st_dev, status.st_ino, status.st_size, *times
    known = _known.get(path)
    if known and known.marks == marks:
        return known.digest
    found = sha256(path.read_bytes()).hexdigest()
    if time() - max(times) / 1e9 > SETTLED_SECONDS:
        _known[path] = Known(marks, found)
    return found


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
