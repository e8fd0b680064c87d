"""One digest of a table and of everything that a file's code may read beside it."""

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG

from kata_kit.katas import ROOT, KataFiles, references
from kata_kit.parsing import LARGEST

# More than this is not read: there is no digest of it.
MOST_FILES, MOST_BYTES = 1_000, 20 * LARGEST

# Folders that a person does not write, and files that an editor writes while one types.
NOBODYS = {".git", "__pycache__"}
EDITORS = re.compile(r"\..*\.sw.|\.#.*|.*~|\.DS_Store")


def digest(kata: KataFiles, file: Path, own: Path | None = None) -> str:
    """Return one digest of the table and of what the code may read, `own`.

    That is its folder if None. It is "" where something cannot be read, or is too much.
    """
    table = ROOT / kata.table
    others = [table, table.with_name("table.txt")]
    others += map(Path, references(kata).values())
    try:
        parts = [of_own(own or file.parent), *map(_of_file, others)]
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


def of_own(own: Path) -> str:
    """Return the digest of a folder, or of a file alone.

    Raises OSError or ValueError if it cannot be read, or is too much.
    """
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
    return sha256(path.read_bytes()).hexdigest()


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
