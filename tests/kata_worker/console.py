"""The console of the code under test: what it prints, and in a session what is typed.

A session is a program that asks at the keyboard: it gets lines where it asks for them,
and then the end of the input. What it shows and reads goes out as messages.
"""

from __future__ import annotations

import io

from kata_worker.calls import NoMoveLeft, Scripted, make, seed_random
from kata_worker.outgoing import Refused, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Function = Callable[..., Any]

# In characters, for one request; more is dropped. A long game of Reversi takes about
# 40,000.
MOST_PRINTED, MOST_IN_A_SESSION = 20_000, 90_000

MOST_ENDS = 5  # How often a program is told of the end of the input before it is ended.


class Printer(io.RawIOBase):
    """Tells what is written to it, up to a limit and at once; `text` is for `sys.stdout`."""

    def __init__(self, send: Callable[[str, str], None]) -> None:
        self._send, self.left = send, MOST_PRINTED
        raw: Any = self
        self.text = io.TextIOWrapper(
            raw, "utf-8", "backslashreplace", write_through=True
        )

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.tell_of("printed", bytes(data).decode("utf-8", "replace"))
        return len(data)

    def tell_of(self, kind: str, text: str) -> None:
        kept = text[: self.left]
        self.left -= len(kept)
        if kept or kind == "closed":
            self._send(kind, kept)


class StillReading(BaseException):
    """The program goes on reading after the end of the input, and would swallow an `Exception`."""


class Keyboard(io.TextIOBase):
    """Stands for `sys.stdin`: gives and tells typed lines in a session, and refuses elsewhere."""

    encoding = "utf-8"
    typed: list[str | None] | None = (
        None  # In a session, what is to come; None is Ctrl-C.
    )
    ends = 0  # How often the program was told of the end of the input, or of Ctrl-C.
    stops = False  # Whether what is raised before that is for a debugger, and not in the answer.

    def __init__(self, tell_of: Callable[[str, str], None]) -> None:
        self._tell_of = tell_of

    def close(self) -> None:
        """End the session. The builtin `quit`, which closes `sys.stdin`, does that, too."""
        self.typed = None

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        if self.typed is None:
            raise Refused("input")
        if self.typed and self.typed[0] is not None:
            line = f"{self.typed.pop(0)}\n"
            self._tell_of("typed", line)
            return line
        if not self.ends:
            self._tell_of("closed", "")
        self.ends += 1
        if self.ends > MOST_ENDS:
            raise StillReading("it goes on asking after the end of the input")
        if self.typed:
            del self.typed[0]
            raise KeyboardInterrupt
        return ""

    def read(self, size: int | None = -1) -> str:
        return "".join(self.readlines())


def hold(
    keyboard: Keyboard, function: Function, arguments: Sequence[Any], folder: str
) -> Any:
    """Call a function of a folder that reads typed lines: their recipe, and then its arguments.

    It returns what each scripted player was `asked`, and how it `ended`: what `explain`
    says, or None. The end of the input raises an exception where nobody expects it, so
    that is part of the answer; but an endless recursion ends the call as elsewhere.
    """
    made, ended = make(arguments[1:]), None
    seed_random()
    keyboard.typed, keyboard.ends = list(arguments[0]["typed"]), 0
    try:
        function(*made)
    except BaseException as error:
        ended = explain(error, folder)
        told = (
            not keyboard.stops
            or keyboard.ends
            or isinstance(error, (ValueError, NoMoveLeft))
        )
        if not (told and ended["kind"] == "exception") and not isinstance(
            error, SystemExit
        ):
            raise
    finally:
        keyboard.close()
    asked = [
        call for player in made if type(player) is Scripted for call in player.asked
    ]
    return {"asked": asked, "ended": ended}
