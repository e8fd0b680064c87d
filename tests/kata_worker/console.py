"""The console of the code under test: it prints there, and in a session it reads lines.

A session gets lines where it asks for them, and then the end of the input.
"""

from __future__ import annotations

import io

from kata_worker import MOST_PRINTED
from kata_worker.calls import Scripted, make
from kata_worker.troubles import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Function = Callable[..., Any]

# Characters; a long game of Reversi takes about 40,000.
MOST_IN_A_SESSION = 90_000

# How often a program is told of the end of the input before it is ended.
MOST_ENDS = 5


class Printer(io.RawIOBase):
    """Sends on what is written to it, at once and up to a limit."""

    def __init__(self, send: Callable[[str, str], None]) -> None:
        self._send, self.left = send, MOST_PRINTED
        raw: Any = self
        # This stands for `sys.stdout`.
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
        if kept or not text:
            self._send(kind, kept)


class StillReading(BaseException):
    """The program goes on reading after the end of the input.

    It would swallow an `Exception`.
    """


class Keyboard(io.TextIOBase):
    """Stands for `sys.stdin`: gives typed lines in a session, and refuses elsewhere."""

    encoding = "utf-8"

    def __init__(self, tell_of: Callable[[str, str], None]) -> None:
        self._tell_of = tell_of
        # In a session, the lines that are to come; None is Ctrl-C.
        self._typed: list[str | None] | None = None
        # How often the program was told of the end of the input, or of Ctrl-C.
        self.ends = 0

    def begin(self, typed: Sequence[str | None]) -> None:
        """Begin a session with these lines."""
        self._typed, self.ends = list(typed), 0

    def close(self) -> None:
        """End the session; so does the builtin `quit`, which closes `sys.stdin`."""
        self._typed = None

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        if self._typed is None:
            raise Refused("input")
        at_end = not self._typed
        line = None if at_end else self._typed.pop(0)
        if line is not None:
            self._tell_of("typed", f"{line}\n")
            return f"{line}\n"
        if not self.ends:
            self._tell_of("typed", "")
        self.ends += 1
        if self.ends > MOST_ENDS:
            raise StillReading("it goes on asking after the end of the input")
        if at_end:
            return ""
        raise KeyboardInterrupt

    def read(self, size: int | None = -1) -> str:
        return "".join(self.readlines())


def hold(
    keyboard: Keyboard,
    function: Function,
    explain: Callable[[BaseException], dict[str, Any]],
    arguments: Sequence[Any],
) -> Any:
    """Call a function that reads typed lines: the first argument is their recipe.

    Return what each scripted player was `asked`, and how it `ended`, explained, or
    None. The end of the input raises an exception where nobody expects it, so that is
    part of the answer.
    """
    made, ended = make(arguments[1:]), None
    keyboard.begin(arguments[0]["typed"])
    try:
        function(*made)
    except BaseException as error:
        ended = explain(error)
        is_told = ended["kind"] in ("exception", "no move")
        if not (is_told or isinstance(error, SystemExit)):
            raise
    finally:
        keyboard.close()
    players = [one for one in made if type(one) is Scripted]
    asked = [call for player in players for call in player.asked]
    return {"asked": asked, "ended": ended}
