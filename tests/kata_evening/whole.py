"""Open files of strangers; write files that are whole or absent, also after a crash."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# Not on every system
FLAGS = [getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")]
OLD = sum(FLAGS)
NEW = OLD | os.O_WRONLY | os.O_CREAT | os.O_EXCL


def open_file(path: Path) -> IO[bytes]:
    """Open a file; a link is refused, and a pipe isn't waited for."""
    if path.is_symlink():
        raise ValueError("it's a link")
    file = os.fdopen(os.open(path, OLD), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        raise ValueError("it isn't a file")
    return file


def write(file: Path, text: str, mode: int = 0o666) -> None:
    """Write a text under a random name, and rename it when it's on the disk.

    Nobody but its owner may read it with 0o600.

    Raises:
        OSError: if that can't be done; the file is then as it was.
    """
    temporary = file.with_name(f".{token_hex(8)}")
    try:
        with os.fdopen(os.open(temporary, NEW, mode), "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder, and keep it from other evenings for as long as this one runs.

    Raises:
        OSError: if there can be no such folder.
        ValueError: if another evening has it, or a file is in its place.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise ValueError(f"expected a folder, got a file: {folder}") from None
    if not fcntl:
        yield
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        advice = "end that one, or choose another folder with --data"
        raise ValueError(f"another evening uses {folder}: {advice}") from None
    else:
        yield
    finally:
        os.close(number)
