"""What the code under test prints, and what it gets when it asks for the keyboard."""

from __future__ import annotations

import io

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# In bytes, for one request. What is more is counted and dropped.
MOST_PRINTED = 20_000


class Printer(io.RawIOBase):
    """A raw stream that sends what is written to it as messages, up to a limit.

    `text` is the stream to use as `sys.stdout`. It is flushed with every line, so that what was
    printed before an endless loop is seen.
    """

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._left = MOST_PRINTED
        self._dropped = 0
        self.text = io.TextIOWrapper(
            io.BufferedWriter(self), "utf-8", "backslashreplace", line_buffering=True
        )

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, data: Any) -> int:
        """Send the bytes, as text; what is over the limit is counted only."""
        chunk = bytes(data)
        kept = chunk[: self._left]
        if kept:
            self._left -= len(kept)
            self._send("printed", kept.decode("utf-8", "replace"))
        self._dropped += len(chunk) - len(kept)
        return len(chunk)

    def send_rest(self) -> None:
        """Send what is buffered, and say how much was dropped."""
        try:
            self.text.flush()
        except ValueError:  # The code under test closed its standard output.
            return
        if self._dropped:
            self._send("printed", f"\n... and {self._dropped} bytes more\n")
        self._left, self._dropped = MOST_PRINTED, 0


class AskedForInput(Exception):
    """The code under test read from the keyboard."""


class NoKeyboard:
    """Stands for `sys.stdin`: whoever reads from it is told that there is nothing to read."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def _refuse(self, *_: object) -> Any:
        raise AskedForInput

    read = readline = readlines = __iter__ = __next__ = _refuse

    def isatty(self) -> bool:
        """No: nobody sits there."""
        return False

    def fileno(self) -> int:
        """There is no file behind it."""
        raise io.UnsupportedOperation("fileno")
