"""What the code under test prints."""

from __future__ import annotations

import codecs
import io

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# In characters, for one request; what is more is counted and dropped. A long game of Reversi takes
# about 40,000.
MOST_PRINTED = 20_000
MOST_IN_A_SESSION = 90_000


class Printer(io.RawIOBase):
    """A raw stream that sends what is written to it as messages, up to a limit.

    `text` is the stream to use as `sys.stdout`. It is flushed with every line, so that what was
    printed before an endless loop is seen.
    """

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.left = MOST_PRINTED
        self._dropped = 0
        self.text = io.TextIOWrapper(
            io.BufferedWriter(self), "utf-8", "backslashreplace", line_buffering=True
        )

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, data: Any) -> int:
        """Send the bytes, as text."""
        self._tell("printed", self._decoder.decode(bytes(data)))
        return len(data)

    def note(self, kind: str, text: str) -> None:
        """Send what is not printed, such as a typed line; a question stands before its answer."""
        self.flush_text()
        self._tell(kind, text)

    def _tell(self, kind: str, text: str) -> None:
        kept = text[: self.left]
        self.left -= len(kept)
        self._dropped += len(text) - len(kept)
        if kept or kind == "closed":
            self._send(kind, kept)

    def flush_text(self) -> bool:
        """Send what is buffered; return whether the stream is still open."""
        try:
            self.text.flush()
        except ValueError:  # The code under test closed its standard output.
            return False
        return True

    def send_rest(self) -> None:
        """Send what is buffered, and say how much was dropped."""
        if self.flush_text() and self._dropped:
            self._send("printed", f"\n... and {self._dropped} characters more\n")
        self.left, self._dropped = MOST_PRINTED, 0
