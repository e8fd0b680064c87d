"""Files that are whole or absent, also after a crash or on a full disk."""

import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from kata_evening.reading import NO_LINK

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK | getattr(os, "O_BINARY", 0)


def write(file: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file under a random name, and rename it when it's on the disk.

    Nobody but its owner may read it with 0o600.

    Raises:
        OSError: if that can't be done; the file is then as it was.
    """
    temporary = file.with_name(f".{token_hex(8)}")
    try:
        with os.fdopen(os.open(temporary, NEW, mode), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync(file.parent)


def append(file: Path, line: bytes) -> None:
    """Write a line at the end of a file, on the disk; one that is cut is taken back.

    Raises:
        OSError: if that can't be done.
    """
    with file.open("ab+") as stream:
        end = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, end - 1))
        if stream.read(1) not in (b"", b"\n"):  # Here a server ended in the middle.
            line = b"\n" + line
        try:
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())
        except OSError:
            with suppress(OSError):
                os.truncate(file, end)
            raise


def sync(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system knows how."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
