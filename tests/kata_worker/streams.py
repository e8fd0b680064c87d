"""What the code under test prints."""

from __future__ import annotations

import io

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kata_worker.session import Transcript

# In bytes, for one request. What is more is counted and dropped.
MOST_PRINTED = 20_000


class Printer(io.RawIOBase):
    """A raw stream that sends what is written to it as messages, up to a limit.

    `text` is the stream to use as `sys.stdout`. It is flushed with every line, so that what was
    printed before an endless loop is seen.

    Attributes:
        transcript: takes in what is printed in a session.
    """

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._left = MOST_PRINTED
        self._dropped = 0
        self.transcript: Transcript | None = None
        self.text = io.TextIOWrapper(
            io.BufferedWriter(self), "utf-8", "backslashreplace", line_buffering=True
        )

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, data: Any) -> int:
        """Send the bytes, as text; what is over the limit is counted only."""
        chunk = bytes(data)
        if self.transcript:
            self.transcript.add(chunk)
        kept = chunk[: self._left]
        if kept:
            self._left -= len(kept)
            self._send("printed", kept.decode("utf-8", "replace"))
        self._dropped += len(chunk) - len(kept)
        return len(chunk)

    def flush_text(self) -> bool:
        """Send what is buffered; return whether the stream is still open."""
        try:
            self.text.flush()
        except ValueError:  # The code under test closed its standard output.
            return False
        return True

    def send_rest(self) -> None:
        """Send what is buffered, and say how much was dropped."""
        if not self.flush_text():
            return
        if self._dropped:
            self._send("printed", f"\n... and {self._dropped} bytes more\n")
        self._left, self._dropped = MOST_PRINTED, 0


class AskedForInput(Exception):
    """The code under test read from the keyboard."""


class AskedForDebugger(Exception):
    """The code under test called `breakpoint()`, and nobody can type into this process."""
