"""The console of the code under test: what it prints, and in a session what is typed.

A session is a program that asks at the keyboard. It gets lines one after the other, where it asks
for them, and then the end of the input. What it shows and reads goes out as messages.
"""

from __future__ import annotations

import codecs
import io

from kata_worker.arguments import asked, make, seed_random
from kata_worker.trouble import AskedForInput, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

# In characters, for one request; what is more is counted and dropped. A long game of Reversi takes
# about 40,000.
MOST_PRINTED = 20_000
MOST_IN_A_SESSION = 90_000

# How often a program is told of the end of the input before it is ended.
MOST_ENDS = 5


class Printer(io.RawIOBase):
    """A raw stream that sends what is written to it as messages, up to a limit.

    `text` is the stream to use as `sys.stdout`. It is flushed with every line, so that what was
    printed before an endless loop is seen.
    """

    def __init__(self, send: Callable[[str, str], None]) -> None:
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


class StillReading(BaseException):
    """The program goes on reading after the end of the input.

    It is not an `Exception`: the handler that swallowed the end would swallow this one, too.
    """


class Keyboard(io.TextIOBase):
    """Stands for `sys.stdin`: gives typed lines in a session, and refuses outside of one.

    It tells "typed" with each line that is read, and "closed" at the end of the input.
    """

    encoding = "utf-8"

    def __init__(self, tell: Callable[[str, str], None]) -> None:
        self._tell = tell
        self._typed: list[str | None] | None = None
        self._ends = 0

    def open(self, typed: Sequence[str | None]) -> None:
        """Begin a session. A None among the lines is Ctrl-C."""
        self._typed, self._ends = list(typed), 0

    @property
    def is_at_end(self) -> bool:
        """Whether the program was told of the end of the input, or of Ctrl-C."""
        return self._ends > 0

    def close(self) -> None:
        """End it. The builtin `quit`, which closes `sys.stdin`, does that, too."""
        self._typed = None

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next line; "" at the end of the input."""
        if self._typed is None:
            raise AskedForInput
        if not self._typed:
            self._note_end()
            return ""
        line = self._typed.pop(0)
        if line is None:
            self._note_end()
            raise KeyboardInterrupt
        self._tell("typed", f"{line}\n")
        return f"{line}\n"

    def read(self, size: int | None = -1) -> str:
        """All lines that are left, as one text."""
        return "".join(self.readlines())

    def _note_end(self) -> None:
        if not self._ends:
            self._tell("closed", "")
        self._ends += 1
        if self._ends > MOST_ENDS:
            raise StillReading("it goes on asking after the end of the input")


def hold(
    keyboard: Keyboard,
    function: Callable[..., Any],
    arguments: Sequence[Any],
    folder: str,
    is_comparable: Callable[[BaseException], bool] = lambda error: True,
) -> dict[str, Any]:
    """Call a function that reads typed lines: the recipe of these, and then its arguments.

    An exception of the program is part of the answer, because the end of the input raises one in a
    program that does not expect it. What cannot be compared, such as a recursion without an end,
    or is not `is_comparable`, ends the call as it does elsewhere. `folder` is that of the code.

    Returns:
        `asked`, the arguments of each call of a scripted player; and `ended`, None if the program
        returned, else what `explain` says.
    """
    made, ended = make(arguments[1:]), None
    seed_random()
    keyboard.open(arguments[0]["typed"])
    try:
        function(*made)
    except BaseException as error:
        ended = explain(error, folder)
        comparable = ended["kind"] == "exception" and is_comparable(error)
        if not comparable and not isinstance(error, SystemExit):
            raise
    finally:
        keyboard.close()
    return {"asked": asked(made), "ended": ended}
