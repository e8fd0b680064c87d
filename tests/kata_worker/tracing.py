"""What a call does, line by line."""

from __future__ import annotations

import os
import sys
from linecache import getline
from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

FIRST, LAST, LONGEST = (
    100,
    30,
    100,
)  # rows that are kept, and characters of what stands in each
SHORT = Repr()
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8
SHORT.maxlevel, SHORT.maxlong = 3, LONGEST


class Trace:
    """Takes down what a call of a function does in a folder; `stop`s after too many lines.

    Of each line there is a row: its place, the source and the variables that it
    changes; and one without a place for a function with its arguments, and for what it
    returns or raises.
    """

    def __init__(
        self,
        function: Callable[..., object],
        folder: str,
        stop: Callable[[object], NoReturn],
    ) -> None:
        self._function, self._folder, self._stop = function, folder, stop
        self._rows: list[list[str]] = []
        self._left = 0  # of the lines

    def ask(self, most: int, arguments: tuple[Any, ...]) -> object:
        """Make a call of at most so many lines; return what `counter` does, but the rows."""
        self._left = most
        sys.settrace(self._on_call)
        try:
            self._function(*arguments)
        except BaseException:
            pass  # It is in the rows.
        finally:
            sys.settrace(None)
        return self._told(more=False)

    def _told(self, *, more: bool) -> object:
        left_out = len(self._rows) - FIRST - LAST
        if left_out > 0:
            self._rows[FIRST:-LAST] = [["", f"... {left_out:,} more ...", ""]]
        return len(self._rows), more, self._rows

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        own = code.co_filename.startswith(self._folder)
        if not own or (code.co_name.startswith("<") and code.co_name != "<lambda>"):
            return None
        now = {name: _short(value) for name, value in frame.f_locals.items()}
        row = self._row("", f"{code.co_name}({', '.join(map('='.join, now.items()))})")
        return lambda *event: self._on_event(row, now, *event)

    def _on_event(
        self,
        row: list[str],
        before: dict[str, str],
        frame: FrameType,
        event: str,
        arg: Any,
    ) -> Any:
        now = {name: _short(value) for name, value in frame.f_locals.items()}
        changes = (
            f"{name} = {text}" for name, text in now.items() if before.get(name) != text
        )
        row[2] = ", ".join(changes)[:LONGEST]
        if event == "line":
            if not self._left:
                sys.settrace(None)
                self._stop(self._told(more=True))
            self._left -= 1
            file, line = frame.f_code.co_filename, frame.f_lineno
            row = self._row(
                f"{os.path.basename(file)}:{line}", getline(file, line).rstrip()
            )
        elif event == "exception":
            row = self._row("", f"raises {arg[0].__name__}")
        elif not row[1].startswith("raises "):
            row = self._row("", f"returns {_short(arg)}")
        return lambda *event: self._on_event(row, now, *event)

    def _row(self, place: str, text: str) -> list[str]:
        self._rows.append([place, text.expandtabs()[:LONGEST], ""])
        return self._rows[-1]


def _short(value: object) -> str:
    return " ".join(SHORT.repr(value)[:LONGEST].split())
