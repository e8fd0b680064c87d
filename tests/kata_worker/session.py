"""A session: a program of the code under test that asks at the keyboard, and lines typed for it.

The program gets the lines one after the other, where it asks for them, and then the end of the
input. The answer of such a call is a dict:

    text    the transcript: what the program printed, and each line that it read where it read it
    typed   the lines that it read, each as (place in `text`, line); "" is the end of the input
    asked   the arguments of each call of a scripted player
    ended   None if the program returned, else what `kata_worker.trouble.explain` says

An exception of the program is part of that answer, because the end of the input raises one in a
program that does not expect it. What cannot be compared, such as a recursion without an end, ends
the call as it does elsewhere.
"""

from __future__ import annotations

import io
import sys

from kata_worker.arguments import NoMoveLeft, asked, make
from kata_worker.streams import AskedForInput
from kata_worker.trouble import explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

    from kata_worker.streams import Printer

# In bytes. A long game of Reversi takes about 40,000; `kata_worker.codec` sends no longer text.
MOST_SHOWN = 90_000
MOST_READ = 10_000

# How often a program is told of the end of the input before it is ended.
MOST_ENDS = 5


class StillReading(BaseException):
    """The program goes on reading after the end of the input.

    No subclass of `Exception`: the handler that swallowed the end would swallow this one, too.
    """


class Transcript:
    """What a program prints and reads."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._read: list[tuple[int, str]] = []

    def add(self, data: bytes) -> None:
        """Take in what was printed."""
        self._data += data[: MOST_SHOWN - len(self._data)]

    def note(self, line: str) -> None:
        """Take in that a line is read here; "" is the end of the input."""
        if len(self._read) < MOST_READ:
            self._read.append((len(self._data), line))

    @property
    def text(self) -> str:
        """All of it."""
        return self._data.decode("utf-8", "replace")

    @property
    def read(self) -> list[tuple[int, str]]:
        """The lines that were read, with their places in `text`."""
        return [
            (len(self._data[:place].decode("utf-8", "replace")), line) for place, line in self._read
        ]


class Keyboard:
    """Stands for `sys.stdin`: gives typed lines in a session, and refuses outside of one.

    Args:
        tell: is told each line that is read, and "" for the end of the input.
    """

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._typed: list[str | None] | None = None
        self._ends = 0
        self._is_at_end = False

    def open(self, typed: Sequence[str | None]) -> None:
        """Begin a session. A None among the lines is Ctrl-C."""
        self._typed, self._ends, self._is_at_end = list(typed), 0, False

    @property
    def is_at_end(self) -> bool:
        """Whether the program was told of the end of the input, or of Ctrl-C."""
        return self._is_at_end

    def close(self) -> None:
        """End it. The builtin `quit`, which closes `sys.stdin`, does that, too."""
        self._typed = None

    def readline(self, size: int = -1) -> str:
        """The next line; "" at the end of the input."""
        if self._typed is None:
            raise AskedForInput
        if not self._typed:
            return self._end()
        line = self._typed.pop(0)
        if line is None:
            self._note_end()
            raise KeyboardInterrupt
        self._tell(f"{line}\n")
        return f"{line}\n"

    def readlines(self, hint: int = -1) -> list[str]:
        """All lines that are left."""
        return list(iter(self.readline, ""))

    def read(self, size: int = -1) -> str:
        """All lines that are left, as one text."""
        return "".join(self.readlines())

    def __iter__(self) -> Keyboard:
        return self

    def __next__(self) -> str:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def isatty(self) -> bool:
        """No: nobody sits there."""
        return False

    def fileno(self) -> int:
        """There is no file behind it."""
        raise io.UnsupportedOperation("fileno")

    def _end(self) -> str:
        self._note_end()
        self._ends += 1
        if self._ends > MOST_ENDS:
            raise StillReading("it goes on asking after the end of the input")
        return ""

    def _note_end(self) -> None:
        if not self._is_at_end:
            self._tell("")
        self._is_at_end = True


class Sessions:
    """Holds the sessions of a process whose `sys.stdin` is `keyboard`.

    Args:
        printer: stands for its `sys.stdout`.
    """

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        self.keyboard = Keyboard(self._tell)

    def hold(
        self, function: Callable[..., Any], arguments: Sequence[Any], folder: str
    ) -> dict[str, Any]:
        """Call a function that reads typed lines.

        Args:
            function: the program.
            arguments: the recipe of the typed lines, and then the arguments of the call.
            folder: where the code under test lives.
        """
        self._printer.transcript = transcript = Transcript()
        self.keyboard.open(arguments[0]["typed"])
        made = make(arguments[1:])
        try:
            ended = run(function, made, folder)
        finally:
            self.keyboard.close()
            self._printer.flush_text()
            self._printer.transcript = None
        return answer(transcript, made, ended)

    def _tell(self, line: str) -> None:
        # A question without a newline waits in the buffer, and comes before its answer.
        self._printer.flush_text()
        if self._printer.transcript:
            self._printer.transcript.note(line)
        self._printer.write(line.encode("utf-8", "replace"))


def hold_in(module: ModuleType, function: str, arguments: Sequence[Any]) -> dict[str, Any]:
    """As `Sessions.hold`, but in the process of pytest, where `sys.stdin` is not ours.

    The module's own `input` and `print` are replaced; a debugger needs the others.

    Raises:
        BaseException: what the program raises before the end of the input, for the debugger; but
            no SystemExit, and no ValueError, which a test may expect.
    """
    transcript, made = Transcript(), make(arguments[1:])

    def tell(line: str) -> None:
        transcript.note(line)
        transcript.add(line.encode())

    def typed_input(prompt: object = "", /) -> str:
        transcript.add(str(prompt).encode())
        line = keyboard.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line[:-1]

    def noted_print(*values: object, **options: Any) -> None:
        text = io.StringIO()
        print(*values, **{**options, "file": options.get("file") or text})
        transcript.add(text.getvalue().encode())

    def is_comparable(error: BaseException) -> bool:
        return keyboard.is_at_end or isinstance(error, (ValueError, NoMoveLeft))

    keyboard = Keyboard(tell)
    keyboard.open(arguments[0]["typed"])
    vars(module).update(input=typed_input, print=noted_print)
    try:
        ended = run(vars(module)[function], made, "", is_comparable)
    finally:
        for name in ("input", "print"):
            del vars(module)[name]
    return answer(transcript, made, ended)


def run(
    function: Callable[..., Any],
    made: Sequence[Any],
    folder: str,
    is_comparable: Callable[[BaseException], bool] = lambda error: True,
) -> dict[str, Any] | None:
    """Call the program; return what is to say of an exception that can be compared.

    Raises:
        BaseException: any other.
    """
    if "random" in sys.modules:
        # What is random and does not come from an argument is at least the same every time.
        sys.modules["random"].seed(0)
    try:
        function(*made)
    except BaseException as error:
        facts = explain(error, folder)
        comparable = facts["kind"] == "exception" and is_comparable(error)
        if not comparable and not isinstance(error, SystemExit):
            raise
        return facts
    return None


def answer(
    transcript: Transcript, made: Sequence[Any], ended: dict[str, Any] | None
) -> dict[str, Any]:
    """What goes back to the harness."""
    return {
        "text": transcript.text,
        "typed": transcript.read,
        "asked": asked(made),
        "ended": ended,
    }
